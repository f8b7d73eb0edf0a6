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
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		used, _ := p.Apply(typeName, acctest.Instance{}, acctest.Values{
			"name": "used", "image_name": "img:1", "is_serverless": true, "env": config["env"], "env_wo": config["env_wo"],
			"env_wo_version": 1,
		})
		var usedID string
		if err := p.Attributes(typeName, used.State)["id"].As(&usedID); err != nil {
			t.Fatal(err)
		}
		if err := env.PutObject("endpoints", "e1", map[string]any{"name": "serve", "templateId": usedID}); err != nil {
			t.Fatal(err)
		}
		for name, test := range map[string]struct {
			change acctest.Values
			want   string
		}{
			"of every kind": {acctest.Values{"env": map[string]string{"MODE": "slow-value", "NEW": "x-value"}},
				"changes MODE; removes LEVEL; adds NEW"},
			"generated": {acctest.Values{"env": nil}, "removes LEVEL, MODE"},
			"to env_wo": {acctest.Values{"env": map[string]string{"MODE": "fast-value"},
				"env_wo": map[string]string{"TOKENKEY": "hunter2", "LEVEL": "one-value"}, "env_wo_version": 2}, ""},
			"env_wo alone": {acctest.Values{"env_wo": map[string]string{"OTHERKEY": "hunter3"}, "env_wo_version": 2}, ""},
			"replaced": {acctest.Values{"env": map[string]string{"MODE": "fast-value"}, "category": "AMD"},
				"removes LEVEL"},
			"something else": {acctest.Values{"image_name": "img:2"}, ""},
		} {
			for _, instance := range []struct {
				name string
				acctest.Instance
			}{{"web", created}, {"used", used}} {
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
				if name == "replaced" && instance.name == "used" {
					want = 2 // That it is in use is another matter.
				}
				if len(diags) > want {
					t.Errorf("%s, %s: %d diagnostics, want %d: %s", instance.name, name, len(diags), want, says)
				}
			}
		}
	})
}

// So does a refresh that finds variables changed.
func TestTemplate_driftNamesVariables(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{
			"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast-value", "LEVEL": "one-value"},
			"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1,
		}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		err := env.PatchObject(kind, id(t, env), map[string]any{
			"env": map[string]any{"MODE": "slow-value", "FOREIGN": "x-value", "TOKENKEY": "hunter3"},
		})
		if err != nil {
			t.Fatal(err)
		}
		drifted, diags := p.Read(typeName, created)
		says := acctest.Text(diags)
		if len(diags) != 1 || !strings.Contains(says, `WARNING: Environment variables were changed outside of Terraform`) ||
			!strings.Contains(says, `the template "web" (`+id(t, env)+`) outside of Terraform changes MODE; removes LEVEL; adds FOREIGN.`) ||
			leaks([]byte(says), "-value", "hunter", "TOKENKEY") {
			t.Errorf("%s", says)
		}
		says = acctest.Text(p.Plan(typeName, drifted, config).Diagnostics)
		if !strings.Contains(says, "changes MODE; removes FOREIGN; adds LEVEL") {
			t.Errorf("the repair: %s", says)
		}
		if _, diags = p.Read(typeName, drifted); len(diags) != 0 {
			t.Errorf("what the state has is said again: %s", acctest.Text(diags))
		}
	})
}
