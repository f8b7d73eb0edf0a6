package functions

import (
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// terms are the numbers with a unit each of a duration.
var terms = regexp.MustCompile(`([0-9]*\.?[0-9]*)(ns|us|µs|μs|ms|s|m|h)`)

// nanoseconds has the nanoseconds of each unit.
var nanoseconds = map[string]int64{
	"ns": 1, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9,
}

// exactly is a duration in nanoseconds, and of how many terms it is, whatever its size. Only if ok it is one.
func exactly(text string) (sum *big.Rat, count int64, ok bool) {
	if text == "0" || text == "+0" || text == "-0" {
		return new(big.Rat), 0, true
	}
	if !aDuration.MatchString(text) {
		return nil, 0, false
	}
	sum = new(big.Rat)
	for _, term := range terms.FindAllStringSubmatch(text, -1) {
		number, isNumber := new(big.Rat).SetString(strings.TrimSuffix("0"+term[1], "."))
		if !isNumber {
			return nil, 0, false
		}
		sum.Add(sum, number.Mul(number, big.NewRat(nanoseconds[term[2]], 1)))
		count++
	}
	if strings.HasPrefix(text, "-") {
		sum.Neg(sum)
	}
	return sum, count, true
}

// A duration has as many milliseconds as its terms have when they are added up exactly, and is refused where it is not
// a whole number of them. What is a duration above zero to the function is one to the validator of all timeouts.
func FuzzDurationMs(f *testing.F) {
	for _, text := range []string{
		"2h30m", "0", "-0", "+0", "0s", "1.5s", ".5s", "5.s", "1us", "1000us", "1h-30m", "-1s", "- 1s", "1d", "90",
		"", "s", ".", ".s", "1.2.3s",
		"1e3s", "0x1s", "1_000s", " 1s", "1s ", "1s\n", "1s1s1s", "2562047h47m16.854775807s",
		"2562047h47m16.854775808s", "2562048h",
		"-2562047h47m16.854775808s", "9999999999999999999ms", "0.9999999999999999999s", "0.0000000000001ms",
		"1.0000000001ms", "NaNs",
		"1\xb5s", "1µs1000μs", strings.Repeat("1h", 3000), "0." + strings.Repeat("0", 3000) + "1h",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 10_000 {
			return
		}
		got, problem := durationMs(text)
		exact, count, ok := exactly(text)
		isAccepted := acceptedAsTimeout(t, text)
		if !ok {
			if problem == "" || isAccepted {
				t.Fatalf("%q is %d ms: %t", text, got, isAccepted)
			}
			return
		}
		// Of each term, what is less than a nanosecond is cut off, and the fraction is read as a float.
		isNear := func(ns *big.Rat) bool {
			off := new(big.Rat).Sub(exact, ns)
			return off.Abs(off).Cmp(big.NewRat(count, 1)) <= 0
		}
		nearest := new(big.Rat).SetInt64(got * 1e6)
		switch {
		case problem == "" && (got < 0 || !isNear(nearest)):
			t.Errorf("%q is %d ms, and exactly %s ns", text, got, exact.FloatString(3))
		case problem != "" && exact.Sign() >= 0 && exact.IsInt() && exact.Cmp(new(big.Rat).SetInt64(math.MaxInt64)) <= 0 &&
			new(big.Rat).Quo(exact, big.NewRat(1e6, 1)).IsInt() && !strings.Contains(text, "."):
			t.Errorf("%q is refused: %s", text, problem)
		}
		if isAccepted && (exact.Sign() <= 0 || strings.Contains(problem, "shorter")) {
			t.Errorf("%q is accepted as a timeout, and %s ns", text, exact.FloatString(3))
		}
		if !isAccepted && problem == "" && got > 0 {
			t.Errorf("%q is %d ms, and refused as a timeout", text, got)
		}
	})
}

func acceptedAsTimeout(t *testing.T, text string) bool {
	t.Helper()
	var resp validator.StringResponse
	validators.Duration().ValidateString(t.Context(), validator.StringRequest{
		Path: path.Root("it"), ConfigValue: types.StringValue(text),
	}, &resp)
	return !resp.Diagnostics.HasError()
}
