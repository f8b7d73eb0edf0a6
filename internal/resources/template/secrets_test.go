package template_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

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

// noSecret fails if the secret is anywhere in the state that the CLI shows.
func noSecret(secret string) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		if strings.Contains(state.String(), secret) {
			return errors.New("the secret is in the state")
		}
		return nil
	}
}

func TestTemplate_secretEnvironment(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	onlyMode := []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("env"),
		knownvalue.MapExact(map[string]knownvalue.Check{"MODE": knownvalue.StringExact("fast")}))}
	w.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		Steps: []resource.TestStep{
			{
				Config: w.Config(secretHCL("hunter2", 1)),
				Check: resource.ComposeTestCheckFunc(noSecret("hunter2"), w.Sent("CreateTemplate", `{"name":"web","imageName":"img:1","containerDiskInGb":50,
					"volumeInGb":20,"volumeMountPath":"/workspace","dockerEntrypoint":[],"dockerStartCmd":[],"env":{"MODE":"fast","TOKEN":"hunter2"},
					"ports":["8888/http","22/tcp"],"isPublic":false,"readme":""}`)),
				ConfigStateChecks: onlyMode,
			},
			{ // Without a new version nobody sees that the value changed.
				Config: w.Config(secretHCL("hunter3", 1)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
			},
			{
				Config: w.Config(secretHCL("hunter3", 2)), ConfigPlanChecks: update, ConfigStateChecks: onlyMode,
				Check: resource.ComposeTestCheckFunc(noSecret("hunter3"), w.Sent("UpdateTemplate", `{"env":{"MODE":"fast","TOKEN":"hunter3"}}`)),
			},
			{ // A foreign variable is drift; the repair carries the secret, or it would be lost.
				PreConfig: func() {
					change := map[string]any{"env": map[string]any{"MODE": "fast", "TOKEN": "hunter3", "FOREIGN": "1"}}
					if err := w.PatchObject(kind, id(t, w), change); err != nil {
						t.Fatal(err)
					}
				},
				Config: w.Config(secretHCL("hunter3", 2)), ConfigPlanChecks: update, ConfigStateChecks: onlyMode,
				Check: w.Sent("UpdateTemplate", `{"env":{"MODE":"fast","TOKEN":"hunter3"}}`),
			},
			w.ImportVerifyBut(address, typeName, "env", "config_hash"), // The secret ones are in env after an import.
			{ // A move of everything into env, value for value, is a change on the wire only as far as the values are known.
				Config: w.Config(hcl(minimal + `
					env = { MODE = "fast" }`)),
				ConfigPlanChecks: update, Check: w.Sent("UpdateTemplate", `{"env":{"MODE":"fast"}}`),
			},
		},
	})
}

// An import brings all variables into env and says so. Sorting the secret ones
// out afterwards sends nothing: the service has them already.
func TestTemplate_importCannotTellSecretsApart(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	if err := w.PutObject(kind, "t1", map[string]any{"name": "web", "imageName": "img:1", "env": map[string]any{"MODE": "fast", "TOKEN": "hunter2"}}); err != nil {
		t.Fatal(err)
	}
	p := w.Process()
	imported, diags := p.Import(typeName, "t1", "")
	if says := acctest.Text(diags); !strings.Contains(says, "WARNING: Secret variables cannot be told apart") || len(diags) != 1 || !strings.Contains(says, `The template "`) {
		t.Errorf("no warning: %s", says)
	}
	again, diags := p.Read(typeName, imported)
	if len(diags) != 0 {
		t.Errorf("the next refresh warns again: %s", acctest.Text(diags))
	}
	w.ClearJournal()
	config := acctest.Values{
		"name": "web", "image_name": "img:1", "env": map[string]string{"MODE": "fast"}, "env_wo": map[string]string{"TOKEN": "hunter2"}, "env_wo_version": 1,
	}
	adopted, diags := p.Apply(typeName, again, config)
	if len(diags) != 0 || len(w.Journal()) != 0 {
		t.Errorf("%s, after %v", acctest.Text(diags), w.Journal())
	}
	refreshed, _ := p.Read(typeName, adopted)
	for what, bytes := range map[string][]byte{"state": refreshed.State.MsgPack, "private state": refreshed.Private} {
		if leaks(bytes, "hunter2", "TOKEN") {
			t.Errorf("the secret is in the %s: %s", what, bytes)
		}
	}
}

