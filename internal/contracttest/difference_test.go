package contracttest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// All differences are found, not only the first, and no value is among them but that of an enumeration.
func TestDifferences(t *testing.T) {
	t.Parallel()
	listed := func(templates ...string) contracttest.Exchange {
		ex := good()
		ex.Method, ex.ResponseBody = http.MethodGet, []byte("["+strings.Join(templates, ",")+"]")
		return ex
	}
	replaced := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(template) }
	refused := deleted()
	refused.Method, refused.Status = http.MethodGet, http.StatusTeapot
	unexpectedBody := deleted()
	unexpectedBody.ResponseBody = []byte("gone")
	for name, c := range map[string]struct {
		ex   contracttest.Exchange
		want string
	}{
		"none":   {listed(template), "[]"},
		"status": {refused, "[{the status is 418, which the contract does not have}]"},
		"a body": {unexpectedBody, "[{ has a body, where the contract has none}]"},
		"in each": {listed(template, replaced(`"isServerless":false,`, ``), replaced(`["22/tcp"]`, `["22/udp",1]`)),
			"[{[*].isServerless is missing} {[*].ports[*] does not match"},
		"types": {listed(replaced(`"volumeInGb":20`, `"volumeInGb":"hidden"`, `"containerDiskInGb":50`,
			`"containerDiskInGb":0.5`, `"isPublic":false`, `"isPublic":null`, `"env":{}`, `"env":{"A":{}}`)),
			"[{[*].containerDiskInGb is a number with a fraction, not integer} {[*].env.A is an object, not string} " +
				"{[*].isPublic is null, not boolean} {[*].volumeInGb is a string, not integer}]"},
		"enumeration": {listed(replaced(`NVIDIA`, `ARM`)),
			"[{[*].category is ARM, which the contract does not list}]"},
		"no object": {listed(`["hidden"]`), "[{[*] is a list, not object}]"},
		"a bound":   {listed(replaced(`"volumeInGb":20`, `"volumeInGb":-1`)), "[{[*].volumeInGb is a number that breaks"},
	} {
		got, err := contracttest.Differences(c.ex)
		if text := fmt.Sprint(got); err != nil || !strings.HasPrefix(text, c.want) || strings.Contains(text, "hidden") {
			t.Errorf("%s: %s, %v, not %s", name, text, err, c.want)
		}
	}
	unknown := good()
	unknown.Path = "/v1/things"
	if _, err := contracttest.Differences(unknown); err == nil {
		t.Error("an operation that does not exist has no differences")
	}
}
