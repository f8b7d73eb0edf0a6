package creates

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

const (
	// dateTolerance is how much earlier than the last Date before a create the creation time of its object can be: Date
	// has whole seconds.
	dateTolerance = 2 * time.Second
	// createdTolerance is how much later than the Date of the answer to a failed create the creation time of its object
	// can be. Without an answer, it counts from the first Date after the failure.
	createdTolerance = 10 * time.Second
)

// creationTime is the time in which a create can have created its object, by the service's clock. Only kinds whose
// objects show their creation time have one; the zero value excludes nothing and proves nothing.
type creationTime struct {
	// from and until are the bounds; zero if no response had a Date. until is also zero before the first response after
	// the failure of the create.
	from, until time.Time
	// grace is how much later than the response that sets until the object can have been created.
	grace time.Duration
	// left is when the create left, by the local clock, and reached is the service's time then, by the last Date; zero if
	// no response had one.
	left, reached time.Time
}

// leaves sets the lower bound: the create leaves now.
func (c *creationTime) leaves(clock *transport.Clock) {
	c.left, c.reached = time.Now(), clock.Now()
	if date := clock.AtLeast(); !date.IsZero() {
		c.from = date.Add(-dateTolerance)
	}
}

// failed sets the upper bound from the Date of the response to the create itself; the zero time is none. A Date from
// before the create left is that of a cached page, or of a front end whose clock is behind: the present bounds the
// create then.
func (c *creationTime) failed(date time.Time) {
	if !date.IsZero() && date.Before(c.reached.Add(-dateTolerance)) {
		date = c.reached.Add(time.Since(c.left))
	}
	c.answered(date)
}

// answered sets the upper bound from the Date of the first response to a request that was sent after the failure; the
// zero time is none.
func (c *creationTime) answered(date time.Time) {
	if c.until.IsZero() && !date.IsZero() {
		c.until = date.Add(c.grace)
	}
}

// fit is the result of comparing the creation time of an object with a create.
type fit int

const (
	fits         fit = iota
	fitUnknown       // The object shows no creation time that the client can read, or the service sent no Date.
	createdOther     // The object was created before the create was sent, or after its outcome was certain.
)

// compare compares the creation time that an object shows.
func (c creationTime) compare(shown string) fit {
	at, ok := parseTimestamp(shown)
	switch {
	case !ok || c.from.IsZero() || c.until.IsZero():
		return fitUnknown
	case at.Before(c.from) || at.After(c.until):
		return createdOther
	default:
		return fits
	}
}

// isBefore reports whether an object shows that it was created after the create was sent.
func (c creationTime) isBefore(shown string) bool {
	at, ok := parseTimestamp(shown)
	return ok && !c.from.IsZero() && !at.Before(c.from)
}

// parseTimestamp reads a timestamp in either of the service's forms (contract 2.1, Timestamps).
func parseTimestamp(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999 -0700 MST"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
