package pod_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// The published document has fractions of GB, and whole numbers in any spelling: a pod that is answered with them is in
// the state, and not made a second time.
func TestPod_numbersInAnySpelling(t *testing.T) {
	t.Parallel()
	for spelled, want := range map[string]struct{ memory, cpus any }{
		`62.5, 8`:      {62.5, 8},
		`62.0, 8.0`:    {62.0, 8},
		`6.2e1, 80e-1`: {62.0, 8},
		`"62.5", "8"`:  {62.5, 8},
		`62, 8.9`:      {62.0, 8},
		`1e400, 1e30`:  {nil, nil},
		`"NaN", true`:  {nil, nil},
	} {
		t.Run(spelled, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			rewriter := w.Rewrite()
			p := w.Process()
			var numbers []json.RawMessage
			if err := json.Unmarshal([]byte("["+spelled+"]"), &numbers); err != nil {
				t.Fatal(err)
			}
			rewriter.Use(func(answer *emulatortest.Answer) {
				var pod map[string]json.RawMessage
				if json.Unmarshal(answer.Body, &pod) == nil {
					pod["memoryInGb"], pod["vcpuCount"] = numbers[0], numbers[1]
					answer.Body, _ = json.Marshal(pod)
				}
			})
			config := acctest.Values{"image_name": "img:1", "wait_for_ready": false}
			made, diags := p.Apply(typeName, acctest.Instance{}, config)
			if len(diags) != 0 {
				t.Fatal(acctest.Text(diags))
			}
			read, diags := p.Read(typeName, made)
			if len(diags) != 0 {
				t.Fatal(acctest.Text(diags))
			}
			for _, instance := range []acctest.Instance{made, read} {
				attributes := p.Attributes(typeName, instance.State)
				memory, cpus := attributes["memory_in_gb"], attributes["vcpu_count"]
				if !memory.Equal(tftypes.NewValue(tftypes.Number, want.memory)) ||
					!cpus.Equal(tftypes.NewValue(tftypes.Number, want.cpus)) {
					t.Errorf("memory %s, vCPUs %s", memory, cpus)
				}
			}
			if plan := p.Plan(typeName, read, config); len(plan.Diagnostics) != 0 ||
				!bytes.Equal(plan.PlannedState.MsgPack, read.State.MsgPack) {
				t.Errorf("the second plan is not empty: %s", acctest.Text(plan.Diagnostics))
			}
			if pods := w.Objects(kind); len(pods) != 1 {
				t.Errorf("%d pods", len(pods))
			}
		})
	}
}
