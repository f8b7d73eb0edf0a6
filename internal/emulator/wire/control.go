package wire

import (
	"encoding/json"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// maxPublicBody is for the bodies of clients that have not shown the token yet, in bytes.
const maxPublicBody = 4 << 10

// control answers the control interface. It leaves no trace: no journal, no latency, no faults, no limits, and the
// clock stands still. It needs no API key; controlRefusal says who may use it, before a body is read.
func (s *Server) control(w http.ResponseWriter, r *Request) {
	// No browser may take the response for a script or a page, or show it to one.
	w.Header()["X-Content-Type-Options"] = []string{"nosniff"}
	w.Header()["Cross-Origin-Resource-Policy"] = []string{"same-origin"}
	w.Header()["Cache-Control"] = []string{"no-store"}
	if refusal := s.controlRefusal(r); refusal != nil {
		s.refuseUnread(w, r, refusal)
		return
	}
	if r.route != nil && r.route.Public { // Anybody may send one.
		public := *r.of
		public.MaxBody = min(public.MaxBody, maxPublicBody)
		r.of = &public
	}
	refusal := s.readBody(w, r, true)
	if r.bodyTooLarge && refusal == nil {
		refusal = BadRequest("exceeded max body size of %d bytes", r.of.MaxBody)
	}
	if refusal != nil {
		s.send(w, r, s.refused(r, refusal))
		return
	}
	s.send(w, r, s.controlAnswer(r))
}

// refuseUnread refuses a request whose body was not read yet. It reads it without keeping it.
func (s *Server) refuseUnread(w http.ResponseWriter, r *Request, refusal *Error) {
	_ = s.readBody(w, r, false) // It is refused anyway.
	s.send(w, r, s.refused(r, refusal))
}

func (s *Server) controlAnswer(r *Request) *answer {
	if r.routeErr != nil {
		return s.refused(r, r.routeErr)
	}
	value, err := r.route.Handle(r)
	s.config.Commit(r.HTTP.Method != http.MethodGet)
	if err != nil {
		return s.refused(r, err)
	}
	switch value := value.(type) {
	case nil:
		return &answer{status: http.StatusNoContent}
	case WithHeader:
		return s.encoded(http.StatusOK, value.Header, value.Value)
	case File:
		header := joined(value.Header, http.Header{contentType: {value.Type}})
		return &answer{status: http.StatusOK, header: header, body: value.Body}
	case Stream:
		return streamed(value)
	case http.Handler:
		return &answer{handler: value}
	}
	return s.encoded(http.StatusOK, nil, value)
}

// WithHeader is the value that a handler of the control interface returns to send headers with a value.
type WithHeader struct {
	Header http.Header
	Value  any
}

// Decode reads JSON that a person wrote. Its errors are those of the control interface.
func Decode[T any](text []byte) (input T, err error) {
	if !json.Valid(text) {
		return input, BadRequest("request body must be JSON")
	}
	if err := jsontext.Strict(text, &input); err != nil {
		return input, BadRequest("%v", err)
	}
	return input, nil
}
