package endpoint_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
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
	const own = leastOwn + "ports = [\"8888/http\", \"22/tcp\"]\n"
	begin := func(t *testing.T) (*acctest.Env, *acctest.Object) {
		t.Helper()
		env := start(t)
		endpoint := importBound(t, env)
		endpoint.Apply(ownHCL(own), acctest.NoOp)
		env.ClearJournal()
		return env, endpoint
	}
	t.Run("delete", func(t *testing.T) {
		t.Parallel()
		env, endpoint := begin(t)
		refusal := endpoint.ExpectDestroyError(`Cannot delete endpoint: its template may be shared.*` +
			`workers_max = 0.*have its settings: "one" \(t1\), "two" \(t2\).*Then delete the endpoint`)
		env.ExpectWrites()
		endpoint.Apply(advised(t, refusal), acctest.Update)
		env.ExpectWrites()
		endpoint.Destroy()
		env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
		unharmed(t, env)
	})
	t.Run("rename", func(t *testing.T) {
		t.Parallel()
		env, endpoint := begin(t)
		renamed := ownHCL(strings.Replace(own, "serve", "other", 1))
		refusal := endpoint.ExpectApplyError(renamed, acctest.Update, `Cannot rename endpoint: its template may be shared`)
		env.ExpectWrites()
		endpoint.Apply(advised(t, refusal), acctest.Update)
		env.ExpectWrites()
		endpoint.Apply(renamed, acctest.Update)
		unharmed(t, env)
		endpoint.ExpectDestroyError("Cannot delete endpoint") // It has settings of its own again, as both templates.
		if err := env.DeleteObject(kind, "e1"); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("change", func(t *testing.T) {
		t.Parallel()
		env, endpoint := begin(t)
		changed := ownHCL(strings.Replace(own, "img:1", "img:2", 1))
		refusal := endpoint.ExpectApplyError(changed, acctest.Update, `Cannot change endpoint: its template may be shared`)
		env.ExpectWrites()
		endpoint.Apply(advised(t, refusal), acctest.Update)
		endpoint.Apply(changed, acctest.Update)
		unharmed(t, env)
		endpoint.Destroy()
		unharmed(t, env)
	})
}

// lean removes all container settings from the answers about endpoints, which the service can leave out (contract-v2
// 5.2).
func lean(a *emulatortest.Answer) {
	for _, member := range []string{"image", "disk", "ports", "env", "args", "entrypoint", "cmd", "registry"} {
		without(member, "e1")(a)
	}
}

// An answer without any container setting is no proof that the template is gone: the service can leave them out.
func TestEndpoint_importedWithoutSettings(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	answers.Use(lean)
	endpoint := importBound(t, env)
	env.ClearJournal()
	refusal := endpoint.ExpectDestroyError(
		`may be shared.*not show all its settings, so it can have one of these templates: "one" \(t1\), "two" \(t2\)`)
	env.ExpectWrites()
	endpoint.ApplyWithNonEmptyPlan(advised(t, refusal), acctest.Update)
	env.ExpectSent("UpdateEndpoint", gets("t1"))
	endpoint.Destroy()
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	unharmed(t, env)
}

// Without a template of the account that endpoints can have, nothing shared is at stake.
func TestEndpoint_importedWithoutTemplates(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := importBound(t, env)
	for _, id := range []string{"t1", "t2"} {
		if err := env.DeleteObject("templates", id); err != nil {
			t.Fatal(err)
		}
	}
	env.ClearJournal()
	endpoint.Destroy()
	env.ExpectWrites("DeleteEndpoint")
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
