package template_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// setEnv sets the only template's variables, as another client does, or an update whose process died.
func setEnv(t *testing.T, env *acctest.Env, variables map[string]any) {
	t.Helper()
	env.Patch(kind, id(t, env), map[string]any{"env": variables})
}

func hasEnv(t *testing.T, p *acctest.Process, of acctest.Instance, want map[string]string) {
	t.Helper()
	values := map[string]tftypes.Value{}
	for key, value := range want {
		values[key] = tftypes.NewValue(tftypes.String, value)
	}
	got := p.Attributes(typeName, of.State)["env"]
	if !got.Equal(tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, values)) {
		t.Errorf("env is %s, want %v", got, want)
	}
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

// Without private state nothing tells which variables are secret. Until an update has compared them with the
// configuration, none comes into env that was not there.
func TestTemplate_lostPrivateStateLeaksNothing(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{
			"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast"},
			"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1, "volume_in_gb": 0, "is_serverless": true,
		}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		if err := env.PutObject("endpoints", "e1", map[string]any{"name": "e", "templateId": id(t, env)}); err != nil {
			t.Fatal(err) // A plan that rolls the template's endpoints would say so.
		}
		was := created.WithoutPrivate()
		for range 3 { // Nothing is applied between the refreshes.
			var says string
			refreshed, diags := p.Read(typeName, was)
			if says = acctest.Text(diags); says != "" {
				t.Errorf("a refresh says %s", says)
			}
			hasEnv(t, p, refreshed, map[string]string{"MODE": "fast"})
			plansNothing(t, p, refreshed, config)
			was = refreshed
		}

		// What is in env is still watched.
		setEnv(t, env, map[string]any{"MODE": "slow", "TOKENKEY": "hunter2", "FOREIGN": "stranger"})
		drifted, diags := p.Read(typeName, was)
		hasEnv(t, p, drifted, map[string]string{"MODE": "slow"})
		if says := acctest.Text(diags); !strings.Contains(says, "changes MODE.") || strings.Contains(says, "TOKENKEY") ||
			strings.Contains(says, "FOREIGN") {
			t.Errorf("drift: %s", says)
		}
		setEnv(t, env, map[string]any{"MODE": "fast", "TOKENKEY": "hunter2", "FOREIGN": "stranger"})

		// An update that is not about variables sends none. As long as there are others than configured, they stay hidden.
		env.ClearJournal()
		config["is_public"] = true
		was, diags = p.Apply(typeName, was, config)
		if says := acctest.Text(diags); says != "" {
			t.Error(says)
		}
		if err := env.Sent("UpdateTemplate", env.Over(`{"isPublic":true}`, `{"public":true}`)); err != nil {
			t.Error(err)
		}
		was, diags = p.Read(typeName, was)
		hasEnv(t, p, was, map[string]string{"MODE": "fast"})
		plansNothing(t, p, was, config)
		if says := acctest.Text(diags); says != "" {
			t.Error(says)
		}

		// Where the service has what is configured, the update remembers what is secret, and a foreign variable is drift
		// again.
		setEnv(t, env, map[string]any{"MODE": "fast", "TOKENKEY": "hunter2"})
		config["is_public"] = false
		was, _ = p.Apply(typeName, was, config)
		hasEnv(t, p, was, map[string]string{"MODE": "fast"})
		setEnv(t, env, map[string]any{"MODE": "fast", "TOKENKEY": "hunter2", "FOREIGN": "1"})
		was, _ = p.Read(typeName, was)
		hasEnv(t, p, was, map[string]string{"MODE": "fast", "FOREIGN": "1"})
	})
}

// An update that sends variables replaces the whole map, and remembers which of them are secret.
func TestTemplate_lostPrivateStateIsMadeUpForByAnUpdate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change acctest.Values
		has    map[string]any // what the killed update left at the service
		sent   string         // "" for nothing
	}{
		"a new version": {
			acctest.Values{"env_wo_version": 2}, map[string]any{"MODE": "fast", "OLDKEY": "hunter1"},
			`{"env":{"MODE":"fast","TOKENKEY":"hunter2"}}`,
		},
		"a new version that is there": {acctest.Values{"env_wo_version": 2},
			map[string]any{"MODE": "fast", "TOKENKEY": "hunter2"}, ""},
		"a change of env": {
			acctest.Values{"env": map[string]string{"MODE": "slow"}},
			map[string]any{"MODE": "fast", "TOKENKEY": "hunter2"},
			`{"env":{"MODE":"slow","TOKENKEY":"hunter2"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				env := start()
				p := env.Process()
				config := acctest.Values{
					"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast"},
					"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1,
				}
				created, _ := p.Apply(typeName, acctest.Instance{}, config)
				setEnv(t, env, test.has)
				was, _ := p.Read(typeName, created.WithoutPrivate())
				maps.Copy(config, test.change)
				env.ClearJournal()
				was, diags := p.Apply(typeName, was, config)
				if says := acctest.Text(diags); strings.Contains(says, "ERROR") {
					t.Fatal(says)
				}
				if test.sent == "" {
					if writes := env.Writes(); len(writes) != 0 {
						t.Errorf("sent %v", writes)
					}
				} else if err := env.Sent("UpdateTemplate", test.sent); err != nil {
					t.Error(err)
				}
				was, _ = p.Read(typeName, was)
				plansNothing(t, p, was, config)
				if leaks(was.State.MsgPack, "hunter1", "hunter2", "OLDKEY", "TOKENKEY") {
					t.Errorf("a secret leaked: %q", was.State.MsgPack)
				}
				setEnv(t, env, map[string]any{"MODE": "fast", "TOKENKEY": "hunter2", "FOREIGN": "1"})
				if was, _ = p.Read(typeName, was); !leaks(was.State.MsgPack, "FOREIGN") {
					t.Error("a foreign variable is not seen")
				}
			})
		})
	}
}

// An update that has acted and whose process died: the state still has the configuration before it, and its config_hash
// is that of it. What follows it is replaced all the same.
func TestTemplate_configHashAfterLostPrivateState(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		before := hashOf(t, p, created.State)
		config["image_name"] = "img:2"
		if _, diags := p.Apply(typeName, created, config); len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
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
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		env.Patch(kind, id(t, env), map[string]any{"imageName": "img:2"})
		drifted, _ := p.Read(typeName, created)
		was, _ := p.Read(typeName, drifted.WithoutPrivate())
		config["image_name"] = "img:2"
		plansNothing(t, p, was, config)
	})
}
