package wire

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"unicode/utf8"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// maxDrained is how many bytes beyond an interface's limit are read, so that the client is done writing when it gets
// its answer.
const maxDrained = 64 << 20

// maxAllocated is for how many bytes room is made before they have come.
const maxAllocated = 1 << 20

// readBody takes the whole body off the connection. Of one with more than so many bytes nothing is kept.
func readBody(r *http.Request, most int64) (body []byte, tooLarge bool, err error) {
	if r.ContentLength == 0 {
		return nil, false, nil
	}
	if length := r.ContentLength; length > 0 && length <= min(most, maxAllocated) {
		body = make([]byte, length) // Exactly: what is kept of it is kept for long.
		_, err = io.ReadFull(r.Body, body)
	} else {
		body, err = io.ReadAll(io.LimitReader(r.Body, most+1))
	}
	if err != nil {
		return nil, false, fmt.Errorf("reading the request body: %w", err)
	}
	if int64(len(body)) <= most {
		return body, false, nil
	}
	if _, err := io.Copy(io.Discard, io.LimitReader(r.Body, maxDrained)); err != nil {
		return nil, true, fmt.Errorf("reading the request body: %w", err)
	}
	return nil, true, nil
}

// DecodeBody reads the input of an operation, T being a struct of pointers: nil is a member that was left out, which is
// not the same as an empty value (contract 2.1).
func DecodeBody[T any](r *Request) (T, error) {
	var input T
	if r.bodyTooLarge {
		return input, BadRequest("exceeded max body size")
	}
	if err := r.checkContentType(); err != nil {
		return input, err
	}
	return input, jsontext.DecodeStrict(r.Body, &input)
}

// NoBody is the rule of operations that take none. An empty object is as good as nothing, whatever its content type.
func (r *Request) NoBody() error {
	if r.bodyTooLarge {
		return BadRequest("exceeded max body size")
	}
	if len(r.Body) == 0 {
		return nil
	}
	return jsontext.DecodeStrict(r.Body, &struct{}{})
}

// CheckJSON is the rule of operations that take any JSON, of at most so many bytes.
func (r *Request) CheckJSON(most int) error {
	if r.bodyTooLarge || len(r.Body) > most {
		return BadRequest("exceeded max body size of %d MiB", most>>20)
	}
	if err := r.checkContentType(); err != nil {
		return err
	}
	if !r.isJSON() {
		return BadRequest("request body must be JSON")
	}
	return nil
}

// validity is whether a text is JSON in UTF-8, once somebody wanted to know.
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
