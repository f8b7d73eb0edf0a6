package wire

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// send writes the answer, or the part of it that a fault lets through. It aborts the handler to make net/http cut the
// connection, so that a client sees an error and no short answer. A client whose transport repeats idempotent requests
// on a connection that died may send the request again by itself. It reports whether the client took all of the answer,
// as far as this side can know.
func (s *Server) send(w http.ResponseWriter, r *Request, a *answer) (taken bool) {
	if a.cut == cutAll || a.delivered != nil && r.HTTP.Context().Err() != nil {
		panic(http.ErrAbortHandler)
	}
	a.setHeaders(w.Header(), r, s.config.Now())
	switch {
	case a.handler != nil:
		ctx, cancel := context.WithCancel(r.HTTP.Context())
		defer cancel()
		defer context.AfterFunc(s.closing, cancel)()
		a.handler.ServeHTTP(w, r.HTTP.WithContext(ctx))
		return true
	case a.stream != nil:
		s.stream(w, r, a)
		return true
	case a.cut == cutNothing:
		return s.sendAll(w, r, a)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	if _, err := w.Write(a.body[:len(a.body)/2]); err != nil { //nolint:gosec // No page: its type is set.
		s.config.Logger.Debug("answer lost", "error", err)
	}
	if err := http.NewResponseController(w).Flush(); err != nil {
		s.config.Logger.Debug("answer lost", "error", err)
	}
	panic(http.ErrAbortHandler)
}

func (s *Server) sendAll(w http.ResponseWriter, r *Request, a *answer) (taken bool) {
	if a.delivered == nil {
		s.setWriteDeadline(w, time.Now().Add(s.config.Timeouts.Answer))
	} else {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
		// Others wait until this one has been taken, but not for a client that has stopped reading.
		s.setWriteDeadline(w, time.Now().Add(s.config.TakeTimeout()))
	}
	w.WriteHeader(a.status)
	if len(a.body) == 0 {
		return true
	}
	if _, err := w.Write(a.body); err != nil { //nolint:gosec // No page: its type is set.
		s.config.Logger.Debug("answer lost", "error", err)
		return false
	}
	if a.delivered == nil {
		return true
	}
	// An answer that is only in a buffer is not taken.
	if err := http.NewResponseController(w).Flush(); err != nil {
		s.config.Logger.Debug("answer lost", "error", err)
		return false
	}
	return r.HTTP.Context().Err() == nil
}

// setWriteDeadline bounds the time for writing an answer, if it goes to a connection. net/http resets it when it has
// written all of it.
func (s *Server) setWriteDeadline(w http.ResponseWriter, until time.Time) {
	connection, ok := w.(interface{ SetWriteDeadline(at time.Time) error })
	if !ok {
		return
	}
	if err := connection.SetWriteDeadline(until); err != nil {
		s.config.Logger.Debug("an answer without a deadline", "error", err)
	}
}
