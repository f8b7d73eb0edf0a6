package pod_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

const templated = `template_id = "t1"`

// inherited is what the request of a templated pod has beside the template and
// what is configured: nothing that the template gives.
const inherited = `"name":"my pod","locked":false,"globalNetworking":false,"computeType":"GPU","cloudType":"SECURE","gpuTypePriority":"availability",
	"gpuCount":1,"dataCenterPriority":"availability","minRAMPerGPU":8,"minVCPUPerGPU":2,"interruptible":false,"templateId":"t1"`

func has(attribute string, check knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), check)
}

// What a pod takes from its template is no diff, follows no later change of the
// template, and comes back where the configuration lets go of it.
func TestPod_takesFromItsTemplate(t *testing.T) {
	t.Parallel()
	w := start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	w.Run(
		resource.TestStep{
			Config: w.Config(hcl(templated)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("container_disk_in_gb")),
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("ports")),
			}},
			Check: w.Sent("CreatePod", `{`+inherited+`}`),
			ConfigStateChecks: []statecheck.StateCheck{
				has("image_name", knownvalue.StringExact("img:t")), has("container_disk_in_gb", knownvalue.Int64Exact(33)),
				has("volume_in_gb", knownvalue.Int64Exact(44)), has("volume_mount_path", knownvalue.StringExact("/t")),
				has("container_registry_auth_id", knownvalue.StringExact("auth1")), has("env", knownvalue.MapSizeExact(0)),
				has("docker_start_cmd", knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("run")})),
			},
		},
		w.ImportVerify(address, typeName),
		resource.TestStep{Config: w.Config(hcl(templated)), ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithID},
		resource.TestStep{ // A rename leaves all of it alone.
			PreConfig: w.ClearJournal, Config: w.Config(hcl(templated + "\nname = \"x\"")),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownValue(address, tfjsonpath.New("container_disk_in_gb"), knownvalue.Int64Exact(33)),
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
			}},
			Check: w.Sent("UpdatePod", `{"name":"x"}`),
		},
		resource.TestStep{
			Config: w.Config(hcl(templated + "\ncontainer_disk_in_gb = 77\ncontainer_registry_auth_id = \"auth1\"")), ConfigPlanChecks: update,
			Check: w.Sent("UpdatePod", `{"name":"my pod","containerDiskInGb":77}`),
		},
		resource.TestStep{ // The template changes, and nobody notices.
			PreConfig: func() {
				if err := w.PatchObject("templates", "t1", map[string]any{"containerDiskInGb": 88, "dockerStartCmd": []string{"other"}}); err != nil {
					t.Fatal(err)
				}
				w.ClearJournal()
			},
			Config: w.Config(hcl(templated + "\ncontainer_disk_in_gb = 77\ncontainer_registry_auth_id = \"auth1\"")), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote(),
		},
		resource.TestStep{ // Let go of, it is what the template has now; what was never configured stays.
			Config: w.Config(hcl(templated)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("container_disk_in_gb")),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("docker_start_cmd"), knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("run")})),
			}},
			Check:             w.Sent("UpdatePod", `{"containerDiskInGb":88}`),
			ConfigStateChecks: []statecheck.StateCheck{has("container_disk_in_gb", knownvalue.Int64Exact(88))},
		},
		resource.TestStep{Config: w.Config(hcl(templated)), ConfigPlanChecks: acctest.PlanIsEmpty()},
		resource.TestStep{ // Drift of what was configured still shows; of what was inherited nobody said anything.
			PreConfig: func() { drift(t, w, map[string]any{"name": "drifted"}) },
			Config:    w.Config(hcl(templated)), ConfigPlanChecks: update, Check: w.Sent("UpdatePod", `{"name":"my pod"}`),
		},
		resource.TestStep{ // Without a template the defaults are known.
			Config: w.Config(hcl(minimal)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("container_disk_in_gb"), knownvalue.Int64Exact(50)),
			}},
		},
		resource.TestStep{
			Config: w.Config(hcl(templated)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate),
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("container_disk_in_gb")),
			}},
		},
	)
}

