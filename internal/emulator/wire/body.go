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
	"unicode/utf8"
)

// readBody takes the whole body off the connection, however large, so that the client is done writing when it gets its
// answer: to one that still writes, closing would look like a lost connection. It keeps the body of a client that may
// send one, unless it is larger than its interface takes. It asks for none that waits to be asked for and is not kept.
// It returns why the request is not answered otherwise; nil is usual.
func (s *Server) readBody(w http.ResponseWriter, r *Request, keep bool) *Error {
	in := r.HTTP
	r.bodyTooLarge = in.ContentLength > r.of.MaxBody
	if in.ContentLength == 0 || in.Header.Get("Expect") != "" && (!keep || r.bodyTooLarge) {
		return nil
	}
	s.deadline(http.NewResponseController(w).SetReadDeadline, s.config.Timeouts.Body)
	var err error
	if keep && !r.bodyTooLarge {
		r.Body, err = io.ReadAll(io.LimitReader(in.Body, r.of.MaxBody+1))
	}
	size := int64(len(r.Body))
	if err == nil {
		var more int64
		more, err = io.Copy(io.Discard, in.Body)
		size += more
	}
	if r.bodyTooLarge = r.bodyTooLarge || size > r.of.MaxBody; r.bodyTooLarge || err != nil {
		r.Body = nil
	}
	switch {
	case err == nil || !keep: // net/http closes the connection after the answer.
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.slowBody.Do(func() {
			s.config.Logger.Warn("a request was given up: its body took too long; this is not said again")
		})
		return &Error{Status: http.StatusRequestTimeout, Message: "the request body took too long"}
	default: // The client went away while it was sending.
		s.config.Logger.Warn("request lost", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// errTooLarge is for a body of more than Interface.MaxBody bytes.
var errTooLarge = BadRequest("exceeded max body size").Under("contract 3.1")

// CheckBody returns an error for a body that is too large, or has another content type than JSON.
func (r *Request) CheckBody() error {
	if r.bodyTooLarge {
		return errTooLarge
	}
	return r.checkContentType()
}

// NoBody returns an error if the request has a body. It accepts an empty object, whatever its content type.
func (r *Request) NoBody() error {
	if r.bodyTooLarge {
		return errTooLarge
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

// isJSON reports whether the body is JSON, in UTF-8.
func (r *Request) isJSON() bool { return utf8.Valid(r.Body) && json.Valid(r.Body) }

// checkContentType takes a missing one for the right one.
func (r *Request) checkContentType() error {
	given := r.HTTP.Header.Get(contentType)
	if given == "" {
		return nil
	}
	if media, _, err := mime.ParseMediaType(given); err != nil || media != jsonType {
		return BadRequest("content type must be application/json")
	}
	return nil
}
