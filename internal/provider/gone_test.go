package provider_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// made is an account with one object that is managed, and one of the same kind that is not.
func made(t *testing.T, start acctest.Starter, typeName string) *answers {
	t.Helper()
	k := newAnswers(t, start, typeName)
	if _, diags := k.p.Apply(typeName, acctest.Instance{}, k.named("other")); hasError(diags) {
		t.Fatal(acctest.Text(diags))
	}
	k.w.ClearJournal()
	return k
}

// eachMade calls test with such an object of each kind over each version.
func eachMade(t *testing.T, test func(*testing.T, *answers)) {
	t.Helper()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				test(t, made(t, start, typeName))
			})
		})
	}
}

// contains fails the test for each part that a text lacks.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %s", part, text)
		}
	}
}

// asIs checks that nothing was forgotten and nothing is made a second time: an apply does nothing.
func (k *answers) asIs(t *testing.T, read acctest.Instance, diags []*tfprotov6.Diagnostic, says string) {
	t.Helper()
	isDecided := !strings.Contains(says, "still shows it") // Else no plan fails by the order of its reads.
	if hasError(diags) != isDecided || !strings.Contains(acctest.Text(diags), says) ||
		!bytes.Equal(read.State.MsgPack, k.instance.State.MsgPack) {
		t.Errorf("the state is another, or this is not the message: %s", acctest.Text(diags))
	}
	if strings.Contains(strings.ToLower(acctest.Text(diags)), "apply again") {
		t.Errorf("there is nothing to apply: %s", acctest.Text(diags))
	}
	k.w.SetFaults()
	if again, diags := k.p.Read(k.typeName, read); hasError(diags) || k.idOf(again) != k.id ||
		!k.unchanged(again, k.config) {
		t.Errorf("the next plan is not empty: %s", acctest.Text(diags))
	}
	if writes := k.w.Writes(); len(writes) != 0 {
		t.Errorf("the service was sent %v", writes)
	}
}

// A front end's 404, and one whose object a list of its kind has, take nothing out of the state.
func TestGone_otherAnswersForgetNothing(t *testing.T) {
	t.Parallel()
	eachMade(t, func(t *testing.T, k *answers) {
		get, list := k.operation("Get"), k.operation("List")+"s"
		for says, faults := range map[string][]emulator.Fault{
			"\n\nThe provider adds: this is not how the service reports a missing object.\n": {{Operation: get, Kind: "html",
				Status: http.StatusNotFound, Count: 1}},
			"and a list that the provider requested after it still shows it": {{Operation: get, Kind: "status",
				Status: http.StatusNotFound, Count: 1}},
			"which could confirm that, failed": {{Operation: get, Kind: "status",
				Status: http.StatusNotFound}, {Operation: list, Kind: "status", Status: http.StatusForbidden}},
			"check that rest_url is the base URL of the ser": {{Operation: "*", Kind: "status",
				Status: http.StatusNotFound}},
		} {
			k.w.SetFaults(faults...)
			read, diags := k.p.Read(k.typeName, k.instance)
			k.asIs(t, read, diags, says)
		}
	})
}

// The warning of a refresh, and the error of a delete, about a 404 that a list contradicts name both responses, say
// that the state keeps the object, and name the checks if it stays so. No advice takes the object out of the state. An
// import of it fails.
func TestGone_stillListed(t *testing.T) {
	t.Parallel()
	eachMade(t, func(t *testing.T, k *answers) {
		notFound := func(operation string) {
			k.w.SetFaults(emulator.Fault{Operation: k.operation(operation), Kind: "status", Status: http.StatusNotFound})
		}
		notFound("Get")
		_, read := k.p.Read(k.typeName, k.instance)
		if says := acctest.Text(read); !strings.HasPrefix(says, "WARNING: The service contradicts itself: ") ||
			!strings.Contains(read[0].Summary, k.id) {
			t.Error(says)
		}
		if _, diags := k.p.Import(k.typeName, k.id, ""); !hasError(diags) {
			t.Errorf("it was imported: %s", acctest.Text(diags))
		}
		notFound("Delete")
		left, removed := k.p.Destroy(k.typeName, k.instance)
		if k.idOf(left) != k.id {
			t.Error("it is out of the state")
		}
		for again, diags := range map[string][]*tfprotov6.Diagnostic{"plan again": read, "apply again": removed} {
			text := acctest.Text(diags)
			contains(t, text, "itself returned 404, and a list that the provider requested after it still shows it",
				"The state was left as it is", "Next: "+again+" in a minute", "If this stays, look for the ID",
				"in the state until you know that it was deleted", "request ID")
			if strings.Contains(text, "state rm") || strings.Contains(text, "removed block") ||
				strings.Contains(text, "But a list of the kind") { // The same thing twice.
				t.Error(text)
			}
		}
	})
}

