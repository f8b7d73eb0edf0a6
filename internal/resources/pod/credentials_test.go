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

// The plan of a rotation names each pod that keeps the old credentials, in a summary of its own, and no other pod;
// without a rotation, it names none. If a pod keeps them, the error of the delete advises the fix, and the fix
// completes the rotation.
func TestPod_keepsCredentialsOfItsTemplate(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	m := w.Module()
	pods := map[string]acctest.Values{"kept": nil, "a-name-longer-than-a-summary": nil, "named": namesItsOwn}
	if run := m.Apply(rotation(1, pods)); run.Failed() {
		t.Fatal(run.Text())
	}
	if says := m.Plan(rotation(1, pods)).Text(); says != "" {
		t.Errorf("nothing is rotated: %s", says)
	}
	plan := m.Plan(rotation(2, pods))
	var warned []string
	for _, d := range plan.Diagnostics {
		if strings.Contains(d.Summary, "keeps its old registry credentials") {
			warned = append(warned, d.Summary)
			if !strings.Contains(d.Detail, "set container_registry_auth_id of this pod") ||
				!strings.Contains(d.Detail, strings.TrimPrefix(d.Address, "podfleet_pod.")) {
				t.Errorf("%s: %s", d.Summary, d.Detail)
			}
		}
	}
	says := plan.Text()
	if len(warned) != 2 || !strings.Contains(says, `WARNING: The pod keeps its old registry credentials: pod "kept" (`) ||
		!strings.Contains(says, `: pod "a-name-longer-than-a-su…" (`) {
		t.Error(says)
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

// A pod whose configuration drops its own credentials gets those of its template, also in the apply that rotates them.
// The plan warns of the reset.
func TestPod_dropsItsOwnCredentials(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := begin()
		m := w.Module()
		if run := m.Apply(rotation(1, map[string]acctest.Values{"desk": namesItsOwn})); run.Failed() {
			t.Fatal(run.Text())
		}
		old, pod := w.Objects("containerRegistryAuths")[0]["id"], w.Objects(kind)[0]["id"]
		run := m.Apply(rotation(2, map[string]acctest.Values{"desk": nil}))
		if says := run.Text(); run.Failed() || strings.Contains(says, "keeps its old registry credentials") ||
			!strings.Contains(says, "The container disk will be erased") {
			t.Fatal(says)
		}
		left, pods := w.Objects("containerRegistryAuths"), w.Objects(kind)
		if len(left) != 1 || left[0]["id"] == old {
			t.Errorf("the credentials were %v, and are %v", old, left)
		}
		if len(pods) != 1 || pods[0]["id"] != pod || pods[0]["containerRegistryAuthId"] != left[0]["id"] {
			t.Errorf("the pod %v is now %v, with the credentials %v", pod, pods, left)
		}
	})
}

// A plan that was remembered before the template's plan does not count after it. A pod that names the old credentials
// itself gets no warning.
func TestPod_keepsCredentialsAfterARememberedPlan(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		t.Helper()
		w := startWith(t, begin)
		p := w.Process()
		template, diags := p.Import("podfleet_template", "t1", "")
		if len(diags) != 1 { // Of its variables.
			t.Fatal(acctest.Text(diags))
		}
		kept, named := acctest.Values{"name": "kept", "template_id": "t1"},
			acctest.Values{"name": "named", "template_id": "t1", "container_registry_auth_id": "auth1"}
		keptPod, _ := p.Apply(typeName, acctest.Instance{}, kept)
		namedPod, _ := p.Apply(typeName, acctest.Instance{}, named)
		plans := func() (ofKept, ofNamed string) {
			return acctest.Text(p.Plan(typeName, keptPod, kept).Diagnostics),
				acctest.Text(p.Plan(typeName, namedPod, named).Diagnostics)
		}
		if ofKept, ofNamed := plans(); ofKept+ofNamed != "" {
			t.Fatal(ofKept, ofNamed)
		}
		p.Plan("podfleet_template", template, acctest.Values{"name": "t", "image_name": "img:t", "env": map[string]string{
			"TK": "template-secret", "LEVEL": "info"}})
		ofKept, ofNamed := plans()
		if !strings.HasPrefix(ofKept, `WARNING: The pod keeps its old registry credentials: pod "kept" (`) ||
			strings.Contains(ofKept, "ERROR") || ofNamed != "" { // An error says that the plans differ.
			t.Errorf("kept: %s\nnamed: %s", ofKept, ofNamed)
		}
	})
}
