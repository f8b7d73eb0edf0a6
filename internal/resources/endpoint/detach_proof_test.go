package endpoint_test

import (
	"bytes"
	"encoding/json"
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

// A setting that the answer leaves out can be any, so the endpoint may be bound to a template with the others.
func TestEndpoint_importedIsBoundWithoutASetting(t *testing.T) {
	t.Parallel()
	for _, member := range []string{"image", "disk", "ports", "env", "args", "registry"} {
		t.Run(member, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			answers := env.Rewrite()
			if err := env.PutObject(kind, "e1", map[string]any{"name": "serve", "templateId": "t1"}); err != nil {
				t.Fatal(err)
			}
			env.UseVersion2()
			endpoint := env.Process().Object(typeName)
			endpoint.Import("e1")
			answers.Use(without(member, "e1"))
			env.ClearJournal()
			endpoint.ExpectDestroyError(`its template may be shared`)
			env.ExpectWrites()
			if got := name(t, env); got != "one" {
				t.Errorf("the template is called %q", got)
			}
			if err := env.DeleteObject(kind, "e1"); err != nil {
				t.Fatal(err)
			}
			answers.Use(nil)
		})
	}
}

// The mark of a copy ends with a refresh over version 1, where another client can bind the endpoint to a template.
func TestEndpoint_markOfACopyEnds(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	env.UseVersion1()
	endpoint.Process = env.Process()
	endpoint.Refresh()
	if err := env.PatchObject(kind, endpoint.ID(), map[string]any{"templateId": "t1", "ownTemplate": false}); err != nil {
		t.Fatal(err)
	}
	env.UseVersion2()
	endpoint.Process = env.Process()
	env.ClearJournal()
	endpoint.Destroy()
	env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
	if got := name(t, env); got != "one" {
		t.Errorf("the template is called %q", got)
	}
}

// A template of the state that is gone does not prove that the endpoint is bound to none.
func TestEndpoint_boundElsewhere(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	if err := env.PatchObject(kind, endpoint.ID(), map[string]any{"templateId": "t2"}); err != nil {
		t.Fatal(err)
	}
	if err := env.DeleteObject("templates", "t1"); err != nil {
		t.Fatal(err)
	}
	env.UseVersion2()
	endpoint.Process = env.Process()
	env.ClearJournal()
	endpoint.ExpectDestroyError(`its template may be shared.*"two" \(t2\)`)
	env.ExpectWrites()
	if err := env.DeleteObject(kind, endpoint.ID()); err != nil {
		t.Fatal(err)
	}
}

// An update over version 1 that binds the endpoint ends the mark of a copy by itself: with -refresh=false no refresh
// does, and the answer of the update can be lost.
func TestEndpoint_markOfACopyEndsWithoutARefresh(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string][]emulator.Fault{
		"answered": nil,
		"lost": {{Operation: "UpdateEndpoint", Kind: emulator.FaultStatusAfter, Status: http.StatusInternalServerError},
			{Operation: "GetEndpoint", Kind: emulator.FaultStatus, Status: http.StatusForbidden}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(2)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal), acctest.Create)
			env.UseVersion1()
			env.SetFaults(faults...)
			after, diagnostics := env.Process().Apply(typeName, endpoint.Instance,
				acctest.Values{"name": "serve", "template_id": "t2"})
			if failed := strings.Contains(acctest.Text(diagnostics), "ERROR"); failed != (faults != nil) {
				t.Error(acctest.Text(diagnostics))
			}
			if endpoint, _ := env.Object(kind, endpoint.ID()); endpoint["templateId"] != "t2" {
				t.Errorf("the endpoint is bound to %v", endpoint["templateId"])
			}
			env.SetFaults()
			env.UseVersion2()
			env.ClearJournal()
			if _, diagnostics := env.Process().Destroy(typeName, after); len(diagnostics) > 0 {
				t.Error(acctest.Text(diagnostics))
			}
			env.ExpectWrites("UpdateEndpoint", "DeleteEndpoint")
			if template, exists := env.Object("templates", "t2"); !exists || template["name"] != "two" {
				t.Errorf("the template is %v", template)
			}
			endpoint.Instance = acctest.Instance{}
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
	endpoint.ExpectApplyError(hcl(`name = "other"`), acctest.Update, "The provider cannot read its template any more")
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
// template. The templates that differ are requested one by one, once in a run.
func TestEndpoint_importedBesideAStaleList(t *testing.T) {
	t.Parallel()
	env := start(t)
	answers := env.Rewrite()
	endpoint := importBound(t, env)
	patch(t, env, "templates", "t1", map[string]any{"imageName": "img:7"})
	answers.Use(func(a *emulatortest.Answer) {
		if a.Operation == "ListTemplates" {
			a.Body = bytes.ReplaceAll(a.Body, []byte("img:7"), []byte("img:1"))
		}
	})
	endpoint.Process = env.Process()
	env.ClearJournal()
	endpoint.ExpectDestroyError(`its template may be shared.*"one" \(t1\)\.`)
	if got := len(env.Requests("GetTemplate")); got != 2 { // t1 and t2
		t.Errorf("%d requests of templates, want 2", got)
	}
	env.ExpectWrites()
	if err := env.PutObject(kind, "e2", map[string]any{"name": "two", "templateId": "t1"}); err != nil {
		t.Fatal(err)
	}
	other := endpoint.Process.Object(typeName)
	other.Import("e2")
	other.ExpectDestroyError(`its template may be shared.*"one" \(t1\)\.`)
	if got := len(env.Requests("GetTemplate")); got != 0 {
		t.Errorf("%d more requests of templates, want none", got)
	}
	env.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	endpoint.Process = env.Process()
	endpoint.ExpectDestroyError(`its template is shared.*cannot tell which template that is`)
	env.SetFaults()
	env.ExpectWrites()
	for _, id := range []string{"e1", "e2"} {
		if err := env.DeleteObject(kind, id); err != nil {
			t.Fatal(err)
		}
	}
}
