package wire

import (
	"errors"
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
		a.handler.ServeHTTP(w, r.HTTP)
		return true
	case a.stream != nil:
		s.stream(w, r, a)
		return true
	}
	body, left := a.body, s.config.Timeouts.Answer
	if a.delivered != nil {
		left = s.config.TakeTimeout() // Others wait until it has been taken, but not for a client that has stopped reading.
	}
	if a.cut == cutHalf {
		body = body[:len(body)/2]
	}
	mustLeave := a.delivered != nil || a.cut == cutHalf // An answer that is only in a buffer is not taken.
	if mustLeave {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	s.deadline(http.NewResponseController(w).SetWriteDeadline, left)
	w.WriteHeader(a.status)
	_, err := w.Write(body) //nolint:gosec // No page: its type is set.
	if err == nil && mustLeave {
		err = http.NewResponseController(w).Flush()
	}
	if err != nil {
		s.config.Logger.Debug("answer lost", "error", err)
	}
	if a.cut == cutHalf {
		panic(http.ErrAbortHandler)
	}
	return err == nil && r.HTTP.Context().Err() == nil
}

// deadline bounds the time for reading a body or writing an answer, if there is a connection. net/http resets it at the
// end of either.
func (s *Server) deadline(set func(time.Time) error, left time.Duration) {
	if err := set(time.Now().Add(left)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		s.config.Logger.Debug("a connection without a deadline", "error", err)
	}
}
