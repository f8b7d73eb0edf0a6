package emulator

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// longPoll is the wire.Pending answer of a request that waits for a job.
type longPoll struct {
	server *Server
	engine *engine.Engine // of the waiter; after a Reset the server has another
	waiter *engine.Waiter
	// answer makes the answer from the outcome of the wait, unless the job has been deleted.
	answer func(engine.Outcome) (any, error)
	left   func() // called if the client does not get the answer; nil is allowed
}

// poll makes a longPoll.
func (s *Server) poll(waiter *engine.Waiter, answer func(engine.Outcome) (any, error)) *longPoll {
	return &longPoll{server: s, engine: s.engine, waiter: waiter, answer: answer}
}

// Wait returns the answer once it is due; false says that ctx ended first.
func (p *longPoll) Wait(ctx context.Context) (wire.Outcome, bool) {
	s := p.server
	for {
		var changed <-chan struct{} // nil if the clock does not advance by itself
		if s.options.AutoAdvance && !s.options.RealTime {
			_, changed = s.changes.Next()
			s.clock.AdvanceToNext(p.mayAdvance)
		}
		select {
		case <-p.waiter.Done:
			s.mu.Lock()
			defer s.mu.Unlock()
			defer s.dispatchWork() // The answer may wait for more.
			return p.outcome(), true
		case <-ctx.Done():
			p.Cancel()
			return wire.Outcome{}, false
		case <-changed:
		}
	}
}

// outcome returns the end of the wait. The caller holds Server.mu.
func (p *longPoll) outcome() wire.Outcome {
	came := p.waiter.Take()
	switch {
	case came.EndpointGone:
		return wire.Outcome{Err: errNoEndpoint}
	case came.JobGone:
		return wire.Outcome{Err: errNoJob}
	}
	value, err := p.answer(came)
	o := wire.Outcome{Value: value, Err: err}
	if came.Delivered != nil {
		o.Delivered = func(taken bool) { p.delivered(came, taken) }
	}
	return o
}

func (p *longPoll) delivered(came engine.Outcome, taken bool) {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	came.Delivered(taken)
	s.dispatchWorkOf(p.engine)
	s.touch()
}

// mayAdvance reports whether the clock may advance by itself: up to the moment of the answer, while no worker elsewhere
// is called, and clients have taken their chunks. The caller holds Server.mu.
func (p *longPoll) mayAdvance() bool {
	return !p.waiter.Resolved() && len(p.server.runs) == 0 && !p.server.engine.Delivers()
}

// Cancel ends the wait of a client that has disconnected.
func (p *longPoll) Cancel() {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	p.engine.CancelWait(p.waiter)
	if p.left != nil {
		p.left()
	}
	s.dispatchWorkOf(p.engine)
}

// The bounds and the defaults of ?wait.
const (
	minWait = time.Second
	maxWait = 300 * time.Second

	waitForJob    = 90 * time.Second
	waitForStream = 9 * time.Second // Clients give up at ten.
)

// queryWait reads ?wait in milliseconds. Out of range it is clamped, however far.
func queryWait(r *wire.Request, standard time.Duration) (time.Duration, error) {
	if !r.Query.Has("wait") {
		return standard, nil
	}
	ms, err := strconv.ParseFloat(r.Query.Get("wait"), 64)
	if err != nil && !math.IsInf(ms, 0) || math.IsNaN(ms) {
		return 0, wire.BadRequest("wait must be a number of milliseconds").Under("contract 3.2")
	}
	clamped := min(max(ms, float64(minWait.Milliseconds())), float64(maxWait.Milliseconds()))
	return time.Duration(clamped) * time.Millisecond, nil
}
