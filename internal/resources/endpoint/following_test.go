package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// image returns the image of an endpoint's containers: that of the template that it is bound to.
func image(t *testing.T, env *acctest.Env, endpoint map[string]any) any {
	t.Helper()
	for _, template := range env.Objects("templates") {
		if template["id"] == endpoint["templateId"] {
			return template["imageName"]
		}
	}
	t.Errorf("endpoint %v has no template", endpoint["id"])
	return nil
}

// Over both versions an endpoint follows its template in the same apply. Over version 2 the plan updates it in place,
// and it gets the template's ID once after the template has changed.
func TestEndpoint_followsTemplate(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		env := begin()
		version := env.Client().Version()
		m := env.Module()
		applied(t, m, module(2, "img:1"))
		env.ClearJournal()
		run := applied(t, m, module(2, "img:2"))
		if version == 1 {
			env.ExpectWrites("UpdateTemplate")
		} else {
			env.ExpectWrites("UpdateTemplate", "UpdateEndpoint", "UpdateEndpoint")
			if run.Actions["podfleet_endpoint.it[0]"] != acctest.Update {
				t.Errorf("%v: %s", run.Actions, run.Text())
			}
		}
		for _, endpoint := range env.Objects(kind) {
			if got := image(t, env, endpoint); got != "img:2" {
				t.Errorf("the endpoint runs %v", got)
			}
		}
		if again := m.Plan(module(2, "img:2")); again.Failed() || len(again.Actions) != 0 {
			t.Errorf("%v: %s", again.Actions, again.Text())
		}
	})
}

// A template that was changed outside of Terraform gets its settings back. An endpoint that has these settings all the
// time has no update in that plan, because nothing is sent to it.
func TestEndpoint_followsNoRepair(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		env := begin()
		m := env.Module()
		config := module(2, "img:1")
		config[0].Config["env_wo"], config[0].Config["env_wo_version"] = map[string]string{"KEY": "hunter2"}, 1
		applied(t, m, config)
		for _, template := range env.Objects("templates") {
			if template["name"] == "shared" {
				id, _ := template["id"].(string)
				env.Patch("templates", id, map[string]any{"imageName": "img:9"})
			}
		}
		env.ClearJournal()
		run := applied(t, m, config)
		// Over version 2, the refresh has found that the endpoints differ from the template: their plans name it again.
		if updates := 1 + 2*(env.Version()-1); len(run.Actions) != updates ||
			run.Actions["podfleet_template.shared"] != acctest.Update {
			t.Errorf("%v: %s", run.Actions, run.Text())
		}
		env.ExpectWrites("UpdateTemplate")
		if again := m.Plan(config); again.Failed() || len(again.Actions) != 0 {
			t.Errorf("%v: %s", again.Actions, again.Text())
		}
	})
}

