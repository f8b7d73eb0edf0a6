package emulator

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// outcome is what a handler comes to.
type outcome struct {
	value any
	err   error
	// delivered is told whether the client was still there to take the answer; nil if nobody cares. It runs under
	// Server.mu.
	delivered func(bool)
}

// hold is an answer that may not be due yet: a handler returns it in the place of a value, and the adapter waits. What
// it comes to is decided when it happens, under Server.mu, so that a clock that has moved on since changes nothing.
type hold struct {
	job *job
	// ready makes the answer once there is one; over tells that the time is.
	ready   func(over bool) (outcome, bool)
	outcome outcome
	done    chan struct{} // closed when there is an outcome, or nobody wants it any more
	settled bool
	over    bool // its time is
}

// hold waits for something about a job. Its caller has settled the queue.
func (s *Server) hold(j *job, until time.Time, ready func(over bool) (outcome, bool)) *hold {
	h := &hold{job: j, ready: ready, done: make(chan struct{})}
	j.holds = append(j.holds, h)
	if !s.tryHold(h) {
		s.clock.at(until, func(time.Time) {
			h.over = true
			s.tryHold(h)
		})
	}
	return h
}

func (s *Server) tryHold(h *hold) bool {
	if h.settled {
		return true
	}
	o, ok := outcome{err: errNoJob}, true
	if h.job.status != jobGone {
		o, ok = h.ready(h.over)
	} else if _, err := s.endpoints.find(h.job.endpointID); err != nil {
		o.err = err
	}
	if ok {
		h.outcome = o
		h.settle()
	}
	return ok
}

// settle ends the wait. Its caller holds Server.mu. The timer may know the hold for a day yet, but not what it was about.
func (h *hold) settle() {
	h.settled = true
	close(h.done)
	h.job.holds = slices.DeleteFunc(h.job.holds, func(other *hold) bool { return other == h })
	h.job, h.ready = nil, nil
}

// take is for the one that waited.
func (h *hold) take() outcome {
	o := h.outcome
	h.outcome = outcome{}
	return o
}

// tellHolds has whoever waits for a job look at it that has changed.
func (s *Server) tellHolds() {
	touched := s.touched
	s.touched = nil
	for _, j := range touched {
		for _, h := range slices.Clone(j.holds) {
			s.tryHold(h)
		}
	}
}

// wait waits for the outcome; false tells that the client has gone away or that the server closes.
func (s *Server) wait(c *call, h *hold) (outcome, bool) {
	for {
		select {
		case <-h.done:
			return h.take(), true
		case <-c.request.Context().Done():
		case <-s.closing:
		case <-s.mayJump(h):
			// Another hold may have jumped since, to what this one waits for.
			s.clock.jump(func() bool { return !h.settled && s.workers.isQuiet() })
			continue
		}
		s.abandon(h)
		return outcome{}, false
	}
}

// mayJump is a channel that lets a clock move by itself: at once, or when what goes on outside has ended.
func (s *Server) mayJump(h *hold) <-chan struct{} {
	if !s.options.JumpOnHold || s.options.RealTime {
		return nil
	}
	select {
	case <-h.done: // Not a moment further.
		return nil
	default:
		return s.workers.quiet()
	}
}

// abandon is for an answer that nobody will get.
func (s *Server) abandon(h *hold) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !h.settled {
		h.settle()
		return
	}
	if o := h.take(); o.delivered != nil {
		o.delivered(false)
	}
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
