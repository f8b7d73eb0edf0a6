package pacing

import (
	"math"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// learnedRate spaces requests at a rate that the service is taken to accept. Before the first 429 it does not. A 429
// cuts the rate by a fifth, and a hundred accepted requests that had to wait for their turn make up for it. Beyond the
// rate that was throttled, the steps grow, so that a limit that was lifted is found.
type learnedRate struct {
	*rate.Limiter

	// unit is the time in which the service is taken to count.
	unit time.Duration
	// peak is the rate that was throttled last, and step is added to the rate with each success.
	peak, step rate.Limit
	// sent are the times of the requests of the last unit.
	sent []time.Time
}

const (
	cut = 0.2
	// rises is the number of successes that make up for a cut.
	rises = 100
	// slowest is the lowest rate, in requests a unit. Pauses after a 429 can be longer.
	slowest = 1. / 60
)

func newLearnedRate(unit time.Duration) learnedRate {
	return learnedRate{Limiter: rate.NewLimiter(rate.Inf, 1), unit: unit}
}

// send counts a request that is sent now.
func (r *learnedRate) send(now time.Time) {
	r.AllowN(now, 1)
	r.sent = append(slices.DeleteFunc(r.sent, func(at time.Time) bool { return now.Sub(at) > r.unit }), now)
}

// rise takes in that a request was accepted at this rate.
func (r *learnedRate) rise() {
	if r.step == 0 {
		return
	}
	if r.SetLimit(r.Limit() + r.step); r.Limit() > r.peak {
		r.step *= 1 + 1./rises
	}
}

// lower cuts the rate that was throttled: the learned one, or that of the last unit if it was lower.
func (r *learnedRate) lower(now time.Time) {
	r.peak = min(r.Limit(), rate.Limit(float64(len(r.sent))/r.unit.Seconds()))
	r.SetLimitAt(now, max(r.peak*(1-cut), rate.Limit(slowest/r.unit.Seconds())))
	r.step = r.peak * cut / rises
}

// nextAt returns when a limiter allows the next request.
func nextAt(l *rate.Limiter, now time.Time) time.Time {
	missing := 1 - l.TokensAt(now)
	if l.Limit() == rate.Inf || missing <= 0 {
		return now
	}
	return now.Add(time.Duration(math.Ceil(missing / float64(l.Limit()) * float64(time.Second))))
}
