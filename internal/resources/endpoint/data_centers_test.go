package endpoint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Deployments answer [] or all there are for an endpoint without data centers. What is not configured is what they say,
// and any answer to [] is no drift, also after another client has changed it. Nothing of it warns.
func TestEndpoint_dataCentersOfNone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options emulator.Options
		open    int // how many there are without a configuration
	}{
		"answered as sent": {emulator.Options{}, 0},
		"answered as all":  {emulator.Options{AnswersAs: []string{"all-data-centers"}}, 26},
	} {
		for configured, config := range map[string]acctest.Values{
			"not configured": {"name": "serve", "template_id": "t1"},
			"none":           {"name": "serve", "template_id": "t1", "data_center_ids": []string{}},
		} {
			t.Run(name+"/"+configured, func(t *testing.T) {
				t.Parallel()
				env := start(t, test.options)
				l := life{t, env, env.Process()}
				count := test.open
				if configured == "none" {
					count = 0
				}
				now := l.apply(acctest.Instance{}, config, count)
				now = l.apply(now, with(config, "data_center_ids", []string{"EU-RO-1"}), 1)
				l.sent(`{"dataCenterIds":["EU-RO-1"]}`)
				now = l.apply(now, config, count) // Let go of, they are all again.
				l.sent(`{"dataCenterIds":[]}`)
				now = l.apply(now, with(config, "idle_timeout", 9), count)
				l.sent(`{"idleTimeout":9}`)
				err := env.PatchObject(kind, id(t, env), map[string]any{"dataCenterIds": []string{"EU-RO-1"}})
				if err != nil {
					t.Fatal(err)
				}
				now, _ = l.p.Read(typeName, now)
				if !l.empty(now, with(config, "idle_timeout", 9)) {
					t.Error("[] asks for nothing, and nothing is configured otherwise: the plan is not empty")
				}
			})
		}
	}
}

// Imported where all are answered for none, an endpoint without a configuration of them plans empty; a state of an
// earlier version, that has all, does too.
func TestEndpoint_dataCentersImported(t *testing.T) {
	t.Parallel()
	env := start(t, emulator.Options{AnswersAs: []string{"all-data-centers"}})
	if err := env.PutObject(kind, "e1", map[string]any{"name": "serve", "templateId": "t1"}); err != nil {
		t.Fatal(err)
	}
	l := life{t, env, env.Process()}
	imported, diags := l.p.Import(typeName, "e1", "")
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	config := acctest.Values{"name": "serve", "template_id": "t1"}
	if l.count(imported) != 26 || !l.empty(imported, config) {
		t.Errorf("%d data centers", l.count(imported))
	}
	imported.Private = nil
	if !l.empty(imported, config) {
		t.Error("a state of an earlier version plans a change")
	}
}

// What a deployment leaves out, an import does not know: nothing is made of it but to take over what is configured,
// once and with one warning, and nothing is sent.
func TestEndpoint_importUnderSparseAnswers(t *testing.T) {
	t.Parallel()
	env := start(t, emulator.Options{AnswersAs: []string{"sparse"}})
	err := env.PutObject(kind, "e1", map[string]any{
		"name": "serve", "templateId": "t1", "computeType": "GPU", "dataCenterIds": []string{"EU-RO-1"},
		"networkVolumeIds": []string{"v1"}, "allowedCudaVersions": []string{"12.8"}, "executionTimeoutMs": 30000,
	})
	if err != nil {
		t.Fatal(err)
	}
	l := life{t, env, env.Process()}
	imported, diags := l.p.Import(typeName, "e1", "")
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	minimal := acctest.Values{"name": "serve", "template_id": "t1"}
	if !l.empty(imported, minimal) {
		t.Error("what is neither told nor configured is changed")
	}
	config := acctest.Values{
		"name": "serve", "template_id": "t1", "compute_type": "GPU", "data_center_ids": []string{"EU-RO-1"},
		"network_volume_ids":    []string{"v1"},
		"allowed_cuda_versions": []string{"12.8"}, "execution_timeout_ms": 30000,
	}
	plan := l.p.Plan(typeName, imported, config)
	says := acctest.Text(plan.Diagnostics)
	if len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
		!strings.Contains(says, `The endpoint "serve" (e1) was imported`) ||
		!strings.Contains(says, "allowed_cuda_versions, compute_type, data_center_ids, execution_timeout_ms, "+
			"network_volume_ids.") {
		t.Errorf("replaces %v: %s", plan.RequiresReplace, says)
	}
	if got := l.p.Attributes(typeName, plan.PlannedState)["version"]; !got.IsKnown() {
		t.Error("the plan has workers rolled")
	}
	env.ClearJournal()
	adopted, diags := l.p.Apply(typeName, imported, config)
	if len(diags) != 0 || len(env.Writes()) != 0 {
		t.Errorf("%s", acctest.Text(diags))
	}
	adopted, _ = l.p.Read(typeName, adopted)
	if !l.empty(adopted, config) {
		t.Error("the next plan is not empty")
	}
	if _, diags = l.p.Apply(typeName, adopted, with(config, "execution_timeout_ms", 9000)); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	l.sent(`{"executionTimeoutMs":9000}`)
}

// life is an endpoint that goes through plans and applies.
type life struct {
	t   *testing.T
	env *acctest.Env
	p   *acctest.Process
}

func with(config acctest.Values, name string, value any) acctest.Values {
	changed := acctest.Values{name: value}
	for other, value := range config {
		if other != name {
			changed[other] = value
		}
	}
	return changed
}

// apply applies without a word, finds so many data centers in the state, and plans empty before and after a refresh.
func (l life) apply(was acctest.Instance, config acctest.Values, count int) acctest.Instance {
	l.t.Helper()
	l.env.ClearJournal()
	now, diags := l.p.Apply(typeName, was, config)
	if len(diags) != 0 {
		l.t.Fatal(acctest.Text(diags))
	}
	for _, when := range []string{"right after", "after a refresh"} {
		if got := l.count(now); got != count || !l.empty(now, config) {
			l.t.Errorf("%s: %d data centers, want %d; the plan changes %v", when, got, count, !l.empty(now, config))
		}
		now, diags = l.p.Read(typeName, now)
		if len(diags) != 0 {
			l.t.Error(acctest.Text(diags))
		}
	}
	return now
}

// count is how many data centers the state has.
func (l life) count(now acctest.Instance) int { return len(l.elements(now, "data_center_ids")) }

// elements are those of a list in the state.
func (l life) elements(now acctest.Instance, name string) []tftypes.Value {
	l.t.Helper()
	var ids []tftypes.Value
	if err := l.p.Attributes(typeName, now.State)[name].As(&ids); err != nil {
		l.t.Fatal(err)
	}
	return ids
}

func (l life) empty(now acctest.Instance, config acctest.Values) bool {
	l.t.Helper()
	plan := l.p.Plan(typeName, now, config)
	return slices.Equal(plan.PlannedState.MsgPack, now.State.MsgPack) && len(plan.Diagnostics) == 0
}

// sent wants one update with this body.
func (l life) sent(body string) {
	l.t.Helper()
	if err := l.env.Sent("UpdateEndpoint", body)(nil); err != nil {
		l.t.Error(err)
	}
}
