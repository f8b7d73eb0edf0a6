package shortanswers

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"
)

// A number is decoded from every form in which it is sent, and from the one that tftypes gives it; what is out of a
// float64's range is left to the framework.
func TestDecodeFloat64(t *testing.T) {
	t.Parallel()
	number := func(text string) any {
		exact, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := tftypes.NewValue(tftypes.Number, exact).MarshalMsgPack(tftypes.Number) //nolint:staticcheck // As it is sent.
		if err != nil {
			t.Fatal(err)
		}
		return msgpack.RawMessage(encoded)
	}
	for name, test := range map[string]struct {
		sent any
		want float64
		err  error
	}{
		"text":             {"0.34", 0.34, nil},
		"negative text":    {"-0.1", -0.1, nil},
		"exponent":         {"1e-300", 1e-300, nil},
		"integer":          {7, 7, nil},
		"float64":          {2.5, 2.5, nil},
		"of tftypes":       {number("0.34"), 0.34, nil},
		"whole of tftypes": {number("12"), 12, nil},
		"too large":        {"1e999", 0, errUnusual},
		"too small":        {"1e-999", 0, errUnusual},
		"infinite":         {math.Inf(1), 0, errUnusual},
		"no number":        {math.NaN(), 0, errUnusual},
	} {
		encoded, err := msgpack.Marshal(test.sent)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeFloat64(msgpack.NewDecoder(bytes.NewReader(encoded)))
		if !errors.Is(err, test.err) || err == nil && !got.Equal(types.Float64Value(test.want)) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
