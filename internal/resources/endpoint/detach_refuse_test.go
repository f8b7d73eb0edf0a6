package endpoint_test

import (
	"fmt"
	"regexp"
	"slices"
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

// advised returns the configuration that the error of a refusal names.
func advised(t *testing.T, refusal []*tfprotov6.Diagnostic) string {
	t.Helper()
	steps := regexp.MustCompile(`set template_id = "(\w+)", and remove image_name and the other container settings`)
	found := steps.FindStringSubmatch(acctest.Text(refusal))
	if found == nil {
		t.Fatalf("no steps in %s", acctest.Text(refusal))
	}
	return strings.Replace(hcl(minimal), `"t1"`, `"`+found[1]+`"`, 1)
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
		refusal := endpoint.ExpectDestroyError(`Cannot delete endpoint: its template may be shared.*Then delete the endpoint`)
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
		env.ClearJournal()
		endpoint.Destroy()
		env.ExpectWrites("DeleteEndpoint")
		unharmed(t, env)
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
		env.ClearJournal()
		endpoint.Destroy()
		env.ExpectWrites("DeleteEndpoint")
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
		`may be shared.*shows no container settings of it. It can be one of these templates: "one" \(t1\), "two" \(t2\)\.`)
	env.ExpectWrites()
	endpoint.ApplyWithNonEmptyPlan(advised(t, refusal), acctest.Update)
	env.ExpectSent("UpdateEndpoint", gets("t1"))
	endpoint.Destroy()
	env.ExpectWrites("DeleteEndpoint")
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

// If the service has shown the settings of an endpoint before, and shows none any more, its template is gone, or the
// service has stopped to show them: a template with the settings from before can be the one. If it has never shown
// any, each template can be.
func TestEndpoint_templateIsGone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		shown   bool
		other   string // the image of the other template, t2
		refused bool
	}{
		"shown before, another one like it": {true, "img:1", true},
		"shown before, no other":            {true, "img:2", false},
		"never shown":                       {false, "img:2", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			patch(t, env, "templates", "t2", map[string]any{"imageName": test.other})
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal), acctest.Create)
			env.UseVersion2()
			endpoint.Process = env.Process()
			if test.shown {
				endpoint.Refresh()
			}
			if err := env.DeleteObject("templates", "t1"); err != nil {
				t.Fatal(err)
			}
			env.ClearJournal()
			if test.refused {
				endpoint.ExpectDestroyError(`its template may be shared.*It can be one of these templates: "two" \(t2\)\.`)
				env.ExpectWrites()
				if err := env.DeleteObject(kind, endpoint.ID()); err != nil {
					t.Fatal(err)
				}
				return
			}
			endpoint.Destroy()
			env.ExpectWrites("DeleteEndpoint")
		})
	}
}

// A service that stops to show the container settings of an endpoint does not make the provider delete its template.
func TestEndpoint_settingsNotShownAnyMore(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	endpoint := importBound(t, env)
	answers.Use(lean)
	env.ClearJournal()
	endpoint.ExpectDestroyError(`may be shared.*It can be one of these templates: "one" \(t1\), "two" \(t2\)\.`)
	env.ExpectWrites()
	unharmed(t, env)
	if err := env.DeleteObject(kind, "e1"); err != nil {
		t.Fatal(err)
	}
}

// A message names ten templates at most.
func TestEndpoint_refusalNamesTenTemplates(t *testing.T) {
	t.Parallel()
	env := start(t)
	for i := range 10 {
		name := fmt.Sprintf("x%d", i)
		if err := env.PutObject("templates", name, map[string]any{"name": name, "imageName": "img:1", "isServerless": true,
			"volumeInGb": 0}); err != nil {
			t.Fatal(err)
		}
	}
	endpoint := importBound(t, env)
	endpoint.ExpectDestroyError(`"x7" \(x7\), and 2 more\.`)
	if err := env.DeleteObject(kind, "e1"); err != nil {
		t.Fatal(err)
	}
}

// Another client binds the endpoint to a template over version 1 while the provider compares it with the templates.
func TestEndpoint_boundMeanwhile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		template map[string]any // that the other client binds it to; nil for t1
		says     string
	}{
		"to a listed template": {nil, `It has got other settings while the provider compared them`},
		"to a new template": {map[string]any{"name": "three", "imageName": "img:3", "isServerless": true, "volumeInGb": 0},
			`It has got other settings while the provider compared them`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			if err := env.PutObject("templates", "gone", map[string]any{"name": "gone", "imageName": "img:9",
				"isServerless": true, "volumeInGb": 0}); err != nil {
				t.Fatal(err)
			}
			if err := env.PutObject(kind, "e1", map[string]any{"name": "serve", "templateId": "gone"}); err != nil {
				t.Fatal(err)
			}
			env.UseVersion2()
			endpoint := env.Process().Object(typeName)
			endpoint.Import("e1")
			patch(t, env, "templates", "gone", map[string]any{"isServerless": false}) // So it is not among the own ones.
			binding := "t1"
			env.ClearJournal()
			env.OnRequest("ListTemplates", 1, func() {
				if test.template != nil {
					binding = "t3"
					if err := env.PutObject("templates", binding, test.template); err != nil {
						t.Error(err)
					}
				}
				if err := env.PatchObject(kind, "e1", map[string]any{"templateId": binding}); err != nil {
					t.Error(err)
				}
			})
			endpoint.ExpectDestroyError(test.says)
			var operations []string
			for _, r := range env.Journal() {
				operations = append(operations, r.Operation)
			}
			if i := slices.Index(operations, "ListTemplates"); i < 0 || !slices.Contains(operations[i:], "GetEndpoint") {
				t.Errorf("requests: %v", operations)
			}
			if _, exists := env.Object("templates", binding); !exists {
				t.Errorf("the template %s is gone", binding)
			}
			if got := len(env.Requests("DeleteEndpoint")); got != 0 {
				t.Errorf("%d deletes", got)
			}
			if err := env.DeleteObject(kind, "e1"); err != nil {
				t.Fatal(err)
			}
		})
	}
}
