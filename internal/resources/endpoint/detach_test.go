package endpoint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// module is a template and endpoints on it.
func module(endpoints int, image string) []acctest.Resource {
	all := []acctest.Resource{{Address: "podfleet_template.shared", Config: acctest.Values{
		"name": "shared", "image_name": image, "is_serverless": true}}}
	for i := range endpoints {
		all = append(all, acctest.Resource{Address: fmt.Sprintf("podfleet_endpoint.it[%d]", i), Config: acctest.Values{
			"name": fmt.Sprintf("serve-%d", i), "workers_max": 0,
			"template_id": acctest.Ref{Address: "podfleet_template.shared", Attribute: "id"}}})
	}
	return all
}

func applied(t *testing.T, m *acctest.Module, config []acctest.Resource) *acctest.Run {
	t.Helper()
	run := m.Apply(config)
	if run.Failed() {
		t.Fatal(run.Text())
	}
	return run
}

// Ten endpoints of version 1 share a template. Over version 2 the end of one of them leaves the others and the
// template, and the end of all leaves nothing, in one apply.
func TestEndpoint_endOfSharedTemplate(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	m := env.Module()
	applied(t, m, module(10, "img:1"))
	env.UseVersion(2)
	env.ClearJournal()
	applied(t, m, module(9, "img:1"))
	if got := len(env.Objects(kind)); got != 9 {
		t.Errorf("%d endpoints, want 9", got)
	}
	templates := env.Objects("templates")
	if len(templates) != 1 || templates[0]["name"] != "shared" {
		t.Errorf("templates: %v", templates)
	}
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	run := m.Plan(module(9, "img:1"))
	if run.Failed() || len(run.Actions) != 0 {
		t.Errorf("%v: %s", run.Actions, run.Text())
	}
	applied(t, m, nil)
	if got := len(env.Objects(kind)) + len(env.Objects("templates")); got != 0 {
		t.Errorf("%d objects are left", got)
	}
}

