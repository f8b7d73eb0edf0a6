package emulator_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Each kind of refusal names its own rule. That the section exists and states the rule is checked with every answer of
// all tests, see breach.
func TestRefusals_nameTheirRule(t *testing.T) {
	t.Parallel()
	a := start(t)
	queue := a.queue("i", "").id
	paused := a.queue("i", `"workersMax":1`)
	paused.patch(`{"workersMax":0}`)
	a.inject("pods", "locked", map[string]any{"name": "n", "locked": true})
	for _, c := range []struct {
		method, path, body string
		status             int
		rule               string
	}{
		{get, "/v1/templates", "", 200, ""},
		{get, "/v1/nothing", "", 404, "contract 2.1"},
		{http.MethodPut, "/v1/templates", "", 405, "contract 1"},
		{get, "/v1/pods?includeMachine=1", "", 400, "contract 2.1"},
		{get, "/v1/billing/pods?bucketSize=x", "", 400, "contract 2.7"},
		{post, "/v1/templates", `{"nam":"n"}`, 400, "contract 2.1"},
		{post, "/v1/templates", `{"name":1}`, 400, "contract 2.1"},
		{post, "/v1/templates", strings.Repeat(" ", 10<<20+1), 400, "contract 3.1"},
		{post, "/v1/templates", `{"name":"n"}`, 400, "contract 2.2"},
		{post, "/v1/endpoints", `{"templateId":"x"}`, 400, "contract 2.1"},
		{post, "/v1/endpoints", `{"templateId":"` + paused.template + `","workersMax":0}`, 500, "contract 2.3"},
		{del, "/v1/networkvolumes/x", "", 500, "contract 2.4"},
		{del, "/v1/pods/locked", "", 500, "contract 2.6"},
		{post, "/v1/networkvolumes", `{"name":"n","size":10.0,"dataCenterId":"EU-RO-1"}`, 400, "contract 2.1"},
		{post, "/v2/" + queue + "/run", `{}`, 400, "contract 3.1"},
		{post, "/v2/" + queue + "/run", `{"input":{},"webhook":1}`, 400, "contract 3.1"},
		{post, "/v2/" + queue + "/runsync?wait=x", `{}`, 400, "contract 3.2"},
		{get, "/v2/" + queue + "/status/x", "", 404, "contract 3.3"},
		{post, "/v2/" + paused.id + "/run", `{}`, 409, "contract 2.3"},
		{get, "/v2/nothing/at/all", "", 404, "contract 3.3"},
		{get, "/management/v2/pods/x", "", 404, "contract-v2 1.2"},
		{get, "/management/v2/clusters", "", 501, "contract-v2 1.2"},
		{post, "/management/v2/pods", `{}`, 422, "contract-v2 1.2"},
		{post, "/management/v2/pods", `{"name":"p","image":"i","gpu":{"id":"NVIDIA L4"}}`, 400, "contract-v2 1.3"},
		{post, "/management/v2/pods", `{"name":"p","image":"i"}`, 400, "contract-v2 8.1"},
		{post, "/management/v2/pods", `{"name":"p","templateId":"x",` + oneGPU + `}`, 404, "contract-v2 8.1"},
		{post, "/management/v2/templates", `{"name":"t","image":"i","registry":"x"}`, 400, "contract-v2 3"},
		{http.MethodPatch, "/management/v2/pods/locked", `{"name":"m"}`, 400, "contract-v2 8.2"},
		{post, "/v2/pods/locked/action", `{"action":"terminate"}`, 400, "contract-v2 8.4"},
		{
			post, "/management/v2/serverless",
			`{"name":"e","image":"i","type":"QUEUE","scaling":{"type":"REQUEST_COUNT","requestCount":1}}`, 400,
			"contract-v2 5.1",
		},
		{
			post, "/management/v2/serverless", `{"name":"e","templateId":"x",` + queueOfGPUs + `}`, 404, "contract-v2 5.3",
		},
		{get, "/management/v2/catalog/gpus?count=2", "", 400, "contract-v2 10"},
		{get, "/_emulator/nothing", "", 404, ""},
	} {
		r, err := a.send(c.method, strings.TrimSuffix(a.RESTURL(), "/v1")+c.path, c.body)
		if rule := r.header.Get("Podfleet-Emulator-Rule"); err != nil || r.status != c.status || rule != c.rule {
			t.Errorf("%s %s %.80s: %d by %q, want %d by %q: %v %s", c.method, c.path, c.body, r.status, rule, c.status, c.rule,
				err, r.text)
		}
		if c.rule == "" {
			continue
		}
		_, number, _ := strings.Cut(c.rule, " ")
		if r := a.control(get, "rules/"+url.PathEscape(c.rule), ""); r.status != 200 ||
			!regexp.MustCompile(`^{"text":"##+ `+regexp.QuoteMeta(number)).MatchString(r.text) || strings.Count(r.text, `\n##`) > 0 {
			t.Errorf("%s: %d %.50s", c.rule, r.status, r.text)
		}
	}
	if r := a.control(get, "rules/fault%20rule%201", ""); r.status != 404 {
		t.Errorf("no section: %d", r.status)
	}
	if r := a.call(get, "/templates", "", "Authorization", ""); r.header.Get("Podfleet-Emulator-Rule") != "contract 1" {
		t.Errorf("without a key: %v", r.header)
	}
}

// An injected error names its rule by its place in the list as it was set; one of the service behind a rule does not.
func TestRefusals_nameTheFault(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.SetFaults(
		emulator.Fault{Operation: "GetPod", Kind: emulator.FaultPass, Count: 1},
		emulator.Fault{Operation: "GetPod", Kind: emulator.FaultStatus, Count: 1},
		emulator.Fault{Operation: "GetPod", Kind: emulator.FaultHTML, Count: 1},
		emulator.Fault{Operation: "GetPod", Kind: emulator.FaultStatusAfter},
	)
	for i, want := range []string{"contract 2.1", "fault rule 2", "fault rule 3", "fault rule 4", "fault rule 4"} {
		if r := a.call(get, "/pods/x", ""); r.header.Get("Podfleet-Emulator-Rule") != want {
			t.Errorf("request %d: %d by %q, want %q", i, r.status, r.header.Get("Podfleet-Emulator-Rule"), want)
		}
	}
}
