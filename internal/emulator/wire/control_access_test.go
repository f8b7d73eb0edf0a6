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
	s.ServeHTTP(w, r)
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

// A browser that had the token may do what its person may, as a page of the server's own origins only. What has nothing
// to hide is for everybody, but no other site can send a token.
func TestControlAccess_session(t *testing.T) {
	t.Parallel()
	own := http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"http://localhost:8787"}}
	proxy := http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"https://name.example"}}
	s := start(t, func(c *wire.Config) {
		c.ControlToken, c.Hosts.BeyondLoopback, c.PublicOrigin = "secret", true, "https://name.example"
		c.ControlRoutes = append(c.ControlRoutes, wire.Route{
			Method: http.MethodGet, Path: "/_control/file", Public: true,
			Handle: func(*wire.Request) (any, error) { return wire.File{Type: "text/x", Body: []byte("shell")}, nil },
		}, wire.Route{Method: http.MethodGet, Path: "/_control/do", Handle: c.ControlRoutes[0].Handle})
	})
	open := func(token string, header http.Header) *http.Cookie {
		r, err := s.OpenSession(&wire.Request{HTTP: &http.Request{Header: header}}, token)
		cookie, _ := http.ParseSetCookie(r.Get("Set-Cookie"))
		if (err == nil) != (token == "secret") || (cookie == nil) != (err != nil) {
			t.Errorf("the token %q: %v, %v", token, cookie, err)
		}
		return cookie
	}
	open("", own)
	open("Secret", own)
	cookie := open("secret", own)
	if text := cookie.String(); !strings.HasSuffix(text, "; Path=/_control/; HttpOnly; SameSite=Strict") ||
		strings.Contains(text, "secret") || len(cookie.Value) < 26 || !open("secret", proxy).Secure {
		t.Error(text)
	}
	for _, c := range []struct {
		name, method, value string
		header              http.Header
		admitted            bool
	}{
		{"a page of its own", http.MethodPost, cookie.Value, own, true},
		{"a page by the proxy", http.MethodPost, cookie.Value, proxy, true},
		{"a page of its own reads", http.MethodGet, cookie.Value, http.Header{"Sec-Fetch-Site": {"same-origin"}}, true},
		{"the address bar", http.MethodGet, cookie.Value, http.Header{"Sec-Fetch-Site": {"none"}}, true},
		{"a change from nowhere", http.MethodPost, cookie.Value, http.Header{}, false},
		{"another port", http.MethodPost, cookie.Value, http.Header{"Origin": {"http://localhost:3000"}}, false},
		{"another port reads", http.MethodGet, cookie.Value, http.Header{"Sec-Fetch-Site": {"same-site"}}, false},
		{"another site's link", http.MethodGet, cookie.Value, http.Header{"Sec-Fetch-Site": {"cross-site"}}, false},
		{"a cookie of before", http.MethodPost, "AAAAAAAAAAAAAAAAAAAAAAAAAA", own, false},
		{"the token as a cookie", http.MethodPost, "secret", own, false},
	} {
		r := controlClient{header: c.header}.request(t)
		r.Method = c.method
		r.Header.Set("Cookie", cookie.Name+"="+c.value)
		if got := s.isAdmitted(r); got != c.admitted {
			t.Errorf("%s: admitted is %v", c.name, got)
		}
	}
	for _, site := range []string{"none", "cross-site"} {
		r := s.call("GET", "/_control/file", "", "Sec-Fetch-Site", site)
		r.expect(t, "a file, "+site, http.StatusOK, "shell")
		if r.header.Get("Content-Type") != "text/x" || r.header.Get("Cache-Control") != "no-store" {
			t.Error(r.header)
		}
	}
	none := start(t)
	if _, err := none.OpenSession(&wire.Request{HTTP: &http.Request{}}, ""); err == nil {
		t.Error("a session without a token")
	}
}

// Only a browser is led to the page, and not by another host's name.
func TestHome(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.Home = "/_control/page/" })
	const html = "text/html,application/xhtml+xml,*/*;q=0.8"
	for _, c := range []struct {
		method, path, accept, host string
		status                     int
	}{
		{"GET", "/", html, "localhost", 307},
		{"GET", "/_control/page", html, "localhost", 307},
		{"GET", "/", "*/*", "localhost", 404},
		{"POST", "/", html, "localhost", 404},
		{"GET", "/plain/things", html, "localhost", 204},
		{"GET", "/", html, "attacker.example", 403},
	} {
		r := httptest.NewRequestWithContext(t.Context(), c.method, c.path, nil)
		r.Host = c.host
		r.Header.Set("Accept", c.accept)
		r.Header.Set("Authorization", "Bearer all")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if at := w.Header().Get("Location"); w.Code != c.status || (at == "/_control/page/") != (c.status == 307) {
			t.Errorf("%s %s of %s: %d %q", c.method, c.path, c.accept, w.Code, at)
		}
	}
}

// Who has not shown the token cannot make the server hold a large body.
func TestControlAccess_publicBody(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) {
		c.ControlToken, c.Hosts.BeyondLoopback, c.Interfaces[0].MaxBody = "secret", true, 10<<20
		c.ControlRoutes = append(c.ControlRoutes, wire.Route{Method: http.MethodPost, Path: "/_control/session", Public: true,
			Handle: func(r *wire.Request) (any, error) { return len(r.Body), nil }})
	})
	body := strings.NewReader(strings.Repeat("x", 9<<20))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/_control/session", body)
	r.RemoteAddr, r.Host = "192.0.2.1:1", "10.0.0.1"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if text := w.Body.String(); w.Code != 400 || !strings.Contains(text, "exceeded max body size of 4096 bytes") {
		t.Errorf("%d %s", w.Code, text)
	}
}

// Two emulators of one host, as two containers with mapped ports, keep their viewers: cookies know no ports.
func TestControlAccess_twoServers(t *testing.T) {
	t.Parallel()
	jar, servers := map[string]string{}, make([]*service, 2)
	for i := range servers {
		servers[i] = start(t, func(c *wire.Config) {
			c.ControlToken, c.Hosts.BeyondLoopback = "secret", true
			c.ControlRoutes = append(c.ControlRoutes, wire.Route{
				Method: http.MethodGet, Path: "/_control/do", Handle: c.ControlRoutes[0].Handle})
		})
		in := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/_control/session", nil)
		header, err := servers[i].OpenSession(&wire.Request{HTTP: in}, "secret")
		if err != nil {
			t.Fatal(err)
		}
		cookie, _ := http.ParseSetCookie(header.Get("Set-Cookie"))
		jar[cookie.Name] = cookie.Value
	}
	for i, s := range servers {
		r := controlClient{host: "localhost:8787", header: http.Header{"Sec-Fetch-Site": {"same-origin"}}}.request(t)
		r.Method = http.MethodGet
		for name, value := range jar {
			r.Header.Add("Cookie", name+"="+value)
		}
		if !s.isAdmitted(r) {
			t.Errorf("emulator %d has logged its viewer out", i)
		}
	}
}