// A template that is replaced replaces the pod, in one plan.
//
// Terraform 1.17 (development builds) makes of a pod that is destroyed first, under a template that is created first, a
// deposed object that nobody deletes. That order is core's, and no provider can change it: two terraform_data show it,
// the first with create_before_destroy, the second with triggers_replace on the first's id. So there the pod wants
// create_before_destroy too, which is right with every CLI.
func TestPod_templateReplacedInTheSamePlan(t *testing.T) {
	t.Parallel()
	const createFirst = "lifecycle { create_before_destroy = true }\n"
	for name, test := range map[string]struct {
		lifecycle string
		action    plancheck.ResourceActionType
		clis      []tfversion.TerraformVersionCheck
	}{
		"created first":   {createFirst, plancheck.ResourceActionCreateBeforeDestroy, nil},
		"destroyed first": {"", plancheck.ResourceActionDestroyBeforeCreate, []tfversion.TerraformVersionCheck{tfversion.SkipAbove(before1_17)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			config := func(category string) string {
				return w.Config(fmt.Sprintf("resource \"podfleet_template\" \"it\" {\n  name_prefix = \"x-\"\n  image_name = \"img:9\"\n  category = %q\n%s}\n",
					category, createFirst) + hcl("template_id = podfleet_template.it.id\n"+test.lifecycle))
			}
			w.RunCase(resource.TestCase{TerraformVersionChecks: test.clis, Steps: []resource.TestStep{
				{Config: config("NVIDIA")},
				{Config: config("AMD"), ConfigPlanChecks: acctest.PlanIs(address, test.action)},
				{Config: config("AMD"), ConfigPlanChecks: acctest.PlanIsEmpty()},
			}})
			if pods := w.Objects(kind); len(pods) != 0 {
				t.Errorf("left behind: %v", pods)
			}
		})
	}
}

// before1_17 is above every 1.16, and below the development builds of 1.17.
var before1_17 = version.Must(version.NewVersion("1.16.99"))

// The template's variables are in no state, and survive every change of env.
func TestPod_environmentOverTheTemplates(t *testing.T) {
	t.Parallel()
	w := start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	mode := hcl(templated + "\nenv = { MODE = \"fast\", LEVEL = \"debug\" }")
	onlyMode := []statecheck.StateCheck{has("env", knownvalue.MapExact(map[string]knownvalue.Check{
		"MODE": knownvalue.StringExact("fast"), "LEVEL": knownvalue.StringExact("debug"),
	}))}
	w.Run(
		resource.TestStep{
			Config: w.Config(mode), ConfigStateChecks: onlyMode,
			Check: w.Sent("CreatePod", `{"env":{"MODE":"fast","LEVEL":"debug"},`+inherited+`}`),
		},
		resource.TestStep{Config: w.Config(mode), ConfigPlanChecks: acctest.PlanIsEmpty()},
		w.ImportVerify(address, typeName),
		resource.TestStep{
			PreConfig: w.ClearJournal,
			Config:    w.Config(strings.Replace(mode, "fast", "slow", 1)), ConfigPlanChecks: update,
			Check: w.Sent("UpdatePod", `{"env":{"MODE":"slow","LEVEL":"debug","TK":"template-secret"}}`),
		},
		resource.TestStep{ // A foreign variable is drift, and the repair keeps the template's.
			PreConfig: func() {
				drift(t, w, map[string]any{"env": map[string]any{"MODE": "slow", "LEVEL": "debug", "TK": "template-secret", "FOREIGN": "1"}})
			},
			Config: w.Config(strings.Replace(mode, "fast", "slow", 1)), ConfigPlanChecks: update,
			Check: w.Sent("UpdatePod", `{"env":{"MODE":"slow","LEVEL":"debug","TK":"template-secret"}}`),
		},
		resource.TestStep{ // Let go of, LEVEL is what the template says.
			Config: w.Config(hcl(templated)), ConfigPlanChecks: update,
			Check:             w.Sent("UpdatePod", `{"env":{"LEVEL":"info","TK":"template-secret"}}`),
			ConfigStateChecks: []statecheck.StateCheck{has("env", knownvalue.MapSizeExact(0))},
		},
		resource.TestStep{Config: w.Config(hcl(templated)), ConfigPlanChecks: acctest.PlanIsEmpty()},
		resource.TestStep{ // What the template says already is taken over, and not sent.
			PreConfig: w.ClearJournal,
			Config:    w.Config(hcl(templated + "\nenv = { LEVEL = \"info\" }")), ConfigPlanChecks: update, Check: w.Wrote(),
			ConfigStateChecks: []statecheck.StateCheck{has("env", knownvalue.MapSizeExact(1))},
		},
		resource.TestStep{Config: w.Config(hcl(templated + "\nenv = { LEVEL = \"info\" }")), ConfigPlanChecks: acctest.PlanIsEmpty()},
	)
}

