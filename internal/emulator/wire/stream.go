package wire

import (
	"context"
	"net/http"
	"time"
)

// File is an answer of the control interface that is no JSON.
type File struct {
	Type   string
	Header http.Header
	Body   []byte
}

// Stream is an answer of the control interface in parts. It returns when its context ends, or when send returns an
// error: the client has disconnected, has read nothing for Config.TakeTimeout, or the server closes.
type Stream func(ctx context.Context, send func(text []byte) error)

var eventsType = []string{"text/event-stream"}

// stream sends the parts of an answer. When the server closes, a client that reads slowly holds nothing up.
func (s *Server) stream(w http.ResponseWriter, r *Request, parts Stream) {
	ctx, cancel := context.WithCancel(r.HTTP.Context())
	defer cancel()
	defer context.AfterFunc(s.closing, func() {
		cancel()
		s.setWriteDeadline(w, time.Now())
	})()
	send := func(text []byte) error {
		s.setWriteDeadline(w, time.Now().Add(s.config.TakeTimeout()))
		if err := ctx.Err(); err != nil { // Later, the deadline of closing holds.
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		return http.NewResponseController(w).Flush()
	}
	if err := send(nil); err != nil { // The client learns that the stream is open.
		return
	}
	parts(ctx, send)
}
