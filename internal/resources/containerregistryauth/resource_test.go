package containerregistryauth_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_container_registry_auth.it"
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

func id(t *testing.T, w *acctest.Env) string {
	t.Helper()
	all := w.Objects(kind)
	if len(all) != 1 {
		t.Fatalf("%d logins, want 1", len(all))
	}
	return fmt.Sprint(all[0]["id"])
}

func TestContainerRegistryAuth_lifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	replace := acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate)
	replaced := w.Wrote("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")
	changed := func(from, to string) string { return w.Config(hcl(strings.Replace(minimal, from, to, 1))) }
	w.Run(
		resource.TestStep{
			Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate),
			Check:             w.Sent("CreateContainerRegistryAuth", `{"name":"hub","username":"bob","password":"hunter2"}`),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectSensitiveValue(address, tfjsonpath.New("password"))},
		},
		resource.TestStep{Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
		w.ImportVerify(address, typeName),
		resource.TestStep{Config: changed("bob", "eve"), ConfigPlanChecks: replace, Check: replaced},
		resource.TestStep{Config: changed("hunter2", "hunter3"), ConfigPlanChecks: replace, Check: replaced},
		resource.TestStep{Config: changed("hub", "pub"), ConfigPlanChecks: replace, Check: replaced},
		resource.TestStep{
			PreConfig: func() {
				if err := w.PatchObject(kind, id(t, w), map[string]any{"name": "somebody was here"}); err != nil {
					t.Fatal(err)
				}
			},
			Config: w.Config(hcl(minimal)), ConfigPlanChecks: replace, Check: replaced,
		},
		resource.TestStep{
			PreConfig: func() {
				if err := w.DeleteObject(kind, id(t, w)); err != nil {
					t.Fatal(err)
				}
				w.SetFaults(emulator.Fault{Operation: "CreateContainerRegistryAuth", Kind: "status", Status: http.StatusTooManyRequests, Count: 1})
			},
			Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate),
			Check: w.Wrote("CreateContainerRegistryAuth", "CreateContainerRegistryAuth"),
		},
		resource.TestStep{
			PreConfig: func() {
				w.SetFaults(emulator.Fault{Operation: "DeleteContainerRegistryAuth", Kind: "status_after", Status: http.StatusGatewayTimeout, Count: 1})
			},
			Config: w.Block(), Check: w.Wrote("DeleteContainerRegistryAuth", "DeleteContainerRegistryAuth"),
		},
	)
}

func TestContainerRegistryAuth_writeOnlyPassword(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	replace := acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate)
	w.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		Steps: []resource.TestStep{
			{
				Config: w.Config(hcl(writeOnly(1))), Check: w.Sent("CreateContainerRegistryAuth", `{"name":"hub","username":"bob","password":"hunter1"}`),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("password_wo"), knownvalue.Null()),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("password"), knownvalue.Null()),
				},
			},
			{Config: w.Config(hcl(strings.Replace(writeOnly(1), "hunter1", "other", 1))), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
			{Config: w.Config(hcl(writeOnly(2))), ConfigPlanChecks: replace, Check: w.Wrote("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")},
			{Config: w.Config(hcl(minimal)), ConfigPlanChecks: replace, Check: w.Wrote("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")},
			{Config: w.Config(hcl(writeOnly(1))), ConfigPlanChecks: replace, Check: w.Wrote("DeleteContainerRegistryAuth", "CreateContainerRegistryAuth")},
		},
	})
}

// Rotating a password while a template uses the login: the new one is made, the
// template moves over, the old one goes.
func TestContainerRegistryAuth_rotationUnderATemplate(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := func(password string) string {
		return w.Config(hcl(fmt.Sprintf(`
  name_prefix = "hub-"
  username    = "bob"
  password    = %q
  lifecycle { create_before_destroy = true }`, password)) + `
resource "podfleet_template" "user" {
  name                       = "web"
  image_name                 = "img:1"
  container_registry_auth_id = podfleet_container_registry_auth.it.id
}`)
	}
	w.Run(
		resource.TestStep{Config: config("hunter2"), Check: w.Wrote("CreateContainerRegistryAuth", "CreateTemplate")},
		resource.TestStep{
			Config: config("hunter3"), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreateBeforeDestroy),
			Check: w.Wrote("CreateContainerRegistryAuth", "UpdateTemplate", "DeleteContainerRegistryAuth"),
		},
		resource.TestStep{Config: config("hunter3"), ConfigPlanChecks: acctest.PlanIsEmpty()},
	)
}

