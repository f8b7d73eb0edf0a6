package provider_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A list leaves out a pod that was terminated, which the service may still list over version 1: its generated
// configuration could not be valid. A filter shows it.
func TestList_terminatedPod(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for id, status := range map[string]string{"ended": "TERMINATED", "runs": "RUNNING"} {
		pod := map[string]any{"name": id, "imageName": "img:1", "desiredStatus": status}
		if err := w.PutObject(emulator.KindPods, id, pod); err != nil {
			t.Fatal(err)
		}
	}
	for want, config := range map[string]acctest.Values{
		"runs": nil, "ended": {"desired_status": "TERMINATED"},
	} {
		listed, diags := w.Process().Query("podfleet_pod", acctest.ListBlock{Config: config})
		if len(diags) > 0 || len(listed) != 1 || listed[0].ID != want {
			t.Errorf("want %s: %+v %s", want, listed, acctest.Text(diags))
		}
	}
}

// The generated configuration of an endpoint of version 1 whose GPU types have no pool plans no change over version 2,
// which shows an empty list of pools.
func TestList_generatesAnUnpooledEndpoint(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for _, object := range []struct {
		kind, id string
		members  map[string]any
	}{
		{emulator.KindTemplates, "t1", map[string]any{"name": "t", "imageName": "img:1", "isServerless": true,
			"volumeInGb": 0}},
		{emulator.KindEndpoints, "e1", map[string]any{"name": "e", "templateId": "t1",
			"gpuTypeIds": []any{"NVIDIA GeForce RTX 3070"}}},
	} {
		if err := w.PutObject(object.kind, object.id, object.members); err != nil {
			t.Fatal(err)
		}
	}
	w.UseVersion2()
	p := w.Process()
	listed, diags := p.Query("podfleet_endpoint", acctest.ListBlock{IncludeResource: true})
	if len(diags) > 0 || len(listed) != 1 {
		t.Fatalf("%+v %s", listed, acctest.Text(diags))
	}
	imported, diags := p.Import("podfleet_endpoint", "", "e1")
	if text := acctest.Text(diags); strings.Contains(text, "ERROR") {
		t.Fatal(text)
	}
	for how, generated := range map[string]*tfprotov6.DynamicValue{
		"the provider": p.Generate("podfleet_endpoint", listed[0].Resource),
		"a CLI":        p.GenerateByCLI("podfleet_endpoint", imported.State),
	} {
		plan := p.PlanGenerated("podfleet_endpoint", imported, generated)
		if text := acctest.Text(plan.Diagnostics); text != "" {
			t.Errorf("%s: %s", how, text)
		} else if !bytes.Equal(plan.PlannedState.MsgPack, imported.State.MsgPack) {
			t.Errorf("%s: planned %v, imported %v", how, p.Attributes("podfleet_endpoint", plan.PlannedState),
				p.Attributes("podfleet_endpoint", imported.State))
		}
	}
}
