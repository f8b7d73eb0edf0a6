package template_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// hashOf is the config_hash of a state or plan: "" for null, "unknown" for what is not known yet.
func hashOf(t *testing.T, p *acctest.Process, value *tfprotov6.DynamicValue) string {
	t.Helper()
	hash := p.Attributes(typeName, value)["config_hash"]
	if !hash.IsKnown() {
		return "unknown"
	}
	var text *string
	if err := hash.As(&text); err != nil {
		t.Fatal(err)
	}
	if text == nil {
		return ""
	}
	return *text
}

// What a container takes over changes the hash, each part of it, and nothing else does. It is known in the plan, and
// the same for the same configuration.
func TestTemplate_configHashMembers(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	p := env.Process()
	minimal := acctest.Values{"name": "web", "image_name": "img:1"}
	same := hashOf(t, p, p.Plan(typeName, acctest.Instance{}, minimal).PlannedState)
	secret := acctest.Values{"env_wo": map[string]string{"TOKEN": "hunter2"}}
	for name, test := range map[string]struct {
		values  acctest.Values
		changes bool
	}{
		"image_name":                 {acctest.Values{"image_name": "img:2"}, true},
		"docker_entrypoint":          {acctest.Values{"docker_entrypoint": []string{"sh"}}, true},
		"docker_start_cmd":           {acctest.Values{"docker_start_cmd": []string{"sh"}}, true},
		"ports":                      {acctest.Values{"ports": []string{"80/http"}}, true},
		"env":                        {acctest.Values{"env": map[string]string{"A": "1"}}, true},
		"env_wo_version":             {acctest.Values{"env_wo": secret["env_wo"], "env_wo_version": 1}, true},
		"container_disk_in_gb":       {acctest.Values{"container_disk_in_gb": 7}, true},
		"volume_in_gb":               {acctest.Values{"volume_in_gb": 7}, true},
		"volume_mount_path":          {acctest.Values{"volume_mount_path": "/data"}, true},
		"container_registry_auth_id": {acctest.Values{"container_registry_auth_id": "auth1"}, false},
		"a default that is written": {acctest.Values{"volume_in_gb": 20, "env": map[string]string{},
			"docker_start_cmd": []string{}}, false},
		"name":          {acctest.Values{"name": "other"}, false},
		"name_prefix":   {acctest.Values{"name": nil, "name_prefix": "web-"}, false},
		"category":      {acctest.Values{"category": "AMD"}, false},
		"is_public":     {acctest.Values{"is_public": true}, false},
		"readme":        {acctest.Values{"readme": "x"}, false},
		"is_serverless": {acctest.Values{"is_serverless": true, "volume_in_gb": 20}, false},
		"timeouts":      {acctest.Values{"timeouts": acctest.Values{"create": "1m"}}, false},
	} {
		config := maps.Clone(minimal)
		maps.Copy(config, test.values)
		got := hashOf(t, p, p.Plan(typeName, acctest.Instance{}, config).PlannedState)
		if changed := got != same; changed != test.changes || len(got) != 64 {
			t.Errorf("%s: %s, and without it %s", name, got, same)
		}
	}
	// Every attribute that can be configured is above.
	for _, attribute := range p.Schema(typeName).Block.Attributes {
		known := []string{"name", "name_prefix", "category", "is_public", "readme", "is_serverless", "env_wo",
			"deletion_protection", "container_registry_auth_id",
			"start_ssh", "start_jupyter"} // TestTemplate_startFlagsOverVersion2 has these.
		if !attribute.Optional && !attribute.Required || slices.Contains(known, attribute.Name) {
			continue
		}
		config := maps.Clone(minimal)
		config[attribute.Name] = tftypes.NewValue(attribute.ValueType(), tftypes.UnknownValue)
		if got := hashOf(t, p, p.Plan(typeName, acctest.Instance{}, config).PlannedState); got != "unknown" {
			t.Errorf("while %s is unknown the hash is %q", attribute.Name, got)
		}
	}
	late := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	for name, value := range map[string]tftypes.Value{
		"env":   tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{"A": late}),
		"ports": tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, []tftypes.Value{late}),
	} {
		config := maps.Clone(minimal)
		config[name] = value
		if got := hashOf(t, p, p.Plan(typeName, acctest.Instance{}, config).PlannedState); got != "unknown" {
			t.Errorf("while an element of %s is unknown the hash is %q", name, got)
		}
	}
}