// A rename over version 2 detaches first, of which the plan warns, and the template keeps its name. A name that is
// unknown while planning, or that another prefix brings, can be a rename. After one that turns out to be the same,
// nothing is sent.
func TestEndpoint_renameDetaches(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string
		sent          []string
	}{
		"known": {minimal, `name = "other"`, []string{gets("t1"), `{"name":"other"}`}},
		"unknown": {
			minimal, `name = late("other")`, []string{gets("t1"), `{"name":"other"}`},
		},
		"unknown, the same": {minimal, `name = late("serve")`, nil},
		"another prefix": {
			`name_prefix = "a-"`, `name_prefix = "b-"`, []string{gets("t1"), `{"name":"b-…"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(test.before), acctest.Create)
			env.UseVersion(2)
			endpoint.Process = env.Process()
			says := acctest.Text(endpoint.Plan(hcl(test.after), acctest.Update).Diagnostics)
			if !strings.Contains(says, "gives it a copy of its template, if it has one, before the rename") {
				t.Error(says)
			}
			env.ClearJournal()
			endpoint.Apply(hcl(test.after), acctest.Update)
			sent := bodies(env)
			for i := range sent {
				sent[i] = regexp.MustCompile(`"b-\w+"`).ReplaceAllString(sent[i], `"b-…"`)
			}
			if !slices.Equal(sent, test.sent) {
				t.Errorf("sent %v, want %v", sent, test.sent)
			}
			unharmed(t, env)
		})
	}
}

// If the template has another name after the endpoint got a copy, or if the provider cannot read it, nothing more is
// sent. The next apply does both again.
func TestEndpoint_detachFails(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{"another name": `"one" \(t1\) was renamed to "serve-template"`,
		"not read": "GetTemplate: "} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			create1(t, env, endpoint)
			env.OnRequest("UpdateEndpoint", 1, func() {
				if name == "not read" {
					env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
					return
				}
				env.Patch("templates", "t1", map[string]any{"name": "serve-template"})
			})
			endpoint.Process = env.Process()
			_ = env.Writes()
			endpoint.ExpectDestroyError(`its template may be shared.*` + says)
			env.ExpectWrites("UpdateEndpoint")
			env.SetFaults()
			endpoint.Process = env.Process()
			endpoint.Destroy()
			env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
		})
	}
}

// A 404 that a front end sends once in the service's place proves nothing: no shared template is deleted or renamed. A
// second look finds the template; else it is an error.
func TestEndpoint_detachDistrusts404(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"GetTemplate", "UpdateEndpoint"} {
		for _, kind := range []string{emulator.FaultStatus, emulator.FaultHTML} {
			t.Run(operation+" "+kind, func(t *testing.T) {
				t.Parallel()
				env := start(t)
				endpoint := env.Process().Object(typeName)
				create1(t, env, endpoint)
				endpoint.Process = env.Process()
				env.SetFaults(emulator.Fault{Operation: operation, Kind: kind, Status: http.StatusNotFound, Count: 1})
				if operation == "GetTemplate" {
					endpoint.ApplyWithNonEmptyPlan(hcl(`name = "other"`), acctest.Update)
				} else {
					endpoint.ExpectApplyError(hcl(`name = "other"`), acctest.Update, "its template may be shared")
				}
				unharmed(t, env)
			})
		}
	}
}

// Nothing but proof lets the provider delete an endpoint over version 2 without a copy of its template.

// importBound imports over version 2 an endpoint e1 of version 1 that is bound to the template t1. The template t2 has
// the same settings.
func importBound(t *testing.T, env *acctest.Env) *acctest.Object {
	t.Helper()
	endpoint := env.Process().Object(typeName)
	import2(t, env, endpoint)
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

// without removes a member from the answers about an endpoint.
func without(member, id string) func(*emulatortest.Answer) {
	return func(a *emulatortest.Answer) {
		var object map[string]json.RawMessage
		if json.Unmarshal(a.Body, &object) != nil || string(object["id"]) != `"`+id+`"` {
			return
		}
		delete(object, member)
		if body, err := json.Marshal(object); err == nil {
			a.Body = body
		}
	}
}

// A setting that the answer leaves out can be any, so the endpoint may be bound to a template with the others. The
// error leads to what was refused.
func TestEndpoint_importedIsBoundWithoutASetting(t *testing.T) {
	t.Parallel()
	for name, members := range map[string][]string{"one": {"ports"}, "all": containerMembers} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			env.Rewrite().Use(func(a *emulatortest.Answer) {
				for _, member := range members {
					without(member, "e1")(a)
				}
			})
			endpoint := importBound(t, env)
			env.ClearJournal()
			refusal := endpoint.ExpectApplyError(ownHCL(strings.Replace(ownOfDefaults, "serve", "other", 1)), acctest.Update,
				`may be shared.*not show all its settings, so it can have one of these templates: "one" \(t1\), "two" \(t2\)`)
			env.ExpectWrites()
			endpoint.ApplyWithNonEmptyPlan(advised(t, refusal), acctest.Update)
			_ = env.Writes()
			endpoint.Destroy()
			env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
			unharmed(t, env)
		})
	}
}

// A rename that goes with another template fails like a change of the template alone if that is gone.
func TestEndpoint_renameWithAGoneTemplate(t *testing.T) {
	t.Parallel()
	env := start(t)
	env.AllowBadRequests()
	endpoint := env.UseVersion(2).Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	gone := strings.Replace(hcl(`name = "other"`), `"t1"`, `"t9"`, 1)
	endpoint.Process = env.Process()
	endpoint.ExpectApplyError(gone, acctest.Update, "Cannot rename endpoint.*GetTemplate: ")
	endpoint.Process = env.Process()
	endpoint.Plan(gone, acctest.Update)
}

// renamed is an endpoint with the settings of the template t1 as its own, and another name.
var renamed = ownHCL(strings.Replace(ownOfDefaults, "serve", "other", 1))

// Neither a list that lags, nor an earlier answer of the run, nor one between two others proves that an endpoint is
// bound to no template: another client changes the template, or binds the endpoint, in between. A rename reaches none.
func TestEndpoint_boundMeanwhile(t *testing.T) {
	t.Parallel()
	changes := func(t *testing.T, env *acctest.Env) {
		t.Helper()
		env.Patch("templates", "t1", map[string]any{"imageName": "img:9"})
	}
	for name, test := range map[string]struct {
		own    bool   // It is made with settings of its own, in place of an import of an endpoint of t1.
		now    string // the image of the template t1 before the plan
		listed string // the image in lists
		on     string // the operation at which the other client acts
		act    func(*testing.T, *acctest.Env)
	}{
		"the list is old":              {now: "img:7", listed: "img:1"},
		"it changes after the list":    {now: "img:1", listed: "img:1", on: "ListTemplates", act: changes},
		"it changes after its own GET": {now: "img:1", listed: "img:5", on: "GetTemplate", act: changes},
		"it is bound after the list": {own: true, now: "img:1", listed: "img:1", on: "ListTemplates",
			act: func(t *testing.T, env *acctest.Env) {
				env.Patch(kind, env.OnlyID(kind), map[string]any{"templateId": "t1"})
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			answers := env.Rewrite()
			endpoint := env.UseVersion(2).Process().Object(typeName)
			if test.own {
				endpoint.Apply(ownHCL(ownOfDefaults), acctest.Create)
			} else {
				endpoint = importBound(t, env)
			}
			env.Patch("templates", "t1", map[string]any{"imageName": test.now})
			env.Patch("templates", "t2", map[string]any{"imageName": "img:2"})
			endpoint.Process = env.Process()
			endpoint.Process.MustLookup("podfleet_template", acctest.Values{"id": "t1"})
			answers.Use(func(a *emulatortest.Answer) {
				if a.Operation == "ListTemplates" {
					a.Body = bytes.ReplaceAll(a.Body, []byte(test.now), []byte(test.listed))
				}
			})
			if test.act != nil {
				env.OnRequest(test.on, 1, func() { test.act(t, env) })
			}
			endpoint.ApplyWithNonEmptyPlan(renamed, acctest.Update)
			for template, want := range map[string]string{"t1": "one", "t2": "two"} {
				if got, exists := env.Object("templates", template); !exists || got["name"] != want {
					t.Errorf("the template %s is %v", template, got)
				}
			}
		})
	}
}

// Before a delete, a copy of any template does: lists can lack the one that another client has just made and bound. One
// that only lists still show is not copied.
func TestEndpoint_deleteBesideLaggingLists(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	endpoint := env.UseVersion(2).Process().Object(typeName)
	endpoint.Apply(ownHCL(leastOwn), acctest.Create)
	env.Put("templates", "t9", map[string]any{"name": "nine", "imageName": "img:9", "isServerless": true,
		"volumeInGb": 0})
	bind(t, env, endpoint.ID(), "t9")
	answers.Use(func(a *emulatortest.Answer) {
		if a.Operation == "ListTemplates" {
			a.ChangeItems(func(items []map[string]any) []map[string]any {
				items = slices.DeleteFunc(items, func(item map[string]any) bool { return item["id"] == "t9" })
				gone := maps.Clone(items[0])
				gone["id"] = "gone"
				return append([]map[string]any{gone}, items...)
			})
		}
	})
	endpoint.Process = env.Process()
	_ = env.Writes()
	endpoint.Destroy()
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	if _, exists := env.Object("templates", "t9"); !exists {
		t.Error("the template is gone")
	}
	unharmed(t, env)
}

// If the provider cannot read all templates, an endpoint without a known one is not renamed.
func TestEndpoint_renameWithoutAnswers(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := importBound(t, env)
	for _, template := range []string{"t1", "t2"} {
		env.Patch("templates", template, map[string]any{"imageName": "img:7"})
	}
	env.Patch(kind, "e1", map[string]any{"templateId": "pods"})
	env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	endpoint.Process = env.Process()
	endpoint.ExpectApplyError(renamed, acctest.Update, `its template may be shared.*GetTemplate: `)
	env.ExpectWrites()
	env.SetFaults()
}
