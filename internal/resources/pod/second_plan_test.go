package pod_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// After whatever an update does to a running pod, the state has what the service has: a refresh finds nothing new, and
// the second plan is empty, whether actions are answered with the pod or without a body.
func TestPod_nothingIsLeftForTheRefresh(t *testing.T) {
	t.Parallel()
	var all []string
	for _, dialect := range emulator.Dialects() {
		all = append(all, dialect.Name)
	}
	one, two, three := map[string]string{"a": "1"}, map[string]string{"a": "2"}, map[string]string{"a": "3"}
	steps := []struct {
		says   string
		change acctest.Values
	}{
		{"restart", acctest.Values{"restart_triggers": two}},
		{"reset", acctest.Values{"reset_triggers": two}},
		{"both", acctest.Values{"restart_triggers": three, "reset_triggers": three}},
		{"stop", acctest.Values{"desired_status": "EXITED"}},
		{"start", acctest.Values{"desired_status": "RUNNING"}},
	}
	for name, dialects := range map[string][]string{"published": nil, "bodiless": {"bodiless-pod-actions"}, "all": all} {
		for says, wait := range map[string]bool{"": true, " without a wait": false} {
			t.Run(name+says, func(t *testing.T) {
				t.Parallel()
				w := start(t, emulator.Options{AnswersAs: dialects})
				p := w.Process()
				config := acctest.Values{"image_name": "img:1", "wait_for_ready": wait, "restart_triggers": one,
					"reset_triggers": one}
				was, diags := p.Apply(typeName, acctest.Instance{}, config)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				was = refreshed(t, p, was)
				for _, step := range steps {
					w.Advance(5 * time.Second)
					for attribute, value := range step.change {
						config[attribute] = value
					}
					if was, diags = p.Apply(typeName, was, config); len(diags) != 0 {
						t.Errorf("%s: %s", step.says, acctest.Text(diags))
					}
					plansEmpty(t, p, "right after "+step.says, was, config)
					now := refreshed(t, p, was)
					before, after := p.Attributes(typeName, was.State), p.Attributes(typeName, now.State)
					for attribute := range after {
						if !after[attribute].Equal(before[attribute]) {
							t.Errorf("%s: the refresh changes %s from %s to %s", step.says, attribute,
								before[attribute], after[attribute])
						}
					}
					was = now
					plansEmpty(t, p, "after "+step.says, was, config)
				}
			})
		}
	}
}