// A change of a templated pod's env takes one look at the pod, and one more at
// the template where a variable lay over one of the template's.
func TestPod_environmentIsCounted(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"template_id": "t1", "env": map[string]string{"MODE": "fast"}}
	was, diags := p.Apply(typeName, acctest.Instance{}, config)
	if says := acctest.Text(diags); says != "" {
		t.Fatal(says)
	}
	w.ClearJournal()
	config["env"] = map[string]string{"MODE": "slow"}
	was, diags = p.Apply(typeName, was, config)
	if err := w.Asked("GetPod", "UpdatePod"); err != nil || len(diags) != 0 {
		t.Errorf("%v %s", err, acctest.Text(diags))
	}
	delete(config, "env")
	was, diags = p.Apply(typeName, was, config)
	if err := w.Asked("GetPod", "GetTemplate", "UpdatePod"); err != nil || len(diags) != 0 {
		t.Errorf("%v %s", err, acctest.Text(diags))
	}
	leaksNothing(t, was, "template-secret", "TK")
}

func secretHCL(token string, version int) string {
	return hcl(fmt.Sprintf(templated+`
  env            = { MODE = "fast" }
  env_wo         = { TOKEN = %q }
  env_wo_version = %d
`, token, version))
}

func TestPod_secretEnvironment(t *testing.T) {
	t.Parallel()
	w := start(t)
	update := acctest.PlanIs(address, plancheck.ResourceActionUpdate)
	onlyMode := []statecheck.StateCheck{has("env", knownvalue.MapExact(map[string]knownvalue.Check{"MODE": knownvalue.StringExact("fast")}))}
	w.RunCase(resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		Steps: []resource.TestStep{
			{
				Config: w.Config(secretHCL("hunter2", 1)), ConfigStateChecks: onlyMode,
				Check: w.Sent("CreatePod", `{"env":{"MODE":"fast","TOKEN":"hunter2"},`+inherited+`}`),
			},
			{Config: w.Config(secretHCL("hunter3", 1)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: w.Wrote()},
			{
				Config: w.Config(secretHCL("hunter3", 2)), ConfigPlanChecks: update, ConfigStateChecks: onlyMode,
				Check: w.Sent("UpdatePod", `{"env":{"MODE":"fast","TOKEN":"hunter3","LEVEL":"info","TK":"template-secret"}}`),
			},
			{
				PreConfig: func() {
					drift(t, w, map[string]any{"env": map[string]any{"MODE": "other", "TOKEN": "hunter3", "LEVEL": "info", "TK": "template-secret"}})
				},
				Config: w.Config(secretHCL("hunter3", 2)), ConfigPlanChecks: update, ConfigStateChecks: onlyMode,
				Check: w.Sent("UpdatePod", `{"env":{"MODE":"fast","TOKEN":"hunter3","LEVEL":"info","TK":"template-secret"}}`),
			},
			w.ImportVerifyBut(address, typeName, "env"),
			{
				PreConfig: w.ClearJournal, Config: w.Config(hcl(templated + "\nenv = { MODE = \"fast\" }")), ConfigPlanChecks: update,
				Check: w.Sent("UpdatePod", `{"env":{"MODE":"fast","LEVEL":"info","TK":"template-secret"}}`),
			},
			{Config: w.Config(hcl(templated + "\nenv = { MODE = \"fast\" }")), ConfigPlanChecks: acctest.PlanIsEmpty()},
		},
	})
}

// A pod that goes back to its template's smaller volume would shrink. That is
// found before anything is sent.
func TestPod_volumeDoesNotShrinkByWayOfTheTemplate(t *testing.T) {
	t.Parallel()
	w := start(t)
	if err := w.PutObject("templates", "small", map[string]any{"name": "small", "imageName": "img:1", "volumeInGb": 20}); err != nil {
		t.Fatal(err)
	}
	p := w.Process()
	config := acctest.Values{"template_id": "small", "volume_in_gb": 50}
	was, diags := p.Apply(typeName, acctest.Instance{}, config)
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	w.ClearJournal()
	delete(config, "volume_in_gb")
	_, diags = p.Apply(typeName, was, config)
	if says := acctest.Text(diags); !strings.Contains(says, "its template's 20 GB, and it has 50") || len(w.Writes()) != 0 {
		t.Errorf("%s", says)
	}
}
