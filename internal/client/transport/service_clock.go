package transport

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// Clock holds the service's time, from the Date headers of the management interface. The local wall clock is
// never compared with a time of the service: the two can differ by any amount. The zero value has seen no header.
type Clock struct {
	mu sync.Mutex
	// dates are the last headers, in the order of their arrival.
	dates []dateHeader
}

// dateHeader is a Date, in whole seconds. By the local monotonic clock, the client asked for its answer at asked, and
// it arrived at arrived.
type dateHeader struct{ date, asked, arrived time.Time }

// maxDates is the number of headers that the clock keeps: more than arrive while a caller searches for the result of a
// lost request.
const maxDates = 1000

// freshDate is the time for which the last Date counts as the present. After that the client adds the time since, by
// its own monotonic clock, so that nothing after a long pause is compared with an old Date.
const freshDate = 30 * time.Second

// note records the Date of an answer to a request that was sent at a local time; an answer without one, or with one
// that cannot be read, changes nothing.
func (c *Clock) note(header http.Header, asked time.Time) {
	date := dateOf(header)
	if date.IsZero() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.dates) >= maxDates {
		c.dates = slices.Delete(c.dates, 0, maxDates/2)
	}
	c.dates = append(c.dates, dateHeader{date, asked, time.Now()})
}

// AtLeast returns a time that the service's clock has reached; the zero time if no answer had a Date.
func (c *Clock) AtLeast() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.dates) == 0 {
		return time.Time{}
	}
	last := c.dates[len(c.dates)-1]
	return last.date.Add(max(0, time.Since(last.arrived)-freshDate))
}

// Since returns the Date of the first answer to a request that was sent after a local time; the zero time if there is
// none. An answer that only arrives after that time does not count: it can have left the service long before.
func (c *Clock) Since(local time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, header := range c.dates {
		if !header.asked.Before(local) {
			return header.date
		}
	}
	return time.Time{}
}

// dateOf reads the Date of an answer; the zero time if it has none that can be read.
func dateOf(header http.Header) time.Time {
	date, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return date
}
