package pod_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// rotation is a configuration of registry credentials, a template with them, and pods of the template by name, with
// their arguments.
func rotation(version int, pods map[string]acctest.Values) []acctest.Resource {
	const credentials, template = "podfleet_container_registry_auth.hub", "podfleet_template.desk"
	config := []acctest.Resource{
		{Address: credentials, CreateBeforeDestroy: true, Config: acctest.Values{
			"name_prefix": "hub-", "username": "ci", "password_wo": "token", "password_wo_version": version,
		}},
		{Address: template, Config: acctest.Values{
			"name": "desk", "image_name": "img:1",
			"container_registry_auth_id": acctest.Ref{Address: credentials, Attribute: "id"},
		}},
	}
	for name, arguments := range pods {
		all := acctest.Values{"name": name, "template_id": acctest.Ref{Address: template, Attribute: "id"},
			"wait_for_ready": false}
		maps.Copy(all, arguments)
		config = append(config, acctest.Resource{Address: "podfleet_pod." + name, Config: all})
	}
	return config
}

var namesItsOwn = acctest.Values{"container_registry_auth_id": acctest.Ref{
	Address: "podfleet_container_registry_auth.hub", Attribute: "id"}}

// A pod copies the registry credentials of its template when it is created, and keeps them (contract 2.6). If a pod
// keeps credentials that a rotation deletes, the error of the delete advises the fix, and the fix completes the
// rotation.
func TestPod_keepsCredentialsOfItsTemplate(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	m := w.Module()
	pods := map[string]acctest.Values{"kept": nil, "named": namesItsOwn}
	if run := m.Apply(rotation(1, pods)); run.Failed() {
		t.Fatal(run.Text())
	}
	run := m.Apply(rotation(2, pods))
	if says := run.Text(); !run.Failed() || !strings.Contains(says,
		"apply podfleet_container_registry_auth.hub: ERROR: Cannot delete container registry auth") ||
		!strings.Contains(says, "set container_registry_auth_id of each pod named above") {
		t.Fatal(says)
	}
	for name := range pods {
		pods[name] = namesItsOwn
	}
	before := map[any]bool{}
	for _, pod := range w.Objects(kind) {
		before[pod["id"]] = true
	}
	if run = m.Apply(rotation(2, pods)); run.Failed() {
		t.Fatal(run.Text())
	}
	for _, pod := range w.Objects(kind) {
		if !before[pod["id"]] {
			t.Errorf("the pod %v was replaced", pod["name"])
		}
	}
	if left := w.Objects("containerRegistryAuths"); len(left) != 1 {
		t.Errorf("credentials are left: %v", left)
	}
	if run := m.Apply(nil); run.Failed() {
		t.Fatal(run.Text())
	}
}
