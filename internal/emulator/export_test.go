package emulator

import (
	"net/http"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// New makes a Server without a listener, with options as Validate accepts them. Close it.
func New(options Options) *Server { return newServer(options, nil) }

// ServeHTTP answers a request, whatever host it is for.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Host = "localhost"
	s.wire.ServeHTTP(w, r)
}

// Operations names the operation of each route of version 1 and of the queue by its method and whole path.
func Operations() map[string]string {
	s := New(Options{})
	defer s.Close()
	return operationsOf(slices.Concat(s.version1.Routes(), s.queueRoutes()))
}

// Operations2 does the same for version 2.
func Operations2() map[string]string {
	s := New(Options{})
	defer s.Close()
	return operationsOf(s.version2.Routes())
}

func operationsOf(routes []wire.Route) map[string]string {
	operations := make(map[string]string)
	for _, r := range routes {
		operations[r.Method+" "+r.Path] = r.Operation
	}
	return operations
}

// Waiting counts the requests that wait for a job.
func (s *Server) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engine.Waiting()
}

// WouldWait reports whether reading the job's stream would have to wait now. An answer that a client has just read
// counts as being delivered for a moment more, and is waited for.
func (s *Server) WouldWait(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.engine.Delivers() {
		_, changed := s.changes.Next()
		s.mu.Unlock()
		<-changed
		s.mu.Lock()
	}
	waiter := s.engine.WaitForChunks(id, s.clock.Now().Add(time.Hour))
	wouldWait := !waiter.Resolved()
	s.engine.CancelWait(waiter) // It delivers nothing.
	s.dispatchWork()
	return wouldWait
}

// AwaitOutbound returns when the server calls no remote worker and no webhook.
func (s *Server) AwaitOutbound() { s.outgoing.Wait() }

// SetTakeTimeout bounds the time that a client may take to read chunks.
func (s *Server) SetTakeTimeout(timeout time.Duration) { s.takeTimeout = timeout }

// WithTimeouts changes how long clients of a server may take: to send a header, a body, to read an answer, and between
// two requests. A nanosecond is over when it begins, and 0 leaves the usual time.
func WithTimeouts(o Options, header, body, answer, idle time.Duration) Options {
	changed := wire.DefaultTimeouts()
	for _, change := range []struct {
		target *time.Duration
		to     time.Duration
	}{
		{&changed.Header, header}, {&changed.Body, body}, {&changed.Answer, answer}, {&changed.Idle, idle},
	} {
		if change.to != 0 {
			*change.target = change.to
		}
	}
	o.timeouts = &changed
	return o
}

// SetWebhookTimeout bounds the time that an attempt to call a webhook may take. Not while one is called.
func (s *Server) SetWebhookTimeout(timeout time.Duration) { s.webhookTimeout = timeout }

// Cost returns what an object has cost so far, in USD, as an overview shows it; without an ID, what everything has. It
// is false for an object that does not exist.
func (s *Server) Cost(kind, id string) (usd float64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == "" {
		return s.account.Cost(s.clock.Now()), true
	}
	list, _ := s.account.Overview(kind, 0, s.clock.Now())
	for _, o := range list {
		if o.ID == id {
			return o.Cost, true
		}
	}
	return 0, false
}

// Saved returns the state as a state file has it, and RestoreSaved restores it.
func (s *Server) Saved() ([]byte, error) { return s.save() }

// RestoreSaved restores what Saved returned.
func (s *Server) RestoreSaved(text []byte) error { return s.restore(text) }

// StreamIsDue reports whether reading a job's stream would not wait.
func (s *Server) StreamIsDue(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	state, ok := s.engine.State(id, s.clock.Now())
	return !ok || state.Status.Final()
}

// NthID returns the ID of an object of a kind, counted round and round; "none" without any.
func (s *Server) NthID(kind string, n int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	objects := s.kinds()[kind].Objects()
	if len(objects) == 0 {
		return "none"
	}
	id, _ := jsontext.Members[any](objects[n%len(objects)])["id"].(string)
	return id
}
