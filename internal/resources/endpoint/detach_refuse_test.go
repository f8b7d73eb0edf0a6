package endpoint_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// importBound imports over version 2 an endpoint e1 of version 1 that is bound to the template t1. The template t2 has
// the same settings.
func importBound(t *testing.T, env *acctest.Env) *acctest.Object {
	t.Helper()
	if err := env.PutObject(kind, "e1", map[string]any{"name": "serve", "templateId": "t1"}); err != nil {
		t.Fatal(err)
	}
	env.UseVersion2()
	endpoint := env.Process().Object(typeName)
	endpoint.Import("e1")
	return endpoint
}

// advised returns the configuration that the error of a refusal describes, with the template t1.
func advised(t *testing.T, refusal []*tfprotov6.Diagnostic) string {
	t.Helper()
	const steps = "set template_id to the template of the endpoint, in place of image_name and the other"
	if says := acctest.Text(refusal); !strings.Contains(says, steps) || !strings.Contains(says, `"one" (t1)`) {
		t.Fatalf("no steps in %s", says)
	}
	return hcl(minimal)
}

// unharmed fails the test unless both templates stand as they were.
func unharmed(t *testing.T, env *acctest.Env) {
	t.Helper()
	for id, name := range map[string]string{"t1": "one", "t2": "two"} {
		template, exists := env.Object("templates", id)
		if !exists || template["name"] != name || template["imageName"] != "img:1" {
			t.Errorf("the template %s is %v", id, template)
		}
	}
}

// The steps of a refusal lead to what was refused, also for an endpoint that is configured with settings of its own.
func TestEndpoint_refusalNamesTheSteps(t *testing.T) {
	t.Parallel()
	for what, changed := range map[string]string{
		"delete": "", "rename": strings.Replace(ownOfDefaults, "serve", "other", 1),
		"change": strings.Replace(ownOfDefaults, "img:1", "img:2", 1),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := importBound(t, env)
			endpoint.Apply(ownHCL(ownOfDefaults), acctest.NoOp)
			env.ClearJournal()
			refused := "Cannot " + what + ` endpoint: its template may be shared.*workers_max = 0.*` +
				`have its settings: "one" \(t1\), "two" \(t2\).*Then ` + what + ` the endpoint`
			var refusal []*tfprotov6.Diagnostic
			if changed == "" {
				refusal = endpoint.ExpectDestroyError(refused)
			} else {
				refusal = endpoint.ExpectApplyError(ownHCL(changed), acctest.Update, refused)
			}
			env.ExpectWrites()
			endpoint.Apply(advised(t, refusal), acctest.Update)
			env.ExpectWrites()
			if changed != "" {
				endpoint.Apply(ownHCL(changed), acctest.Update)
			}
			unharmed(t, env)
			if what == "rename" { // It has settings of its own again, as both templates.
				endpoint.ExpectDestroyError("Cannot delete endpoint")
				endpoint.Apply(hcl(`name = "other"`), acctest.Update)
			}
			endpoint.Destroy()
			unharmed(t, env)
		})
	}
}

// An endpoint whose template is gone shows no settings: each template of the account can be the one that it is bound to
// now.
func TestEndpoint_templateIsGone(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	env.UseVersion2()
	endpoint.Process = env.Process()
	endpoint.Refresh()
	if err := env.DeleteObject("templates", "t1"); err != nil {
		t.Fatal(err)
	}
	env.ClearJournal()
	endpoint.ExpectDestroyError(`its template may be shared.*it can have one of these templates: "two" \(t2\)`)
	env.ExpectWrites()
	if err := env.DeleteObject("templates", "t2"); err != nil {
		t.Fatal(err)
	}
	endpoint.Destroy()
	env.ExpectWrites("DeleteEndpoint")
}

// Another client binds the endpoint to a template over version 1 while the provider lists the templates.
func TestEndpoint_boundMeanwhile(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := env.UseVersion(2).Process().Object(typeName)
	endpoint.Apply(ownHCL(leastOwn), acctest.Create)
	env.OnRequest("ListTemplates", 1, func() {
		if err := env.PatchObject(kind, endpoint.ID(), map[string]any{"templateId": "t1", "ownTemplate": false}); err != nil {
			t.Error(err)
		}
	})
	endpoint.ExpectDestroyError(`its template may be shared.*"one" \(t1\), "two" \(t2\)`)
	unharmed(t, env)
	if err := env.DeleteObject(kind, endpoint.ID()); err != nil {
		t.Fatal(err)
	}
}
