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
	// contradictory is set if the response that would set until is from before from: the service's clocks disagree, or the
	// response is a cached page. Nothing is excluded then, and nothing proven.
	contradictory bool
}

// leaves sets the lower bound: the create leaves now.
func (c *creationTime) leaves(clock *transport.Clock) {
	if date := clock.AtLeast(); !date.IsZero() {
		c.from = date.Add(-dateTolerance)
	}
}

// answered sets the upper bound from the Date of the response to the create, or of the first one to a request that was
// sent after the failure; the zero time is none.
func (c *creationTime) answered(date time.Time) {
	switch {
	case !c.until.IsZero() || date.IsZero():
	case date.Before(c.from):
		c.contradictory = true
	default:
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
	case !ok || c.contradictory || c.from.IsZero() || c.until.IsZero():
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
