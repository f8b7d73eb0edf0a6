package pod_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What the tests of pods share.

// start is an account with what a pod can refer to.
func start(t *testing.T, options ...emulator.Options) *acctest.Env {
	t.Helper()
	return startWith(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) }, options...)
}

// startWith does the same as start for a test over each version.
func startWith(t *testing.T, start acctest.Starter, options ...emulator.Options) *acctest.Env {
	t.Helper()
	w := start(options...)
	for name, object := range map[string]map[string]any{
		"containerRegistryAuths/auth1": {"name": "a"},
		"networkVolumes/vol1":          {"name": "v", "size": 10, "dataCenterId": "EU-RO-1"},
		"templates/t1": {
			"name": "t", "imageName": "img:t", "containerDiskInGb": 33, "volumeInGb": 44, "volumeMountPath": "/t",
			"ports":            []string{"7000/tcp"},
			"dockerEntrypoint": []string{"/t"}, "dockerStartCmd": []string{"run"}, "containerRegistryAuthId": "auth1",
			"env": map[string]any{"TK": "template-secret", "LEVEL": "info"},
		},
	} {
		collection, id, _ := strings.Cut(name, "/")
		w.Put(collection, id, object)
	}
	return w
}

// withStock returns the requests of a run that creates a GPU pod: over version 2 the stock decides on the GPU type.
func withStock(w *acctest.Env, operations ...string) []string {
	if w.Version() == 2 {
		return append([]string{"ListGPUTypes"}, operations...)
	}
	return operations
}

// drift changes the pod behind the provider's back.
func drift(t *testing.T, w *acctest.Env, change map[string]any) {
	t.Helper()
	w.Patch(kind, w.OnlyID(kind), change)
	w.ClearJournal()
}

// injectPod puts the pod p1, called old, into the account, without the provider. It is ready.
func injectPod(t *testing.T, w *acctest.Env, members map[string]any) {
	t.Helper()
	object := map[string]any{"name": "old", "machineId": "m1", "publicIp": "192.0.2.1",
		"portMappings": map[string]any{"22": 10022}}
	for name, value := range members {
		object[name] = value
	}
	w.Put(kind, "p1", object)
}

// existing is a pod that Terraform did not make, with what is not the default.
func existing(t *testing.T, w *acctest.Env) {
	t.Helper()
	injectPod(t, w, map[string]any{"imageName": "img:1", "gpuCount": 2, "interruptible": true,
		"env": map[string]any{"MODE": "fast"}})
}

// importPlansEmpty imports the only pod by its id, for a configuration of which then nothing is left to do.
func importPlansEmpty(t *testing.T, w *acctest.Env, config string) {
	t.Helper()
	imported := w.Process().Object(typeName)
	imported.Import(w.OnlyID(kind))
	if plan := imported.Plan(config, acctest.NoOp); len(plan.Diagnostics) != 0 {
		t.Error(acctest.Text(plan.Diagnostics))
	}
}

func sameState(p *acctest.Process, a, b *tfprotov6.DynamicValue) bool {
	return fmt.Sprint(p.Attributes(typeName, a)) == fmt.Sprint(p.Attributes(typeName, b))
}

func plansEmpty(t *testing.T, p *acctest.Process, when string, was acctest.Instance, config acctest.Values) {
	t.Helper()
	plan := p.Plan(typeName, was, config)
	if !sameState(p, plan.PlannedState, was.State) || len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 0 {
		t.Errorf("%s: the plan is not empty: %s %v\n%v\n%v", when, acctest.Text(plan.Diagnostics), plan.RequiresReplace,
			p.Attributes(typeName, plan.PlannedState), p.Attributes(typeName, was.State))
	}
}

func refreshed(t *testing.T, p *acctest.Process, was acctest.Instance) acctest.Instance {
	t.Helper()
	now, diags := p.Read(typeName, was)
	if len(diags) != 0 {
		t.Errorf("refresh: %s", acctest.Text(diags))
	}
	return now
}

// leaksNothing looks for secrets in all that is kept. In private state there are salts and hashes, in which a short
// word can turn up by chance.
func leaksNothing(t *testing.T, of acctest.Instance, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(string(of.State.MsgPack), secret) {
			t.Errorf("%s is in the state", secret)
		}
		if len(secret) > 5 && strings.Contains(string(of.Private), secret) {
			t.Errorf("%s is in the private state", secret)
		}
	}
}
