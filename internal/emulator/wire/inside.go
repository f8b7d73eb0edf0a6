package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// Inside is the answer of the service to a request that did not come over the network, with the body masked as in a
// View.
type Inside struct {
	Status       int             `json:"status"` // 0 if a fault has cut the connection
	RequestID    string          `json:"request_id"`
	Body         json.RawMessage `json:"body"`
	Milliseconds float64         `json:"duration_ms"`
}

// Peek returns the body that a GET of a path has for a client, and its status. It leaves no trace: no journal, no
// faults, no limits, and the clock stands still. The request is one of the control interface.
func (s *Server) Peek(by *Request, path string) Inside {
	r := &Request{HTTP: by.HTTP, Peeks: true, path: path}
	s.enter(r, s.interfaceOf(path), http.MethodGet)
	a := s.answer(r, nil)
	return Inside{Status: a.status, Body: s.Masked(a.body)}
}

// Control answers a request to the control interface that another one needs, with one body.
func (s *Server) Control(in *http.Request) Inside {
	r := s.newRequest(in)
	s.enter(r, s.controls, in.Method)
	r.Body, _ = io.ReadAll(in.Body) // It is in memory.
	a := s.controlAnswer(r)
	return Inside{Status: a.status, RequestID: r.id, Body: s.Masked(a.body)}
}

// Send answers a request to the service as if it had come over the network. Its caller answers one that did, for which
// Close waits.
func (s *Server) Send(in *http.Request) (answered Inside) {
	in, done := s.untilClosed(in)
	defer done()
	r, w := s.newRequest(in), &recorder{header: http.Header{}}
	defer func() {
		if failure := recover(); failure != nil {
			if failure != http.ErrAbortHandler { //nolint:errorlint // It is compared as net/http does.
				panic(failure)
			}
			w = &recorder{}
		}
		took := float64(time.Since(r.began)) / float64(time.Millisecond)
		answered = Inside{w.status, r.id, s.Masked(w.body.Bytes()), took}
	}()
	s.serve(w, r)
	return answered
}

// recorder is an http.ResponseWriter that keeps what is written.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) { w.status = status }

func (w *recorder) Write(text []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	return w.body.Write(text)
}

// Flush implements http.Flusher, which answers in parts need.
func (w *recorder) Flush() {}