// What a pod names is what was configured last: updates of anything else keep it, a changed member changes it, back
// again gives the first one again.
func TestTemplate_configHashOfUpdates(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		config := acctest.Values{
			"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast-mode"},
			"env_wo": map[string]string{"TOKEN": "hunter2"}, "env_wo_version": 1,
		}
		created := p.MustApply(typeName, acctest.Instance{}, config)
		first := hashOf(t, p, created.State)
		for _, step := range []struct {
			change acctest.Values
			same   bool
		}{
			{acctest.Values{"readme": "typo"}, true},
			{acctest.Values{"timeouts": acctest.Values{"update": "1m"}}, true},
			{acctest.Values{"env_wo": map[string]string{"TOKEN": "hunter3"}}, true}, // Nobody sees that it changed.
			{acctest.Values{"env_wo_version": 2}, false},
			{acctest.Values{"env_wo_version": 1}, true},
			{acctest.Values{"image_name": "img:2"}, false},
			{acctest.Values{"readme": "another typo"}, false},
			{acctest.Values{"image_name": "img:1"}, true},
		} {
			maps.Copy(config, step.change)
			planned := hashOf(t, p, p.Plan(typeName, created, config).PlannedState)
			created = p.MustApply(typeName, created, config)
			if got := hashOf(t, p, created.State); got != planned || (got == first) != step.same {
				t.Errorf("%v: planned %s, is %s, was first %s", step.change, planned, got, first)
			}
			created, _ = p.Read(typeName, created)
		}
		if leaks(created.Private, "fast-mode", "hunter") {
			t.Errorf("a value is in the private state: %s", created.Private)
		}
	})
}

// Somebody changes the template behind Terraform's back. Neither that nor its repair changes the hash; to configure
// what was made of it does, and sends nothing.
func TestTemplate_configHashUnderDrift(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast"}}
		created := p.MustApply(typeName, acctest.Instance{}, config)
		first := hashOf(t, p, created.State)
		drifts := func() acctest.Instance {
			t.Helper()
			env.Patch(kind, env.OnlyID(kind), map[string]any{"imageName": "img:2", "env": map[string]any{"MODE": "slow"}})
			drifted, _ := p.Read(typeName, created)
			if got := hashOf(t, p, drifted.State); got != first {
				t.Errorf("drift changes the hash from %s to %s", first, got)
			}
			env.ClearJournal()
			return drifted
		}
		repaired, _ := p.Apply(typeName, drifts(), config)
		if got := hashOf(t, p, repaired.State); got != first || len(env.Writes()) != 1 {
			t.Errorf("the repair changes the hash from %s to %s", first, got)
		}

		drifted := drifts()
		config["image_name"], config["env"] = "img:2", map[string]string{"MODE": "slow"}
		planned := hashOf(t, p, p.Plan(typeName, drifted, config).PlannedState)
		taken, _ := p.Apply(typeName, drifted, config)
		if got := hashOf(t, p, taken.State); got == first || got != planned || len(env.Writes()) != 0 {
			t.Errorf("configured as it drifted: hash %s, planned %s, was %s; wrote %v", got, planned, first, env.Writes())
		}
		refreshed, _ := p.Read(typeName, taken)
		plan := p.Plan(typeName, refreshed, config)
		if string(plan.PlannedState.MsgPack) != string(refreshed.State.MsgPack) {
			t.Errorf("the next plan is not empty: %v", p.Attributes(typeName, plan.PlannedState))
		}
	})
}

// After an import all variables are in env. To move the secret ones to env_wo changes no container, whether their
// values are known in the plan or not; to configure something else does.
func TestTemplate_configHashOfAnImport(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		env.Put(kind, "t1", map[string]any{
			"name": "web", "imageName": "img:1", "env": map[string]any{"MODE": "fast", "TOKEN": "hunter2"},
		})
		p := env.Process()
		imported, _ := p.Import(typeName, "t1", "")
		first := hashOf(t, p, imported.State)
		if len(first) != 64 {
			t.Fatalf("the import's hash is %q", first)
		}
		variables := tftypes.Map{ElementType: tftypes.String}
		unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		for name, test := range map[string]struct {
			plain map[string]string
			wo    any
			keeps bool
		}{
			"known": {map[string]string{"MODE": "fast"}, map[string]string{"TOKEN": "hunter2"}, true},
			"all":   {nil, map[string]string{"MODE": "fast", "TOKEN": "hunter2"}, true},
			"unknown value": {map[string]string{"MODE": "fast"},
				tftypes.NewValue(variables, map[string]tftypes.Value{"TOKEN": unknown}), true},
			"unknown": {map[string]string{"MODE": "fast"}, tftypes.NewValue(variables, tftypes.UnknownValue),
				true},
			"another value": {map[string]string{"MODE": "fast"}, map[string]string{"TOKEN": "hunter3"}, false},
			"one more": {map[string]string{"MODE": "fast"}, map[string]string{"TOKEN": "hunter2", "MORE": "1"},
				false},
			"one less": {map[string]string{}, map[string]string{"TOKEN": "hunter2"}, false},
			"one more, unknown": {map[string]string{"MODE": "fast", "MORE": "1"},
				tftypes.NewValue(variables, tftypes.UnknownValue), false},
		} {
			config := acctest.Values{"name": "web", "image_name": "img:1", "env_wo": test.wo, "env_wo_version": 1}
			if test.plain != nil {
				config["env"] = test.plain
			}
			if got := hashOf(t, p, p.Plan(typeName, imported, config).PlannedState); (got == first) != test.keeps {
				t.Errorf("%s: %s, was %s", name, got, first)
			}
		}
		config := acctest.Values{
			"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast"},
			"env_wo": map[string]string{"TOKEN": "hunter2"}, "env_wo_version": 1,
		}
		env.ClearJournal()
		adopted, diags := p.Apply(typeName, imported, config)
		if got := hashOf(t, p, adopted.State); got != first || len(diags) != 0 || len(env.Requests()) != 0 {
			t.Errorf("adopted: %s, was %s: %s after %v", got, first, acctest.Text(diags), env.Requests())
		}
		refreshed, _ := p.Read(typeName, adopted)
		if leaks(refreshed.Private, "hunter2", "fast", "MODE") || leaks(refreshed.State.MsgPack, "hunter2", "TOKEN") {
			t.Errorf("a variable is in the state: %s %s", refreshed.State.MsgPack, refreshed.Private)
		}
		config["readme"] = "new"
		if got := hashOf(t, p, p.Plan(typeName, refreshed, config).PlannedState); got != first {
			t.Errorf("an update after the adoption makes %s of %s", got, first)
		}
		config["env_wo_version"] = 2
		if got := hashOf(t, p, p.Plan(typeName, refreshed, config).PlannedState); got == first {
			t.Error("a new version of env_wo after the adoption keeps the hash")
		}
	})
}

