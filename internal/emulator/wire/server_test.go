package wire_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

func TestServer_successes(t *testing.T) {
	t.Parallel()
	s := start(t).answers(map[string]string{"a": "<b>"}, nil)
	s.call("GET", "/plain/things", "").expect(t, "a value", 200, `{"a":"<b>"}`)
	r := s.call("POST", "/plain/things", "")
	r.expect(t, "a status of its own", 201, `{"a":"<b>"}`)
	if got := r.header.Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	s.answers(nil, nil).call("GET", "/plain/things", "").expect(t, "nothing", 204, "")
	s.answers(make(chan int), nil).call("GET", "/plain/things", "").
		expect(t, "what is no JSON", 500, `{"error":"internal error","status":500}`)
}

// Each interface has error bodies of its own; where an error comes from makes no difference.
func TestServer_errors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err           error
		status        int
		plain, strict string
	}{
		{
			err: wire.BadRequest("no %d", 1), status: 400, plain: `{"error":"no 1","status":400}`,
			strict: `{"status":400,"title":"Bad Request","detail":"no 1"}`,
		},
		{
			err: wire.Conflict("taken"), status: 500, plain: `{"error":"taken","status":500}`,
			strict: `{"status":500,"title":"Internal Server Error","detail":"taken"}`,
		},
		{
			err: &wire.Error{Status: 409, Message: "m", Code: "C"}, status: 409, plain: `{"error":"m","status":409}`,
			strict: `{"status":409,"title":"Conflict","detail":"m","code":"C"}`,
		},
		{
			err: &wire.Error{Status: 599, Message: "m"}, status: 599, plain: `{"error":"m","status":599}`,
			strict: `{"status":599,"title":"Error","detail":"m"}`,
		},
		{
			err: &wire.Error{Status: 400, Message: "m", Problems: []string{"p"}}, status: 400,
			plain: `{"error":"m","problems":["p"]}`, strict: `{"status":400,"title":"Bad Request","detail":"m"}`,
		},
		{
			err: errStock, status: 418, plain: `{"error":"out of stock","status":418}`,
			strict: `{"status":418,"title":"I'm a teapot","detail":"out of stock"}`,
		},
		{err: &wire.Error{Status: 500, NoBody: true}, status: 500},
	} {
		s := start(t).answers(nil, c.err)
		s.call("GET", "/plain/things", "").expect(t, c.err.Error(), c.status, c.plain)
		s.call("POST", "/strict/o/run", "").expect(t, c.err.Error(), c.status, c.strict)
		if s.log.Len() > 0 {
			t.Errorf("%v: logged %s", c.err, &s.log)
		}
	}
	s := start(t).answers(nil, errBug)
	s.call("GET", "/plain/things", "").expect(t, "a bug", 500, `{"error":"internal error","status":500}`)
	if !strings.Contains(s.log.String(), errBug.Error()) {
		t.Errorf("a bug is not logged: %s", &s.log)
	}
}

// The key comes before the operation, the operation before faults, and faults before the handler.
func TestServer_orderOfChecks(t *testing.T) {
	t.Parallel()
	s := start(t)
	fault := func(count int) {
		err := s.SetFaults([]wire.Fault{{Operation: "*", Kind: wire.FaultStatus, Status: 503, Count: count}})
		if err != nil {
			t.Fatal(err)
		}
	}
	fault(1)
	s.call("PUT", "/plain/things", "", "Authorization", "").
		expect(t, "no key", 401, `{"error":"who are you","status":401}`)
	r := s.call("PUT", "/plain/things", "")
	r.expect(t, "no such method", 405, `{"error":"method not allowed","status":405}`)
	if got := r.header.Get("Allow"); got != "GET, POST" {
		t.Errorf("allowed are %q", got)
	}
	s.call("GET", "/else", "").expect(t, "no such path", 404, `{"error":"not found","status":404}`)
	s.call("GET", "/plain/things", "").expect(t, "a fault", 503, `{"error":"service unavailable","status":503}`)
	if len(s.acted) > 0 {
		t.Errorf("acted: %v", s.acted)
	}
	s.call("GET", "/plain/things", "").expect(t, "the handler", 204, "")
}

func TestServer_keys(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, c := range []struct {
		method, path, authorization string
		status                      int
	}{
		{method: "GET", path: "/plain/things", authorization: "Bearer all", status: 204},
		{method: "GET", path: "/plain/things", authorization: "Bearer read", status: 204},
		{method: "POST", path: "/plain/things", authorization: "Bearer read", status: 401},
		{method: "GET", path: "/plain/things", authorization: "Bearer none", status: 401},
		{method: "GET", path: "/plain/things", authorization: "Bearer ", status: 401},
		{method: "GET", path: "/plain/things", authorization: "all", status: 401},
		{method: "GET", path: "/plain/things", status: 401},
		{method: "GET", path: "/plain/about", status: 204},
		{method: "POST", path: "/strict/o/run", authorization: "all", status: 204},
		{method: "POST", path: "/strict/o/run", authorization: "Bearer all", status: 204},
		{method: "POST", path: "/strict/o/run", authorization: "read", status: 401},
	} {
		if r := s.call(c.method, c.path, "", "Authorization", c.authorization); r.status != c.status {
			t.Errorf("%s %s as %q: %d, not %d", c.method, c.path, c.authorization, r.status, c.status)
		}
	}
}

