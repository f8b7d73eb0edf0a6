package pod_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// asked is an account with a pod whose ports are open, and which answers with a status.
func asked(t *testing.T, env *acctest.Env, status int) (question acctest.Values) {
	t.Helper()
	env.Must(env.AnswerPorts(status))
	env.Process().MustApply(typeName, acctest.Instance{}, acctest.Values{
		"image_name": "img:1", "name": "server", "wait_for_ready": false, "ports": []string{"8000/tcp"}})
	env.ClearJournal()
	return acctest.Values{"pod_id": env.OnlyID(kind), "port": 8000, "path": "/health"}
}

var answering = emulator.Options{OpenPorts: true, PodStartDelay: 3 * time.Second, StepPerRequest: time.Second}

// A pod that starts, and then answers with an error at first, is waited for: by the data source and by the action.
func TestAnswers_afterAWait(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		for _, by := range []string{"data source", "action"} {
			t.Run(by, func(t *testing.T) {
				t.Parallel()
				env := start(answering)
				question := asked(t, env, http.StatusServiceUnavailable)
				env.OnRequest("GetPod", 5, func() { _ = env.AnswerPorts(http.StatusOK) })
				if by == "data source" {
					found := env.Process().MustLookup("podfleet_pod_ready", question)
					found.Expect("public_ip", "127.0.0.1")
				} else {
					lines, diags := env.Process().Invoke("podfleet_pod_await", question)
					shown := strings.Join(lines, "\n")
					if len(diags) != 0 || !strings.Contains(shown, "no public address yet") ||
						!strings.Contains(shown, "/health: answered 503") || !strings.Contains(shown, "answers at http://127.0.0.1:") {
						t.Errorf("%s %s", shown, acctest.Text(diags))
					}
				}
				if looks := len(env.Requests("GetPod")); looks != 5 {
					t.Errorf("%d looks", looks)
				}
				env.ExpectWrites()
			})
		}
	})
}

// The error tells an answer from none, and ends at once if no answer can come.
func TestAnswers_not(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		object  map[string]any // of the pod, behind the provider's back
		options emulator.Options
		more    acctest.Values
		looks   int // after which the time is up
		version int // of the management interface; 0 is 2
		want    string
	}{
		"another status": {options: answering, looks: 6,
			want: `The pod does not answer: The provider waited for pod "server" \(\w+\) to answer GET /health at its port 8000 with 200\. Last seen: http://127\.0\.0\.1:\d+/health: answered 204\.`},
		"a query": {options: answering, looks: 6, more: acctest.Values{"path": "/health?token=canary"},
			want: `to answer GET /health at its port.*/health: answered 204`},
		"a status of its own": {options: answering, more: acctest.Values{"status": 204}},
		"nobody there": {options: emulator.Options{StepPerRequest: time.Second}, looks: 2,
			object: map[string]any{"publicIp": "127.0.0.1", "portMappings": map[string]any{"8000": 9}},
			want:   `Last seen: http://127\.0\.0\.1:9/health: not reachable from here: .*refused.*check the network`},
		"a stopped pod": {options: answering, object: stopped, want: `The pod cannot answer: .*Last seen: the pod is EXITED`},
		"a failed pod":  {options: answering, object: map[string]any{"failed": true}, want: `The pod cannot answer: .*status is ERROR`},
		"no public address": {options: answering, version: 1, more: acctest.Values{"timeout": "5s"},
			object: map[string]any{"publicIp": nil,
				"machine": map[string]any{"dataCenterId": "EU-RO-1", "supportPublicIp": false}},
			want: `The pod cannot answer: .*machine has no public address`},
		"another port":    {options: answering, more: acctest.Values{"port": 22}, want: `the pod does not have the port 22/tcp`},
		"an unknown pod":  {options: answering, more: acctest.Values{"pod_id": "none"}, want: `The pod no longer exists`},
		"no path":         {options: answering, more: acctest.Values{"path": "/%zz"}, want: `must be the path of a URL`},
		"no final status": {options: answering, more: acctest.Values{"status": 100}, want: `between 200 and 599`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t, test.options).UseVersion(cmp.Or(test.version, 2))
			question := asked(t, env, http.StatusNoContent)
			for argument, value := range test.more {
				question[argument] = value
			}
			if test.object != nil {
				drift(t, env, test.object)
			}
			ctx, expire := contexttest.Expiring(t.Context())
			if test.looks > 0 {
				env.OnRequest("GetPod", test.looks, expire)
			}
			_, diags := env.Process().WithContext(ctx).Lookup("podfleet_pod_ready", question)
			if text := acctest.Text(diags); strings.Contains(text, "canary") {
				t.Errorf("the query is shown: %s", text)
			}
			if test.want == "" {
				if len(diags) != 0 {
					t.Error(acctest.Text(diags))
				}
				return
			}
			acctest.ExpectError(t, diags, "(?s)"+test.want)
		})
	}
}
