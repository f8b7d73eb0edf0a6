package endpoint_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// ownHCL is an endpoint with these arguments and no template.
func ownHCL(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_endpoint\" \"it\" {\n%s\n}\n", arguments)
}

const leastOwn = minimal + "\nimage_name = \"img:1\"\n"

const mostOwn = minimal + `
  image_name                 = "img:2"
  container_disk_in_gb       = 30
  container_registry_auth_id = "c1"
  docker_entrypoint          = ["/bin/sh", "-c"]
  docker_start_cmd           = ["serve"]
  ports                      = ["8000/http"]
  env                        = { MODE = "fast" }
  gpu_pools                  = ["ADA_24"]
`

// ownSettings are the attributes with container settings.
var ownSettings = []string{"image_name", "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint",
	"docker_start_cmd", "ports", "env"}

// withCredentials is start over version 2 with registry credentials.
func withCredentials(t *testing.T) *acctest.Env {
	t.Helper()
	env := start(t).UseVersion(2)
	env.Put("containerRegistryAuths", "c1", map[string]any{"name": "c"})
	return env
}

// An endpoint has the same life with settings of its own as with a template: each default is sent with the create, an
// update sends only the values that differ, and the command as a whole.
func TestEndpoint_ownContainer(t *testing.T) {
	t.Parallel()
	env := withCredentials(t)
	endpoint := env.Process().Object(typeName)
	for _, step := range []struct {
		config string
		action acctest.Action
		sent   string // empty: nothing
	}{
		{leastOwn, acctest.Create, strings.NewReplacer(`"allowedCudaVersions":[],`, "", `"templateId":"t1"`,
			`"image":"img:1","disk":50,"env":{},"ports":[]`).Replace(createdVersion2)},
		{mostOwn, acctest.Update, `{"image":"img:2","disk":30,"registry":"c1","ports":["8000/http"],"env":{"MODE":"fast"},
			"args":"{\"entrypoint\":[\"/bin/sh\",\"-c\"],\"cmd\":[\"serve\"]}","gpu":{"pools":["ADA_24"],"excludedTypes":[]}}`},
		{strings.Replace(mostOwn, `["serve"]`, `["serve", "fast"]`, 1), acctest.Update,
			`{"args":"{\"entrypoint\":[\"/bin/sh\",\"-c\"],\"cmd\":[\"serve\",\"fast\"]}"}`},
		{strings.Replace(leastOwn, "img:1", "img:2", 1) + `gpu_pools = ["ADA_24"]`, acctest.Update,
			`{"disk":50,"registry":null,"ports":[],"env":{},"args":""}`},
	} {
		env.ClearJournal()
		endpoint.Apply(ownHCL(step.config), step.action)
		operation := "UpdateEndpoint"
		if step.action == acctest.Create {
			operation = "CreateEndpoint"
		}
		env.ExpectSent(operation, step.sent)
		endpoint.Expect("template_id", nil)
		endpoint.VerifyImport("gpu_type_ids", "gpu_pools", "excluded_gpu_type_ids") // An import has both forms.
	}
	env.Patch("templates", copyOf(t, env), map[string]any{
		"imageName": "img:9", "env": map[string]any{"ADDED": "a-value"}})
	says := acctest.Text(endpoint.Refresh())
	if !strings.Contains(says, `the endpoint "serve" (`+endpoint.ID()+`) outside of Terraform adds ADDED.`) || strings.Contains(says, "a-value") {
		t.Error(says)
	}
	endpoint.Expect("image_name", "img:9")
	endpoint.Apply(ownHCL(strings.Replace(leastOwn, "img:1", "img:2", 1)+`gpu_pools = ["ADA_24"]`), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"image":"img:2","env":{}}`)
	endpoint.Destroy()
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	if got := len(env.Objects("templates")); got != 3 {
		t.Errorf("%d templates, want 3", got)
	}
}

// An endpoint changes in place from a template to settings of its own, all of which are then sent, and back. The plan
// warns that this replaces the workers.
func TestEndpoint_changesItsForm(t *testing.T) {
	t.Parallel()
	env := withCredentials(t).UseVersion(1) // There, it shares the template.
	endpoint := env.Process().Object(typeName)
	create1(t, env, endpoint)
	endpoint.Process = env.Process()
	for _, step := range []struct{ config, sent, says string }{
		{ownHCL(leastOwn), `{"image":"img:1","args":"","disk":50,"env":{},"ports":[],"registry":null}`, "changes image_name"},
		{hcl(minimal), gets("t1"), "changes template_id"},
		{ownHCL(mostOwn), `{"image":"img:2","disk":30,"registry":"c1","ports":["8000/http"],"env":{"MODE":"fast"},
			"args":"{\"entrypoint\":[\"/bin/sh\",\"-c\"],\"cmd\":[\"serve\"]}","gpu":{"pools":["ADA_24"],"excludedTypes":[]}}`,
			"its environment variables, the plan adds MODE."},
		{strings.Replace(hcl(minimal), `"t1"`, `"t2"`, 1), `{"templateId":"t2",` +
			strings.Replace(anyGPU, "{", `{"allowedCudaVersions":[],`, 1) + `}`, "changes template_id"},
	} {
		env.ClearJournal()
		says := acctest.Text(endpoint.Apply(step.config, acctest.Update))
		if !strings.Contains(says, "WARNING: Rolling update of the endpoint") ||
			!strings.Contains(says, step.says) || strings.Contains(says, "Unexpected") {
			t.Error(says)
		}
		want := []string{emulatortest.CanonicalJSON(step.sent)}
		if strings.HasPrefix(step.sent, `{"image"`) { // It gets a copy of its template before it gets its own.
			want = append([]string{gets("t1")}, want...)
		}
		if got := bodies(env); !slices.Equal(got, want) {
			t.Errorf("sent %v, want %v", got, want)
		}
		unharmed(t, env)
	}
	for _, name := range []string{"image_name", "container_disk_in_gb", "env", "ports", "docker_entrypoint"} {
		endpoint.Expect(name, nil)
	}
}

const anyGPU = `"gpu":{"pools":["ADA_24","AMPERE_48","AMPERE_24","BLACKWELL_32","ADA_80_PRO","AMPERE_16","ADA_48_PRO",
	"HOPPER_141","AMPERE_80","BLACKWELL_96","BLACKWELL_180"],"excludedTypes":[]}`

// If the endpoint has the settings of the template already, nothing is sent.
func TestEndpoint_changesToAnEqualTemplate(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(ownHCL(leastOwn+`ports = ["8888/http", "22/tcp"]`), acctest.Create)
	env.ClearJournal()
	endpoint.Apply(hcl(minimal), acctest.Update)
	env.ExpectWrites()
	endpoint.Apply(hcl(minimal), acctest.NoOp)
}

// An import over version 2 brings the settings of the endpoint, with which a configuration plans empty.
func TestEndpoint_importOwnContainer(t *testing.T) {
	t.Parallel()
	env := withCredentials(t)
	config := ownHCL(mostOwn + "\nexcluded_gpu_type_ids = []")
	first := env.Process().Object(typeName)
	first.Apply(config, acctest.Create)
	id := first.ID()
	first.Instance = acctest.Instance{}
	endpoint := env.Process().Object(typeName)
	says := acctest.Text(endpoint.Import(id))
	if !strings.Contains(says, "WARNING: Imported environment variables may be secret") || strings.Contains(says, "fast") {
		t.Error(says)
	}
	endpoint.Plan(config, acctest.NoOp)
	endpoint.Apply(config, acctest.NoOp)
	// The other form of GPU types plans empty too.
	endpoint.Plan(strings.Replace(config, `gpu_pools                  = ["ADA_24"]`+"\n\n",
		`gpu_type_ids = ["NVIDIA GeForce RTX 4090"]`+"\n#", 1), acctest.NoOp)
	env.ClearJournal()
	endpoint.Apply(strings.Replace(config, "img:2", "img:3", 1), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"image":"img:3"}`)
}

func TestEndpoint_badContainer(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, want string }{
		"neither": {ownHCL(minimal), `Neither template_id nor image_name is set.*\(at template_id\)`},
		"both":    {hcl(leastOwn), `Both template_id and image_name are set.*\(at image_name\)`},
		"a setting of the template": {hcl(`env = { A = "1" }`),
			`Invalid attribute with a template: env is a setting of the template.*\(at env\)`},
		"secrets of the template": {hcl("env_wo = { A = \"1\" }\nenv_wo_version = 1"),
			`Invalid attribute with a template: env_wo is .*\(at env_wo\)`},
		"a variable twice": {ownHCL(leastOwn + "env = { A = \"1\" }\nenv_wo = { A = \"1\" }\nenv_wo_version = 1"),
			`Variable set twice.*\(at env_wo\)`},
		"no disk":         {ownHCL(leastOwn + `container_disk_in_gb = 0`), `must be at least 1`},
		"both GPU forms":  {hcl("gpu_pools = [\"ADA_24\"]\ngpu_type_ids = [\"NVIDIA A40\"]"), `Both gpu_pools and gpu_type_ids`},
		"no pool":         {hcl(`gpu_pools = []`), `at least 1 element`},
		"exclusions only": {hcl(`excluded_gpu_type_ids = ["NVIDIA A40"]`), `excluded_gpu_type_ids without gpu_pools`},
		"a bad exclusion": {hcl("gpu_pools = [\"ADA_24\"]\nexcluded_gpu_type_ids = [\"-A\"]"), `must not be empty, begin with -`},
		"pools for CPU": {hcl("compute_type = \"CPU\"\ngpu_pools = [\"ADA_24\"]"),
			`Invalid attribute for the compute type: gpu_pools has no meaning`},
		"late, both": {ownHCL(minimal + "\ntemplate_id = late(\"t1\")\nimage_name = late(\"img:1\")"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			endpoint := env.Process().Object(typeName)
			if test.want == "" { // Core validates again in the apply.
				endpoint.ExpectApplyError(test.config, acctest.Create, "Both template_id and image_name are set")
			} else {
				endpoint.ExpectPlanError(test.config, test.want)
			}
			env.ExpectWrites()
		})
	}
}

