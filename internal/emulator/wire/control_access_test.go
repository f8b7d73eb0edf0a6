package wire_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// controlClient is a client that asks for the control interface.
type controlClient struct {
	name, host, remote string // empty is localhost:8787, and 127.0.0.1:1
	header             http.Header
	admitted           bool // without a token, when the server listens on loopback
}

// A page in a browser on the same machine is not let in, however it asks; a person at its address bar and programs are.
var controlClients = []controlClient{
	{name: "a program", admitted: true},
	{name: "a program by address", host: "127.0.0.1:8787", admitted: true},
	{name: "a program by address of version 6", host: "[::1]:8787", remote: "[::1]:1", admitted: true},
	{name: "another machine", remote: "192.0.2.1:1"},
	{name: "another machine that says localhost", host: "localhost", remote: "[2001:db8::1]:1"},
	{name: "a name of somebody else", host: "attacker.example:8787"},
	{name: "no host", host: "-"},
	{name: "the address bar", header: http.Header{"Sec-Fetch-Site": {"none"}}, admitted: true},
	{name: "a page of the emulator's own", admitted: true,
		header: http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"http://localhost:8787"}}},
	{name: "a picture of another site", header: http.Header{"Sec-Fetch-Site": {"cross-site"}}},
	{name: "a page of another port", header: http.Header{"Sec-Fetch-Site": {"same-site"}}},
	{name: "a form of another site", header: http.Header{"Origin": {"https://attacker.example"}}},
	{name: "a form of another port", header: http.Header{"Origin": {"http://localhost:3000"}}},
	{name: "a page by TLS", header: http.Header{"Origin": {"https://localhost:8787"}}},
	{name: "a page by another name", header: http.Header{"Origin": {"http://127.0.0.1:8787"}}},
	{name: "a file or a sandbox", header: http.Header{"Origin": {"null"}}},
	{name: "an empty origin", header: http.Header{"Origin": {""}}},
	{name: "two origins", header: http.Header{"Origin": {"http://localhost:8787", "null"}}},
	{name: "two sites", header: http.Header{"Sec-Fetch-Site": {"none", "cross-site"}}},
	{name: "a site of the future", header: http.Header{"Sec-Fetch-Site": {"other"}}},
	{name: "the emulator itself", header: http.Header{wire.OutboundHeader: {"1"}}},
	{name: "the emulator itself, edited", header: http.Header{wire.OutboundHeader: {""}}},
	{name: "a token that nobody asked for", header: http.Header{wire.TokenHeader: {"t"}}, admitted: true},
}

func (c controlClient) request(t *testing.T) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/_control/do", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "text/plain") // Whatever a page sends without asking first.
	r.Host, r.RemoteAddr = "localhost:8787", "127.0.0.1:1"
	if c.host != "" {
		r.Host = strings.TrimSuffix(c.host, "-")
	}
	if c.remote != "" {
		r.RemoteAddr = c.remote
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	return r
}

// isAdmitted asks, and fails the test if one who was refused has had an effect.
func (s *service) isAdmitted(r *http.Request) bool {
	s.t.Helper()
	before := s.acted[""]
	w := httptest.NewRecorder()
	s.FromNetwork(w, r)
	admitted := w.Code == http.StatusNoContent
	if acted := s.acted[""] > before; acted != admitted || !admitted && w.Code != http.StatusForbidden {
		s.t.Errorf("%s %s: status %d, acted %v: %s", r.Host, r.Header, w.Code, acted, w.Body)
	}
	return admitted
}

func TestControlAccess_onLoopback(t *testing.T) {
	t.Parallel()
	for _, c := range controlClients {
		s := start(t)
		if got := s.isAdmitted(c.request(t)); got != c.admitted {
			t.Errorf("%s: admitted is %v", c.name, got)
		}
	}
}

// Where others can connect, what comes from this machine may have been sent by somebody else: nobody is admitted.
func TestControlAccess_beyondLoopback(t *testing.T) {
	t.Parallel()
	for _, c := range controlClients {
		s := start(t, func(c *wire.Config) { c.Hosts.BeyondLoopback = true })
		if s.isAdmitted(c.request(t)) {
			t.Errorf("%s is admitted", c.name)
		}
	}
}

// With the token it matters no more from which machine and by which address of the emulator's, but all else does.
func TestControlAccess_token(t *testing.T) {
	t.Parallel()
	for _, beyond := range []bool{false, true} {
		for _, c := range controlClients {
			for token, right := range map[string]bool{"": false, "t": false, "secret ": false, "Secret": false, "secret": true} {
				s := start(t, func(c *wire.Config) { c.ControlToken, c.Hosts.BeyondLoopback = "secret", beyond })
				r := c.request(t)
				r.Header.Set(wire.TokenHeader, token)
				want := right && (c.admitted || strings.HasPrefix(c.name, "another machine"))
				if got := s.isAdmitted(r); got != want {
					t.Errorf("beyond %v, %s with the token %q: admitted is %v", beyond, c.name, token, got)
				}
			}
		}
	}
}

// A refused client does not learn the token, and no answer is something that a browser runs or shows.
func TestControlAccess_answers(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.ControlToken = "secret" })
	for _, header := range [][]string{{wire.TokenHeader, "secret"}, {wire.TokenHeader, "x"}, {"Origin", "null"}} {
		r := s.call("POST", "/_control/do", "{}", header...)
		if strings.Contains(r.text, "secret") || r.header.Get("X-Content-Type-Options") != "nosniff" ||
			r.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%v: %s %v", header, r.text, r.header)
		}
	}
}
