package endpoint_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// secretHCL is an endpoint of its own settings with a secret variable.
func secretHCL(value string, version int) string {
	return ownHCL(leastOwn + fmt.Sprintf(
		"env = { MODE = \"fast-value\" }\nenv_wo = { TOKENKEY = %q }\nenv_wo_version = %d", value, version))
}

// keeps reports an error if the state or private state of an endpoint has a text.
func keeps(t *testing.T, instance acctest.Instance, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if bytes.Contains(instance.State.MsgPack, []byte(text)) || bytes.Contains(instance.Private, []byte(text)) {
			t.Errorf("%s is in the state: %s %s", text, instance.State.MsgPack, instance.Private)
		}
	}
}

// Secret variables are sent beside the others, and are in neither state nor private state. Variables of another client
// are drift.
func TestEndpoint_secretEnvironment(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	sent := func(want string) {
		t.Helper()
		keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
		if got := fmt.Sprint(settings(t, env)["env"]); got != want {
			t.Errorf("the service has %s, want %s", got, want)
		}
	}
	endpoint.Apply(secretHCL("hunter2", 1), acctest.Create)
	sent("map[MODE:fast-value TOKENKEY:hunter2]")
	env.ClearJournal()
	endpoint.Apply(secretHCL("hunter3", 1), acctest.NoOp) // Nothing shows another write-only value.
	says := acctest.Text(endpoint.Apply(secretHCL("hunter3", 2), acctest.Update))
	if !strings.Contains(says, "changes env.") || strings.Contains(says, "TOKENKEY") || strings.Contains(says, "hunter") {
		t.Error(says)
	}
	env.ExpectSent("UpdateEndpoint", `{"env":{"MODE":"fast-value","TOKENKEY":"hunter3"}}`)
	sent("map[MODE:fast-value TOKENKEY:hunter3]")
	env.ClearJournal()
	endpoint.Apply(secretHCL("hunter3", 3), acctest.Update) // The service has it: one read tells.
	env.ExpectWrites()
	patch(t, env, "templates", copyOf(t, env), map[string]any{
		"env": map[string]any{"MODE": "slow-value", "TOKENKEY": "hunter4", "ADDED": "x-value"}})
	endpoint.Process = env.Process()
	says = acctest.Text(endpoint.Refresh())
	if !strings.Contains(says, "changes MODE; adds ADDED") || strings.Contains(says, "-value") {
		t.Error(says)
	}
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
	endpoint.Apply(secretHCL("hunter3", 3), acctest.Update)
	sent("map[MODE:fast-value TOKENKEY:hunter3]")
	endpoint.Apply(ownHCL(leastOwn+`env = { MODE = "fast-value" }`), acctest.Update)
	sent("map[MODE:fast-value]")

	// With a template, none of it is left; and back, the secrets are hidden again.
	endpoint.Apply(secretHCL("hunter5", 4), acctest.Update)
	endpoint.Apply(hcl(minimal), acctest.Update)
	sent("map[]")
	endpoint.Apply(secretHCL("hunter6", 5), acctest.Update)
	sent("map[MODE:fast-value TOKENKEY:hunter6]")
	endpoint.Refresh()
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
}

// settings returns the container settings of the one endpoint.
func settings(t *testing.T, env *acctest.Env) map[string]any {
	t.Helper()
	for _, template := range env.Objects("templates") {
		if template["id"] == env.Objects(kind)[0]["templateId"] {
			return template
		}
	}
	t.Fatal("the endpoint has no settings")
	return nil
}

// If the answer to an update is lost, a refresh does not take the new secret for drift. No error quotes one.
func TestEndpoint_lostUpdateLeaksNothing(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(ownHCL(leastOwn), acctest.Create)
	env.SetFaults(
		emulator.Fault{Operation: "UpdateEndpoint", Kind: emulator.FaultResetAfter},
	)
	env.OnRequest("UpdateEndpoint", 1, func() {
		env.SetFaults(
			emulator.Fault{Operation: "UpdateEndpoint", Kind: emulator.FaultResetAfter},
			emulator.Fault{Operation: "GetEndpoint", Kind: emulator.FaultStatus, Status: http.StatusInternalServerError},
		)
	})
	p := endpoint.Process
	failed, diags := p.Apply(typeName, endpoint.Instance, acctest.Values{"name": "serve", "image_name": "img:1",
		"env_wo": map[string]string{"TOKENKEY": "hunter2"}, "env_wo_version": 1})
	if says := acctest.Text(diags); !strings.Contains(says, "Cannot update endpoint") || strings.Contains(says, "hunter") {
		t.Error(says)
	}
	env.SetFaults()
	if got := fmt.Sprint(settings(t, env)["env"]); got != "map[TOKENKEY:hunter2]" {
		t.Fatalf("the service has %s", got)
	}
	endpoint.Instance = failed
	endpoint.Refresh()
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY")

	for operation, act := range map[string]func(){
		"CreateEndpoint": func() {
			env.Process().Object(typeName).ExpectApplyError(secretHCL("hunter7", 1), acctest.Create, `TOKENKEY=\(redacted\) is bad`)
		},
		"UpdateEndpoint": func() {
			endpoint.ExpectApplyError(secretHCL("hunter7", 7), acctest.Update, `TOKENKEY=\(redacted\) is bad`)
		},
	} {
		env.SetFaults(emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: http.StatusBadRequest,
			Message: "env TOKENKEY=hunter7 is bad"})
		act()
	}
	env.SetFaults()
}