// Values that are unknown while planning ask for nothing.
func TestEndpoint_unknownValues(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{
		"image": ownHCL(minimal + `
  image_name        = late("img:1")
  docker_start_cmd  = [late("a")]
  env               = { A = late("1") }
  ports             = late(["80/http"])
  gpu_pools         = late(["ADA_24"])`),
		"hardware": ownHCL(minimal + `
  template_id     = late("t1")
  compute_type    = late("GPU")
  workers_min     = late(2)
  gpu_type_ids    = [late("NVIDIA A40")]
  data_center_ids = [late("EU-RO-1")]`),
		"null image":    hcl(minimal + "\nimage_name = late(null)\ngpu_pools = late(null)"),
		"null template": ownHCL(leastOwn + "template_id = late(null)\ngpu_type_ids = late(null)"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(config, acctest.Create)
			env.ExpectWrites("CreateEndpoint")
		})
	}
}

// Empty collections ask for nothing of an endpoint with a template, over either version.
func TestEndpoint_emptyContainer(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		env := stock(t, begin())
		endpoint := env.Process().Object(typeName)
		config := hcl(minimal + "\nports = []\ndocker_entrypoint = []\ndocker_start_cmd = []\nenv = {}\n" +
			"excluded_gpu_type_ids = []")
		endpoint.Apply(config, acctest.Create)
		env.ExpectSent("CreateEndpoint", env.Over(created, createdVersion2))
		endpoint.Apply(hcl(minimal), acctest.Update)
		env.ExpectWrites()
	})
}