// If the template or the endpoint is changed outside of Terraform, the next plan updates the endpoint, with the reason,
// and nothing else is sent; the plan after that is empty.
func TestEndpoint_followsWhatChangedElsewhere(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(t *testing.T, env *acctest.Env)
		says   string // in the plan; empty if it is empty
	}{
		"the template": {func(t *testing.T, env *acctest.Env) {
			env.Patch("templates", "t1", map[string]any{"imageName": "img:9"})
		}, "because its own differ"},
		"a variable of the template": {func(t *testing.T, env *acctest.Env) {
			env.Patch("templates", "t1", map[string]any{"env": map[string]any{"A": "secret"}})
		}, "because its own differ"},
		"the endpoint": {func(t *testing.T, env *acctest.Env) {
			env.Patch("templates", copyOf(t, env), map[string]any{"imageName": "img:9"})
		}, "because its own differ"},
		"both alike": {func(t *testing.T, env *acctest.Env) {
			env.Patch("templates", "t1", map[string]any{"imageName": "img:9"})
			env.Patch("templates", copyOf(t, env), map[string]any{"imageName": "img:9"})
		}, ""},
		"the template's name": {func(t *testing.T, env *acctest.Env) {
			env.Patch("templates", "t1", map[string]any{"name": "other"})
		}, ""},
		"the template is gone": {func(t *testing.T, env *acctest.Env) {
			env.Remove("templates", "t1")
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal), acctest.Create)
			endpoint.Apply(hcl(minimal), acctest.NoOp)
			test.change(t, env)
			endpoint.Process = env.Process()
			if test.says == "" {
				endpoint.Apply(hcl(minimal), acctest.NoOp)
				return
			}
			says := acctest.Text(endpoint.Plan(hcl(minimal), acctest.Update).Diagnostics)
			if !strings.Contains(says, "WARNING: Rolling update of the endpoint") ||
				!strings.Contains(says, test.says) {
				t.Error(says)
			}
			env.ClearJournal()
			endpoint.Refresh()
			endpoint.Expect("template_id", nil) // What has to act shows it.
			endpoint.Expect("version", 2)
			endpoint.Apply(hcl(minimal), acctest.Update)
			endpoint.Expect("template_id", "t1")
			env.ExpectSent("UpdateEndpoint", gets("t1"))
			endpoint.Expect("version", 3)
			endpoint.Apply(hcl(minimal), acctest.NoOp)
			env.ExpectWrites()
			if private := string(endpoint.Instance.Private); strings.Contains(private, "secret") {
				t.Errorf("private state has a variable: %s", private)
			}
		})
	}
}

// copyOf returns the ID of the template that the one endpoint has for itself.
func copyOf(t *testing.T, env *acctest.Env) string {
	t.Helper()
	id, _ := env.Objects(kind)[0]["templateId"].(string)
	if id == "" || id == "t1" {
		t.Fatalf("the endpoint has the template %q", id)
	}
	return id
}

// importedOfTemplate returns an endpoint that was created from the template t1, and imported.
func importedOfTemplate(env *acctest.Env) *acctest.Object {
	first := env.Process().Object(typeName)
	first.Apply(hcl(minimal), acctest.Create)
	id := first.ID()
	first.Instance = acctest.Instance{}
	endpoint := env.Process().Object(typeName)
	endpoint.Import(id)
	return endpoint
}

// An import over version 2 adopts the configured template if the endpoint has its settings, and sends its ID if not, or
// if it cannot tell. Only the warning depends on that: another client can change the template before the apply plans
// again, and core refuses another planned value than the first.
func TestEndpoint_importAdoptsTemplate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		template string
		status   int // of the answers about templates
		rolls    bool
	}{
		"the same settings":  {"t1", http.StatusOK, false},
		"other settings":     {"other", http.StatusOK, true},
		"no right to read":   {"t1", http.StatusForbidden, true},
		"no such template":   {"gone", http.StatusOK, true},
		"nobody can read it": {"t1", http.StatusInternalServerError, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			env.Put("templates", "other", map[string]any{
				"name": "other", "imageName": "img:7", "isServerless": true, "volumeInGb": 0})
			endpoint := importedOfTemplate(env)
			endpoint.Expect("compute_type", "GPU")
			if test.status != http.StatusOK {
				env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: test.status},
					emulator.Fault{Operation: "ListTemplates", Kind: emulator.FaultStatus, Status: test.status})
			}
			config := strings.Replace(hcl(minimal), `"t1"`, `"`+test.template+`"`, 1)
			plan := endpoint.Plan(config, acctest.Update)
			says := acctest.Text(plan.Diagnostics)
			if strings.Contains(says, "Rolling update of the endpoint") != test.rolls {
				t.Error(says)
			}
			plan.ExpectUnknown("version")
			env.ClearJournal()
			switch {
			case test.template == "gone":
				endpoint.ExpectApplyError(config, acctest.Update, `Cannot update endpoint.*template not found`)
				endpoint.Instance = acctest.Instance{}
				return
			case test.rolls:
				endpoint.Apply(config, acctest.Update)
				env.ExpectSent("UpdateEndpoint", gets(test.template))
			default:
				endpoint.Apply(config, acctest.Update)
				env.ExpectWrites()
			}
			env.SetFaults()
		})
	}
}
