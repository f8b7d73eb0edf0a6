package pod_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A pod from a template whose answer does not name it is neither replaced nor reset for it. Its variables stay.
func TestPod_notReturnedTemplate(t *testing.T) {
	t.Parallel()
	for _, notReturned := range [][]string{{"templateId"}, {"templateId", "env"}, {"env"}} {
		t.Run(fmt.Sprint(notReturned), func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
				w := startWith(t, begin)
				leaveOut(w.Rewrite(), notReturned...)
				injectPod(t, w, map[string]any{
					"imageName": "img:t", "containerDiskInGb": 33, "templateId": "t1",
					"env": map[string]any{"TK": "template-secret", "LEVEL": "info", "MODE": "fast"},
				})
				p := w.Process()
				was, diags := p.Import(typeName, "p1", "")
				if was.State == nil {
					t.Fatal(acctest.Text(diags))
				}
				config := acctest.Values{"name": "old", "template_id": "t1", "env": map[string]string{"MODE": "fast"}}
				if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 0 {
					t.Errorf("%v", plan.RequiresReplace)
				}
				w.ClearJournal()
				if was, diags = p.Apply(typeName, was, config); strings.Contains(acctest.Text(diags), "ERROR") {
					t.Errorf("%s", acctest.Text(diags))
				}
				sendsNothing(t, w, "adoption")
				was = refreshed(t, p, was)
				plansEmpty(t, p, "after it", was, config)
				config["env"] = map[string]string{"MODE": "slow"}
				if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
					t.Errorf("%s", acctest.Text(diags))
				}
				w.ExpectSent("UpdatePod", `{"env":{"LEVEL":"info","MODE":"slow","TK":"template-secret"}}`)
				was = refreshed(t, p, was)
				plansEmpty(t, p, "after the change", was, config)
				config["template_id"] = "t2"
				if plan := p.Plan(typeName, was, config); len(plan.RequiresReplace) != 1 {
					t.Errorf("another template: %v", plan.RequiresReplace)
				}
			})
		})
	}
}

// Secret variables are adopted with the others, and sent when their version changes.
func TestPod_notReturnedSecretVariables(t *testing.T) {
	t.Parallel()
	for _, env := range []map[string]string{nil, {"MODE": "fast"}} {
		w := start(t, emulator.Options{AnswersAs: []string{"lean-pods"}})
		injectPod(t, w, map[string]any{"imageName": "img:1", "env": map[string]any{"MODE": "fast", "TOKEN": "old"}})
		p := w.Process()
		was, _ := p.Import(typeName, "p1", "")
		secrets := map[string]string{"TOKEN": "new"}
		config := acctest.Values{"name": "old", "image_name": "img:1", "env_wo": secrets, "env_wo_version": 1}
		sent := `{"env":{"TOKEN":"new"}}`
		if env != nil {
			config["env"], sent = env, `{"env":{"MODE":"fast","TOKEN":"new"}}`
		}
		says := acctest.Text(p.Plan(typeName, was, config).Diagnostics)
		if !strings.Contains(says, "env_wo") || strings.Contains(says, "wiped") {
			t.Errorf("%s", says)
		}
		was, diags := p.Apply(typeName, was, config)
		if len(diags) != 0 {
			t.Errorf("%s", acctest.Text(diags))
		}
		sendsNothing(t, w, "adoption")
		was = refreshed(t, p, was)
		plansEmpty(t, p, "after it", was, config)
		config["env_wo_version"] = 2
		if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
			t.Errorf("%s", acctest.Text(diags))
		}
		w.ExpectSent("UpdatePod", sent)
		plansEmpty(t, p, "after the change", refreshed(t, p, was), config)
	}
}
