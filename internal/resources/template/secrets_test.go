package template_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// secretHCL is a template with a plain variable and a secret one.
func secretHCL(token string, version int) string {
	return hcl(fmt.Sprintf(`
  name           = "web"
  env            = { MODE = "fast" }
  env_wo         = { TOKEN = %q }
  env_wo_version = %d
`, token, version))
}

func TestTemplate_secretEnvironment(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		template := env.Process().Object(typeName)
		// holds checks that the state has the plain variable alone, and nowhere the secret.
		holds := func(secret string) {
			t.Helper()
			template.Expect("env", map[string]string{"MODE": "fast"})
			if leaks(template.Instance.State.MsgPack, secret) || leaks(template.Instance.Private, secret) {
				t.Errorf("the secret is in the state: %s %s", template.Instance.State.MsgPack, template.Instance.Private)
			}
		}
		template.Apply(secretHCL("hunter2", 1), acctest.Create)
		env.ExpectSent("CreateTemplate", strings.Replace(env.Over(created, created2), `"env":{}`,
			`"env":{"MODE":"fast","TOKEN":"hunter2"}`, 1))
		holds("hunter2")
		// Without a new version nobody sees that the value changed.
		template.Apply(secretHCL("hunter3", 1), acctest.NoOp)
		env.ExpectWrites()
		template.Apply(secretHCL("hunter3", 2), acctest.Update)
		env.ExpectSent("UpdateTemplate", `{"env":{"MODE":"fast","TOKEN":"hunter3"}}`)
		holds("hunter3")
		// With secrets the state cannot tell whether a new version changes anything; one read tells that the service has it.
		template.Apply(secretHCL("hunter3", 3), acctest.Update)
		env.ExpectWrites()
		holds("hunter3")
		// A foreign variable is drift; the repair carries the secret, or it would be lost.
		change := map[string]any{"env": map[string]any{"MODE": "fast", "TOKEN": "hunter3", "FOREIGN": "1"}}
		env.Patch(kind, template.ID(), change)
		template.Apply(secretHCL("hunter3", 3), acctest.Update)
		env.ExpectSent("UpdateTemplate", `{"env":{"MODE":"fast","TOKEN":"hunter3"}}`)
		holds("hunter3")
		template.VerifyImport("env", "config_hash") // The secret ones are in env after an import.
		// A move of everything into env, value for value, is a change on the wire only as far as the values are known.
		template.Apply(hcl(minimal+"\nenv = { MODE = \"fast\" }"), acctest.Update)
		env.ExpectSent("UpdateTemplate", `{"env":{"MODE":"fast"}}`)
	})
}

// Should the answer to an update be lost, a refresh must not take the new secret for drift and write it to the state.
func TestTemplate_lostUpdateLeaksNothing(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1", "env_wo": map[string]string{"OLD": "hunter1"},
			"env_wo_version": 1}
		created, diags := p.Apply(typeName, acctest.Instance{}, config)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		env.SetFaults(
			emulator.Fault{Operation: "UpdateTemplate", Kind: "reset_after"},
			emulator.Fault{Operation: "GetTemplate", Kind: "status", Status: http.StatusInternalServerError,
				Message: "down"},
		)
		config["env_wo"], config["env_wo_version"] = map[string]string{"NEWTOKEN": "hunter2"}, 2
		failed, diags := p.Apply(typeName, created, config)
		if says := acctest.Text(diags); !strings.Contains(says, "Cannot update template") ||
			strings.Contains(says, "hunter2") {
			t.Errorf("%s", says)
		}
		env.SetFaults()
		if got := fmt.Sprint(one(t, env)["env"]); got != "map[NEWTOKEN:hunter2]" {
			t.Fatalf("the update was not carried out: %s", got)
		}
		refreshed, _ := p.Read(typeName, failed)
		if leaks(refreshed.State.MsgPack, "hunter1", "hunter2", "NEWTOKEN") ||
			leaks(refreshed.Private, "hunter1", "hunter2", "NEWTOKEN") {
			t.Errorf("a secret leaked: %s %s", refreshed.State.MsgPack, refreshed.Private)
		}
	})
}

// No error quotes a secret. Values of env are sensitive too; but an ordinary short one is no secret, and would blot out
// the message.
func TestTemplate_errorsDoNotQuoteVariables(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		const says = "env PASSWORD=swordfish, TOKENKEY=hunter2, LEVEL=info and DEBUG=1 is bad: info 1"
		var faults []emulator.Fault
		const want = "env PASSWORD=(redacted), TOKENKEY=(redacted), LEVEL=info and DEBUG=1 is bad: info 1"
		env := start()
		p := env.Process()
		config := acctest.Values{"name": "web", "image_name": "img:1"}
		created, _ := p.Apply(typeName, acctest.Instance{}, config)
		for _, operation := range []string{"CreateTemplate", "UpdateTemplate"} {
			faults = append(faults, emulator.Fault{Operation: operation, Kind: "status", Status: http.StatusBadRequest,
				Message: says})
		}
		env.SetFaults(faults...)
		config["env"] = map[string]string{"PASSWORD": "swordfish", "LEVEL": "info", "DEBUG": "1"}
		config["env_wo"], config["env_wo_version"] = map[string]string{"TOKENKEY": "hunter2"}, 1
		for name, was := range map[string]acctest.Instance{"create": {}, "update": created} {
			if _, diags := p.Apply(typeName, was, config); !strings.Contains(acctest.Text(diags), want) {
				t.Errorf("%s: %s", name, acctest.Text(diags))
			}
		}
	})
}

func leaks(where []byte, secrets ...string) bool {
	for _, secret := range secrets {
		if bytes.Contains(where, []byte(secret)) {
			return true
		}
	}
	return false
}
