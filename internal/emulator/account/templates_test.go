package account_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

func ids[T any](objects []T, id func(T) string) []string {
	list := []string{}
	for _, object := range objects {
		list = append(list, id(object))
	}
	return list
}

func TestTemplate_defaultsAndUpdate(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	pods := e.template(t, account.TemplateCreate{Category: ptr("CPU")})
	if pods.VolumeInGb != 20 || pods.Category != "CPU" || pods.VolumeMountPath != "/workspace" || len(pods.Ports) != 2 {
		t.Errorf("a template for pods: %+v", pods)
	}
	workers := e.template(t, account.TemplateCreate{IsServerless: ptr(true)})
	if workers.VolumeInGb != 0 || !workers.IsServerless || workers.Category != "NVIDIA" {
		t.Errorf("a serverless template: %+v", workers)
	}

	in := account.TemplateUpdate{Env: &map[string]string{"A": "1"}, Ports: &[]string{}}
	updated, rolled, err := e.UpdateTemplate(pods.ID, in, e.Now())
	if err != nil || len(rolled) > 0 {
		t.Fatalf("%v, %v", rolled, err)
	}
	if updated.Env["A"] != "1" || len(updated.Ports) != 0 ||
		updated.ImageName != pods.ImageName || updated.VolumeInGb != 20 {
		t.Errorf("updated: %+v", updated)
	}
	if len(pods.Env) > 0 {
		t.Error("an object that was handed out has changed")
	}
	if stored, err := e.Templates.Find(pods.ID); err != nil || stored.Env["A"] != "1" {
		t.Errorf("stored: %+v, %v", stored, err)
	}
}

func TestTemplate_refused(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	taken := e.template(t, account.TemplateCreate{TemplateUpdate: account.TemplateUpdate{Name: ptr("taken")}})
	workers := e.template(t, account.TemplateCreate{IsServerless: ptr(true)})
	before := e.Templates.All()

	create := func(name string, in account.TemplateCreate, reason account.Reason, message string) {
		t.Helper()
		_, err := e.CreateTemplate(in, e.Now())
		refused(t, name, err, reason, message)
	}
	with := func(in account.TemplateUpdate) account.TemplateCreate {
		if in.ImageName == nil {
			in.ImageName = ptr("i")
		}
		return account.TemplateCreate{IsServerless: ptr(true), TemplateUpdate: in}
	}
	create("name", with(account.TemplateUpdate{Name: ptr("taken")}), account.Conflict, "name must be unique")
	create("volume", with(account.TemplateUpdate{Name: ptr("n"), VolumeInGb: ptr(1)}), account.Invalid,
		"volumeInGb must be 0: a serverless template has no local volume")
	create("login", with(account.TemplateUpdate{Name: ptr("n"), ContainerRegistryAuthID: ptr("x")}), account.Invalid,
		`containerRegistryAuthId "x" does not exist`)

	_, _, err := e.UpdateTemplate("nope", account.TemplateUpdate{}, e.Now())
	refused(t, "unknown", err, account.NotFound, "template not found")
	_, _, err = e.UpdateTemplate(workers.ID, account.TemplateUpdate{Name: ptr("taken")}, e.Now())
	refused(t, "rename", err, account.Conflict, "name must be unique")
	_, _, err = e.UpdateTemplate(workers.ID, account.TemplateUpdate{VolumeInGb: ptr(1)}, e.Now())
	refused(t, "grow", err, account.Invalid, "volumeInGb must be 0: a serverless template has no local volume")
	refused(t, "delete", e.DeleteTemplate("nope", e.Now()), account.NotFound, "template not found")
	if after := e.Templates.All(); len(after) != len(before) || after[1].Name != workers.Name {
		t.Errorf("refused, but now there are %+v", after)
	}
	if _, _, err := e.UpdateTemplate(taken.ID, account.TemplateUpdate{Name: ptr("taken")}, e.Now()); err != nil {
		t.Errorf("its own name: %v", err)
	}
}

