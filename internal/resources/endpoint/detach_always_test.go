package endpoint_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An endpoint over version 2 is deleted, renamed or changed after it got a copy of a template, whatever it was bound to
// before: the templates t1 and t2, whose settings differ, stay as they are. Where nothing tells the template, nothing
// is sent.
func TestEndpoint_detachesAlways(t *testing.T) {
	t.Parallel()
	const refused, none = "its template may be shared", "-"
	// A begin ends over version 2, with the endpoint in the state.
	for name, test := range map[string]struct {
		begin func(*testing.T, *acctest.Env, *acctest.Object)
		own   bool   // The endpoint is configured with settings of its own.
		copy  string // the template that is sent; none without one, but for any before a delete
		says  string // in an error, in place of all
	}{
		"bound over version 1": {begin: create1, copy: "t1"},
		"never bound":          {begin: create2, copy: "t1"},
		"bound again by another client": {begin: func(t *testing.T, env *acctest.Env, e *acctest.Object) {
			create2(t, env, e)
			bind(t, env, e.ID(), "t2")
		}, copy: "t"}, // That of the plan before a rename, and the one that is bound before a delete.
		"the template is gone, and another is bound": {begin: func(t *testing.T, env *acctest.Env, e *acctest.Object) {
			create1(t, env, e)
			bind(t, env, e.ID(), "t2")
			env.Remove("templates", "t1")
		}, copy: "t2"},
		"imported over version 2": {begin: import2, own: true, copy: "t1"},
		"two templates with equal settings": {begin: func(t *testing.T, env *acctest.Env, e *acctest.Object) {
			import2(t, env, e)
			env.Patch("templates", "t2", map[string]any{"imageName": "img:1"})
		}, own: true, copy: "t"}, // Either gives it what it has.
		"made with image_name": {begin: func(t *testing.T, env *acctest.Env, e *acctest.Object) {
			env.UseVersion(2)
			e.Process = env.Process()
			e.Apply(ownHCL(ownOfDefaults), acctest.Create)
			env.Patch("templates", "t1", map[string]any{"imageName": "img:3"})
		}, own: true, copy: none},
		"made with image_name, and bound by another client": {
			begin: func(t *testing.T, env *acctest.Env, e *acctest.Object) {
				env.UseVersion(2)
				e.Process = env.Process()
				e.Apply(ownHCL(ownOfDefaults), acctest.Create)
				bind(t, env, e.ID(), "t1")
			}, own: true, copy: "t1",
		},
		"400": {begin: refuses(http.StatusBadRequest), says: refused + `.*"one" \(t1\)`},
		"403": {begin: refuses(http.StatusForbidden), says: refused + `.*"one" \(t1\)`},
		"422": {begin: refuses(http.StatusUnprocessableEntity), says: refused + `.*"one" \(t1\)`},
		"refused, and no template has its settings": {begin: func(t *testing.T, env *acctest.Env, e *acctest.Object) {
			refuses(http.StatusBadRequest)(t, env, e)
			env.Patch("templates", copyOf(t, env), map[string]any{"ports": []string{"9/tcp"}})
		}, copy: none},
	} {
		for _, what := range []string{"delete", "rename", "change"} {
			if what == "change" && !test.own || what == "rename" && strings.HasPrefix(name, "refused") {
				continue // A PATCH of a name alone would be refused too.
			}
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				env := start(t)
				env.Patch("templates", "t2", map[string]any{"imageName": "img:2"})
				endpoint := env.Process().Object(typeName)
				test.begin(t, env, endpoint)
				before := templates(env)
				endpoint.Process = env.Process()
				env.ClearJournal()
				act(t, endpoint, what, test.own, test.says)
				if got := templates(env); !slices.Equal(got, before) {
					t.Errorf("the templates are %v, were %v", got, before)
				}
				var sent string
				for _, request := range env.Requests("UpdateEndpoint", "DeleteEndpoint") {
					sent += string(request.Body) + "\n"
				}
				switch {
				case test.says != "" && strings.Contains(sent, `"name"`), test.says != "" && len(env.Requests("DeleteEndpoint")) > 0:
					t.Errorf("after a refusal: sent %s", sent)
				case test.copy == none && what != "delete" && !strings.HasPrefix(name, "refused") &&
					strings.Contains(sent, "templateId"):
					t.Errorf("sent %s, want no template", sent)
				case test.says == "" && test.copy != none && !strings.Contains(sent, `"templateId":"`+test.copy):
					t.Errorf("sent %s, want the template %s", sent, test.copy)
				}
				env.SetFaults()
				for _, object := range env.Objects(kind) {
					id, _ := object["id"].(string)
					env.Remove(kind, id)
				}
			})
		}
	}
}

