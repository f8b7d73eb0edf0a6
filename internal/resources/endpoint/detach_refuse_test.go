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
	endpoint.ApplyWithNonEmptyPlan(ownHCL(strings.Replace(leastOwn, "serve", "other", 1)), acctest.Update)
	unharmed(t, env)
}
