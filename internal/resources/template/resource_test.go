package template_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_template.it"
	typeName = "podfleet_template"
	kind     = "templates"
)

// hcl is a template with these arguments beside its image.
func hcl(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_template\" \"it\" {\n  image_name = \"img:1\"\n%s\n}\n", arguments)
}

const minimal = `name = "web"`

const everything = `
  name                       = "web-2"
  container_disk_in_gb       = 7
  volume_in_gb               = 8
  volume_mount_path          = "/data"
  container_registry_auth_id = "auth1"
  docker_entrypoint          = ["/bin/sh", "-c"]
  docker_start_cmd           = ["echo", "hi there"]
  env                        = { MODE = "fast", EMPTY = "" }
  ports                      = ["9000/tcp"]
  is_public                  = true
  readme                     = "# Title\n\n<b>bold</b> & more"
`

// one is the single template of the emulator, or a failure.
func one(t *testing.T, w *acctest.Env) map[string]any {
	t.Helper()
	all := w.Objects(kind)
	if len(all) != 1 {
		t.Fatalf("%d templates, want 1", len(all))
	}
	return all[0]
}

func id(t *testing.T, w *acctest.Env) string {
	t.Helper()
	return fmt.Sprint(one(t, w)["id"])
}

func TestTemplate_lifecycle(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]emulator.Options{
		"published": {},
		"spelling":  {PlatformName: "Acme"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lifecycle(t, options)
		})
	}
}

func lifecycle(t *testing.T, options emulator.Options) {
	t.Helper()
	w := acctest.Start(t, options)
	if err := w.PutObject("containerRegistryAuths", "auth1", map[string]any{"name": "a"}); err != nil {
		t.Fatal(err)
	}
	w.Run(
		resource.TestStep{
			Config:           w.Config(hcl(minimal)),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate),
			Check: w.Sent("CreateTemplate", `{"name":"web","imageName":"img:1","containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace",
				"dockerEntrypoint":[],"dockerStartCmd":[],"env":{},"ports":["8888/http","22/tcp"],"isPublic":false,"readme":""}`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.NotNull()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("category"), knownvalue.StringExact("NVIDIA")),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("container_registry_auth_id"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("is_platform"), knownvalue.Bool(false)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("earned"), knownvalue.Float64Exact(0)),
				statecheck.ExpectSensitiveValue(address, tfjsonpath.New("env")),
			},
		},
		resource.TestStep{ // A plan without changes reads once and writes nothing.
			PreConfig: w.ClearJournal, Config: w.Config(hcl(minimal)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
		},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			PreConfig:        w.ClearJournal,
			Config:           w.Config(hcl(everything)),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionUpdate),
			Check: w.Sent("UpdateTemplate", `{"name":"web-2","containerDiskInGb":7,"volumeInGb":8,"volumeMountPath":"/data","containerRegistryAuthId":"auth1",
				"dockerEntrypoint":["/bin/sh","-c"],"dockerStartCmd":["echo","hi there"],"env":{"MODE":"fast","EMPTY":""},"ports":["9000/tcp"],
				"isPublic":true,"readme":"# Title\n\n<b>bold</b> & more"}`),
		},
		w.ImportVerify(address, typeName),
		resource.TestStep{ // Only the changed key is sent.
			PreConfig: w.ClearJournal, Config: w.Config(hcl(everything) + "# \n"), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
		},
		resource.TestStep{
			PreConfig: func() {
				w.ClearJournal()
				if err := w.PatchObject(kind, id(t, w), map[string]any{"readme": "somebody was here", "env": map[string]any{"FOREIGN": "1"}}); err != nil {
					t.Fatal(err)
				}
			},
			Config:           w.Config(hcl(everything)),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionUpdate),
			Check:            w.Sent("UpdateTemplate", `{"readme":"# Title\n\n<b>bold</b> & more","env":{"MODE":"fast","EMPTY":""}}`),
		},
		resource.TestStep{
			PreConfig:        w.ClearJournal,
			Config:           w.Config(hcl(everything + "category = \"AMD\"")),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate),
			Check:            w.Wrote("DeleteTemplate", "CreateTemplate"),
		},
		resource.TestStep{
			PreConfig: w.ClearJournal,
			Config:    w.Config(hcl("name = \"web\"\nis_serverless = true\n")),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionReplace),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("volume_in_gb"), knownvalue.Int64Exact(0)),
			}},
			Check: w.Wrote("DeleteTemplate", "CreateTemplate"),
		},
		resource.TestStep{
			PreConfig: func() {
				if err := w.DeleteObject(kind, id(t, w)); err != nil {
					t.Fatal(err)
				}
				w.ClearJournal()
			},
			Config:           w.Config(hcl("name = \"web\"\nis_serverless = true\n")),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionCreate),
			Check:            w.Wrote("CreateTemplate"),
		},
		resource.TestStep{ // Destroying what is gone already is a success.
			PreConfig: func() {
				w.ClearJournal()
				w.SetFaults(emulator.Fault{Operation: "DeleteTemplate", Kind: "status_after", Status: http.StatusBadGateway, Count: 1})
			},
			Config: w.Block(), Check: w.Wrote("DeleteTemplate", "DeleteTemplate"),
		},
	)
	if left := w.Objects(kind); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Clearing works for every optional attribute: unset, set, unset, and the
