package wire

import (
	"net/http"
	"net/url"
)

// Exchange is one request to the service and its answer, as an observer gets it. It is the observer's to keep, not to
// change.
type Exchange struct {
	Method        string
	URL           *url.URL
	RequestHeader http.Header
	RequestBody   []byte
	// Operation is empty when the request named none.
	Operation string

	// Status is 0 when a fault cut the connection before an answer, or the client went away while it waited.
	Status         int
	ResponseHeader http.Header
	ResponseBody   []byte

	// Fault is the kind of the fault that was injected, so that the answer is not the service's own, or not on time. It
	// is empty for all others.
	Fault string
}

// record is done before an answer is sent.
func (s *Server) record(r *Request, a *answer) {
	status := a.status
	if a.cut == cutAll {
		status = 0
	}
	in := r.HTTP
	s.journal.add(Entry{
		Time:      r.at,
		Method:    in.Method,
		Path:      in.URL.EscapedPath(),
		Query:     in.URL.RawQuery,
		Operation: r.Operation(),
		Status:    status,
		Body:      s.journalBody(r),
	})
	s.config.Logger.Debug("request", "method", in.Method, "path", in.URL.EscapedPath(), "operation", r.Operation(),
		"status", status, "fault", a.fault)
	if s.config.Observe != nil {
		s.config.Observe(Exchange{
			Method:         in.Method,
			URL:            in.URL,
			RequestHeader:  in.Header,
			RequestBody:    r.Body,
			Operation:      r.Operation(),
			Status:         status,
			ResponseHeader: a.header,
			ResponseBody:   a.body,
			Fault:          a.fault,
		})
	}
}