// Should the answer to an update be lost, a refresh must not take the new
// secret for drift and write it to the state.
func TestTemplate_lostUpdateLeaksNothing(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"name": "web", "image_name": "img:1", "env_wo": map[string]string{"OLD": "hunter1"}, "env_wo_version": 1}
	created, diags := p.Apply(typeName, acctest.Instance{}, config)
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	w.SetFaults(
		emulator.Fault{Operation: "UpdateTemplate", Kind: "reset_after"},
		emulator.Fault{Operation: "GetTemplate", Kind: "status", Status: http.StatusInternalServerError, Message: "down"},
	)
	config["env_wo"], config["env_wo_version"] = map[string]string{"NEWTOKEN": "hunter2"}, 2
	failed, diags := p.Apply(typeName, created, config)
	if says := acctest.Text(diags); !strings.Contains(says, "Cannot update template") || strings.Contains(says, "hunter2") {
		t.Errorf("%s", says)
	}
	w.SetFaults()
	if env := fmt.Sprint(one(t, w)["env"]); env != "map[NEWTOKEN:hunter2]" {
		t.Fatalf("the update was not carried out: %s", env)
	}
	refreshed, _ := p.Read(typeName, failed)
	if leaks(refreshed.State.MsgPack, "hunter1", "hunter2", "NEWTOKEN") || leaks(refreshed.Private, "hunter1", "hunter2", "NEWTOKEN") {
		t.Errorf("a secret leaked: %s %s", refreshed.State.MsgPack, refreshed.Private)
	}
}

// With secrets among the variables the state cannot tell whether an update of
// them changes anything; one read tells, and what changes nothing is not sent.
func TestTemplate_variablesThatAreThereAreNotSent(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	plain, secret := map[string]string{"MODE": "fast"}, map[string]string{"TOKENKEY": "hunter2"}
	config := acctest.Values{"name": "web", "image_name": "img:1", "env": plain, "env_wo": secret, "env_wo_version": 1}
	created, _ := p.Apply(typeName, acctest.Instance{}, config)
	for _, change := range []acctest.Values{
		{"env_wo_version": 2},
		{"env": map[string]string{}, "env_wo": map[string]string{"MODE": "fast", "TOKENKEY": "hunter2"}},
	} {
		for name, value := range change {
			config[name] = value
		}
		w.ClearJournal()
		updated, diags := p.Apply(typeName, created, config)
		if reads := len(w.Requests("GetTemplate")); reads != 1 || len(w.Writes()) != 0 || len(diags) != 0 {
			t.Errorf("%v: %d reads, %s", change, reads, acctest.Text(diags))
		}
		refreshed, _ := p.Read(typeName, updated)
		if plan := p.Plan(typeName, refreshed, config); string(plan.PlannedState.MsgPack) != string(refreshed.State.MsgPack) || leaks(refreshed.State.MsgPack, "hunter2") {
			t.Errorf("%v: the next plan is not empty: %v", change, p.Attributes(typeName, plan.PlannedState))
		}
		created = refreshed
	}
}

func TestTemplate_updateErrorsDoNotQuoteSecrets(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"name": "web", "image_name": "img:1"}
	created, _ := p.Apply(typeName, acctest.Instance{}, config)
	w.SetFaults(emulator.Fault{Operation: "UpdateTemplate", Kind: "status", Status: http.StatusBadRequest, Message: "env TOKENKEY=hunter2 is bad"})
	config["env_wo"], config["env_wo_version"] = map[string]string{"TOKENKEY": "hunter2"}, 1
	if _, diags := p.Apply(typeName, created, config); !strings.Contains(acctest.Text(diags), "TOKENKEY=(redacted) is bad") {
		t.Error(acctest.Text(diags))
	}
}

func TestTemplate_errorsDoNotQuoteSecrets(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.SetFaults(emulator.Fault{Operation: "CreateTemplate", Kind: "status", Status: http.StatusBadRequest, Message: "env TOKEN=hunter2 is bad"})
	w.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		Steps: []resource.TestStep{
			{Config: w.Config(secretHCL("hunter2", 1)), ExpectError: regexp.MustCompile(`env TOKEN=\(redacted\) is bad`)},
		},
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