// Another value of each setting that answers show makes the plan send the template's ID again. If the service still
// shows the other value after that, a warning names the attribute. Variables that the service adds are no difference.
func TestEndpoint_differsFromItsTemplate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ member, value, attribute string }{
		"image":           {"image", `"img:9"`, "image_name"},
		"disk":            {"disk", `9`, "container_disk_in_gb"},
		"credentials":     {"registry", `"c9"`, "container_registry_auth_id"},
		"entrypoint":      {"entrypoint", `["sh"]`, "docker_entrypoint"},
		"command":         {"cmd", `["sh"]`, "docker_start_cmd"},
		"ports":           {"ports", `["9/tcp"]`, "ports"},
		"with a rename":   {"ports", `["9/tcp"]`, "ports"},
		"variables":       {"env", `{"A":"hunter2"}`, "env"},
		"added variables": {"env", `{"PUBLIC_KEY":"k","JUPYTER_PASSWORD":"p"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			answers := env.Rewrite()
			env.UseVersion(2)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal), acctest.Create)
			answers.Use(shows(test.member, test.value, endpoint.ID()))
			endpoint.Process = env.Process()
			if test.attribute == "" {
				endpoint.Apply(hcl(minimal), acctest.NoOp)
				return
			}
			config, sent := hcl(minimal), []string{gets("t1")}
			if name == "with a rename" {
				config, sent = hcl(`name = "other"`), append(sent, `{"name":"other"}`)
			}
			env.ClearJournal()
			says := acctest.Text(endpoint.ApplyWithNonEmptyPlan(config, acctest.Update))
			if !strings.Contains(says, "other values of "+test.attribute+".") || strings.Contains(says, "hunter2") {
				t.Error(says)
			}
			if got := bodies(env); !slices.Equal(got, sent) {
				t.Errorf("sent %v, want %v", got, sent)
			}
			endpoint.Expect("template_id", "t1")
			answers.Use(nil)
		})
	}
}

// shows sets a member of the answers about an endpoint to a value.
func shows(member, value, id string) func(*emulatortest.Answer) {
	return func(a *emulatortest.Answer) {
		set := func(object map[string]any) {
			if object["id"] == id && object["scaling"] != nil {
				object[member] = json.RawMessage(value)
			}
		}
		a.ChangeItems(func(items []map[string]any) []map[string]any {
			for _, item := range items {
				set(item)
			}
			return items
		})
		var object map[string]any
		if json.Unmarshal(a.Body, &object) != nil {
			return
		}
		set(object)
		if body, err := json.Marshal(object); err == nil {
			a.Body = body
		}
	}
}
