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

// Stream is an answer in parts. It returns when its context ends, or when send returns an error: the client has
// disconnected, has read nothing for Config.TakeTimeout, or the server closes. What it returns is its last part, which
// is sent when the request is over: the client then finds it in the journal.
type Stream func(ctx context.Context, send func(text []byte) error) (last []byte)

func streamed(value Stream) *answer {
	return &answer{status: http.StatusOK, header: http.Header{contentType: {eventsType}}, stream: value}
}

// stream sends the parts of an answer. When the server closes, a client that reads slowly holds nothing up. An answer
// of the service that is not whole ends with the connection, so that no client takes it for a whole one.
func (s *Server) stream(w http.ResponseWriter, r *Request, a *answer) {
	ctx, cancel := context.WithCancel(r.HTTP.Context())
	defer cancel()
	bound := func(left time.Duration) { s.deadline(http.NewResponseController(w).SetWriteDeadline, left) }
	defer context.AfterFunc(r.HTTP.Context(), func() { bound(0) })()
	write := func(text []byte) error {
		bound(s.config.TakeTimeout())
		if err := ctx.Err(); err != nil { // Later, the deadline of closing holds.
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		return http.NewResponseController(w).Flush()
	}
	if write(nil) != nil { // The client learns that the stream is open.
		cancel()
	}
	if a.ended == nil {
		a.stream(ctx, write)
		return
	}
	part := func(text []byte) []byte {
		if a.isBegun() { // A truncated stream is its first part and half of the second.
			text = text[:len(text)/2]
		}
		a.body = append(a.body, text...)
		return text
	}
	last := a.stream(ctx, func(text []byte) error {
		isCut := a.isBegun()
		if err := write(part(text)); err != nil || isCut {
			cancel()
		}
		return ctx.Err()
	})
	last = part(last)
	s.config.Commit(false)
	a.ended()
	if err := write(last); err != nil || a.cut == cutHalf {
		panic(http.ErrAbortHandler)
	}
}

// isBegun reports whether the part of a stream that a fault lets through whole has been sent.
func (a *answer) isBegun() bool { return a.cut == cutHalf && len(a.body) > 0 }

// drop tells the stream of an answer that another answer replaces it that its client is gone.
func (a *answer) drop() {
	if a.stream == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a.stream(ctx, func([]byte) error { return ctx.Err() })
	a.stream = nil
}
