package emulator

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// outcome is what a handler comes to.
type outcome struct {
	value any
	err   error
	// delivered is told whether the client was still there to take the answer; nil if nobody cares. It runs under
	// Server.mu.
	delivered func(bool)
}

// longPoll is an answer that may not be due yet: a handler returns it in the place of a value, and the adapter waits.
type longPoll struct {
	waiter *engine.Waiter
	// answer makes the answer of what the wait came to; a job that is gone is answered without it.
	answer func(engine.Outcome) (any, error)
	done   chan struct{} // closed when the waiter is resolved
}

// poll makes the answer of a request that waits.
func (s *Server) poll(waiter *engine.Waiter, answer func(engine.Outcome) (any, error)) *longPoll {
	p := &longPoll{waiter: waiter, answer: answer, done: make(chan struct{})}
	s.polls[waiter] = p
	return p
}

// resolved has the request of a waiter go on.
func (s *Server) resolved(waiter *engine.Waiter) {
	if p, ok := s.polls[waiter]; ok {
		delete(s.polls, waiter)
		if waiter.Delivers() {
			s.workers.Begin() // A clock that advances by itself waits for the client to take the answer.
		}
		close(p.done)
	}
}

// take is for the request that waited. Its caller holds Server.mu.
func (s *Server) take(p *longPoll) outcome {
	came := p.waiter.Take()
	switch {
	case came.EndpointGone:
		return outcome{err: s.account.Endpoints.NotFound()}
	case came.JobGone:
		return outcome{err: errNoJob}
	}
	value, err := p.answer(came)
	o := outcome{value: value, err: err}
	if came.Delivered != nil {
		o.delivered = func(taken bool) {
			s.workers.End()
			came.Delivered(taken)
			s.dispatchWork()
		}
	}
	return o
}

// wait waits for the outcome; false says that the client has gone away or that the server closes.
func (s *Server) wait(c *call, p *longPoll) (outcome, bool) {
	for {
		select {
		case <-p.done:
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.take(p), true
		case <-c.request.Context().Done():
		case <-s.closing:
		case <-s.mayAdvance(p):
			// Another request may have advanced the clock since, to what this one waits for.
			s.clock.AdvanceToNext(func() bool { return !p.waiter.Resolved() && s.workers.IsIdle() })
			continue
		}
		s.abandon(p)
		return outcome{}, false
	}
}

// mayAdvance is a channel that lets a clock move by itself: at once, or when what goes on elsewhere has ended.
func (s *Server) mayAdvance(p *longPoll) <-chan struct{} {
	if !s.options.JumpOnHold || s.options.RealTime {
		return nil
	}
	select {
	case <-p.done: // Not a moment further.
		return nil
	default:
		return s.workers.Idle()
	}
}

// abandon is for an answer that nobody will get.
func (s *Server) abandon(p *longPoll) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.polls, p.waiter)
	if p.waiter.Delivers() {
		s.workers.End()
	}
	s.engine.CancelWait(p.waiter)
	s.dispatchWork()
}

// The bounds of how long a client may ask to wait.
const (
	leastWait = time.Second
	mostWait  = 300 * time.Second

	waitForJob    = 90 * time.Second
	waitForStream = 9 * time.Second // Clients give up at ten.
)

// wait reads ?wait in milliseconds. Out of range it is clamped, however far.
func (c *call) wait(standard time.Duration) (time.Duration, error) {
	if !c.query.Has("wait") {
		return standard, nil
	}
	ms, err := strconv.ParseFloat(c.query.Get("wait"), 64)
	if err != nil && !math.IsInf(ms, 0) || math.IsNaN(ms) {
		return 0, badRequest("wait must be a number of milliseconds")
	}
	clamped := min(max(ms, float64(leastWait.Milliseconds())), float64(mostWait.Milliseconds()))
	return time.Duration(clamped) * time.Millisecond, nil
}

// lost is the answer to a client that is not there any more.
func lost() *answer { return &answer{header: http.Header{}, cut: cutAll} }
