package pod_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

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
				w := startWith(t, begin)
				p := w.Process()
				made := p.MustApply(typeName, acctest.Instance{}, base)
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
