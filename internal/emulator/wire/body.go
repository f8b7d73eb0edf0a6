package wire

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
	"unicode/utf8"
)

// maxDrained is the number of bytes beyond an interface's limit that the server reads, so that the client is done
// writing when it gets its answer.
const maxDrained = 64 << 20

// smallBody is the maximum size in bytes, by its header, of a body that the server reads without waiting for room.
const smallBody = 64 << 10

// readBody takes the whole body off the connection, for a client that may send one. Of one that is larger than its
// interface takes nothing is kept. It returns why the request is not answered otherwise; nil is usual.
func (s *Server) readBody(w http.ResponseWriter, r *Request) *Error {
	in, maxBytes := r.HTTP, r.of.MaxBody
	if in.ContentLength == 0 {
		return nil
	}
	r.bodyTooLarge = in.ContentLength > maxBytes
	if in.ContentLength < 0 || in.ContentLength > smallBody && !r.bodyTooLarge {
		room := maxBytes
		if in.ContentLength > 0 {
			room = in.ContentLength
		}
		if s.bodies.acquire(s.closing, room) != nil {
			panic(http.ErrAbortHandler)
		}
		r.release = sync.OnceFunc(func() { s.bodies.release(room) })
	}
	s.setReadDeadline(w)
	var err error
	switch {
	case r.bodyTooLarge:
	case in.ContentLength > 0:
		r.Body = make([]byte, in.ContentLength) // Exactly: what is kept of it is kept for long.
		_, err = io.ReadFull(in.Body, r.Body)
	default:
		r.Body, err = io.ReadAll(io.LimitReader(in.Body, maxBytes+1))
		r.bodyTooLarge = int64(len(r.Body)) > maxBytes
	}
	if r.bodyTooLarge {
		r.Body = nil
		r.held()
		_, err = io.Copy(io.Discard, io.LimitReader(in.Body, maxDrained))
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		r.Body = nil
		s.notices.Once("a request was given up: its body took too long")
		return &Error{Status: http.StatusRequestTimeout, Message: "the request body took too long"}
	default: // The client went away while it was sending.
		s.config.Logger.Warn("request lost", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// discardBody does the same as readBody for a client without a key, and takes no memory. It does not ask for the body
// of a client that waits to be asked.
func (s *Server) discardBody(w http.ResponseWriter, r *Request) {
	in := r.HTTP
	r.bodyTooLarge = in.ContentLength > r.of.MaxBody
	if in.ContentLength == 0 || in.Header.Get("Expect") != "" {
		return
	}
	s.setReadDeadline(w)
	size, err := io.Copy(io.Discard, io.LimitReader(in.Body, maxDrained))
	if err != nil {
		s.config.Logger.Debug("a body without a key", "error", err) // net/http closes the connection after the answer.
	}
	r.bodyTooLarge = r.bodyTooLarge || size > r.of.MaxBody
}

// setReadDeadline bounds the time for reading a body, if it comes from a connection. net/http resets it at the end of
// the body.
func (s *Server) setReadDeadline(w http.ResponseWriter) {
	connection, ok := w.(interface{ SetReadDeadline(at time.Time) error })
	if !ok {
		return
	}
	if err := connection.SetReadDeadline(time.Now().Add(s.config.Timeouts.Body)); err != nil {
		s.config.Logger.Debug("a body without a deadline", "error", err)
	}
}

// CheckBody returns an error for a body that is too large, or has another content type than JSON.
func (r *Request) CheckBody() error {
	if r.bodyTooLarge {
		return BadRequest("exceeded max body size")
	}
	return r.checkContentType()
}

// NoBody returns an error if the request has a body. It accepts an empty object, whatever its content type.
func (r *Request) NoBody() error {
	if r.bodyTooLarge {
		return BadRequest("exceeded max body size")
	}
	if len(r.Body) == 0 {
		return nil
	}
	var members map[string]json.RawMessage
	if !r.isJSON() || json.Unmarshal(r.Body, &members) != nil || members == nil {
		return BadRequest("request body must be a JSON object")
	}
	if len(members) > 0 {
		return UnknownMembers(slices.Sorted(maps.Keys(members)))
	}
	return nil
}

// CheckJSON returns an error unless the body is JSON of at most so many bytes.
func (r *Request) CheckJSON(maxBytes int) error {
	if r.bodyTooLarge || len(r.Body) > maxBytes {
		return BadRequest("exceeded max body size of %d MiB", maxBytes>>20)
	}
	if err := r.checkContentType(); err != nil {
		return err
	}
	if !r.isJSON() {
		return BadRequest("request body must be JSON")
	}
	return nil
}

// validity says whether a text is JSON in UTF-8, once isJSON has checked it.
type validity int

const (
	notAsked validity = iota
	valid
	invalid
)

// isJSON reports whether the body is JSON, in UTF-8. It looks once.
func (r *Request) isJSON() bool {
	if r.json == notAsked {
		r.json = invalid
		if utf8.Valid(r.Body) && json.Valid(r.Body) {
			r.json = valid
		}
	}
	return r.json == valid
}

// checkContentType takes a missing one for the right one.
func (r *Request) checkContentType() error {
	contentType := r.HTTP.Header.Get("Content-Type")
	if contentType == "" || contentType == "application/json" {
		return nil
	}
	if media, _, err := mime.ParseMediaType(contentType); err != nil || media != "application/json" {
		return BadRequest("content type must be application/json")
	}
	return nil
}
