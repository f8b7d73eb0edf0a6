package wire

import (
	"encoding/json"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// control answers the control interface. It leaves no trace: no journal, no latency, no faults, no limits, and the
// clock stands still. It needs no API key; controlRefusal says who may use it, before a body is read.
func (s *Server) control(w http.ResponseWriter, r *Request) {
	// No browser may take the response for a script or a page, or show it to one.
	w.Header()["X-Content-Type-Options"] = []string{"nosniff"}
	w.Header()["Cross-Origin-Resource-Policy"] = []string{"same-origin"}
	if refusal := s.controlRefusal(r.HTTP); refusal != nil {
		s.send(w, r, s.refused(r, refusal))
		return
	}
	if refusal := s.readBody(w, r, true); refusal != nil {
		s.send(w, r, s.refused(r, refusal))
		return
	}
	s.send(w, r, s.controlAnswer(r))
}

func (s *Server) controlAnswer(r *Request) *answer {
	route, values, err := s.controls.match(r.HTTP.Method, r.path)
	if err != nil {
		return s.refused(r, err)
	}
	r.pathValues = values
	value, err := route.Handle(r)
	if err != nil {
		return s.refused(r, err)
	}
	if value == nil {
		return &answer{status: http.StatusNoContent}
	}
	if with, ok := value.(WithHeader); ok {
		return s.encoded(http.StatusOK, with.Header, with.Value)
	}
	return s.encoded(http.StatusOK, nil, value)
}

// WithHeader is the value that a handler of the control interface returns to send headers with a value.
type WithHeader struct {
	Header http.Header
	Value  any
}

// DecodeControl reads the body of a control request.
func DecodeControl[T any](r *Request) (input T, err error) {
	if !json.Valid(r.Body) {
		return input, BadRequest("request body must be JSON")
	}
	if err := jsontext.Strict(r.Body, &input); err != nil {
		return input, BadRequest("%v", err)
	}
	return input, nil
}
