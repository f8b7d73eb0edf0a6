package containerregistryauth_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Version 2 deletes credentials that templates use, and takes them from the templates without a message. So the
// provider sends no delete while a template uses them, and names the template.
func TestContainerRegistryAuth_usedByATemplateOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion(2)
	for path, object := range map[string]map[string]any{
		kind + "/a1": {"name": "hub"}, "templates/t1": {"name": "web", "imageName": "img:1", "containerRegistryAuthId": "a1"},
	} {
		kind, id, _ := strings.Cut(path, "/")
		env.Put(kind, id, object)
	}
	p := env.Process()
	imported := p.MustImport(typeName, "a1", "")
	_, diags := p.Destroy(typeName, imported)
	if says := acctest.Text(diags); !strings.Contains(says, `used by: template "web" (t1)`) {
		t.Errorf("it does not name the template: %s", says)
	}
	env.ExpectWrites()
	env.Remove("templates", "t1")
	if _, diags = p.Destroy(typeName, imported); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	env.ExpectWrites("DeleteContainerRegistryAuth")
}

// Over version 2 endpoints have the credentials too: settings of their own, or a copy of a template's. The plan of a
// replacement names them, from one list of each kind.
func TestContainerRegistryAuth_replacingNamesEndpointsOverVersion2(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion(2)
	env.Put(kind, "a1", map[string]any{"name": "hub"})
	image := func(auth string) api.EndpointCreate {
		in := api.EndpointCreate{EndpointFields: api.EndpointFields{Name: members.Some("serve" + auth),
			ImageName: members.Some("img:1")}}
		if auth != "" {
			in.ContainerRegistryAuthID = members.Some(auth)
		}
		return in
	}
	for _, auth := range []string{"", "a1"} {
		if _, err := env.Client().Endpoints.Create(t.Context(), image(auth)); err != nil {
			t.Fatal(err)
		}
	}
	config := acctest.Values{"name": "hub", "username": "bob", "password_wo": "hunter1", "password_wo_version": 1}
	p := env.Process()
	imported, _ := p.Import(typeName, "a1", "")
	adopted := p.MustApply(typeName, imported, config)
	config["password_wo_version"] = 2
	env.ClearJournal()
	says := acctest.Text(p.Plan(typeName, adopted, config).Diagnostics)
	if !strings.Contains(says, `It is used by: endpoint "servea1" (`) || strings.Contains(says, `"serve" (`) {
		t.Error(says)
	}
	if again := acctest.Text(p.Plan(typeName, adopted, config).Diagnostics); again != says {
		t.Error(again)
	}
	env.ExpectRequests("ListTemplates", "ListEndpoints", "ListGPUTypes", "ListPods")
	expectUnlisted(t, env, adopted, config)
}
