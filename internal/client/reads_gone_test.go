package client_test

import (
	"maps"
	"net/http"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An object that the list does not have may be there all the same: its own GET says so. If that says that it is not,
// both together confirm that it is gone, without another list.
func TestReads_absentIsNotGone(t *testing.T) {
	t.Parallel()
	forEachKind(t, 3, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		mustRead(t, c, k.read, object(0))
		mustRead(t, c, k.read, object(1))
		late := maps.Clone(k.object)
		late["name"] = "late"
		env.Put(k.kind, "late", late)
		env.ClearJournal()
		mustRead(t, c, k.read, "late")
		expectOperations(t, env, k.one)
		for _, id := range []string{"gone", "gone too"} {
			if _, err := k.read(c, t.Context(), id); !fleet.IsGone(err) {
				t.Errorf("%s: %v", id, err)
			}
			want := []string{k.one}
			if k.kind == emulator.KindTemplates {
				want = append(want, k.many) // The list does not have public and official ones, and this one does.
			}
			expectOperations(t, env, want...)
		}
		if _, err := k.find(c, t.Context(), "lost"); !transport.IsNotFound(err) || fleet.IsGone(err) {
			t.Error(err)
		}
		expectOperations(t, env, k.one)
		// A front end's 404 confirms nothing.
		env.SetFaults(emulator.Fault{Operation: k.one, Kind: emulator.FaultHTML, Status: http.StatusNotFound})
		if _, err := k.read(c, t.Context(), "nowhere"); err == nil || fleet.IsGone(err) {
			t.Error(err)
		}
	})
}

// All objects gone: a GET each, and two lists at most, one of which is for the first read. The list that readers share
// lacks some templates: each that is gone costs one more.
func TestReads_manyGone(t *testing.T) {
	t.Parallel()
	forEachKind(t, 0, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		var reads sync.WaitGroup
		for i := range 50 {
			reads.Go(func() {
				if _, err := k.read(c, t.Context(), object(i)); !fleet.IsGone(err) {
					t.Error(err)
				}
			})
		}
		reads.Wait()
		most := map[bool]int{true: 51, false: 2}[k.kind == emulator.KindTemplates]
		if gets, lists := len(env.Requests(k.one)), len(env.Requests(k.many)); gets != 50 || lists > most {
			t.Errorf("%d GETs and %d lists", gets, lists)
		}
	})
}

// A list that has an object which its own GET, sent later, does not find, is only older: another one confirms it.
func TestReads_goneSinceTheList(t *testing.T) {
	t.Parallel()
	forEachKind(t, 2, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		if n, err := k.all(c, t.Context()); err != nil || n < 2 {
			t.Fatalf("%d listed, %v", n, err)
		}
		env.Remove(k.kind, object(1))
		if _, err := k.read(c, t.Context(), object(1)); !fleet.IsGone(err) {
			t.Error(err)
		}
		expectOperations(t, env, k.many, k.one, k.many)
	})
}

// The list of templates that answers reads lacks public and official ones. One of those whose own GET says 404, and
// that the list of all templates has, is not gone, with and without shared lists.
func TestReads_publicTemplateIsNotGone(t *testing.T) {
	t.Parallel()
	ok := func(body string) answer { return answer{status: http.StatusOK, body: body} }
	notFound := answer{status: http.StatusNotFound, body: `{"error":"template not found","status":404}`}
	one, own, every := ok(`{"id":"a"}`), ok(`[{"id":"a"}]`), ok(`[{"id":"a"},{"id":"public"}]`)
	for separate, answers := range map[bool][]answer{
		false: {one, own, notFound, every, notFound, every},
		true:  {one, notFound, every, notFound, every},
	} {
		s := serve(t, answers...)
		c := s.client(t, func(config *client.Config) { config.SeparateReads = separate })
		mustRead(t, c, readOf(templatesOf), "a")
		for _, read := range []getter{readOf(templatesOf), readAnyTemplate} {
			if _, err := read(c, t.Context(), "public"); !transport.IsNotFound(err) || fleet.IsGone(err) {
				t.Errorf("separate %t: %v", separate, err)
			}
		}
		if asked := len(s.requests()); asked != len(answers) {
			t.Errorf("separate %t: %d requests, want %d", separate, asked, len(answers))
		}
	}
}
