package importer_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// withEndpoints is an account over version 2 with four endpoints. Two templates have the settings of "several". One has
// those of "one", and another has them but for the value of a variable. No template has those of "none" and "bare", and
// "bare" has no variables either.
func withEndpoints(t *testing.T) *acctest.Env {
	t.Helper()
	w := acctest.Start(t)
	w.UseVersion(2)
	template := func(name, image, value string) members {
		return members{"name": name, "imageName": image, "isServerless": true, "volumeInGb": 0, "ports": []any{},
			"env": members{"TOKEN": value}}
	}
	w.Put(emulator.KindContainerRegistryAuths, "c1", members{"name": "hub"})
	w.Put(emulator.KindTemplates, "t1", template("first", "i:1", "hunter2-1"))
	w.Put(emulator.KindTemplates, "t2", template("second", "i:1", "hunter2-1"))
	w.Put(emulator.KindTemplates, "t3", template("third", "i:3", "hunter2-3"))
	w.Put(emulator.KindTemplates, "t4", template("fourth", "i:3", "hunter2-4"))
	w.Put(emulator.KindEndpoints, "e1", members{"name": "several", "templateId": "t1", "workersMax": 1})
	w.Put(emulator.KindEndpoints, "e2", members{"name": "one", "templateId": "t3"})
	for name, settings := range map[string]acctest.Values{
		"none": {"container_registry_auth_id": "c1", "docker_start_cmd": []string{"${run}"}, "container_disk_in_gb": 30,
			"gpu_type_ids": []string{"NVIDIA L40S"}, "env": map[string]string{"not-a name": "hunter2-5"},
			"env_wo": map[string]string{"SECRET": "hunter2-6"}, "env_wo_version": 1},
		"bare": {},
	} {
		settings["name"], settings["image_name"] = name, "i:5"
		if created, diags := w.Process().Apply("podfleet_endpoint", acctest.Instance{}, settings); created.State == nil {
			t.Fatal(acctest.Text(diags))
		}
	}
	w.ClearJournal()
	return w
}

// endpoints are the blocks of that account, with the IDs taken out of the names.
const endpoints = `resource "podfleet_endpoint" "bare" {
  name       = "bare"
  image_name = "i:5"
}

resource "podfleet_endpoint" "none" {
  name                       = "none"
  container_disk_in_gb       = 30
  container_registry_auth_id = podfleet_container_registry_auth.hub.id
  docker_start_cmd           = ["$${run}"]
  gpu_type_ids               = ["NVIDIA L40S"]
  image_name                 = "i:5"

  # The service has these environment variables. They stay as they are until you configure all of them:
  # set the input variable endpoint_none_env, and uncomment the lines below.
  # env_wo = {
  #   SECRET = var.endpoint_none_env["SECRET"]
  #   "not-a name" = var.endpoint_none_env["not-a name"]
  # }
  # env_wo_version = 1
}

resource "podfleet_endpoint" "one" {
  name        = "one"
  template_id = podfleet_template.third.id
}

resource "podfleet_endpoint" "several" {
  name        = "several"
  image_name  = "i:1"
  workers_max = 1

  # The service has these environment variables. They stay as they are until you configure all of them:
  # set the input variable endpoint_several_env, and uncomment the lines below.
  # env_wo = {
  #   TOKEN = var.endpoint_several_env["TOKEN"]
  # }
  # env_wo_version = 1
}
`

// Over version 2 an endpoint has the template that alone has its settings, variables included. Otherwise it has
// container settings of its own, and its plan is empty. No file has the value of a variable.
func TestRun_ownContainers(t *testing.T) {
	t.Parallel()
	w := withEndpoints(t)
	o := options(t, w)
	summary := read(t, o)
	w.ExpectRequests("ListPods", "ListNetworkVolumes", "ListContainerRegistryAuths", "GetContainerRegistryAuth",
		"ListTemplates", "GetTemplate", "ListEndpoints", "GetEndpoint", "ListGPUTypes")
	files := contents(t, o.Out)
	m := parse(t, files)
	written := files["endpoints.tf"]
	for _, id := range m.ids { // The service has chosen those of two endpoints.
		written = strings.ReplaceAll(written, "_"+id, "")
	}
	if written != endpoints {
		t.Errorf("%s\nwant\n%s", written, endpoints)
	}
	for name, content := range files {
		if strings.Contains(content, "hunter2") {
			t.Errorf("%s has a value", name)
		}
	}
	for _, want := range []string{
		"The first plan has 9 to import, 2 to change.\n", "Set the input variables of variables.tf that have no default",
		"\nNote: endpoints, several (e1): these templates have its settings: templates, first (t1); templates, second (t2). ",
	} {
		if !strings.Contains(summary, want) || strings.Contains(summary, "hunter2") {
			t.Errorf("no %q in\n%s", want, summary)
		}
	}
	p := w.Process(acctest.Values{"import_env": false})
	changed := m.changes(t, p)
	if !slices.Equal(changed, []string{"podfleet_container_registry_auth.hub_c1", "podfleet_endpoint.one_e2"}) {
		t.Errorf("the plan changes %v", changed)
	}
}

// The in-place update that adopts a template sends nothing, and the next plan is empty.
func TestRun_adoptedTemplate(t *testing.T) {
	t.Parallel()
	w := withEndpoints(t)
	o := options(t, w)
	o.Only, o.NameRegex = []string{"endpoints"}, regexp.MustCompile("^one$") // Templates are compared all the same.
	_ = read(t, o)
	files := contents(t, o.Out)
	block := files["endpoints.tf"]
	if _, isWritten := files["templates.tf"]; isWritten || !strings.Contains(block, `template_id = "t3"`) {
		t.Error(files)
	}
	endpoint := w.Process(acctest.Values{"import_env": false}).Object("podfleet_endpoint")
	endpoint.Import("e2")
	w.ClearJournal()
	endpoint.Apply(block, acctest.Update)
	endpoint.Apply(block, acctest.NoOp)
	w.ExpectWrites()
}
