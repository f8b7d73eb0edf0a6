package containerregistryauth_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A login with its users: a template, a pod made from it, and a worker, which follows its template. Version 2 lists no
// workers: version2_test.go has its users.
func used(t *testing.T) *acctest.Env {
	t.Helper()
	w := acctest.Start(t)
	for id, object := range map[string]map[string]any{
		kind + "/a1":   {"name": "hub"},
		"templates/t1": {"name": "web", "imageName": "img:1", "isServerless": true, "containerRegistryAuthId": "a1"},
		"pods/p1":      {"name": "desk", "imageName": "img:1", "templateId": "t1", "containerRegistryAuthId": "a1"},
		"endpoints/e1": {"name": "serve", "templateId": "t1", "version": 1},
		"pods/w1": {"name": "serve", "imageName": "img:1", "templateId": "t1", "containerRegistryAuthId": "a1",
			"endpointId": "e1", "slsVersion": 0},
	} {
		kind, id, _ := strings.Cut(id, "/")
		w.Put(kind, id, object)
	}
	return w
}

// A replacement that templates and pods are in the way of is announced in the plan: with a fixed name the old one has
// to go first. One list of each serves a run, and a run without a warning sends none.
func TestContainerRegistryAuth_replacingWhatIsUsedIsAnnounced(t *testing.T) {
	t.Parallel()
	w := used(t)
	p := w.Process()
	config := func(changed acctest.Values) acctest.Values {
		all := acctest.Values{"name": "hub", "username": "bob", "password_wo": "hunter1", "password_wo_version": 1}
		for name, value := range changed {
			all[name] = value
		}
		return all
	}
	imported, _ := p.Import(typeName, "a1", "")
	adopted := p.MustApply(typeName, imported, config(nil))
	w.ClearJournal()
	for name, harmless := range map[string]acctest.Values{
		"nothing changes": config(nil),
		"prefix":          config(acctest.Values{"name": nil, "name_prefix": "hub-", "password_wo_version": 2}),
	} {
		if says := acctest.Text(p.Plan(typeName, adopted, harmless).Diagnostics); says != "" {
			t.Errorf("%s: %s", name, says)
		}
	}
	if says := acctest.Text(p.Plan(typeName, imported, config(nil)).Diagnostics); strings.Contains(says, "in use") {
		t.Errorf("adopting replaces nothing: %s", says)
	}
	if len(w.Requests()) != 0 {
		t.Errorf("asked %v", w.Requests())
	}
	const warning = `The plan deletes the container registry auth "hub" (a1) before it creates a new one, and the service refuses to delete an object in use. ` +
		`It is used by: endpoint "serve" (e1), pod "desk" (p1), template "web" (t1). Unless the same plan replaces or deletes them,`
	for name, change := range map[string]acctest.Values{
		"rotated":  {"password_wo_version": 2},
		"username": {"username": "eve"},
		"password": {"password": "x", "password_wo": nil, "password_wo_version": nil},
		"name":     {"name": "hub-2"},
	} {
		says := acctest.Text(p.Plan(typeName, adopted, config(change)).Diagnostics)
		if !strings.Contains(says, warning) {
			t.Errorf("%s: %s", name, says)
		}
	}
	w.ExpectRequests("ListTemplates", "ListEndpoints", "ListPods")
	expectUnlisted(t, w, adopted, config(acctest.Values{"username": "eve"}))
}

// expectUnlisted checks that a list that fails is no list without users.
func expectUnlisted(t *testing.T, w *acctest.Env, was acctest.Instance, config acctest.Values) {
	t.Helper()
	w.SetFaults(emulator.Fault{Operation: "ListPods", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	says := acctest.Text(w.Process().Plan(typeName, was, config).Diagnostics)
	if !strings.HasPrefix(says, "WARNING: Cannot list the users of the container registry auth: container registry auth "+
		`"hub" (a1)`) || !strings.Contains(says, "ListPods") || strings.Contains(says, "ERROR") {
		t.Error(says)
	}
}