// If private state was lost, all variables that the state does not have may be secret, until an update finds the
// configured ones at the service.
func TestEndpoint_lostSecretKeys(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(secretHCL("hunter2", 1), acctest.Create)
	endpoint.Instance.Private = nil
	endpoint.Refresh()
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
	env.ClearJournal()
	endpoint.Apply(strings.Replace(secretHCL("hunter2", 1), "serve", "other", 1), acctest.Update)
	if bodies := env.Requests("UpdateEndpoint"); len(bodies) == 0 || strings.Contains(string(bodies[0].Body), "env") {
		t.Errorf("sent %v", bodies)
	}
	patch(t, env, "templates", copyOf(t, env), map[string]any{
		"env": map[string]any{"MODE": "fast-value", "TOKENKEY": "hunter2", "ADDED": "x-value"}})
	endpoint.Process = env.Process()
	if says := acctest.Text(endpoint.Refresh()); !strings.Contains(says, "adds ADDED") {
		t.Errorf("the keys are still lost: %s", says)
	}
	keeps(t, endpoint.Instance, "hunter", "TOKENKEY")
}

// An import that is told to leave env out brings no variable into the state. The first update after they are configured
// sends them only if they differ.
func TestEndpoint_importWithoutEnv(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, sends string }{
		"the same":       {secretHCL("hunter2", 1), ""},
		"all in env":     {ownHCL(leastOwn + `env = { MODE = "fast-value", TOKENKEY = "hunter2" }`), ""},
		"another secret": {secretHCL("hunter3", 1), `{"env":{"MODE":"fast-value","TOKENKEY":"hunter3"}}`},
		"none":           {ownHCL(leastOwn + `env = {}`), `{"env":{}}`},
		"not configured": {ownHCL(leastOwn), "-"},
		"a template":     {hcl(minimal), gets("t1")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			first := env.Process().Object(typeName)
			first.Apply(secretHCL("hunter2", 1), acctest.Create)
			id := first.ID()
			first.Instance = acctest.Instance{}
			endpoint := env.Process(acctest.Values{"import_env": false}).Object(typeName)
			says := acctest.Text(endpoint.Import(id))
			if !strings.Contains(says, "WARNING: Environment variables were left out of the import") ||
				!strings.Contains(says, "configure all of them: secret ones in env_wo, the others in env. The service's console") ||
				strings.Contains(says, "Imported environment variables") {
				t.Error(says)
			}
			keeps(t, endpoint.Instance, "hunter", "TOKENKEY", "fast-value")
			// The detach of an endpoint that may be bound to a shared template is another matter: see detach_test.go.
			for _, template := range []string{"t1", "t2"} {
				patch(t, env, "templates", template, map[string]any{"imageName": "img:8"})
			}
			env.ClearJournal()
			if test.sends == "-" {
				endpoint.Plan(test.config, acctest.NoOp)
				endpoint.Refresh()
				keeps(t, endpoint.Instance, "hunter", "TOKENKEY", "fast-value")
				endpoint.Apply(hcl(minimal), acctest.Update)
				return
			}
			says = acctest.Text(endpoint.Apply(test.config, acctest.Update))
			if strings.Contains(says, "hunter") {
				t.Error(says)
			}
			if test.sends == "" {
				env.ExpectWrites()
			} else {
				env.ExpectSent("UpdateEndpoint", test.sends)
			}
			if strings.Contains(test.config, "env_wo") {
				keeps(t, endpoint.Instance, "hunter")
			}
		})
	}
}

// After such an import, a plan whose comparison fails is an error, and such an update sends nothing.
func TestEndpoint_importWithoutEnvNotCompared(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	own := acctest.Values{"name": "old", "image_name": "img:1", "gpu_pools": []string{"ADA_24"}}
	with := func(more acctest.Values) acctest.Values {
		all := maps.Clone(own)
		maps.Copy(all, more)
		return all
	}
	made, diags := env.Process().Apply(typeName, acctest.Instance{}, with(acctest.Values{
		"env_wo": map[string]string{"TOKEN": "hunter2-hunter2"}, "env_wo_version": 1}))
	if len(diags) > 0 {
		t.Fatal(acctest.Text(diags))
	}
	p := env.Process(acctest.Values{"import_env": false})
	var id string
	if err := p.Attributes(typeName, made.State)["id"].As(&id); err != nil {
		t.Fatal(err)
	}
	was, _ := p.Import(typeName, id, "")
	was, _ = p.Read(typeName, was)
	acctest.ComparesVariables(t, env, "GetEndpoint", func(variables acctest.Values) []*tfprotov6.Diagnostic {
		return p.Plan(typeName, was, with(variables)).Diagnostics
	}, func(variables acctest.Values) []*tfprotov6.Diagnostic {
		_, diags := p.Apply(typeName, was, with(variables))
		return diags
	})
}
