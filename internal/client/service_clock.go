package client

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// serviceClock is what the Date headers of the management interface say of the service's time. The local wall clock is
// never compared with a time of the service: the two can differ by any amount. The zero value has seen no header.
type serviceClock struct {
	mu sync.Mutex
	// dates are the last headers, in the order of their arrival.
	dates []dateHeader
}

// dateHeader is a Date, in whole seconds, and when it arrived by the local monotonic clock.
type dateHeader struct{ date, arrived time.Time }

// mostDates is how many headers are kept: more than answers arrive while a lost create is searched for.
const mostDates = 1000

// freshDate is for how long the last Date stands for the present. Only after that the client adds the time that has
// passed since, by its own monotonic clock, so that a create after a long pause is not compared with an old Date.
const freshDate = 30 * time.Second

// note records the Date of an answer; an answer without one, or with one that cannot be read, changes nothing.
func (c *serviceClock) note(header http.Header) {
	date, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.dates) >= mostDates {
		c.dates = slices.Delete(c.dates, 0, mostDates/2)
	}
	c.dates = append(c.dates, dateHeader{date, time.Now()})
}

// atLeast returns a time that the service's clock has reached; the zero time if no answer had a Date.
func (c *serviceClock) atLeast() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.dates) == 0 {
		return time.Time{}
	}
	last := c.dates[len(c.dates)-1]
	return last.date.Add(max(0, time.Since(last.arrived)-freshDate))
}

// since returns the first Date that arrived after a local time; the zero time if none did.
func (c *serviceClock) since(local time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, header := range c.dates {
		if !header.arrived.Before(local) {
			return header.date
		}
	}
	return time.Time{}
}
