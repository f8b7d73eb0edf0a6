package pod_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// invoked invokes an action on the only pod of an account.
func invoked(t *testing.T, w *acctest.Env, action string, more acctest.Values) (progress, says string) {
	t.Helper()
	config := acctest.Values{"pod_id": w.OnlyID(kind)}
	maps.Copy(config, more)
	w.ClearJournal()
	lines, diags := w.Process().Invoke(typeName+"_"+action, config)
	return strings.Join(lines, "\n"), acctest.Text(diags)
}

// made is an account with one pod, whose clock moves on with each request.
func made(t *testing.T, object map[string]any, options ...emulator.Options) *acctest.Env {
	t.Helper()
	if len(options) == 0 {
		options = []emulator.Options{{StepPerRequest: time.Second}}
	}
	w := start(t, options...)
	config := acctest.Values{"image_name": "img:1", "name": "trainer", "wait_for_ready": false}
	if _, diags := w.Process().Apply(typeName, acctest.Instance{}, config); len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	if object != nil {
		drift(t, w, object)
	}
	return w
}

var stopped = map[string]any{"desiredStatus": "EXITED", "publicIp": nil, "portMappings": nil}

func TestPodActions_do(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		action   string
		was      map[string]any
		calls    []string
		progress string
		status   string
	}{
		"start": {
			action: "start", was: stopped, calls: []string{"GetPod", "StartPod"},
			progress: `^Pod "trainer" \(ID \w+\) is EXITED\. The provider sends the request to start it\.\nPod "trainer" \(ID \w+\) is started: RUNNING, on machine \w+, public IP [0-9.]+, started at \S+\.$`,
			status:   "RUNNING",
		},
		"start of a running one": {
			action: "start", calls: []string{"GetPod"},
			progress: `^Pod .* is already RUNNING\. The provider sends nothing\.\nPod .* is started: RUNNING`,
			status:   "RUNNING",
		},
		"stop": {
			action: "stop", calls: []string{"GetPod", "StopPod"},
			progress: `^Pod .* is RUNNING\. The provider sends the request to stop it\.\nPod .* is stopped: EXITED, its container disk is erased`, status: "EXITED",
		},
		"stop of a stopped one": {
			action: "stop", was: stopped, calls: []string{"GetPod"},
			progress: `^Pod .* is already EXITED\. The provider sends nothing\.\nPod .* is stopped: EXITED`, status: "EXITED",
		},
		"restart": {
			action: "restart", calls: []string{"GetPod", "RestartPod"},
			progress: `^Pod .* is RUNNING\. The provider sends the request to restart it\.\nPod .* is restarted: RUNNING, on machine`,
			status:   "RUNNING",
		},
		"reset": {
			action: "reset", calls: []string{"GetPod", "ResetPod"},
			progress: `^Pod .* is RUNNING\. The provider sends the request to reset it\.\nPod .* is reset: RUNNING, on machine`,
			status:   "RUNNING",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := made(t, test.was)
			progress, says := invoked(t, w, test.action, nil)
			if says != "" || !regexp.MustCompile(test.progress).MatchString(progress) {
				t.Errorf("%s\n%s", progress, says)
			}
			w.ExpectRequests(test.calls...)
			if status := w.Only(kind)["desiredStatus"]; status != test.status {
				t.Errorf("the pod is %v, want %s", status, test.status)
			}
		})
	}
}

// A start, a restart and a reset are waited for; and what changes meanwhile is told.
func TestPodActions_waitUntilReady(t *testing.T) {
	t.Parallel()
	for _, wait := range []any{nil, true, false} {
		w := made(t, nil, emulator.Options{PodStartDelay: 9 * time.Second, StepPerRequest: time.Second})
		drift(t, w, stopped)
		progress, says := invoked(t, w, "start", acctest.Values{"wait_for_ready": wait})
		waited := strings.Contains(progress, "Waiting for pod \"trainer\" (ID "+w.OnlyID(kind)+"): RUNNING, on machine "+
			fmt.Sprint(w.Only(kind)["machineId"])+", no public IP yet")
		if says != "" || waited == (wait == false) ||
			strings.Contains(progress, "public IP 203.") == (wait == false) {
			t.Errorf("wait_for_ready = %v: %s\n%s", wait, progress, says)
		}
		if lines := strings.Count(progress, "\n") + 1; lines > 3 {
			t.Errorf("%d lines that say the same:\n%s", lines, progress)
		}
		if sent := len(w.Writes()); sent != 1 {
			t.Errorf("%d writes, want 1", sent)
		}
	}
}

