package pod_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The provider searches for the pod of a create of unknown outcome, and adds it to the state. An equal pod that existed
// before stays out of the state. The provider does not send the create again.
func TestPod_lostCreate(t *testing.T) {
	t.Parallel()
	const found = `(?s)WARNING: Found the pod "my pod" \([a-z0-9]+\) after its create failed: .* is new and has the values of the request`
	for fault, test := range map[string]struct {
		says string
		asks []string
	}{
		"reset_after":  {found, nil},
		"truncate":     {found, nil},
		"status_after": {found + `.*HTTP 500`, nil},
		"no capacity":  {found + `.*no instances`, nil},
		"reset": {`(?s)its outcome is unknown.*No list showed a new object.*Next: wait two minutes. Before you apply again, list the objects.*import`,
			[]string{"ListPods", "CreatePod", "ListPods", "ListPods"}},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				t.Helper()
				w := startWith(t, begin)
				if err := w.PutObject(kind, "p1", map[string]any{"imageName": "img:1"}); err != nil {
					t.Fatal(err)
				}
				rule := emulator.Fault{Operation: "CreatePod", Kind: fault, Count: 1,
					Status: http.StatusInternalServerError}
				if fault == "no capacity" {
					rule.Kind, rule.Message = "status_after", "There are no instances currently available"
				}
				w.SetFaults(rule)
				p := w.Process()
				made, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"image_name": "img:1"})
				if got := acctest.Text(diags); !regexp.MustCompile(test.says).MatchString(got) {
					t.Errorf("%s", got)
				}
				asks := test.asks
				if asks == nil {
					asks = []string{"ListPods", "CreatePod", "ListPods", "GetPod", "GetPod"}
				}
				if err := w.Called(withStock(w, asks...)...); err != nil {
					t.Error(err)
				}
				for _, pod := range w.Objects(kind) {
					if own := p.Attributes(typeName, made.State)["id"].String(); pod["id"] != "p1" &&
						!strings.Contains(own, fmt.Sprint(pod["id"])) {
						t.Errorf("there is %v, and in the state %s", pod["id"], own)
					}
				}
				if n := len(w.Objects(kind)); n != 2 && fault != "reset" {
					t.Errorf("%d pods, want the other one and the one that was created", n)
				}
			})
		})
	}
}

// rejection returns the status with which a version rejects what it understands (contract 2.6, contract-v2 1.2).
func rejection(env *acctest.Env) int {
	if env.Version() == 1 {
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// Refusals are told apart by their words, and not repeated.
func TestPod_refusals(t *testing.T) {
	t.Parallel()
	for message, says := range map[string]string{
		"There are no instances currently available":                                     `no capacity`,
		"There are no longer any instances available with the requested specifications.": `no capacity.*gpu_type_ids`,
		"create pod: could not find any pods with required specifications":               `no capacity.*lower gpu_count`,
		"not have the resources to deploy":                                               `no capacity`,
		"GPU quota exceeded":                                                             `quota reached`,
		"account balance too low":                                                        `Cannot create pod: insufficient balance`,
		"interruptible instances are no longer offered":                                  `no longer offered.*set interruptible = false`,
		"gpuCount must be at most 8, imageName too odd":                                  `HTTP status [45]00`,
		"templateId nowhere does not exist, name unknown":                                `HTTP status [45]00`,
	} {
		t.Run(message, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				t.Helper()
				w := startWith(t, begin)
				w.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: "status", Status: rejection(w), Message: message})
				it := w.Process().Object(typeName)
				// Over version 2, the provider tries one GPU type after the other.
				it.ExpectApplyError(hcl(minimal+"\ngpu_type_ids = [\"NVIDIA L4\"]"), acctest.Create, says)
				if got := len(w.Requests("CreatePod")); got != 1 || it.Exists() {
					t.Errorf("%d creates; in the state: %t", got, it.Exists())
				}
			})
		})
	}
}

// Without capacity, most likely nothing was created: the error says how to look, and how to allow more machines.
func TestPod_adviceWithoutCapacity(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: "status", Status: rejection(w),
		Message: "There are no instances currently available"})
	w.Process().Object(typeName).ExpectApplyError(hcl(minimal), acctest.Create,
		`most likely, the service created none.*wait two minutes, and list the objects with the data source podfleet_pods `+
			`and look for one with the name "my pod" that is new .*import it: .*If not, apply again later.*gpu_type_ids`)
}

// Nothing but 404 on the pod's own path takes it out of the state.
func TestPod_onlyGoneIsGone(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		created, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"image_name": "img:1"})
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		for name, fault := range map[string]emulator.Fault{
			"401":       {Kind: "status", Status: http.StatusUnauthorized},
			"410":       {Kind: "status", Status: http.StatusGone},
			"500":       {Kind: "status", Status: http.StatusInternalServerError, Message: "pod not found"},
			"front end": {Kind: "html"},
			"no answer": {Kind: "reset"},
		} {
			fault.Operation = "GetPod"
			w.SetFaults(fault)
			kept, diags := p.Read(typeName, created)
			if says := acctest.Text(diags); !strings.Contains(says, "Cannot read pod") ||
				p.Attributes(typeName, kept.State) == nil {
				t.Errorf("%s: %s, and left %v", name, says, p.Attributes(typeName, kept.State))
			}
		}
		w.SetFaults()
		w.Reset()
		created.Identity = nil // As a CLI before 1.12 keeps it.
		gone, diags := p.Read(typeName, created)
		if len(diags) != 0 || p.Attributes(typeName, gone.State) != nil {
			t.Errorf("%s, and left %v", acctest.Text(diags), p.Attributes(typeName, gone.State))
		}
	})
}

