package provider_test

import (
	"encoding/json"
	"math"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// hardBills are answers of the billing operations that a report may fall over.
var hardBills = []string{
	`[]`, `null`, `{}`, `7`, `""`, `[null]`, `[7]`, `[[]]`, `[{}]`, `[{"time":null,"amount":null}]`, `<html>`,
	`[{"amount":1}`,
	`[{"time":"2026-01-01T00:00:00Z","amount":0.1},{"time":"2026-01-01T00:00:00Z","amount":0.2,"podId":"p","gpuTypeId":""}]`,
	`[{"amount":"0.5"},{"amount":"NaN"},{"amount":"Inf"},{"amount":1e400},{"amount":-1e400}]`,
	`[{"amount":1e308},{"amount":1e308}]`,
	`[{"amount":1e308},{"amount":1e308},{"amount":-1e308},{"amount":-1e308},{"amount":-1e308}]`,
	`[{"amount":1e300}]`, `[{"amount":-0}]`, `[{"amount":5e-324}]`, `[{"timeBilledMs":9e99,"diskSpaceBilledGb":-1.5}]`,
	`[{"timeBilledMs":"7","diskSpaceBilledGb":9223372036854775807}]`, `[{"time":7,"podId":{},"gpuTypeId":[]}]`,
	"[{\"time\":\"\xff\",\"podId\":\"\\u0000\"}]", `[{"highPerformanceStorageAmount":1e308}]`,
	"[" + strings.Repeat(`{"amount":0.1},`, 2000) + `{"amount":0.1}]`, strings.Repeat("[", 20_000),
}

// Whatever is answered for a bill: it is an error, or every record is there and the total is the sum of their amounts,
// which is a number that a state can hold.
func FuzzBilling(f *testing.F) {
	for _, bill := range someInShort(hardBills) {
		f.Add(bill)
	}
	f.Fuzz(func(t *testing.T, bill string) {
		for _, typeName := range []string{
			"podfleet_billing_pods", "podfleet_billing_endpoints", "podfleet_billing_network_volumes",
		} {
			answer := func(receivedRequest) (int, string) { return http.StatusOK, bill }
			p, _ := scriptedProcess(t, answer, acctest.Values{"max_retries": 0})
			got, diags := p.Lookup(typeName, nil)
			if hasError(diags) {
				if !isToldOfTheAnswer(diags) {
					t.Errorf("%s: %q: %s", typeName, bill, acctest.Text(diags))
				}
				continue
			}
			var answered []json.RawMessage
			if err := json.Unmarshal([]byte(bill), &answered); err != nil {
				t.Fatalf("%s: %q is no error", typeName, bill)
			}
			var records []tftypes.Value
			if err := got["records"].As(&records); err != nil || len(records) != len(answered) {
				t.Errorf("%s: %d records of %d (%v)", typeName, len(records), len(answered), err)
			}
			sum := new(big.Float).SetPrec(2000)
			magnitude := new(big.Float)
			for _, record := range records {
				var members map[string]tftypes.Value
				if err := record.As(&members); err != nil {
					t.Fatal(err)
				}
				amount := numberOf(t, members["amount"])
				sum.Add(sum, amount)
				magnitude.Add(magnitude, new(big.Float).Abs(amount))
			}
			total := numberOf(t, got["total_amount"])
			if total.IsInf() {
				t.Fatalf("%s: the total is infinite", typeName)
			}
			// What is added up in floating point is off by a little of what was added, and rounding by half a billionth.
			allowed := new(big.Float).Mul(magnitude, big.NewFloat(1e-12))
			allowed.Add(allowed, big.NewFloat(1e-9))
			if off := sum.Sub(sum, total); off.Abs(off).Cmp(allowed) > 0 {
				t.Errorf("%s: the total %s of %q is off by %s", typeName, total, bill, off)
			}
		}
	})
}

// isToldOfTheAnswer reports whether a failure is one of the service's, told as such.
func isToldOfTheAnswer(diags []*tfprotov6.Diagnostic) bool {
	return len(diags) == 1 && strings.HasPrefix(diags[0].Summary, "Cannot read billing of ") &&
		(strings.Contains(diags[0].Detail, "the response is not valid") ||
			strings.Contains(diags[0].Detail, "is too large for a number"))
}

// numberOf is a number of a state; 0 if it is null.
func numberOf(t *testing.T, value tftypes.Value) *big.Float {
	t.Helper()
	number := new(big.Float)
	if !value.IsNull() {
		if err := value.As(number); err != nil {
			t.Fatal(err)
		}
	}
	if number.IsInf() {
		t.Fatalf("a state has no %v", math.Inf(1))
	}
	return number
}