// What a template holds and what holds it cannot be deleted, until nothing does.
func TestTemplate_inUse(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	auth := e.auth(t)
	held := account.TemplateUpdate{ContainerRegistryAuthID: &auth.ID}
	workers := e.template(t, account.TemplateCreate{IsServerless: ptr(true), TemplateUpdate: held})
	pods := e.template(t, account.TemplateCreate{})
	endpoint := e.endpoint(t, account.EndpointCreate{EndpointUpdate: account.EndpointUpdate{TemplateID: &workers.ID}})
	pod := e.pod(t, account.PodCreate{TemplateID: &pods.ID})

	refused(t, "of an endpoint", e.DeleteTemplate(workers.ID, e.Now()), account.Conflict, "template is in use")
	refused(t, "of a pod", e.DeleteTemplate(pods.ID, e.Now()), account.Conflict, "template is in use")
	refused(t, "of a template", e.DeleteContainerRegistryAuth(auth.ID, e.Now()), account.Conflict,
		"container registry auth is in use")
	for _, err := range []error{
		e.DeleteEndpoint(endpoint.ID, e.Now()), e.DeleteTemplate(workers.ID, e.Now()),
		e.DeletePod(pod.ID, e.Now()), e.DeleteTemplate(pods.ID, e.Now()),
		e.DeleteContainerRegistryAuth(auth.ID, e.Now()),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

func TestTemplate_lists(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	own := e.template(t, account.TemplateCreate{TemplateUpdate: account.TemplateUpdate{IsPublic: ptr(true)}})
	endpoint := e.endpoint(t, account.EndpointCreate{})
	inject := func(id string, fill func(*account.Template)) {
		err := e.Kinds()[account.KindTemplates].Inject(id, func(target any) error {
			template, ok := target.(*account.Template)
			if !ok {
				t.Fatalf("the target is a %T", target)
			}
			fill(template)
			return nil
		}, e.Now())
		if err != nil {
			t.Fatal(err)
		}
	}
	inject("official", func(t *account.Template) { t.IsPlatform = true })
	inject("public", func(t *account.Template) { t.IsPublic = true })
	inject("private", func(*account.Template) {})

	list := func(groups account.TemplateGroups) []string {
		return ids(e.ListTemplates(groups, e.Now()), func(t account.Template) string { return t.ID })
	}
	for groups, more := range map[account.TemplateGroups][]string{
		{}:                    nil,
		{EndpointBound: true}: {endpoint.TemplateID},
		{Platform: true}:      {"official"},
		{Public: true}:        {"public"},
	} {
		want := slices.Sorted(slices.Values(append([]string{own.ID, "private"}, more...)))
		if got := slices.Sorted(slices.Values(list(groups))); !slices.Equal(got, want) {
			t.Errorf("%+v: %v, not %v", groups, got, want)
		}
	}
	// An update over the API makes it the account's own.
	if _, _, err := e.UpdateTemplate("public", account.TemplateUpdate{}, e.Now()); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(list(account.TemplateGroups{}), "public") {
		t.Error("it is somebody else's still")
	}
}

// A change of what workers run gives the endpoints on the template, and no others, a new version.
func TestTemplate_rollsEndpoints(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	first := e.endpoint(t, account.EndpointCreate{})
	onIt := account.EndpointUpdate{TemplateID: &first.TemplateID}
	second := e.endpoint(t, account.EndpointCreate{EndpointUpdate: onIt})
	other := e.endpoint(t, account.EndpointCreate{})
	auth := e.auth(t)
	version := 0
	for _, c := range []struct {
		name  string
		in    account.TemplateUpdate
		rolls bool
	}{
		{"nothing", account.TemplateUpdate{}, false},
		{"the same", account.TemplateUpdate{ImageName: ptr("i"), Env: &map[string]string{}}, false},
		{"name", account.TemplateUpdate{Name: ptr("other")}, false},
		{"readme", account.TemplateUpdate{Readme: ptr("r")}, false},
		{"isPublic", account.TemplateUpdate{IsPublic: ptr(true)}, false},
		{"mount path", account.TemplateUpdate{VolumeMountPath: ptr("/v")}, false},
		{"image", account.TemplateUpdate{ImageName: ptr("j")}, true},
		{"env", account.TemplateUpdate{Env: &map[string]string{"A": "1"}}, true},
		{"entrypoint", account.TemplateUpdate{DockerEntrypoint: &[]string{"e"}}, true},
		{"start cmd", account.TemplateUpdate{DockerStartCmd: &[]string{"c"}}, true},
		{"disk", account.TemplateUpdate{ContainerDiskInGb: ptr(1)}, true},
		{"ports", account.TemplateUpdate{Ports: &[]string{"1/tcp"}}, true},
		{"login", account.TemplateUpdate{ContainerRegistryAuthID: &auth.ID}, true},
	} {
		_, rolled, err := e.UpdateTemplate(first.TemplateID, c.in, e.Now())
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var want []string
		if c.rolls {
			want = []string{first.ID, second.ID}
			version++
		}
		if !slices.Equal(rolled, want) {
			t.Errorf("%s rolls %v, not %v", c.name, rolled, want)
		}
		for _, id := range []string{first.ID, second.ID} {
			if after, err := e.Endpoints.Find(id); err != nil || after.Version != version {
				t.Errorf("%s: version %d of %s, not %d", c.name, after.Version, id, version)
			}
		}
	}
	if after, err := e.Endpoints.Find(other.ID); err != nil || after.Version != 0 {
		t.Errorf("%+v, %v", after, err)
	}
}