// An interruptible pod that comes back as another is never taken for granted.
func TestPod_unexpectedValue(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "interruptible": true}
	created, _ := p.Apply(typeName, acctest.Instance{}, config)
	if err := w.PatchObject(kind, id(t, w), map[string]any{"interruptible": false}); err != nil {
		t.Fatal(err)
	}
	config["name"] = "x"
	updated, diags := p.Apply(typeName, created, config)
	says := acctest.Text(diags)
	if !strings.HasPrefix(says, `WARNING: Unexpected value for interruptible: pod "x" (`) ||
		!strings.Contains(says, "): The service returned false, and the plan has true") {
		t.Errorf("%s", says)
	}
	refreshed, _ := p.Read(typeName, updated)
	if plan := p.Plan(typeName, refreshed, config); len(plan.RequiresReplace) != 1 ||
		!strings.Contains(acctest.Text(plan.Diagnostics), "Replacing a running pod") {
		t.Errorf("%v %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
	}
}

// An update that cannot read what it has to know first sends nothing, says so, and leaves the state as it was.
func TestPod_updateCannotRead(t *testing.T) {
	t.Parallel()
	base := acctest.Values{"template_id": "t1", "image_name": "img:own", "env": map[string]string{"MODE": "fast"}}
	for name, test := range map[string]struct {
		operation string
		changed   acctest.Values
	}{
		"the variables that the pod has":     {"GetPod", acctest.Values{"env": map[string]string{"MODE": "slow"}}},
		"which variables are the template's": {"GetTemplate", acctest.Values{"env": map[string]string{}}},
		"the template's image":               {"GetTemplate", acctest.Values{"image_name": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				t.Helper()
				w := startWith(t, begin)
				p := w.Process()
				made, diags := p.Apply(typeName, acctest.Instance{}, base)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				config := maps.Clone(base)
				maps.Copy(config, test.changed)
				w.ClearJournal()
				w.SetFaults(emulator.Fault{Operation: test.operation, Kind: emulator.FaultStatus, Status: http.StatusForbidden})
				failed, diags := p.Apply(typeName, made, config)
				if says := acctest.Text(diags); !strings.Contains(says, "Cannot update pod") ||
					!strings.Contains(says, test.operation+", HTTP status 403") {
					t.Errorf("it says %q", says)
				}
				w.ExpectWrites()
				if !sameState(p, failed.State, made.State) {
					t.Errorf("the state is %v", p.Attributes(typeName, failed.State))
				}
			})
		})
	}
}

// Should the answer to an update be lost, a refresh must not take the new secret for drift and write it to the state.
func TestPod_lostUpdateLeaksNothing(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"image_name": "img:1", "env_wo": map[string]string{"OLD": "hunter1"}, "env_wo_version": 1}
		created, diags := p.Apply(typeName, acctest.Instance{}, config)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		w.SetFaults(
			emulator.Fault{Operation: "UpdatePod", Kind: "reset_after"},
			emulator.Fault{Operation: "GetPod", Kind: "status", Status: http.StatusInternalServerError, Message: "down"},
		)
		config["env_wo"], config["env_wo_version"] = map[string]string{"NEW": "hunter2"}, 2
		failed, diags := p.Apply(typeName, created, config)
		if says := acctest.Text(diags); !strings.Contains(says, "Cannot update pod") || strings.Contains(says, "hunter2") {
			t.Errorf("%s", says)
		}
		w.SetFaults()
		if env, ok := one(t, w)["env"].(map[string]any); !ok || env["NEW"] != "hunter2" {
			t.Fatalf("the update was not carried out: %v", env)
		}
		refreshed, _ := p.Read(typeName, failed)
		leaksNothing(t, refreshed, "hunter1", "hunter2", "NEW")
	})
}

// A lost answer that a look at the pod makes up for is no failure, and the template's variables are still there and
// still nobody's.
func TestPod_lostAnswerOfATemplatedPod(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"template_id": "t1", "env_wo": map[string]string{"OLD": "hunter1"}, "env_wo_version": 1}
		was, _ := p.Apply(typeName, acctest.Instance{}, config)
		w.SetFaults(emulator.Fault{Operation: "UpdatePod", Kind: "reset_after", Count: 1})
		config["env_wo"], config["env_wo_version"] = map[string]string{"NEW": "hunter2"}, 2
		was, diags := p.Apply(typeName, was, config)
		if env, ok := one(t, w)["env"].(map[string]any); len(diags) != 0 || !ok || env["NEW"] != "hunter2" ||
			env["TK"] != "template-secret" || env["OLD"] != nil {
			t.Errorf("%v %s", env, acctest.Text(diags))
		}
		was, _ = p.Read(typeName, was)
		leaksNothing(t, was, "hunter1", "hunter2", "NEW", "template-secret", "TK")
	})
}
