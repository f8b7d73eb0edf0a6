package emulator

import (
	"net/http"
	"net/url"
)

// Exchange is one request to the service and its answer, as the Observe option gets it. It is the observer's to keep,
// not to change.
type Exchange struct {
	Method        string
	URL           *url.URL
	RequestHeader http.Header
	RequestBody   []byte
	// Operation is empty when the request named none.
	Operation string

	// Status is 0 when a fault cut the connection before an answer, or the client went away while it was held.
	Status         int
	ResponseHeader http.Header
	ResponseBody   []byte

	// Fault is the kind of the fault that befell the request, so that the answer is not the service's own, or not on
	// time. It is empty for all others.
	Fault string
}

// record is done before an answer is sent, so that whoever has the answer finds it in the journal.
func (s *Server) record(c *call, a *answer) {
	status := a.status
	if a.cut == cutAll {
		status = 0
	}
	r := c.request
	s.journal.add(Request{
		Time:      c.at,
		Method:    r.Method,
		Path:      r.URL.EscapedPath(),
		Query:     r.URL.RawQuery,
		Operation: c.operation(),
		Status:    status,
		Body:      journalBody(c),
	})
	s.logger.Debug("request", "method", r.Method, "path", r.URL.EscapedPath(), "operation", c.operation(),
		"status", status, "fault", a.fault)
	if s.options.Observe != nil {
		s.options.Observe(Exchange{
			Method:         r.Method,
			URL:            r.URL,
			RequestHeader:  r.Header,
			RequestBody:    c.body,
			Operation:      c.operation(),
			Status:         status,
			ResponseHeader: a.header,
			ResponseBody:   a.body,
			Fault:          a.fault,
		})
	}
}