// plansNothing fails unless the plan is empty and says nothing.
func plansNothing(t *testing.T, p *acctest.Process, was acctest.Instance, config acctest.Values) {
	t.Helper()
	plan := p.Plan(typeName, was, config)
	if string(plan.PlannedState.MsgPack) != string(was.State.MsgPack) || len(plan.Diagnostics) != 0 {
		t.Errorf("the plan is not empty: %v %s", p.Attributes(typeName, plan.PlannedState),
			acctest.Text(plan.Diagnostics))
	}
}

// An update has acted and its process died: the state still has the configuration before it, and the config_hash of
// that. The next apply still replaces what depends on it.
func TestTemplate_configHashAfterLostPrivateState(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created := p.MustApply(typeName, acctest.Instance{}, config)
		before := hashOf(t, p, created.State)
		config["image_name"] = "img:2"
		p.MustApply(typeName, created, config)
		was, _ := p.Read(typeName, created.WithoutPrivate())
		was, _ = p.Read(typeName, was)
		if got := hashOf(t, p, was.State); got != before {
			t.Errorf("a refresh made the hash %s of %s", got, before)
		}
		planned := hashOf(t, p, p.Plan(typeName, was, config).PlannedState)
		if planned == before || len(planned) != 64 {
			t.Errorf("the plan with what was sent has the hash %s of before", planned)
		}
		updated, diags := p.Apply(typeName, was, config)
		if got := hashOf(t, p, updated.State); got != planned || len(diags) != 0 {
			t.Errorf("the apply has the hash %s, planned was %s: %s", got, planned, acctest.Text(diags))
		}
		plansNothing(t, p, updated, config)
		// Back to the configuration that was applied last changes nothing of what was made from it.
		config["image_name"] = "img:1"
		if got := hashOf(t, p, p.Plan(typeName, was, config).PlannedState); got != before {
			t.Errorf("the plan with the configuration before has the hash %s, not %s", got, before)
		}
	})
}

// Where the state is not what config_hash was made of, it cannot say what was applied last.
func TestTemplate_configHashOfAnotherConfiguration(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created := p.MustApply(typeName, acctest.Instance{}, config)
		env.Patch(kind, env.OnlyID(kind), map[string]any{"imageName": "img:2"})
		drifted, _ := p.Read(typeName, created)
		was, _ := p.Read(typeName, drifted.WithoutPrivate())
		config["image_name"] = "img:2"
		plansNothing(t, p, was, config)
	})
}

// The config_hash of an import without env is that of no variables, because nothing of what is left out may be in the
// state. The first variables change neither it nor the workers if the template has them already.
func TestTemplate_configHashOfAnImportWithoutEnv(t *testing.T) {
	t.Parallel()
	const same = "env = { MODE = \"fast\" }\n env_wo = { TOKEN = \"hunter2-hunter2\" }\n env_wo_version = 1"
	for name, test := range map[string]struct {
		config         string
		rolls, changes bool
	}{
		"the same": {config: same},
		"another":  {strings.Replace(same, "fast", "slow", 1), true, true},
		"none":     {`env = {}`, true, false},
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
			it.Import("t1")
			const serverless = "is_serverless = true\n name = \"web\"\n readme = \"# More\"\n"
			it.Apply(hcl(serverless), acctest.Update)
			env.ExpectSent("UpdateTemplate", `{"readme":"# More"}`)
			hash := it.JSON("config_hash")
			says := acctest.Text(it.Apply(hcl(serverless+test.config), acctest.Update))
			if strings.Contains(says, "Rolling update") != test.rolls ||
				strings.Contains(says, "replaces all variables") != test.rolls {
				t.Errorf("the plan says %s", says)
			}
			if changed := string(it.JSON("config_hash")) != string(hash); changed != test.changes {
				t.Errorf("config_hash has changed: %v", changed)
			}
			env.Remove("endpoints", "e1")
		})
	}
}

func leaks(where []byte, secrets ...string) bool {
	for _, secret := range secrets {
		if bytes.Contains(where, []byte(secret)) {
			return true
		}
	}
	return false
}
