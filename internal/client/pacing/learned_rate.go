package pacing

import (
	"math"
	"time"
)

// learnedRate estimates how many requests a second the service accepts, from those that it throttled (429). Requests
// are not spaced before the first 429.
//
// After a 429 the rate follows the curve of CUBIC (RFC 9438): it begins below the rate that was throttled, approaches
// it quickly, passes it slowly, and then grows faster and faster. So it stays just below a limit that does not change,
// and soon exceeds one that was lifted. The curve's variable is not time but the number of requests that had to wait
// for their turn and were accepted: a rate at which nothing was sent is no evidence.
type learnedRate struct {
	// unit is the time over which the service is taken to count, at least.
	unit time.Duration

	// peak is the rate that was throttled last, in requests per unit; 0 if none ever was.
	peak float64
	// climb is the number of requests that it takes to return to the peak. It is low if the peak is a rough estimate.
	climb float64
	// proven is the number of requests that had to wait and were accepted since the last 429.
	proven int

	// let are the requests sent last, oldest first; the first has the number firstLet.
	let      []sentRequest
	firstLet int
	// throttledAt is when the request was sent whose 429 has not changed the peak yet; zero for none.
	throttledAt time.Time
	// throttledBefore is the same of the 429 before that.
	throttledBefore time.Time
	// busySince is the time since which every request had to wait: before it, more might have been accepted.
	busySince time.Time
}

// sentRequest is a request that was sent.
type sentRequest struct {
	at time.Time
	// uncounted is set if it was throttled, or if its outcome is unknown.
	uncounted bool
}

const (
	// cutTo is the part of a throttled rate that is used next.
	cutTo = 0.85
	// climbRequests and climbUnits are how many requests it takes to return to a peak that is well known: that number,
	// or as many as fill that many units, whichever is more. Each climb ends with one 429 or a few, which are to be a
	// few in a hundred requests.
	climbRequests, climbUnits = 60, 10
	// climbGrowth bounds how much longer a climb is than the one before.
	climbGrowth = 4
	// aboveAverage: the limit can be this many times the average since the 429 before, which includes the pause after
	// that one and the slow climb.
	aboveAverage = 1.1
	// belowLast: the limit can be as low as this part of the last unit's requests. A service that counts by the seconds
	// of the clock accepts up to twice its limit around the end of one, and one that allows bursts a burst after a
	// pause.
	belowLast = 0.7
	// Beyond the peak the rate grows fast, and its last part was too high: provenPart is the part of the accepted
	// requests that counts as evidence of the rate, and belowLastBeyond is used for belowLast.
	provenPart, belowLastBeyond = 0.75, 0.9
	// slowest is the lowest rate, in requests per unit. Pauses after a 429 can be longer.
	slowest = 1. / 60
	// maxSent bounds how many requests are remembered.
	maxSent = 1024
)

// interval returns the time between two requests; 0 if requests are not spaced.
func (r *learnedRate) interval() time.Duration {
	if r.peak == 0 {
		return 0
	}
	return time.Duration(float64(r.unit) / r.after(float64(r.proven)))
}

// after returns the rate after this many requests since the last 429, in requests per unit; infinite before the first
// 429.
func (r *learnedRate) after(proven float64) float64 {
	if r.peak == 0 {
		return math.Inf(1)
	}
	x := (proven - r.climb) / r.climb
	return r.peak * (1 + (1-cutTo)*x*x*x)
}

// send counts a request that is sent now, and returns its number. delayed reports whether it had to wait.
func (r *learnedRate) send(now time.Time, delayed bool) int {
	if !delayed {
		r.busySince = now
	}
	if len(r.let) == maxSent {
		r.let = r.let[1:]
		r.firstLet++
	}
	r.let = append(r.let, sentRequest{at: now})
	return r.firstLet + len(r.let) - 1
}

// uncount removes a request that was not accepted, or whose outcome is unknown.
func (r *learnedRate) uncount(number int) {
	if i := number - r.firstLet; i >= 0 {
		r.let[i].uncounted = true
	}
}

// pass records that a request that had to wait was accepted.
func (r *learnedRate) pass() { r.proven++ }

// throttled records that a request sent at this time was throttled.
func (r *learnedRate) throttled(sent time.Time) { r.throttledAt = sent }

// applyThrottling lowers the rate after a 429. Call it before each request is sent, and not at the 429 itself: until
// then, requests that were under way are answered and counted.
func (r *learnedRate) applyThrottling() {
	if r.throttledAt.IsZero() {
		return
	}
	estimate, counted := r.estimate()
	r.peak = max(min(estimate, r.after(float64(r.proven))), slowest)

	// The fewer requests were counted, the rougher the estimate.
	climb := min(math.Ceil(1.25*float64(counted)*float64(counted)), max(climbRequests, climbUnits*r.peak))
	if r.climb > 0 {
		climb = min(climb, climbGrowth*r.climb)
	}
	r.climb = max(climb, 2)
	r.proven, r.throttledBefore, r.throttledAt = 0, r.throttledAt, time.Time{}
}

// estimate returns the service's limit after a 429, in requests per unit, and the number of requests that it is based
// on.
func (r *learnedRate) estimate() (limit float64, counted int) {
	unitBefore := r.throttledAt.Add(-r.unit)
	inLastUnit := r.count(unitBefore)
	switch {
	case r.peak == 0 && inLastUnit == 0:
		return 1, 0 // Other clients have used up the limit.
	case r.peak == 0:
		return float64(inLastUnit), inLastUnit
	}
	from := latest(r.throttledBefore, r.busySince)
	if from.After(unitBefore) {
		from = unitBefore
	}
	if len(r.let) == maxSent {
		from = latest(from, r.let[0].at)
	}
	counted = r.count(from)
	units := float64(r.throttledAt.Sub(from)) / float64(r.unit)
	average := float64(counted+1) / units // One more would have been accepted a little later.
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

// count returns how many requests were accepted from a time until the 429.
func (r *learnedRate) count(from time.Time) int {
	count := 0
	for _, sent := range r.let {
		if !sent.uncounted && !sent.at.Before(from) && !sent.at.After(r.throttledAt) {
			count++
		}
	}
	return count
}