// service agrees each time.
func TestTemplate_clearing(t *testing.T) {
	t.Parallel()
	for attribute, test := range map[string]struct{ value, wire, cleared string }{
		"container_disk_in_gb":       {`7`, `{"containerDiskInGb":7}`, `{"containerDiskInGb":50}`},
		"volume_in_gb":               {`27`, `{"volumeInGb":27}`, `{"volumeInGb":20}`},
		"volume_mount_path":          {`"/data"`, `{"volumeMountPath":"/data"}`, `{"volumeMountPath":"/workspace"}`},
		"container_registry_auth_id": {`"auth1"`, `{"containerRegistryAuthId":"auth1"}`, `{"containerRegistryAuthId":""}`},
		"docker_entrypoint":          {`["a"]`, `{"dockerEntrypoint":["a"]}`, `{"dockerEntrypoint":[]}`},
		"docker_start_cmd":           {`["a"]`, `{"dockerStartCmd":["a"]}`, `{"dockerStartCmd":[]}`},
		"env":                        {`{ A = "1" }`, `{"env":{"A":"1"}}`, `{"env":{}}`},
		"ports":                      {`[]`, `{"ports":[]}`, `{"ports":["8888/http","22/tcp"]}`},
		"is_public":                  {`true`, `{"isPublic":true}`, `{"isPublic":false}`},
		"readme":                     {`"x"`, `{"readme":"x"}`, `{"readme":""}`},
	} {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			if err := w.PutObject("containerRegistryAuths", "auth1", map[string]any{"name": "a"}); err != nil {
				t.Fatal(err)
			}
			update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
			set := hcl(minimal + "\n" + attribute + " = " + test.value)
			w.Run(
				resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Wrote("CreateTemplate")},
				resource.TestStep{Config: w.Config(set), ConfigPlanChecks: update, Check: w.Sent("UpdateTemplate", test.wire)},
				resource.TestStep{Config: w.Config(hcl(minimal)), ConfigPlanChecks: update, Check: w.Sent("UpdateTemplate", test.cleared)},
				w.ImportVerify(address, typeName),
			)
		})
	}
}

// [] and unset mean the same, also to an imported template.
func TestTemplate_emptyIsUnset(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	empty := hcl(minimal + `
  docker_entrypoint = []
  docker_start_cmd  = []
  env               = {}
  readme            = ""
`)
	w.Run(
		resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Wrote("CreateTemplate")},
		resource.TestStep{Config: w.Config(empty), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
		resource.TestStep{
			Config: w.Config(empty), ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithID,
		},
		resource.TestStep{
			Config: w.Config(hcl(minimal)), ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithID,
		},
	)
}

func TestTemplate_retriesRateLimits(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.SetFaults(emulator.Fault{Operation: "*", Kind: "status", Status: http.StatusTooManyRequests, Count: 2})
	w.Run(resource.TestStep{Config: w.Config(hcl(minimal)), Check: w.Wrote("CreateTemplate", "CreateTemplate", "CreateTemplate")})
}

func TestTemplate_unknownValues(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	config := `
resource "terraform_data" "late" { input = { text = "/late", number = 9, yes = true } }
locals { late = terraform_data.late.output }
` + hcl(`
  name                 = local.late.text
  container_disk_in_gb = local.late.number
  volume_mount_path    = local.late.text
  is_serverless        = local.late.yes
  docker_start_cmd     = [local.late.text]
  env                  = { A = local.late.text }
  ports                = ["${local.late.number}/tcp"]
`)
	w.Run(resource.TestStep{
		Config: w.Config(config),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue(address, tfjsonpath.New("volume_in_gb")),
		}},
		Check: w.Sent("CreateTemplate", `{"name":"/late","imageName":"img:1","containerDiskInGb":9,"volumeInGb":0,"volumeMountPath":"/late",
			"dockerEntrypoint":[],"dockerStartCmd":["/late"],"env":{"A":"/late"},"ports":["9/tcp"],"isPublic":false,"readme":"","isServerless":true}`),
	})
}

func TestTemplate_badInputIsFoundAtPlanTime(t *testing.T) {
	t.Parallel()
	for arguments, says := range map[string]string{
		``: `(?s)Missing Attribute Configuration.*name_prefix`,
		`name = "a"
		 name_prefix = "b"`: `(?s)Invalid Attribute Combination.*name`,
		`name = ""`: `at least 1`,
		minimal + `
		 ports = ["8888"]`: `(?s)Not a port.*8888/http`,
		minimal + `
		 ports = [null]`: `(?s)Null`,
		minimal + `
		 volume_mount_path = "data"`: `(?s)Not an absolute path.*got "data"`,
		minimal + `
		 container_disk_in_gb = -1`: `at least 0`,
		minimal + `
		 category = "TPU"`: `"NVIDIA"`,
		minimal + `
		 container_registry_auth_id = ""`: `at least 1`,
		minimal + `
		 env = { A = null }`: `(?s)Null`,
		minimal + `
		 is_serverless = true
		 volume_in_gb = 5`: `A serverless template has no local volume`,
		minimal + `
		 env_wo_version = 1`: `(?s)env_wo`,
		minimal + `
		 env = { A = "1" }
		 env_wo = { A = "2" }
		 env_wo_version = 1`: `Variable set twice`,
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.Run(resource.TestStep{Config: w.Config(hcl(arguments)), PlanOnly: true, ExpectError: regexp.MustCompile(says)})
			if asked := w.Journal(); len(asked) != 0 {
				t.Errorf("the service was asked: %v", asked)
			}
		})
	}
}
