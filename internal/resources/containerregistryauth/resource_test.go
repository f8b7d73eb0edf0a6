package containerregistryauth_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	typeName = "podfleet_container_registry_auth"
	kind     = "containerRegistryAuths"
)

func hcl(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_container_registry_auth\" \"it\" {\n%s\n}\n", arguments)
}

const minimal = `
  name     = "hub"
  username = "bob"
  password = "hunter2"
`

func writeOnly(version int) string {
	return fmt.Sprintf(`
  name                = "hub"
  username            = "bob"
  password_wo         = "hunter%d"
  password_wo_version = %d
`, version, version)
}

const created = `{"name":"hub","username":"bob","password":"hunter2"}`

func TestContainerRegistryAuth_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		auth := env.Process().Object(typeName)
		auth.Apply(hcl(minimal), acctest.Create)
		env.ExpectSent("CreateContainerRegistryAuth", created)
		auth.Apply(hcl(minimal), acctest.NoOp)
		env.ExpectWrites()
		auth.VerifyImport()
		for from, to := range map[string]string{"bob": "eve", "hunter2": "hunter3", "hub": "pub"} {
			auth.Apply(hcl(strings.Replace(minimal, from, to, 1)), acctest.Replace)
			auth.Apply(hcl(minimal), acctest.Replace)
			env.ExpectWrites("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth",
				"DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")
		}
		env.Patch(kind, env.OnlyID(kind), map[string]any{"name": "somebody was here"})
		auth.Apply(hcl(minimal), acctest.Replace)
		env.ExpectWrites("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")
		env.Remove(kind, env.OnlyID(kind))
		env.SetFaults(emulator.Fault{Operation: "CreateContainerRegistryAuth", Kind: emulator.FaultStatus,
			Status: http.StatusTooManyRequests, Count: 1})
		auth.Apply(hcl(minimal), acctest.Create)
		env.ExpectWrites("CreateContainerRegistryAuth", "CreateContainerRegistryAuth")
		env.SetFaults(emulator.Fault{Operation: "DeleteContainerRegistryAuth", Kind: emulator.FaultStatusAfter,
			Status: http.StatusGatewayTimeout, Count: 1})
		auth.Destroy()
		env.ExpectWrites("DeleteContainerRegistryAuth")
	})
}

func TestContainerRegistryAuth_writeOnlyPassword(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		auth := env.Process().Object(typeName)
		auth.Apply(hcl(writeOnly(1)), acctest.Create)
		env.ExpectSent("CreateContainerRegistryAuth", `{"name":"hub","username":"bob","password":"hunter1"}`)
		auth.Expect("password_wo", nil)
		auth.Expect("password", nil)
		auth.Apply(hcl(strings.Replace(writeOnly(1), "hunter1", "other", 1)), acctest.NoOp)
		env.ExpectWrites()
		for _, arguments := range []string{writeOnly(2), minimal, writeOnly(1)} {
			auth.Apply(hcl(arguments), acctest.Replace)
			env.ExpectWrites("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")
		}
	})
}

// What the service never returns is adopted after an import: one update in place, no request, a warning. From then on a
// change is a change.
func TestContainerRegistryAuth_importAdopts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ first, rotated acctest.Values }{
		"password": {
			acctest.Values{"name": "hub", "username": "bob", "password": "hunter1"},
			acctest.Values{"name": "hub", "username": "bob", "password": "hunter2"},
		},
		"write-only password": {
			acctest.Values{"name": "hub", "username": "bob", "password_wo": "hunter1", "password_wo_version": 1},
			acctest.Values{"name": "hub", "username": "bob", "password_wo": "hunter2", "password_wo_version": 2},
		},
		"prefix": {
			acctest.Values{"name_prefix": "hu", "username": "bob", "password": "hunter1"},
			acctest.Values{"name_prefix": "pu", "username": "bob", "password": "hunter1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Put(kind, "a1", map[string]any{"name": "hub"})
			p := env.Process()
			imported := p.MustImport(typeName, "name:hub", "")
			plan := p.Plan(typeName, imported, test.first)
			if says := acctest.Text(plan.Diagnostics); len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
				!strings.Contains(says, `WARNING: Value not verified after import: container registry auth "hub" (a1): The container registry auth "hub" (a1) was imported`) {
				t.Errorf("replaces %v: %s", plan.RequiresReplace, says)
			}
			env.ClearJournal()
			adopted, diags := p.Apply(typeName, imported, test.first)
			if len(diags) != 0 || len(env.Requests()) != 0 {
				t.Errorf("%s, after %v", acctest.Text(diags), env.Requests())
			}
			again := p.Plan(typeName, adopted, test.first)
			if string(again.PlannedState.MsgPack) != string(adopted.State.MsgPack) || len(again.Diagnostics) != 0 {
				t.Errorf("the next plan is not empty: %s", acctest.Text(again.Diagnostics))
			}
			if rotated := p.Plan(typeName, adopted, test.rotated); len(rotated.RequiresReplace) == 0 {
				t.Error("a later change does not replace")
			}
		})
	}
}

func TestContainerRegistryAuth_unknownValues(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		env.Process().Object(typeName).Apply(hcl(`
	  name     = late("late")
	  username = late("late")
	  password = late("late")
	`), acctest.Create)
		env.ExpectSent("CreateContainerRegistryAuth", `{"name":"late","username":"late","password":"late"}`)
	})
}

func TestContainerRegistryAuth_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ arguments, want string }{
		"no password": {"name = \"a\"\nusername = \"b\"", `Missing password.*password_wo_version`},
		"two passwords": {minimal + "password_wo = \"x\"\npassword_wo_version = 1",
			`"password" cannot be specified when "password_wo"`},
		"no name": {"username = \"b\"\npassword = \"c\"", `At least one attribute out of \[name_prefix,name\]`},
		"no version": {"name = \"a\"\nusername = \"b\"\npassword_wo = \"x\"",
			`"password_wo_version" must be specified`},
		"empty username": {"name = \"a\"\nusername = \"\"\npassword = \"c\"",
			`username must not be empty.*\(at username\)`},
		"name and prefix": {minimal + "name_prefix = \"a\"", `"name" cannot be specified when "name_prefix"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			env.Process().Object(typeName).ExpectPlanError(hcl(test.arguments), test.want)
			env.ExpectRequests()
		})
	}
}

func TestContainerRegistryAuth_lostCreateKeepsThePassword(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		env.SetFaults(emulator.Fault{Operation: "CreateContainerRegistryAuth", Kind: "status_after",
			Status: http.StatusInternalServerError, Message: "boom, password hunter2"})
		p := env.Process()
		_, diags := p.Apply(typeName, acctest.Instance{},
			acctest.Values{"name": "hub", "username": "bob", "password": "hunter2"})
		if says := acctest.Text(diags); strings.Contains(says, "hunter2") || !strings.Contains(says,
			`WARNING: Found the container registry auth "hub" (`) || !strings.Contains(says,
			"The API does not return user name and password, so the provider could not compare them.") {
			t.Error(says)
		}
		env.ExpectRequests("ListContainerRegistryAuths", "CreateContainerRegistryAuth", "ListContainerRegistryAuths",
			"GetContainerRegistryAuth")
	})
}
