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
				w.Put(kind, "p1", map[string]any{"imageName": "img:1"})
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
				w.ExpectRequests(withStock(w, asks...)...)
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

// Without capacity, most likely nothing was created: the error says how to look, and how to allow more machines.
func TestPod_adviceWithoutCapacity(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: "status", Status: rejection(w),
		Message: "There are no instances currently available"})
	w.Process().Object(typeName).ExpectApplyError(hcl(minimal), acctest.Create,
		`most likely, the service created none.*wait two minutes. Before you apply again, list the objects with the data source podfleet_pods `+
			`and look for one with the name "my pod" that is new .*import it: .*If not, apply again later.*gpu_type_ids`)
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
