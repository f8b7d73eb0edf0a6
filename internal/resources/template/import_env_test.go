package template_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// An import that is told to leave env out brings no variable into the state, and neither does any refresh or update
// that has nothing to do with them. The first update after they are configured sends what differs, if anything does.
func TestTemplate_importWithoutEnv(t *testing.T) {
	t.Parallel()
	const same = "env = { MODE = \"fast\" }\n env_wo = { TOKEN = \"hunter2-hunter2\" }\n env_wo_version = 1"
	for name, test := range map[string]struct {
		config  string
		sends   string // the body of the one update; empty if nothing is sent
		rolls   bool
		updates bool // something else, before that
	}{
		"the same":      {config: same},
		"all in env_wo": {config: "env_wo = { TOKEN = \"hunter2-hunter2\", MODE = \"fast\" }\n env_wo_version = 1"},
		"all in env":    {config: `env = { TOKEN = "hunter2-hunter2", MODE = "fast" }`},
		"another secret": {
			config: strings.Replace(same, "hunter2-", "hunter3-", 1),
			sends:  `{"env":{"MODE":"fast","TOKEN":"hunter3-hunter2"}}`, rolls: true,
		},
		"another variable": {
			config: strings.Replace(same, "fast", "slow", 1),
			sends:  `{"env":{"MODE":"slow","TOKEN":"hunter2-hunter2"}}`, rolls: true,
		},
		"less":                 {config: `env = { MODE = "fast" }`, sends: `{"env":{"MODE":"fast"}}`, rolls: true},
		"none":                 {config: `env = {}`, sends: `{"env":{}}`, rolls: true},
		"after another update": {config: same, updates: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Put(kind, "t1", map[string]any{
				"name": "web", "imageName": "img:1", "isServerless": true, "volumeInGb": 0,
				"env": map[string]any{"MODE": "fast", "TOKEN": "hunter2-hunter2"},
			})
			env.Put("endpoints", "e1", map[string]any{"name": "busy", "templateId": "t1"})
			it := env.Process(acctest.Values{"import_env": false}).Object(typeName)
			if says := acctest.Text(it.Import("t1")); !strings.Contains(says, "WARNING: Environment variables were left out") ||
				strings.Contains(says, "Imported environment variables") {
				t.Errorf("the import says %s", says)
			}
			left := func(when string) {
				t.Helper()
				it.Expect("env", nil)
				if leaks(it.Instance.State.MsgPack, "hunter2", "MODE", "TOKEN") ||
					leaks(it.Instance.Private, "hunter2", "MODE", "TOKEN") {
					t.Errorf("%s: %s %s", when, it.Instance.State.MsgPack, it.Instance.Private)
				}
			}
			left("imported")
			serverless := "is_serverless = true\n name = \"web\"\n"
			it.Apply(hcl(serverless), acctest.NoOp)
			it.Refresh()
			left("refreshed")
			if test.updates {
				env.ClearJournal()
				it.Apply(hcl(serverless+"readme = \"# More\""), acctest.Update)
				env.ExpectSent("UpdateTemplate", `{"readme":"# More"}`)
				left("updated")
				serverless += "readme = \"# More\"\n"
			}
			hash := it.JSON("config_hash")
			env.ClearJournal()
			says := acctest.Text(it.Apply(hcl(serverless+test.config), acctest.Update))
			if test.sends == "" {
				env.ExpectWrites()
			} else {
				env.ExpectSent("UpdateTemplate", test.sends)
			}
			if strings.Contains(says, "Rolling update") != test.rolls || strings.Contains(says, "hunter") ||
				test.rolls != strings.Contains(says, "replaces all variables") {
				t.Errorf("the plan says %s", says)
			}
			// It was made of no variables, because nothing of what is left out may be in the state: so these are no change.
			if changed := string(it.JSON("config_hash")) != string(hash); changed != (test.rolls && name != "none") {
				t.Errorf("config_hash has changed: %v", changed)
			}
			if strings.Contains(test.config, "env_wo") && leaks(it.Instance.State.MsgPack, "hunter") {
				t.Errorf("the state has the secret: %s", it.Instance.State.MsgPack)
			}
			// From now on they are like any other's: what somebody adds is drift.
			drift := map[string]any{"env": map[string]any{"ADDED": "1"}}
			env.Patch(kind, "t1", drift)
			it.Refresh()
			it.Expect("env", map[string]string{"ADDED": "1"})
			env.Remove("endpoints", "e1")
		})
	}
}

// After such an import, a plan whose comparison fails is an error, and such an update sends nothing.
func TestTemplate_importWithoutEnvNotCompared(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		env := begin()
		env.Put(kind, "t1", map[string]any{"name": "web", "imageName": "img:1", "isServerless": true,
			"volumeInGb": 0, "env": map[string]any{"TOKEN": "hunter2-hunter2"}})
		p := env.Process(acctest.Values{"import_env": false})
		was, _ := p.Import(typeName, "t1", "")
		was, _ = p.Read(typeName, was)
		configured := func(variables acctest.Values) acctest.Values {
			variables["name"], variables["image_name"], variables["is_serverless"] = "web", "img:1", true
			return variables
		}
		acctest.ComparesVariables(t, env, "GetTemplate", func(variables acctest.Values) []*tfprotov6.Diagnostic {
			return p.Plan(typeName, was, configured(variables)).Diagnostics
		}, func(variables acctest.Values) []*tfprotov6.Diagnostic {
			_, diags := p.Apply(typeName, was, configured(variables))
			return diags
		})
	})
}
