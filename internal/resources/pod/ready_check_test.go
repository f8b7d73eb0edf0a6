package pod_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

// Without the answer, a create warns and an update fails, with its change in the state: the second plan is empty.
// Nothing else asks: a stopped pod, an import and a change of the check alone.
func TestReadyCheck(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin, answering)
		p := w.Process()
		answer := func(status int) {
			w.Must(w.AnswerPorts(status))
		}
		logged, infos := acctest.Logs(t)
		var was acctest.Instance
		config := acctest.Values{"image_name": "img:1", "name": "server", "ports": []string{"8000/tcp"},
			"ready_check": acctest.Values{"port": 8000, "path": "/health?token=canary"}}
		apply := func(want string) {
			t.Helper()
			ctx, expire := contexttest.Expiring(logged)
			w.OnRequest("GetPod", 12, expire)
			var diags []*tfprotov6.Diagnostic
			was, diags = p.WithContext(ctx).Apply(typeName, was, config)
			if says := acctest.Text(diags); !regexp.MustCompile(`(?s)^`+want+`$`).MatchString(says) ||
				strings.Contains(says, "canary") {
				t.Errorf("%v: %s, want %s", config, says, want)
			}
			plansEmpty(t, p, want, was, config)
		}
		const waited = `The provider waited for pod "server" \(\w+\) to answer GET /health at its port 8000 with 200\. ` +
			`The operation timed out\. .*Last seen: http://127\.0\.0\.1:\d+/health: answered 503\.`
		answer(http.StatusServiceUnavailable)
		apply(`WARNING: The pod does not answer: pod "server" \(\w+\): ` + waited + `.*podfleet_pod_ready\. \(at ready_check\)`)
		lines := infos("waiting")
		if seen := fmt.Sprint(lines[len(lines)-1]["last_seen"]); !strings.HasSuffix(seen, "/health: answered 503") {
			t.Errorf("logged: %v", lines)
		}
		for _, change := range []struct {
			attribute string
			value     any
			fails     bool
		}{
			{attribute: "name", value: "server"},
			{"restart_triggers", map[string]string{"a": "1"}, true}, {"reset_triggers", map[string]string{"a": "1"}, true},
			{"image_name", "img:2", true}, {attribute: "desired_status", value: "EXITED"}, {"desired_status", "RUNNING", true},
		} {
			config[change.attribute] = change.value
			if change.value == "RUNNING" { // A start does what a trigger asks for too.
				config["reset_triggers"] = map[string]string{"a": "2"}
			}
			want := ""
			if change.fails {
				answer(http.StatusServiceUnavailable)
				want = `ERROR: The pod does not answer: ` + waited + `.*podfleet_pod_ready\. \(at ready_check\)`
			}
			apply(want)
		}
		w.ClearJournal()
		for _, check := range []any{acctest.Values{"port": 8000, "status": 204}, nil} {
			config["ready_check"] = check
			apply("")
		}
		was, _ = p.Import(typeName, w.OnlyID(kind), "")
		was = refreshed(t, p, was)
		w.ClearJournal()
		config["ready_check"] = acctest.Values{"port": 8000, "timeout": "1ns"}
		apply("")
		w.ExpectRequests()
		config["image_name"] = "img:3"
		// Within 1ns, it was not asked.
		apply(`ERROR: The pod does not answer: .*The timeout of ready_check has passed\. Last seen: RUNNING, .*`)
		w.OnRequest("GetPod", 2, func() { answer(http.StatusNoContent) })
		config["image_name"], config["ready_check"] = "img:4", acctest.Values{"port": 8000, "status": 204}
		apply("")
		w.OnRequest("GetPod", 1, func() { w.Patch(kind, w.OnlyID(kind), stopped) })
		config["image_name"] = "img:5"
		_, diags := p.Apply(typeName, was, config)
		acctest.ExpectError(t, diags, `The wait for the pod failed: .*it ended before that, with the status EXITED`)
		was, config["desired_status"] = acctest.Instance{}, "EXITED"
		apply("")
	})
}

// A check that no pod can pass is refused, if that is known.
func TestReadyCheck_refused(t *testing.T) {
	t.Parallel()
	p := start(t).Process()
	for name, test := range map[string]struct {
		with acctest.Values
		want string // empty for none
	}{
		"no wait":             {acctest.Values{"wait_for_ready": false}, `With wait_for_ready = false, the apply does not wait`},
		"no public IP":        {acctest.Values{"support_public_ip": false}, `support_public_ip = false asks for none`},
		"another port":        {acctest.Values{"ports": []string{"8000/http", "22/tcp"}}, `does not expose the port 8000/tcp`},
		"the default's ports": {acctest.Values{}, `its ports are \["8888/http","22/tcp"\]`},
		"its port":            {acctest.Values{"ports": []string{"8000/tcp"}}, ""},
		"a template's ports":  {acctest.Values{"template_id": "t1"}, ""},
		"an unknown template": {acctest.Values{"template_id": tftypes.UnknownValue}, ""},
		"unknown ports":       {acctest.Values{"ports": tftypes.UnknownValue}, ""},
		"an unknown wait":     {acctest.Values{"wait_for_ready": tftypes.UnknownValue, "ports": []string{"8000/tcp"}}, ""},
		"an unknown check":    {acctest.Values{"ready_check": tftypes.UnknownValue, "wait_for_ready": false}, ""},
		"an unknown question": {acctest.Values{"ready_check": acctest.Values{"port": tftypes.UnknownValue}}, ""},
	} {
		config := acctest.Values{"image_name": "img:1", "ready_check": acctest.Values{"port": 8000}}
		for argument, value := range test.with {
			config[argument] = value
		}
		if diags := p.Validate(typeName, config); test.want != "" {
			acctest.ExpectError(t, diags, "Invalid ready_check: .*"+test.want)
		} else if len(diags) != 0 {
			t.Errorf("%s: %s", name, acctest.Text(diags))
		}
	}
	diags := p.Validate(typeName, acctest.Values{"ready_check": acctest.Values{"port": 22, "path": "/?token=canary ry"}})
	if says := acctest.Text(diags); !strings.Contains(says, "path of a URL") || strings.Contains(says, "canary") {
		t.Error(says) // A query can be secret.
	}
	p.Object(typeName).Plan(hcl(minimal+"\nports = [late(\"8000/tcp\")]\nready_check = { port = 8000 }"), acctest.Create)
}
