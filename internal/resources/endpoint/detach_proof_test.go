package endpoint_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Nothing but proof lets the provider delete an endpoint over version 2 without a copy of its template.

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

// If the provider cannot read the template after it gave the endpoint a copy, nothing is proven: the next apply does
// both again before it renames.
func TestEndpoint_proofMissedIsRepeated(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	env.UseVersion2()
	endpoint.Process = env.Process()
	env.OnRequest("UpdateEndpoint", 1, func() {
		env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	})
	env.ClearJournal()
	endpoint.ExpectApplyError(hcl(`name = "other"`), acctest.Update, "GetTemplate: ")
	env.ExpectSent("UpdateEndpoint", gets("t1"))
	env.SetFaults()
	endpoint.Process = env.Process()
	endpoint.Apply(hcl(`name = "other"`), acctest.Update)
	var operations []string
	for _, r := range env.Requests("GetTemplate", "UpdateEndpoint") {
		operations = append(operations, r.Operation)
	}
	want := []string{"UpdateEndpoint", "GetTemplate", "UpdateEndpoint"}
	if len(operations) < 3 || !slices.Equal(operations[len(operations)-3:], want) {
		t.Errorf("requests: %v, want %v at the end", operations, want)
	}
	unharmed(t, env)
}

// A list of templates that shows the settings from before a change is no proof that an imported endpoint has another
// template. The templates that differ are requested one by one.
func TestEndpoint_importedBesideAStaleList(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	endpoint := importBound(t, env)
	for _, id := range []string{"t1", "t2"} {
		patch(t, env, "templates", id, map[string]any{"imageName": "img:7"})
	}
	answers.Use(func(a *emulatortest.Answer) {
		if a.Operation == "ListTemplates" {
			a.Body = bytes.ReplaceAll(a.Body, []byte("img:7"), []byte("img:1"))
		}
	})
	renamed := ownHCL(strings.Replace(ownOfDefaults, "serve", "other", 1))
	env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	endpoint.Process = env.Process()
	endpoint.ExpectApplyError(renamed, acctest.Update, `its template may be shared.*GetTemplate: `)
	env.ExpectWrites()
	env.SetFaults()
	endpoint.Process = env.Process()
	endpoint.ApplyWithNonEmptyPlan(renamed, acctest.Update)
	if got := name(t, env); got != "one" {
		t.Errorf("the template is %v", got)
	}
}

// Neither an earlier answer of the run nor one between two others proves that a template has other settings: here
// another client changes the template after the list, or after its own GET.
func TestEndpoint_importedWhileItsTemplateChanges(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"ListTemplates", "GetTemplate"} {
		env := start(t)
		answers := env.Rewrite()
		patch(t, env, "templates", "t2", map[string]any{"imageName": "img:2"})
		endpoint := importBound(t, env)
		endpoint.Process = env.Process()
		endpoint.Process.MustLookup("podfleet_template", acctest.Values{"id": "t1"})
		if operation == "GetTemplate" {
			answers.Use(func(a *emulatortest.Answer) {
				if a.Operation == "ListTemplates" {
					a.Body = bytes.ReplaceAll(a.Body, []byte("img:1"), []byte("img:5"))
				}
			})
		}
		env.OnRequest(operation, 1, func() { patch(t, env, "templates", "t1", map[string]any{"imageName": "img:9"}) })
		endpoint.ApplyWithNonEmptyPlan(ownHCL(strings.Replace(ownOfDefaults, "serve", "other", 1)), acctest.Update)
		if got := name(t, env); got != "one" {
			t.Errorf("%s: the template is %v", operation, got)
		}
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

// Before a delete, a copy of any template does: lists can lack the one that another client has just made and bound.
func TestEndpoint_boundToATemplateThatNoListShows(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	endpoint := env.UseVersion(2).Process().Object(typeName)
	endpoint.Apply(ownHCL(leastOwn), acctest.Create)
	err := env.PutObject("templates", "t9", map[string]any{"name": "nine", "imageName": "img:9", "isServerless": true,
		"volumeInGb": 0})
	if err != nil {
		t.Fatal(err)
	}
	bind(t, env, endpoint.ID(), "t9")
	answers.Use(func(a *emulatortest.Answer) {
		if a.Operation == "ListTemplates" {
			a.ChangeItems(func(items []map[string]any) []map[string]any {
				return slices.DeleteFunc(items, func(item map[string]any) bool { return item["id"] == "t9" })
			})
		}
	})
	endpoint.Process = env.Process()
	endpoint.Destroy()
	if _, exists := env.Object("templates", "t9"); !exists {
		t.Error("the template is gone")
	}
	unharmed(t, env)
}

// A template that only a list still shows is not copied: the service knows it no more.
func TestEndpoint_deleteBesideATemplateThatIsGone(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	endpoint := env.UseVersion(2).Process().Object(typeName)
	endpoint.Apply(ownHCL(strings.Replace(leastOwn, "img:1", "img:7", 1)), acctest.Create)
	answers.Use(func(a *emulatortest.Answer) {
		if a.Operation == "ListTemplates" {
			a.ChangeItems(func(items []map[string]any) []map[string]any {
				gone := maps.Clone(items[0])
				gone["id"] = "gone"
				return append([]map[string]any{gone}, items...)
			})
		}
	})
	env.ClearJournal()
	endpoint.Process = env.Process()
	endpoint.Destroy()
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
}
