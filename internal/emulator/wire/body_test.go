package wire_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// What an operation reads its body with, and what becomes of bodies that are not as they should be.
func TestBody(t *testing.T) {
	t.Parallel()
	decode := func(r *wire.Request) (any, error) { return "fine", r.CheckBody() }
	none := func(r *wire.Request) (any, error) { return "fine", r.NoBody() }
	anyJSON := func(r *wire.Request) (any, error) { return "fine", r.CheckJSON(50) }
	const typed = "application/json; charset=utf-8"
	for _, c := range []struct {
		name              string
		read              wire.Handler
		body, contentType string
		want              string
	}{
		{name: "body", read: decode, body: `{}`, contentType: typed, want: `"fine"`},
		{
			name: "body", read: decode, body: `{}`, contentType: "text/plain",
			want: "content type must be application/json",
		},
		{name: "body", read: decode, body: `{}`, contentType: "application/json;", want: `"fine"`},
		{name: "body", read: decode, body: strings.Repeat(" ", 100), want: `"fine"`},
		{name: "body", read: decode, body: strings.Repeat(" ", 101), want: "exceeded max body size"},
		{name: "none", read: none, body: ``, contentType: "text/plain", want: `"fine"`},
		{name: "none", read: none, body: ` {} `, contentType: "text/plain", want: `"fine"`},
		{name: "none", read: none, body: `[]`, want: "request body must be a JSON object"},
		{name: "none", read: none, body: `null`, want: "request body must be a JSON object"},
		{name: "none", read: none, body: `{"a":1}`, want: "Extra input keys provided in request body"},
		{name: "none", read: none, body: strings.Repeat(" ", 101), want: "exceeded max body size"},
		{name: "any JSON", read: anyJSON, body: `[1]`, want: `"fine"`},
		{
			name: "any JSON", read: anyJSON, body: `[1]`, contentType: "text/plain",
			want: "content type must be application/json",
		},
		{name: "any JSON", read: anyJSON, body: `[1`, want: "request body must be JSON"},
		{name: "any JSON", read: anyJSON, body: "\"\xff\"", want: "request body must be JSON"},
		{name: "any JSON", read: anyJSON, body: `[` + strings.Repeat(" ", 48) + `]`, want: `"fine"`},
		{
			name: "any JSON", read: anyJSON, body: `[` + strings.Repeat(" ", 49) + `]`,
			want: "exceeded max body size of 0 MiB",
		},
		{name: "any JSON", read: anyJSON, body: strings.Repeat(" ", 101), want: "exceeded max body size of 0 MiB"},
	} {
		s := start(t)
		s.handle = c.read
		r := s.call("POST", "/plain/things", c.body, "Content-Type", c.contentType)
		if !strings.HasPrefix(r.text, c.want) && !strings.HasPrefix(r.text, `{"error":"`+c.want+`"`) {
			t.Errorf("%s, %.60q of %q:\n got %d %s\nwant %s", c.name, c.body, c.contentType, r.status, r.text, c.want)
		}
	}
	// Each interface has a limit of its own.
	s := start(t)
	s.handle = none
	for _, c := range []struct {
		path   string
		size   int
		status int
	}{
		{"/plain/things", 101, 400}, {"/strict/o/run", 101, 400}, {"/strict/o/run", 201, 400},
	} {
		want := map[bool]string{true: "exceeded max body size",
			false: "request body must be a JSON object"}[c.size != 101 ||
			strings.HasPrefix(c.path, "/plain")]
		if r := s.call("POST", c.path, strings.Repeat(" ", c.size)); r.status != c.status ||
			!strings.Contains(r.text, want) {
			t.Errorf("%d bytes to %s: %d %s", c.size, c.path, r.status, r.text)
		}
	}
}
