package emulator

import (
	"log/slog"
	"net/http"
	"time"
)

// DefaultMaxConnections is twice what the published limits let one endpoint have under way (contract 3).
const DefaultMaxConnections = 4096

// maxHeader is how many bytes the header of a request may have, the path among them; more is 431.
const maxHeader = 64 << 10

// timeouts are how long a client may take, in real time, so that none holds a connection for nothing. A request that
// waits for a job is not among them.
type timeouts struct {
	header time.Duration // to send one
	body   time.Duration // to send one
	answer time.Duration // to read one
	idle   time.Duration // between two requests: longer than clients keep a connection
}

var defaultTimeouts = timeouts{
	header: 10 * time.Second, body: 2 * time.Minute, answer: 2 * time.Minute, idle: 2 * time.Minute,
}

func (o Options) connectionTimeouts() timeouts {
	if o.timeouts == nil {
		return defaultTimeouts
	}
	return *o.timeouts
}

func (o Options) maxConnections() int {
	if o.MaxConnections == 0 {
		return DefaultMaxConnections
	}
	return o.MaxConnections
}

// newHTTP makes the HTTP server of a listener of the server's own.
func (s *Server) newHTTP() *http.Server {
	return &http.Server{
		Handler:           http.HandlerFunc(s.wire.FromNetwork),
		ReadHeaderTimeout: s.options.connectionTimeouts().header,
		IdleTimeout:       s.options.connectionTimeouts().idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.logger.Handler(), slog.LevelWarn),
	}
}
