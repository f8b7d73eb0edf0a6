package client

import (
	"math"
	"time"
)

// learnedRate is what is known of how many requests a second the service lets through, learned from those it refused.
// Requests are not spaced before the first refusal.
//
// From a refusal on, the rate follows the curve of CUBIC (RFC 9438): it begins below the rate that was refused, comes
// close to it quickly, passes it slowly, and then grows ever faster. So it stays just below a limit that stays, and
// soon leaves behind one that has gone. In place of time it counts the requests that had to wait for their turn and
// were let through: a rate that nobody asked for proves nothing.
type learnedRate struct {
	// unit is the time over which the service is taken to count, at least.
	unit time.Duration

	// peak is the rate that was refused last, in requests per unit; 0 if none ever was.
	peak float64
	// climb is how many requests it takes to come back to the peak. It is low where the peak is a rough estimate.
	climb float64
	// proven is how many requests have had to wait and were let through since the last refusal.
	proven int

	// let are the requests that were sent, the newest of them, in order of time; the first has the number firstLet.
	let      []sentRequest
	firstLet int
	// refused is when the request was sent whose refusal has not changed the peak yet; zero for none.
	refused time.Time
	// refusedBefore is the same of the refusal before that.
	refusedBefore time.Time
	// busySince is since when every request has had to wait: before it, more might have been let through.
	busySince time.Time
}

// sentRequest is a request that was sent.
type sentRequest struct {
	at time.Time
	// uncounted is set if it was refused, or nobody knows what became of it.
	uncounted bool
}

const (
	// cutTo is which part of a refused rate is used next.
	cutTo = 0.85
	// climbRequests and climbUnits are how many requests it takes to come back to a peak that is well known: so many,
	// or as many as fill so many units. Each climb ends with one refusal or a few, which are to be a few in a hundred.
	climbRequests, climbUnits = 60, 10
	// climbGrowth bounds how much longer a climb is than the one before.
	climbGrowth = 4
	// aboveAverage is how far the limit can be above the average since the refusal before: there were the pause after
	// that one, and the climb.
	aboveAverage = 1.1
	// belowLast is how far the limit can be below the number in the last unit: a service that counts by the clock's
	// seconds lets twice as many pass around the end of one, and one that allows bursts lets one pass after a pause.
	belowLast = 0.7
	// Beyond the peak the rate grows fast, and the end of it was too much: provenPart is how much of what was let
	// through since the last refusal is taken for proof of the rate, and belowLastBeyond is belowLast.
	provenPart, belowLastBeyond = 0.75, 0.9
	// slowest is the lowest rate, in requests per unit. Pauses after refusals can be longer.
	slowest = 1. / 60
	// mostSent bounds how many requests are remembered.
	mostSent = 1024
)

// interval is the time between two requests; 0 if there need be none.
func (r *learnedRate) interval() time.Duration {
	if r.peak == 0 {
		return 0
	}
	return time.Duration(float64(r.unit) / r.after(float64(r.proven)))
}

// after is the rate after so many requests since the last refusal, in requests per unit; infinite if none was refused.
func (r *learnedRate) after(proven float64) float64 {
	if r.peak == 0 {
		return math.Inf(1)
	}
	x := (proven - r.climb) / r.climb
	return r.peak * (1 + (1-cutTo)*x*x*x)
}

// send counts a request that is sent now, and returns its number. delayed says that it had to wait.
func (r *learnedRate) send(now time.Time, delayed bool) int {
	if !delayed {
		r.busySince = now
	}
	if len(r.let) == mostSent {
		r.let = r.let[1:]
		r.firstLet++
	}
	r.let = append(r.let, sentRequest{at: now})
	return r.firstLet + len(r.let) - 1
}

// uncount takes a request back that was not let through, or of which nobody knows that.
func (r *learnedRate) uncount(number int) {
	if i := number - r.firstLet; i >= 0 {
		r.let[i].uncounted = true
	}
}

// pass is told that a request was let through that had to wait.
func (r *learnedRate) pass() { r.proven++ }

// refuse is told that a request was refused that was sent then.
func (r *learnedRate) refuse(sent time.Time) { r.refused = sent }

// settle changes the rate after a refusal. It is called before the next request is sent: until then, it shows what
// became of those that were under way.
func (r *learnedRate) settle() {
	if r.refused.IsZero() {
		return
	}
	estimate, counted := r.estimate()
	r.peak = max(min(estimate, r.after(float64(r.proven))), slowest)

	// The fewer were counted, the rougher is the estimate.
	climb := min(math.Ceil(1.25*float64(counted)*float64(counted)), max(climbRequests, climbUnits*r.peak))
	if r.climb > 0 {
		climb = min(climb, climbGrowth*r.climb)
	}
	r.climb = max(climb, 2)
	r.proven, r.refusedBefore, r.refused = 0, r.refused, time.Time{}
}

// estimate is the service's limit after a refusal, in requests per unit, and from how many requests that is known.
func (r *learnedRate) estimate() (limit float64, counted int) {
	unitBefore := r.refused.Add(-r.unit)
	inLastUnit := r.count(unitBefore)
	switch {
	case r.peak == 0 && inLastUnit == 0:
		return 1, 0 // Others have used up the limit.
	case r.peak == 0:
		return float64(inLastUnit), inLastUnit
	}
	from := latest(r.refusedBefore, r.busySince)
	if from.After(unitBefore) {
		from = unitBefore
	}
	if len(r.let) == mostSent {
		from = latest(from, r.let[0].at)
	}
	counted = r.count(from)
	units := float64(r.refused.Sub(from)) / float64(r.unit)
	average := float64(counted+1) / units // One more would have been let through a little later.
	limit = max(aboveAverage*average, belowLast*float64(inLastUnit))
	switch beyondPeak := float64(r.proven) >= r.climb; {
	case beyondPeak:
		return max(limit, r.peak, r.after(provenPart*float64(r.proven)), belowLastBeyond*float64(inLastUnit)), counted
	case limit >= r.peak:
		return r.peak * (1 + cutTo) / 2, counted // The peak was too high: RFC 9438, 4.7.
	default:
		return limit, counted
	}
}

// count is how many requests were let through from a time until the refusal.
func (r *learnedRate) count(from time.Time) int {
	count := 0
	for _, sent := range r.let {
		if !sent.uncounted && !sent.at.Before(from) && !sent.at.After(r.refused) {
			count++
		}
	}
	return count
}

// latest is the later of two times.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
