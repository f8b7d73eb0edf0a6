package endpoint_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestEndpoint_unknownValues(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Run(resource.TestStep{
		Config: w.Config(`
resource "podfleet_template" "late" {
  name          = "late"
  image_name    = "img:1"
  is_serverless = true
}
resource "terraform_data" "late" { input = { number = 2, type = "GPU", gpu = "NVIDIA A40", center = "EU-RO-1" } }
resource "podfleet_endpoint" "it" {
  template_id     = podfleet_template.late.id
  compute_type    = terraform_data.late.output.type
  workers_min     = terraform_data.late.output.number
  gpu_type_ids    = [terraform_data.late.output.gpu]
  data_center_ids = [terraform_data.late.output.center]
}`),
		Check: w.Wrote("CreateTemplate", "CreateEndpoint"),
	})
}

func TestEndpoint_badInput(t *testing.T) {
	t.Parallel()
	w := start(t)
	for says, arguments := range map[string]string{
		`workers_min exceeds workers_max.*workers_min is 5 and workers_max is 3`: `workers_min = 5`,
		`workers_min is 2 and workers_max is 1`:                                  "workers_min = 2\nworkers_max = 1",
		`Not for this compute type.*vcpu_count means nothing`:                    `vcpu_count = 4`,
		`Not for this compute type.*gpu_type_ids means nothing`:                  "compute_type = \"CPU\"\ngpu_type_ids = [\"NVIDIA A40\"]",
		`idle_timeout value must be between 1 and 3600`:                          `idle_timeout = 3601`,
		`scaler_value value must be at least 1`:                                  `scaler_value = 0`,
		`string length must be between 1 and 191`:                                fmt.Sprintf("name = %q", strings.Repeat("x", 192)),
		`must not end in " -fb"`:                                                 `name = "serve -fb"`,
		`value must be one of: \["QUEUE_DELAY" "REQUEST_COUNT"\]`:                `scaler_type = "MAGIC"`,
		`The template is one for pods.*"pods" \(pods\) has is_serverless`:        `lifecycle {}` + "\n",
	} {
		config := hcl(arguments)
		if strings.HasPrefix(arguments, "lifecycle") {
			config = strings.Replace(config, `"t1"`, `"pods"`, 1)
		}
		w.Run(resource.TestStep{Config: w.Config(config), PlanOnly: true, ExpectError: regexp.MustCompile("(?s)" + acctest.Wrapped(says))})
	}
	if writes := w.Writes(); len(writes) != 0 {
		t.Errorf("something was sent: %v", writes)
	}
}

func TestEndpoint_failuresAreToldApart(t *testing.T) {
	t.Parallel()
	for message, says := range map[string]string{
		"workers quota exceeded":               "Cannot create endpoint: quota reached",
		"cannot use pod templates":             "Cannot create endpoint: the template is one for pods",
		"there are no instances available":     "Cannot create endpoint: no capacity",
		"your account balance is insufficient": "Cannot create endpoint: insufficient balance",
	} {
		w := start(t)
		w.SetFaults(emulator.Fault{Operation: "CreateEndpoint", Kind: "status", Status: http.StatusInternalServerError, Message: message})
		_, diags := w.Process().Apply(typeName, acctest.Instance{}, acctest.Values{"template_id": "t1"})
		if got := acctest.Text(diags); !strings.Contains(got, says) || strings.Contains(got, "may or may not") {
			t.Errorf("%s: %s", message, got)
		}
	}
}

// A template that endpoints use warns before it rolls them, with one list a walk.
func TestEndpoint_templateWarnsBeforeItRolls(t *testing.T) {
	t.Parallel()
	w := start(t)
	for _, id := range []string{"e1", "e2"} {
		if err := w.PutObject(kind, id, map[string]any{"name": "serve-" + id, "templateId": "t1"}); err != nil {
			t.Fatal(err)
		}
	}
	p := w.Process()
	const template = "podfleet_template"
	for _, test := range []struct{ id, name, warns string }{{"t1", "one", `"serve-e1" (e1), "serve-e2" (e2)`}, {"t2", "two", ""}} {
		imported, _ := p.Import(template, test.id, "")
		config := acctest.Values{"name": test.name, "image_name": "img:1", "is_serverless": true}
		if says := acctest.Text(p.Plan(template, imported, config).Diagnostics); says != "" {
			t.Errorf("nothing changes: %s", says)
		}
		config["image_name"] = "img:2"
		if says := acctest.Text(p.Plan(template, imported, config).Diagnostics); !strings.Contains(says, test.warns) || (says == "") != (test.warns == "") {
			t.Errorf("%s: %q", test.id, says)
		}
	}
	if got := len(w.Requests("ListEndpoints")); got != 1 {
		t.Errorf("%d lists, want one for the walk", got)
	}
}

// A CPU endpoint that a deployment answers as GPU is told of when it is made and
// when it is changed, and not with every refresh.
func TestEndpoint_answeredAsGPU(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"name": "serve", "template_id": "t1", "compute_type": "CPU"}
	made, diags := p.Apply(typeName, acctest.Instance{}, config)
	if len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	if err := w.PatchObject(kind, id(t, w), map[string]any{"computeType": "GPU"}); err != nil {
		t.Fatal(err)
	}
	read, diags := p.Read(typeName, made)
	if len(diags) != 0 {
		t.Errorf("refresh: %s", acctest.Text(diags))
	}
	if plan := p.Plan(typeName, read, config); len(plan.Diagnostics) != 0 || len(plan.RequiresReplace) != 0 {
		t.Errorf("plan: replaces %v: %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
	}
	config["idle_timeout"] = 9
	if _, diags = p.Apply(typeName, read, config); len(diags) != 1 || !strings.Contains(acctest.Text(diags), `The endpoint "serve" is to be one of CPU, and the service says GPU`) {
		t.Errorf("change: %s", acctest.Text(diags))
	}
}

// Null, unknown and empty ask for nothing: not what is left open by a variable, nor
// the empty lists that a generated configuration has.
func TestEndpoint_asksForNothing(t *testing.T) {
	t.Parallel()
	w := start(t)
	late := "resource \"terraform_data\" \"late\" { input = 4 }\n"
	for name, arguments := range map[string]string{
		"null on a GPU endpoint":    "cpu_flavor_ids = null\nvcpu_count = null",
		"empty on a GPU endpoint":   "cpu_flavor_ids = []",
		"unknown on a GPU endpoint": "cpu_flavor_ids = [for n in [terraform_data.late.output] : \"cpu3c\" if n > 9]\nvcpu_count = terraform_data.late.output > 9 ? 4 : null",
		"empty on a CPU endpoint":   "compute_type = \"CPU\"\ngpu_type_ids = []\nallowed_cuda_versions = []\ngpu_count = null",
		"no flavor":                 "compute_type = \"CPU\"\ncpu_flavor_ids = []",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			config := w.Config(late + hcl(minimal+"\n"+arguments))
			w.Run(
				resource.TestStep{Config: config},
				resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty()},
			)
			for _, request := range w.Requests("CreateEndpoint") {
				if strings.Contains(string(request.Body), "vcpuCount") || strings.Contains(string(request.Body), "cpuFlavorIds") {
					t.Errorf("sent %s", request.Body)
				}
			}
		})
	}
	w.Run(resource.TestStep{
		Config:      w.Config(hcl(minimal + "\ncpu_flavor_ids = [\"cpu3c\"]")),
		ExpectError: regexp.MustCompile("(?s)" + acctest.Wrapped(`Not for this compute type.*cpu_flavor_ids means nothing`)),
	})
}
