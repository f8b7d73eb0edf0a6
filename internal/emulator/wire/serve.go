package wire

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// serve answers every service request. It does not keep the body of a request without a key; only an observer, which
// runs in this process, sees it whole.
func (s *Server) serve(w http.ResponseWriter, r *Request) {
	refusal := s.config.Keys.authorize(r)
	if tooSlow := s.readBody(w, r, r.known || s.config.Observe != nil); tooSlow != nil && refusal == nil {
		refusal = tooSlow
	}
	if r.bodyTooLarge && r.of.TooLarge != nil {
		refusal = r.of.TooLarge
	}
	r.name()
	r.at = s.config.Tick()
	a := s.answer(r, refusal)
	s.config.Commit(a.fault != "" || refusal == nil && r.HTTP.Method != http.MethodGet)
	if refusal == nil && r.known && r.of.Quotas != nil {
		a.header = joined(r.of.Quotas.header(r.at), a.header)
	}
	taken := false
	if a.delivered != nil {
		defer func() { a.delivered(taken) }()
	}
	s.sleep(s.config.Latency)
	if a.ended = func() { s.end(r, a) }; a.stream == nil {
		a.ended()
	}
	taken = s.send(w, r, a)
}

// end is called when a request is over, but before its client can know.
func (s *Server) end(r *Request, a *answer) {
	s.record(r, a)
	for _, call := range r.finish {
		call()
	}
}

// answer runs the checks in the order of the contract: the key, the operation, and the checks of its handler. Faults
// come between: they are injected into operations of clients that may call them.
func (s *Server) answer(r *Request, refusal *Error) *answer {
	if refusal != nil {
		return s.refused(r, refusal)
	}
	switch {
	case r.route == nil && errors.Is(r.routeErr, errNoPath) && r.of.NoPath != nil:
		return s.refused(r, r.of.NoPath)
	case r.route == nil:
		return s.refused(r, r.routeErr)
	case r.forbidden:
		return s.refused(r, &Error{Status: http.StatusForbidden, Message: r.of.Forbidden})
	case r.Peeks:
		return s.act(r)
	}
	if fault, ok := s.faults.take(target{r.of.Name, r.operation}); ok {
		return s.inject(fault, r)
	}
	return s.act(r)
}

// act runs the handler, waits if it wants to, and shapes its answer.
func (s *Server) act(r *Request) *answer {
	value, err := r.route.Handle(r)
	outcome := Outcome{Value: value, Err: err}
	if pending, ok := value.(Pending); ok && err == nil {
		if outcome, ok = pending.Wait(r.HTTP.Context()); !ok {
			return lost()
		}
	}
	var a *answer
	switch {
	case outcome.Err != nil:
		a = s.refused(r, outcome.Err)
	case outcome.Value == nil:
		a = &answer{status: http.StatusNoContent}
	default:
		if parts, ok := outcome.Value.(Stream); ok {
			return streamed(parts)
		}
		a = s.succeeded(r, outcome.Value)
	}
	a.delivered = outcome.Delivered
	return a
}

// actOnly runs the handler for a client that will not get its answer.
func (s *Server) actOnly(r *Request) {
	value, err := r.route.Handle(r)
	if pending, ok := value.(Pending); ok && err == nil {
		pending.Cancel()
	}
}

// inject carries out a rule.
func (s *Server) inject(rule Fault, r *Request) *answer {
	a := lost()
	if s.sleep(time.Duration(rule.Delay)) {
		switch rule.Kind {
		case FaultStatus:
			a = s.refused(r, rule.apiError())
		case FaultStatusAfter:
			s.actOnly(r)
			a = s.refused(r, rule.apiError())
		case FaultReset:
		case FaultResetAfter:
			s.actOnly(r)
		case FaultStall, FaultPass:
			a = s.act(r)
		case FaultTruncate:
			a = s.act(r)
			a.cut = cutHalf
		case FaultHTML:
			a = rule.page()
		}
	}
	rule.dress(a)
	if a.cut == cutHalf && len(a.body) == 0 && a.stream == nil {
		a.cut = cutAll // An answer without a body has no half.
	}
	a.fault = rule.Kind
	return a
}

// record writes the journal and the log, and calls the observer.
func (s *Server) record(r *Request, a *answer) {
	in := r.HTTP
	header := make(http.Header)
	a.setHeaders(header, r, s.config.Now())
	entry := s.entry(r, a, header.Get(RuleHeader))
	s.journal.Add(entry)
	s.counted.count(r.of.Name, &entry)
	if s.config.Logger.Enabled(in.Context(), slog.LevelInfo) { // Its arguments alone cost something.
		s.config.Logger.InfoContext(in.Context(), "request", "method", entry.Method, "path", entry.Path,
			"operation", entry.Operation, "status", entry.Status, "duration_ms", entry.Milliseconds, "fault", a.fault,
			"request_id", entry.RequestID)
	}
	if s.config.Observe != nil {
		ex := Exchange{entry, in.URL, in.Header, r.Body, header, a.body}
		s.config.Observe(&ex)
		a.status, a.header, a.body, a.isObserved = ex.Status, ex.ResponseHeader, ex.ResponseBody, true
	}
}

// entry returns what the journal keeps of a request. Of one without a key that is no body, and little of what the
// client chose.
func (s *Server) entry(r *Request, a *answer, rule string) Entry {
	e := Entry{
		Time:         r.at,
		Method:       short(r.HTTP.Method),
		Path:         r.path,
		Query:        r.HTTP.URL.RawQuery,
		Operation:    r.Operation(),
		Milliseconds: float64(time.Since(r.began)) / float64(time.Millisecond),
		RequestID:    short(r.id),
		UserAgent:    short(r.HTTP.UserAgent()),
		Fault:        a.fault,
		Rule:         rule,
		UnknownKey:   !r.known,
	}
	if a.cut != cutAll {
		e.Status, e.ResponseBytes = a.status, len(a.body)
	}
	if e.UnknownKey {
		e.Path, e.Query = short(e.Path), short(e.Query)
		return e
	}
	e.Body = s.journalBody(r)
	if e.ResponseBytes <= maxResponse {
		e.Response = a.body[:e.ResponseBytes]
	}
	return e
}

// sleep waits in real time; false tells that the server closed first. A client that goes away does not shorten it: the
// service would not notice either.
func (s *Server) sleep(d time.Duration) bool { return d <= 0 || sleep(s.closing, d) }

// sleep waits in real time; false tells that the context ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