// An id is one element of the path, whatever it holds, and is unescaped once.
func TestServer_paths(t *testing.T) {
	t.Parallel()
	s := start(t)
	var got string
	s.handle = func(r *wire.Request) (any, error) {
		got = r.Operation() + " " + r.PathValue("id") + r.PathValue("owner") + " " + r.PathValue("rest")
		return nil, nil
	}
	for path, want := range map[string]string{
		"/plain/things/x":                "Get x ",
		"/plain/things/..%2Fpods%2Fx":    "Get ../pods/x ",
		"/plain/things/%2525":            "Get %25 ",
		"/plain/things/":                 "",
		"/plain/things/x/":               "",
		"/plain//things":                 "",
		"/strict/o/any/v1/chat/complete": "Any o v1/chat/complete",
		"/strict/o/any/":                 "",
		"/strict/o/any/a%2Fb/c":          "Any o a/b/c",
	} {
		method := "GET"
		if strings.HasPrefix(path, "/strict") {
			method = "POST"
		}
		got = ""
		s.call(method, path, "")
		if got != want {
			t.Errorf("%s: %q, not %q", path, got, want)
		}
	}
}

func TestServer_requestID(t *testing.T) {
	t.Parallel()
	s := start(t)
	first, second := s.call("GET", "/plain/things", ""), s.call("GET", "/else", "")
	one, two := first.header.Get("X-Request-Id"), second.header.Get("X-Request-Id")
	if one == "" || two == "" || one == two {
		t.Errorf("%q and %q", one, two)
	}
	if got := s.call("GET", "/else", "", "X-Request-Id", "mine").header.Get("X-Request-Id"); got != "mine" {
		t.Errorf("the client's own became %q", got)
	}
}

// A closed server answers nobody, and cuts what waits in real time.
func TestServer_close(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.Latency = time.Hour })
	answered := make(chan reply)
	go func() { answered <- s.call("GET", "/plain/things", "") }()
	for len(s.entries()) == 0 { // It is recorded before it is delayed.
		if t.Context().Err() != nil {
			t.Fatal("the request never came")
		}
	}
	s.Close()
	if r := <-answered; r.status != 204 {
		t.Errorf("what was under way: %+v", r)
	}
	if r := s.call("GET", "/plain/things", ""); !r.cut || r.status != 0 || s.acted["List"] != 1 {
		t.Errorf("afterwards: %+v, acted %v", r, s.acted)
	}
}

// What is counted while a request is under way is released before its client can know the answer.
func TestServer_onFinish(t *testing.T) {
	t.Parallel()
	s := start(t)
	finished := 0
	s.handle = func(r *wire.Request) (any, error) {
		r.OnFinish(func() { finished++ })
		return nil, wire.BadRequest("no")
	}
	w := &noting{onHeader: func() {
		if finished != 1 {
			t.Errorf("finished %d times when the answer began", finished)
		}
	}}
	r, err := http.NewRequestWithContext(t.Context(), "GET", "/plain/things", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer all")
	s.ServeHTTP(w, r)
	if err := s.SetFaults([]wire.Fault{{Operation: "*", Kind: wire.FaultResetAfter}}); err != nil {
		t.Fatal(err)
	}
	if r := s.call("GET", "/plain/things", ""); !r.cut || finished != 2 {
		t.Errorf("cut %v, finished %d times", r.cut, finished)
	}
}

// noting calls a function when an answer begins.
type noting struct {
	onHeader func()
}

func (n *noting) Header() http.Header            { return http.Header{} }
func (n *noting) Write(text []byte) (int, error) { return len(text), nil }
func (n *noting) WriteHeader(int)                { n.onHeader() }

// The control interface needs no key, is for loopback clients, and leaves no trace.
func TestServer_control(t *testing.T) {
	t.Parallel()
	ticks := 0
	s := start(t, func(c *wire.Config) {
		c.Latency = time.Hour
		c.Tick = func() time.Time { ticks++; return begin }
	})
	if err := s.SetFaults([]wire.Fault{{Operation: "*", Kind: wire.FaultReset}}); err != nil {
		t.Fatal(err)
	}
	s.handle = func(r *wire.Request) (any, error) {
		in, err := wire.DecodeControl[struct{ A int }](r)
		return in.A, err
	}
	for body, want := range map[string]string{
		`{"a":1}`:       `1`,
		`{"a":1,"b":2}`: `{"error":"request body: json: unknown field \"b\"","status":400}`,
		``:              `{"error":"request body must be JSON","status":400}`,
		`{"a":1}{}`:     `{"error":"request body must be JSON","status":400}`,
	} {
		if r := s.call("POST", "/_control/do", body, "Authorization", ""); r.text != want {
			t.Errorf("%s: %d %s", body, r.status, r.text)
		}
	}
	s.call("GET", "/_control/do", "").expect(t, "another method", 405, `{"error":"method not allowed","status":405}`)
	if len(s.entries()) > 0 || ticks > 0 {
		t.Errorf("%d entries, %d ticks", len(s.entries()), ticks)
	}

	r, err := http.NewRequestWithContext(context.Background(), "POST", "/_control/do", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for address, status := range map[string]int{
		"127.0.0.1:1": 400, "[::1]:1": 400, "192.0.2.1:1": 403, "": 403, "[::]:1": 403,
	} {
		r.RemoteAddr, r.Host = address, "localhost"
		w := &recorder{ResponseRecorder: httptest.NewRecorder()}
		s.ServeHTTP(w, r)
		if w.status != status {
			t.Errorf("from %s: %d, not %d", address, w.status, status)
		}
	}
}
