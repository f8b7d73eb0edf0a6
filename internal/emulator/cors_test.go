package emulator_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Pages of an origin that was named may call the service, in all versions, and read refusals too. Other pages may not,
// and none may call the control interface.
func TestCORS(t *testing.T) {
	t.Parallel()
	const page, other = "http://localhost:5173", "http://localhost:5174"
	a := start(t, emulator.Options{CORSOrigins: []string{"https://app.example.com", page}})
	closed := start(t)
	for _, c := range []struct {
		on           *env
		method, path string
		origin       string
		status       int
		allowed      string
	}{
		{a, http.MethodGet, "/v1/templates", page, 200, page},
		{a, http.MethodGet, "/management/v2/templates", "https://app.example.com", 200, "https://app.example.com"},
		{a, http.MethodGet, "/v2/nope/health", page, 404, page},
		{a, http.MethodOptions, "/v1/templates/x", page, 204, page},
		{a, http.MethodOptions, "/v2/nope/run", page, 204, page},
		{a, http.MethodOptions, "/v1/templates/x", other, 405, ""},
		{a, http.MethodGet, "/v1/templates", other, 200, ""},
		{a, http.MethodGet, "/v1/templates", "null", 200, ""},
		{a, http.MethodGet, "/v1/templates", "", 200, ""},
		{a, http.MethodGet, "/_emulator/state", page, 403, ""},
		{a, http.MethodOptions, "/_emulator/state", page, 403, ""},
		{a, http.MethodOptions, "/%5femulator/reset", page, 403, ""},
		{a, http.MethodGet, "/_emulator/console/", page, 200, ""},
		{closed, http.MethodGet, "/v1/templates", page, 200, ""},
		{closed, http.MethodOptions, "/v1/templates/x", page, 405, ""},
	} {
		headers := []string{"Origin", c.origin}
		if c.method == http.MethodOptions {
			headers = append(headers, "Access-Control-Request-Method", "PATCH", "Authorization", "")
			if c.status == 405 {
				headers = headers[:4] // A request that the service answers needs the key.
			}
		}
		r, err := c.on.send(c.method, c.on.URL()+c.path, "", headers...)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.header.Get("Access-Control-Allow-Origin"); r.status != c.status || got != c.allowed ||
			(r.header.Get("Access-Control-Allow-Headers") != "") != (c.status == 204) {
			t.Errorf("%s %s for %q: %d %q", c.method, c.path, c.origin, r.status, r.header)
		}
	}
	for _, made := range a.Requests() {
		if made.Status == http.StatusNoContent {
			t.Errorf("the journal has the browser's own question: %v", made)
		}
	}
}