// A wrong path in the URL is answered in the service's own shape, also of the list.
func TestGone_wrongURLForgetsNothing(t *testing.T) {
	t.Parallel()
	eachMade(t, func(t *testing.T, k *answers) {
		k.w.AllowBadRequests()
		lost := k.w.Process(acctest.Values{"rest_url": k.w.ManagementURL() + "/typo" + k.w.Over("/v1", "/v2")})
		read, diags := lost.Read(k.typeName, k.instance)
		k.asIs(t, read, diags, "check that rest_url is the base URL of the service's management interface")
		if left, diags := lost.Destroy(k.typeName, k.instance); !hasError(diags) || k.idOf(left) != k.id {
			t.Errorf("it is forgotten by a destroy: %s", acctest.Text(diags))
		}
		if _, there := k.w.Object(stateKind[k.typeName], k.id); !there {
			t.Error("it is not there any more")
		}
	})
}

// What is gone is taken out of the state, and that costs one list.
func TestGone_isForgotten(t *testing.T) {
	t.Parallel()
	eachMade(t, func(t *testing.T, k *answers) {
		k.w.Remove(stateKind[k.typeName], k.id)
		read, diags := k.p.Read(k.typeName, k.instance)
		if len(diags) != 0 || k.p.Attributes(k.typeName, read.State) != nil || read.Identity == nil {
			t.Errorf("it is still in the state: %s", acctest.Text(diags))
		}
		k.w.ExpectRequests(k.operation("Get"), k.operation("List")+"s")
		left, diags := k.p.Destroy(k.typeName, k.instance)
		if len(diags) != 0 || k.p.Attributes(k.typeName, left.State) != nil {
			t.Errorf("a destroy leaves it: %s", acctest.Text(diags))
		}
		too := tooOver2(k.w, k.typeName, "delete")
		if k.typeName == "podfleet_endpoint" && len(too) > 0 { // The copy of its template comes before the delete.
			too = []string{"GetTemplate", "UpdateEndpoint", "GetEndpoint", "ListEndpoints"}
		}
		k.w.ExpectRequests(append(too, k.operation("Delete"), k.operation("List")+"s")...)
	})
}

// A delete that is answered 404 by somebody else is not done.
func TestGone_deleteIsConfirmed(t *testing.T) {
	t.Parallel()
	eachMade(t, func(t *testing.T, k *answers) {
		for _, kind := range []string{"html", "status"} {
			k.w.SetFaults(emulator.Fault{Operation: k.operation("Delete"), Kind: kind, Status: http.StatusNotFound,
				Count: 1})
			left, diags := k.p.Destroy(k.typeName, k.instance)
			if !hasError(diags) || !bytes.Equal(left.State.MsgPack, k.instance.State.MsgPack) {
				t.Errorf("%s: it is out of the state: %s", kind, acctest.Text(diags))
			}
		}
		// It is carried out and its answer is lost: the object itself tells.
		k.w.SetFaults(emulator.Fault{Operation: k.operation("Delete"), Kind: "reset_after", Count: 1})
		k.w.ClearJournal()
		if left, diags := k.p.Destroy(k.typeName, k.instance); len(diags) != 0 ||
			k.p.Attributes(k.typeName, left.State) != nil {
			t.Errorf("it is still in the state: %s", acctest.Text(diags))
		}
		want := slices.DeleteFunc(tooOver2(k.w, k.typeName, "delete"), func(operation string) bool {
			return operation == "ListGPUTypes" // The attempts before have read the catalogue.
		})
		k.w.ExpectRequests(append(want, k.operation("Delete"), k.operation("Get"), k.operation("List")+"s")...)
	})
}
