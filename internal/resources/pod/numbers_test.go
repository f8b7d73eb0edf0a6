package pod_test

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// States of before have whole GB.
func TestPod_stateWithWholeGB(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"image_name": "img:1", "wait_for_ready": false}
	made, diags := p.Apply(typeName, acctest.Instance{}, config)
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	var id string
	if err := p.Attributes(typeName, made.State)["id"].As(&id); err != nil {
		t.Fatal(err)
	}
	stored := p.Stored(typeName, fmt.Sprintf(`{"id":%q,"name":"my pod","memory_in_gb":62,"wait_for_ready":false}`, id))
	memory := p.Attributes(typeName, stored.State)["memory_in_gb"]
	if !memory.Equal(tftypes.NewValue(tftypes.Number, 62)) {
		t.Errorf("memory %s", memory)
	}
	if read, diags := p.Read(typeName, acctest.Instance{State: stored.State, Private: made.Private}); len(diags) != 0 ||
		p.Attributes(typeName, read.State) == nil {
		t.Error(acctest.Text(diags))
	}
}

// Earlier versions of the provider put "unknown" into the state of a CPU pod, as some deployments answer, where now
// there is null. No refresh lists that, and no plan.
func TestPod_noGPUTypeOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		config := acctest.Values{"image_name": "img:1", "compute_type": "CPU"}
		created, diags := p.Apply(typeName, acctest.Instance{}, config)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		created, _ = p.Read(typeName, created)
		attributes := p.Attributes(typeName, created.State)
		var machine map[string]tftypes.Value
		if err := attributes["machine"].As(&machine); err != nil || !machine["gpu_type_id"].IsNull() {
			t.Fatal(err, machine)
		}
		machine["gpu_type_id"] = tftypes.NewValue(tftypes.String, "unknown")
		values := acctest.Values{"machine": tftypes.NewValue(attributes["machine"].Type(), machine)}
		for name, value := range attributes {
			if name != "machine" {
				values[name] = value
			}
		}
		older := p.Instance(typeName, values)
		older.Private = created.Private
		refreshed, diags := p.Read(typeName, older)
		was := p.Attributes(typeName, older.State)["machine"]
		if is := p.Attributes(typeName, refreshed.State)["machine"]; !is.Equal(was) || len(diags) != 0 {
			t.Errorf("the machine is %s: %s", is, acctest.Text(diags))
		}
		if plan := p.Plan(typeName, refreshed, config); string(plan.PlannedState.MsgPack) != string(refreshed.State.MsgPack) {
			t.Errorf("plans %v", p.Attributes(typeName, plan.PlannedState))
		}
	})
}
