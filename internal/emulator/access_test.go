package emulator_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestAccess_keys(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{APIKeys: []string{"one", "two"}, ReadOnlyAPIKeys: []string{"reader", "two"}})

	for _, c := range []struct {
		authorization string
		get, post     int
	}{
		{"Bearer one", 200, 400},
		{"Bearer two", 200, 400}, // The stronger permission wins.
		{"Bearer reader", 200, 401},
		{"Bearer other", 401, 401},
		{"Bearer emulator-key", 401, 401},
		{"Bearer ", 401, 401},
		{"Bearer", 401, 401},
		{"bearer one", 401, 401},
		{"Bearer  one", 401, 401},
		{"Basic one", 401, 401},
		{"one", 401, 401}, // A bare key is for the queue.
		{"", 401, 401},
	} {
		get := a.call(http.MethodGet, "/templates", "", "Authorization", c.authorization)
		post := a.call(http.MethodPost, "/templates", "{}", "Authorization", c.authorization)
		if get.status != c.get || post.status != c.post {
			t.Errorf("%q: GET %d, not %d; POST %d, not %d", c.authorization, get.status, c.get, post.status, c.post)
		}
		if get.status == 401 && get.text != `{"error":"unauthorized","status":401}`+"\n" {
			t.Errorf("%q: %s", c.authorization, get.text)
		}
	}
	if a.APIKey() != "one" {
		t.Errorf("the key to use is %q", a.APIKey())
	}
}

// The order is 401, 404, 429, body: each request has every fault but those named before.
func TestAccess_orderOfChecks(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RESTRateLimit: 1})
	id := a.create("/templates", `{"name":"n","imageName":"i"}`) // Takes the only place in the window.

	for name, c := range map[string]struct {
		key, path string
		status    int
	}{
		"wrong key":       {"Bearer no", "/templates/nope", 401},
		"unknown route":   {"Bearer no", "/nope", 401},
		"missing object":  {"", "/templates/nope", 404},
		"missing route":   {"", "/nope", 404},
		"limit, bad body": {"", "/templates/" + id, 429},
	} {
		headers := []string{}
		if c.key != "" {
			headers = []string{"Authorization", c.key}
		}
		if r := a.call(http.MethodPatch, c.path, "{", headers...); r.status != c.status {
			t.Errorf("%s: %d, not %d: %s", name, r.status, c.status, r.text)
		}
	}
	a.Advance(1e9)
	if r := a.call(http.MethodPatch, "/templates/"+id, "{"); r.status != 400 {
		t.Errorf("bad body: %d", r.status)
	}
}
