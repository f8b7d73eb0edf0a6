package wire_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// service is a Server of two interfaces that knows nothing but things. Its handlers answer what the test says.
type service struct {
	*wire.Server
	t *testing.T

	mu  sync.Mutex
	log bytes.Buffer
	// acted counts the calls of handlers, by operation.
	acted map[string]int
	// handle answers every operation; nil is 204.
	handle wire.Handler
	// written gets what the client gets; nil is allowed.
	written func(text string)
}

// begin is the time of every request.
var begin = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// start makes a service; change has the last word about its configuration.
func start(t *testing.T, change ...func(*wire.Config)) *service {
	t.Helper()
	s := &service{t: t, acted: make(map[string]int)}
	op := func(method, path, operation string, success int) wire.Route {
		return wire.Route{
			Method: method, Path: path, Operation: operation, Success: success, Kind: "things",
			Handle: func(r *wire.Request) (any, error) {
				s.mu.Lock()
				s.acted[operation]++
				s.mu.Unlock()
				if s.handle == nil {
					return nil, nil
				}
				return s.handle(r)
			},
		}
	}
	public := op(http.MethodGet, "/plain/about", "About", 200)
	public.Public = true
	config := wire.Config{
		Interfaces: []wire.Interface{
			{Name: "plain", Prefix: "/plain/", MaxBody: 100, Unauthorized: "who are you", ErrorBody: wire.PlainErrorBody},
			{
				Name: "strict", Prefix: "/strict/", MaxBody: 200, BareKeys: true, Unauthorized: "no key",
				ErrorBody: wire.ProblemDetails,
			},
		},
		Routes: []wire.Route{
			op(http.MethodGet, "/plain/things", "List", 200),
			op(http.MethodPost, "/plain/things", "Create", 201),
			op(http.MethodGet, "/plain/things/{id}", "Get", 200),
			op(http.MethodDelete, "/plain/things/{id}", "Delete", 200),
			op(http.MethodPost, "/strict/{owner}/run", "Run", 200),
			op(http.MethodPost, "/strict/{owner}/any/{rest...}", "Any", 200),
			public,
		},
		ControlPrefix: "/_control/",
		JournalBytes:  1 << 20,
		ControlRoutes: []wire.Route{op(http.MethodPost, "/_control/do", "", 200)},
		Keys:          wire.Keys{"all": true, "read": false},
		Tick:          func() time.Time { return begin },
		Now:           func() time.Time { return begin },
		Timeouts:      wire.Timeouts{Body: time.Hour, Answer: time.Hour},
		TakeTimeout:   func() time.Duration { return time.Hour },
		NewRNG:        func() *rng.Source { return rng.New(1, 2) },
		Secret:        "topSecret",
		Commit:        func(bool) {},
		ErrorOf:       func(error) (*wire.Error, bool) { return nil, false },
		Logger:        slog.New(slog.NewTextHandler(lockedWriter{s}, nil)),
	}
	for _, change := range change {
		change(&config)
	}
	s.Server = wire.New(config)
	t.Cleanup(s.Close)
	return s
}

type lockedWriter struct{ *service }

func (w lockedWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.Write(text)
}

// answers makes every operation answer with a value and an error.
func (s *service) answers(value any, err error) *service {
	s.handle = func(*wire.Request) (any, error) { return value, err }
	return s
}

// reply is an answer as a client sees it. A connection that was cut is one without status, or with half a body.
type reply struct {
	status int
	header http.Header
	text   string
	cut    bool
}

// entries returns the entries of the journal. It fails the test if the journal has dropped any.
func (s *service) entries() []*wire.Entry {
	s.t.Helper()
	entries, dropped := s.Journal().Select(wire.Filter{})
	if dropped > 0 {
		s.t.Errorf("%d entries were dropped", dropped)
	}
	return entries
}

// call sends a request with a key that may do everything; headers override.
func (s *service) call(method, path, body string, headers ...string) reply {
	s.t.Helper()
	return s.callIn(s.t.Context(), method, path, body, headers...)
}

func (s *service) callIn(ctx context.Context, method, path, body string, headers ...string) (got reply) {
	s.t.Helper()
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost:1"
	r.Header.Set("Authorization", "Bearer all")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := &recorder{ResponseRecorder: httptest.NewRecorder(), written: s.written}
	defer func() {
		if failure := recover(); failure != nil &&
			failure != http.ErrAbortHandler { //nolint:errorlint // It is a value.
			panic(failure)
		} else if failure != nil {
			got = reply{status: w.status, header: w.Header(), text: w.Body.String(), cut: true}
		}
	}()
	s.ServeHTTP(w, r)
	return reply{status: w.status, header: w.Header(), text: strings.TrimSuffix(w.Body.String(), "\n")}
}

// recorder tells an answer that was never begun from one with 200.
type recorder struct {
	*httptest.ResponseRecorder
	status  int
	written func(string)
}

func (r *recorder) Write(text []byte) (int, error) {
	if r.written != nil {
		r.written(string(text))
	}
	return r.ResponseRecorder.Write(text)
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseRecorder.WriteHeader(status)
}

func (r *recorder) SetWriteDeadline(time.Time) error { return nil }

// expect compares status and body.
func (r reply) expect(t *testing.T, what string, status int, text string) {
	t.Helper()
	if r.status != status || r.text != text || r.cut {
		t.Errorf("%s:\n got %d %s (cut: %v)\nwant %d %s", what, r.status, r.text, r.cut, status, text)
	}
}
