package wire

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// refused returns the answer for an error. One that neither is an *Error nor is known to Config.ErrorOf is a bug.
func (s *Server) refused(r *Request, err error) *answer {
	var refused *Error
	if known := errors.As(err, &refused); !known {
		if refused, known = s.config.ErrorOf(err); !known {
			s.config.Logger.Error("a handler failed", "error", err)
			refused = &Error{Status: http.StatusInternalServerError, Message: "internal error",
				Rule: "none, it is a bug of the emulator"}
		}
	}
	a := &answer{status: refused.Status}
	if !refused.NoBody {
		a = s.encoded(refused.Status, refused.Header, r.of.ErrorBody(refused))
		a.header.Set(contentType, cmp.Or(r.of.ErrorType, jsonType))
	}
	if rule := r.rule(refused); rule != "" {
		a.header = joined(a.header, http.Header{RuleHeader: {rule}})
	}
	return a
}

// succeeded returns the answer to a successful request, in the dialects of the deployment.
func (s *Server) succeeded(r *Request, value any) *answer {
	if s.config.Dialects.isBodiless(r.route.Operation) {
		return &answer{status: r.route.Success}
	}
	value, err := s.config.Dialects.rewritten(r.route.Kind, value)
	if err != nil {
		return s.refused(r, err)
	}
	return s.encoded(s.config.Dialects.success(r.route), nil, value)
}

func (s *Server) encoded(status int, header http.Header, value any) *answer {
	body, err := jsontext.EncodeLine(value)
	if err != nil {
		s.config.Logger.Error("an answer cannot be encoded", "error", err)
		status, body = http.StatusInternalServerError, []byte(`{"error":"internal error","status":500}`+"\n")
	}
	return &answer{status: status, header: joined(http.Header{contentType: {jsonType}}, header), body: body}
}
