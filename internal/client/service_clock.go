package client

import (
	"net/http"
	"sync"
	"time"
)

// serviceClock is what the Date headers of the management interface say of the service's time. The local wall clock is
// never compared with a time of the service: the two can differ by any amount. The zero value has seen no header.
type serviceClock struct {
	mu sync.Mutex
	// date is the last header, in whole seconds, and arrived when it came by the local monotonic clock.
	date, arrived time.Time
}

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
	c.date, c.arrived = date, time.Now()
}

// atLeast returns a time that the service's clock has reached; the zero time if no answer had a Date.
func (c *serviceClock) atLeast() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.date.IsZero() {
		return c.date
	}
	return c.date.Add(max(0, time.Since(c.arrived)-freshDate))
}

// since returns the last Date, if it arrived after a local time; the zero time if none did.
func (c *serviceClock) since(local time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.arrived.Before(local) {
		return time.Time{}
	}
	return c.date
}