func TestPodActions_refused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		action string
		was    map[string]any
		says   string
	}{
		"stop of a locked one": {"stop", map[string]any{"locked": true},
			`^ERROR: Cannot stop pod: it is locked: .*Operation StopPod.*set locked = false on the pod, and apply that first`},
		"reset of a locked one": {
			"reset", map[string]any{"locked": true}, `^ERROR: Cannot reset pod: it is locked: `,
		},
		"a worker": {"restart", map[string]any{"endpointId": "end1"},
			`^ERROR: Cannot restart pod: not valid: .*workers of an endpoint are managed by workers_min and workers_max`},
		"restart of a stopped one": {
			"restart", stopped, `^ERROR: Cannot restart pod: not valid: .*Last seen: EXITED, .*a stopped one can only be started`,
		},
		"start of one that has ended": {"start", map[string]any{"desiredStatus": "TERMINATED"},
			`^ERROR: Cannot start pod: not valid: .*A pod that has ended does not start again`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := made(t, nil)
			if name == "a worker" {
				worker := w.Only(kind)
				worker["endpointId"] = "end1"
				w.Put("templates", "ts", map[string]any{"name": "ts", "imageName": "img:1", "isServerless": true})
				w.Put("endpoints", "end1", map[string]any{"templateId": "ts"})
			}
			drift(t, w, test.was)
			w.AllowBadRequests()
			if progress, says := invoked(t, w, test.action, nil); !regexp.MustCompile(`(?s)` +
				test.says).MatchString(says) {
				t.Errorf("%s\n%s", progress, says)
			}
			if sent := len(w.Writes()); sent != 1 {
				t.Errorf("%d writes, want 1", sent)
			}
		})
	}
}

func TestPodActions_noSuchPod(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		w := startWith(t, begin)
		for _, action := range []string{"start", "stop", "restart", "reset"} {
			progress, diags := w.Process().Invoke(typeName+"_"+action, acctest.Values{"pod_id": "none"})
			says := acctest.Text(diags)
			if len(progress) != 0 || !strings.Contains(says, "Cannot "+action+" pod") ||
				!strings.Contains(says, "check pod_id") || !strings.Contains(diags[0].Attribute.String(), "pod_id") {
				t.Errorf("%s %s", progress, says)
			}
			w.ExpectRequests("GetPod")
		}
	})
}

// A restart wipes a disk: it is asked for once.
func TestPodActions_lostAnswer(t *testing.T) {
	t.Parallel()
	w := made(t, nil)
	w.SetFaults(emulator.Fault{Operation: "RestartPod", Kind: emulator.FaultResetAfter})
	_, says := invoked(t, w, "restart", nil)
	if !regexp.MustCompile(`(?s)^ERROR: Cannot restart pod: .*did not repeat it.*Next: check whether the pod`).
		MatchString(says) {
		t.Error(says)
	}
	if sent := len(w.Requests("RestartPod")); sent != 1 {
		t.Errorf("sent %d times", sent)
	}
}

// Some deployments answer and do nothing. Where the clock stands still, a reset looks like that.
func TestPodActions_nothingHappens(t *testing.T) {
	t.Parallel()
	w := made(t, nil, emulator.Options{})
	progress, says := invoked(t, w, "reset", nil)
	if !regexp.MustCompile(`(?s)^ERROR: Cannot verify that the pod was reset: .*neither its last_started_at \(\S+Z\).*Next: stop and start the pod`).MatchString(says) {
		t.Errorf("%s\n%s", progress, says)
	}
	if looks := len(w.Requests("GetPod")); looks != 7 { // One before.
		t.Errorf("%d looks", looks)
	}
}

func TestPodActions_timeUp(t *testing.T) {
	t.Parallel()
	w := made(t, nil, emulator.Options{PodStartDelay: longDelay})
	drift(t, w, stopped)
	ctx, expire := contexttest.Expiring(t.Context())
	w.OnRequest("GetPod", 3, expire) // What it looks at first, and twice to see whether it is ready.
	_, diags := w.Process().WithContext(ctx).Invoke(typeName+"_start", acctest.Values{"pod_id": w.OnlyID(kind)})
	says := acctest.Text(diags)
	if !regexp.MustCompile(`(?s)^ERROR: Timeout while waiting for the pod: .*Last seen: RUNNING, on ` +
		`machine \w+, no public IP yet.*timeouts \{ invoke = `).MatchString(says) {
		t.Error(says)
	}
}

// What happens while an action waits: an address that comes is no sign of a restart, and a failure is told as what it
// is.
func TestPodActions_whileItWaits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		action  string
		happens func(t *testing.T, w *acctest.Env, p *acctest.Process)
		says    string
	}{
		"an address": {"restart", func(t *testing.T, w *acctest.Env, _ *acctest.Process) {
			drift(t, w, map[string]any{"publicIp": "203.0.113.1", "portMappings": map[string]any{"22": 40022}})
		}, `^ERROR: Cannot verify that the pod was restarted: `},
		"an interruption": {"start", func(t *testing.T, _ *acctest.Env, p *acctest.Process) {
			if err := p.Interrupt(); err != nil {
				t.Error(err)
			}
		}, `^ERROR: Interrupted while waiting for the pod: .*The service may still carry out the request`},
		"a failure": {"start", func(t *testing.T, w *acctest.Env, _ *acctest.Process) {
			w.SetFaults(emulator.Fault{Operation: "GetPod", Kind: "status", Status: http.StatusNotFound,
				Message: "pod not found"})
		}, `^ERROR: Cannot start pod: .*pod not found`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := made(t, nil, emulator.Options{PodStartDelay: longDelay})
			if test.action == "start" {
				drift(t, w, stopped)
			}
			p := w.Process()
			_, diags := p.Invoke(typeName+"_"+test.action, acctest.Values{"pod_id": w.OnlyID(kind)},
				func(line string) {
					if strings.HasPrefix(line, "Waiting for") {
						test.happens(t, w, p)
					}
				})
			if says := acctest.Text(diags); !regexp.MustCompile(`(?s)` + test.says).MatchString(says) {
				t.Error(says)
			}
		})
	}
}
