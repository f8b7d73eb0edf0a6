package members

import (
	"encoding/json"
	"testing"
)

func TestDecode_wholeNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Optional[int64]{
		`62`: Some(int64(62)), `62.0`: Some(int64(62)), `6.2e1`: Some(int64(62)), `"62"`: Some(int64(62)),
		`" 62.0 "`: Some(int64(62)),
		`62.9`:     Some(int64(62)), `-0.5`: Some(int64(0)), `0`: Some(int64(0)), `-3`: Some(int64(-3)),
		`9007199254740993`: Some(int64(9007199254740993)), `9007199254740993.0`: Some(int64(9007199254740993)),
		`9223372036854775807`: Some(int64(9223372036854775807)),
		`9223372036854775808`: {}, `1e19`: {}, `-1e300`: {}, `1e400`: {}, `1e400000000`: {},
		`"many"`: {}, `""`: {}, `"0x10"`: {}, `"NaN"`: {}, `"1_000"`: {}, `"true"`: {}, `true`: {}, `[62]`: {},
		`{}`:   {},
		`null`: Null[int64](),
	} {
		var got Optional[int64]
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", text, got, err, want)
		}
	}
}

func TestDecode_numbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Optional[float64]{
		`62.5`: Some(62.5), `"62.5"`: Some(62.5), `62`: Some(62.0), `5e-1`: Some(0.5), `"0"`: Some(0.0),
		`1e400`: {}, `"NaN"`: {}, `"Inf"`: {}, `"-infinity"`: {}, `"0x1p4"`: {}, `""`: {}, `"free"`: {}, `[]`: {},
		`{}`: {}, `false`: {},
		`null`: Null[float64](),
	} {
		var got Optional[float64]
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", text, got, err, want)
		}
	}
}

// What cannot be read of an answer is as if it were not there, and takes nothing else with it.
