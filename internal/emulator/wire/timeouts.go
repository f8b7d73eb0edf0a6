package wire

import (
	"log/slog"
	"net/http"
	"time"
)

// maxHeader is the maximum size of the header of a request with its path, in bytes. The answer to a larger one is 431.
const maxHeader = 64 << 10

// Timeouts bound the time that a client may take, in real time, so that no client holds a connection without using it.
// They do not bound the wait of a request for a job.
type Timeouts struct {
	Header time.Duration // to send a header
	Body   time.Duration // to send a body
	Answer time.Duration // to read an answer
	Idle   time.Duration // between two requests: longer than clients keep a connection
}

// DefaultTimeouts returns the usual timeouts.
func DefaultTimeouts() Timeouts {
	return Timeouts{Header: 10 * time.Second, Body: 2 * time.Minute, Answer: 2 * time.Minute, Idle: 2 * time.Minute}
}

// NewHTTP makes the HTTP server of a listener.
func (s *Server) NewHTTP() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.config.Timeouts.Header,
		IdleTimeout:       s.config.Timeouts.Idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelWarn),
	}
}