// What the service never returns is adopted after an import: one update in
// place, no request, a warning. From then on a change is a change.
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
			w := acctest.Start(t)
			if err := w.PutObject(kind, "a1", map[string]any{"name": "hub"}); err != nil {
				t.Fatal(err)
			}
			p := w.Process()
			imported, diags := p.Import(typeName, "name:hub", "")
			if len(diags) != 0 {
				t.Fatal(acctest.Text(diags))
			}
			plan := p.Plan(typeName, imported, test.first)
			if says := acctest.Text(plan.Diagnostics); len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
				!strings.Contains(says, `WARNING: Value not verified after import: The container registry auth "hub" (a1) was imported`) {
				t.Errorf("replaces %v: %s", plan.RequiresReplace, says)
			}
			w.ClearJournal()
			adopted, diags := p.Apply(typeName, imported, test.first)
			if len(diags) != 0 || len(w.Journal()) != 0 {
				t.Errorf("%s, after %v", acctest.Text(diags), w.Journal())
			}
			if again := p.Plan(typeName, adopted, test.first); string(again.PlannedState.MsgPack) != string(adopted.State.MsgPack) || len(again.Diagnostics) != 0 {
				t.Errorf("the next plan is not empty: %s", acctest.Text(again.Diagnostics))
			}
			if rotated := p.Plan(typeName, adopted, test.rotated); len(rotated.RequiresReplace) == 0 {
				t.Error("a later change does not replace")
			}
		})
	}
}

func TestContainerRegistryAuth_importThroughTheCLI(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	if err := w.PutObject(kind, "a1", map[string]any{"name": "hub"}); err != nil {
		t.Fatal(err)
	}
	w.Run(
		resource.TestStep{
			Config:           w.Config(`import {` + "\n" + `to = ` + address + "\n" + `id = "name:hub"` + "\n" + `}` + "\n" + hcl(minimal)),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionUpdate),
			Check:            w.Wrote(),
		},
		resource.TestStep{Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
	)
}

func TestContainerRegistryAuth_importByIdentity(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := w.Config(hcl(minimal))
	w.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{Config: config},
			{
				Config: config, ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
				ExpectNonEmptyPlan: true, // Username and password are adopted.
			},
		},
	})
}

func TestContainerRegistryAuth_unknownValues(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.Run(resource.TestStep{
		Config: w.Config(`
resource "terraform_data" "late" { input = "late" }
` + hcl(`
  name     = terraform_data.late.output
  username = terraform_data.late.output
  password = terraform_data.late.output
`)),
		Check: w.Sent("CreateContainerRegistryAuth", `{"name":"late","username":"late","password":"late"}`),
	})
}

func TestContainerRegistryAuth_badInput(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	for says, arguments := range map[string]string{
		`(?s)Missing Attribute Configuration.*password`:           `name = "a"` + "\n" + `username = "b"`,
		`(?s)Invalid Attribute Combination.*password`:             minimal + `password_wo = "x"` + "\n" + `password_wo_version = 1`,
		`(?s)Missing Attribute Configuration.*name_prefix`:        `username = "b"` + "\n" + `password = "c"`,
		`(?s)Invalid Attribute Combination.*password_wo_version`:  `name = "a"` + "\n" + `username = "b"` + "\n" + `password_wo = "x"`,
		`(?s)username string length must be at least 1`:           `name = "a"` + "\n" + `username = ""` + "\n" + `password = "c"`,
		`(?s)Invalid Attribute Combination.*\[name,name_prefix\]`: `name = "a"` + "\n" + `name_prefix = "a"` + "\n" + `username = "b"` + "\n" + `password = "c"`,
	} {
		w.Run(resource.TestStep{Config: w.Config(hcl(arguments)), PlanOnly: true, ExpectError: regexp.MustCompile(acctest.Wrapped(says))})
	}
	if asked := w.Journal(); len(asked) != 0 {
		t.Errorf("the service was asked: %v", asked)
	}
}

func TestContainerRegistryAuth_lostCreateKeepsThePassword(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.SetFaults(emulator.Fault{Operation: "CreateContainerRegistryAuth", Kind: "status_after", Status: http.StatusInternalServerError, Message: "boom, password hunter2"})
	p := w.Process()
	_, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"name": "hub", "username": "bob", "password": "hunter2"})
	if says := acctest.Text(diags); strings.Contains(says, "hunter2") || !strings.Contains(says, `There is now a container registry auth called "hub" with id`) {
		t.Error(says)
	}
	if err := w.Asked("CreateContainerRegistryAuth", "ListContainerRegistryAuths"); err != nil {
		t.Error(err)
	}
}