// ownOfDefaults are settings of its own as the templates t1 has them.
const ownOfDefaults = leastOwn + "ports = [\"8888/http\", \"22/tcp\"]\n"

// act deletes, renames or changes an endpoint; it expects an error that matches says, if any.
func act(t *testing.T, endpoint *acctest.Object, what string, own bool, says string) {
	t.Helper()
	config := hcl(`name = "other"`)
	if own {
		config = ownHCL(strings.Replace(ownOfDefaults, "serve", "other", 1))
	}
	if what == "change" {
		config = ownHCL(strings.Replace(ownOfDefaults, "img:1", "img:9", 1))
	}
	switch {
	case what == "delete" && says == "":
		endpoint.Destroy()
	case what == "delete":
		endpoint.ExpectDestroyError("Cannot delete endpoint: " + says)
	case says == "":
		endpoint.ApplyWithNonEmptyPlan(config, acctest.Update)
	default:
		endpoint.ExpectApplyError(config, acctest.Update, "Cannot "+what+" endpoint: "+says)
	}
}

// templates returns the IDs, names and images of all templates but the copies.
func templates(env *acctest.Env) (all []string) {
	for _, template := range env.Objects("templates") {
		if id, _ := template["id"].(string); len(id) < 5 {
			all = append(all, fmt.Sprint(id, template["name"], template["imageName"]))
		}
	}
	slices.Sort(all)
	return all
}

func create1(t *testing.T, env *acctest.Env, endpoint *acctest.Object) {
	t.Helper()
	endpoint.Apply(hcl(minimal), acctest.Create)
	env.UseVersion(2)
}

func create2(t *testing.T, env *acctest.Env, endpoint *acctest.Object) {
	t.Helper()
	env.UseVersion(2)
	endpoint.Process = env.Process()
	endpoint.Apply(hcl(minimal), acctest.Create)
}

func import2(t *testing.T, env *acctest.Env, endpoint *acctest.Object) {
	t.Helper()
	env.Put(kind, "e1", map[string]any{"name": "serve", "templateId": "t1"})
	env.UseVersion(2)
	endpoint.Process = env.Process()
	endpoint.Import("e1")
}

// refuses returns a begin after which the service refuses updates of endpoints.
func refuses(status int) func(*testing.T, *acctest.Env, *acctest.Object) {
	return func(t *testing.T, env *acctest.Env, endpoint *acctest.Object) {
		t.Helper()
		create2(t, env, endpoint)
		env.SetFaults(emulator.Fault{Operation: "UpdateEndpoint", Kind: emulator.FaultStatus, Status: status, Message: "no"})
	}
}

// bind binds an endpoint to a template, as another client does over version 1.
func bind(t *testing.T, env *acctest.Env, endpoint, template string) {
	t.Helper()
	env.UseVersion(1)
	_, err := env.Client().Endpoints.Update(t.Context(), endpoint,
		api.EndpointFields{TemplateID: members.Some(template)})
	if err != nil {
		t.Fatal(err)
	}
	env.UseVersion(2)
}
