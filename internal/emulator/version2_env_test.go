package emulator_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

const (
	get   = http.MethodGet
	post  = http.MethodPost
	patch = http.MethodPatch
	del   = http.MethodDelete
)

// call2 sends a request below the base of version 2, as call does below that of version 1.
func (a *env) call2(method, path, body string, headers ...string) reply {
	a.t.Helper()
	r, err := a.send(method, a.RESTURL2()+path, body, headers...)
	if err != nil {
		a.t.Fatalf("%s %s: %v", method, path, err)
	}
	return r
}

// create2 posts an object that must be accepted and returns its id.
func (a *env) create2(path, body string) string {
	a.t.Helper()
	r := a.call2(http.MethodPost, path, body)
	if r.status != http.StatusCreated || r.id() == "" {
		a.t.Fatalf("POST %s %s: %d %s", path, body, r.status, r.text)
	}
	return r.id()
}

// get2 returns the object at a path, which must exist.
func (a *env) get2(path string) map[string]any {
	a.t.Helper()
	r := a.call2(http.MethodGet, path, "")
	if r.status != http.StatusOK {
		a.t.Fatalf("GET %s: %d %s", path, r.status, r.text)
	}
	return r.object()
}

// patch2 changes the object at a path, which must be accepted, and returns it.
func (a *env) patch2(path, body string) map[string]any {
	a.t.Helper()
	r := a.call2(http.MethodPatch, path, body)
	if r.status != http.StatusOK {
		a.t.Fatalf("PATCH %s %s: %d %s", path, body, r.status, r.text)
	}
	return r.object()
}

// delete2 deletes the object at a path, which must be accepted.
func (a *env) delete2(path string) {
	a.t.Helper()
	if r := a.call2(http.MethodDelete, path, ""); r.status != http.StatusNoContent || r.text != "" {
		a.t.Fatalf("DELETE %s: %d %s", path, r.status, r.text)
	}
}

// check2 is one step of a table: what is sent, and the status and a part of the problem that must come back.
type check2 struct {
	name, method, path, body string
	status                   int
	part                     string // of the body
}

func (a *env) run2(checks []check2) {
	a.t.Helper()
	for _, c := range checks {
		r := a.call2(c.method, c.path, c.body)
		if r.status != c.status || !strings.Contains(r.text, c.part) {
			a.t.Errorf("%s: %s %s %s\n got %d %s\nwant %d with %s", c.name, c.method, c.path, c.body, r.status, r.text,
				c.status, c.part)
		}
	}
}

// expect compares members of an object, which are given as JSON.
func expect(t *testing.T, what string, object map[string]any, members string) {
	t.Helper()
	var want map[string]any
	if err := json.Unmarshal([]byte(members), &want); err != nil {
		t.Fatal(err)
	}
	for name, value := range want {
		if got := spell(t, object[name]); got != spell(t, value) {
			t.Errorf("%s: %s is %s, want %s", what, name, got, spell(t, value))
		}
	}
}

// ids2 returns the ids of a list's objects, in its order.
func (a *env) ids2(path, member string) []string {
	a.t.Helper()
	list, ok := a.get2(path)[member].([]any)
	if !ok {
		a.t.Fatalf("%s has no list %s", path, member)
	}
	ids := []string{}
	for _, element := range list {
		object, _ := element.(map[string]any)
		id, _ := object["id"].(string)
		ids = append(ids, id)
	}
	return ids
}
