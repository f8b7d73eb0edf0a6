package template_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A plan that changes env names the keys, once, and never a value; also one of a generated configuration, in which env
// is null. What is hidden is not named.
func TestTemplate_planNamesVariables(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{
			"name": "web", "image_name": "img:1", "is_serverless": true,
			"env":    map[string]string{"MODE": "fast-value", "LEVEL": "one-value"},
			"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1,
		}
		used, _ := p.Apply(typeName, acctest.Instance{}, config)
		env.Put("endpoints", "e1", map[string]any{"name": "serve", "templateId": id(t, env)})
		config["name"] = "idle"
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		for name, test := range map[string]struct {
			change acctest.Values
			want   string
		}{
			"of every kind": {acctest.Values{"env": map[string]string{"MODE": "slow-value", "NEW": "x-value"}},
				"changes MODE; removes LEVEL; adds NEW"},
			"to env_wo": {acctest.Values{"env": map[string]string{"MODE": "fast-value"},
				"env_wo": map[string]string{"TOKENKEY": "hunter2", "LEVEL": "one-value"}, "env_wo_version": 2}, ""},
			"env_wo alone": {acctest.Values{"env_wo": map[string]string{"OTHERKEY": "hunter3"}, "env_wo_version": 2}, ""},
			"replaced": {acctest.Values{"env": map[string]string{"MODE": "fast-value"}, "category": "AMD"},
				"removes LEVEL"},
		} {
			for _, instance := range []struct {
				name string
				acctest.Instance
			}{{"idle", created}, {"web", used}} {
				changed := maps.Clone(config)
				maps.Copy(changed, test.change)
				changed["name"] = instance.name
				diags := p.Plan(typeName, instance.Instance, changed).Diagnostics
				says := acctest.Text(diags)
				if strings.Count(says, test.want) == 0 || test.want == "" && strings.Contains(says, "LEVEL") {
					t.Errorf("%s, %s: want %q in: %s", instance.name, name, test.want, says)
				}
				if leaks([]byte(says), "-value", "hunter", "TOKENKEY", "OTHERKEY") {
					t.Errorf("%s, %s: a secret is in: %s", instance.name, name, says)
				}
				want := 1
				if name == "replaced" && instance.name == "web" {
					want = 2 // That it is in use is another matter.
				}
				if len(diags) > want {
					t.Errorf("%s, %s: %d diagnostics, want %d: %s", instance.name, name, len(diags), want, says)
				}
			}
		}
	})
}
