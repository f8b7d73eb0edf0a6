package pacing

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// quota counts the requests that the service still accepts in each of its windows, such as a minute and a day, by the
// header RateLimit of its answers (contract-v2 1.4). A window that no answer has named delays nothing.
type quota map[string]window

// window is a span of time in which the service accepts a number of requests.
type window struct {
	// left is the number of requests that it still accepted, by the answer that named the fewest, and ends when the next
	// window begins.
	left int
	ends time.Time
}

const (
	// windowMargin is added to the time until the next window: the header has whole seconds.
	windowMargin = time.Second
	// sameWindow is by how much the end of a window can differ between two answers.
	sameWindow = 2 * time.Second
)

// learn reads the headers of an answer.
func (q quota) learn(header http.Header, now time.Time) {
	for name, told := range windowsIn(header.Values("RateLimit")) {
		left, hasLeft := told["r"]
		seconds, hasEnd := told["t"]
		if !hasLeft || !hasEnd {
			continue
		}
		ends := now.Add(time.Duration(seconds)*time.Second + windowMargin)
		w, known := q[name]
		switch {
		case !known || ends.After(w.ends.Add(sameWindow)):
			q[name] = window{left, ends}
		case !ends.Before(w.ends.Add(-sameWindow)): // Else it is about the window before, and comes late.
			q[name] = window{min(w.left, left), w.ends}
		}
	}
}

// closeFor takes in a 429 of the service's own: it accepts nothing for a while, in a window that it need not have
// named. A short time is the limiter's: it probes after it.
func (q quota) closeFor(told time.Duration, now time.Time) {
	if told > MaxRetryAfter {
		q["Retry-After"] = window{ends: now.Add(told + windowMargin)}
	}
}

// until returns when the next request can be sent, if underWay have no answer yet: the zero time if it can be sent now.
// It returns false if that depends on an answer: the service may have counted the requests under way, or not.
func (q quota) until(now time.Time, underWay int) (at time.Time, byTime bool) {
	for name, w := range q {
		switch {
		case !now.Before(w.ends): // Of the next window, nothing is known.
			delete(q, name)
		case w.left <= 0:
			at = latest(at, w.ends)
		case w.left <= underWay:
			return time.Time{}, false
		}
	}
	return at, true
}

// windowsIn reads a list of structured fields (RFC 9651): the names of windows, each with whole numbers as parameters.
// Members and parameters that it cannot read are left out.
func windowsIn(values []string) map[string]map[string]int {
	windows := map[string]map[string]int{}
	for _, member := range strings.Split(strings.Join(values, ","), ",") {
		name, rest, _ := strings.Cut(strings.TrimSpace(member), ";")
		if name = strings.Trim(strings.TrimSpace(name), `"`); name == "" {
			continue
		}
		parameters := map[string]int{}
		for _, parameter := range strings.Split(rest, ";") {
			key, text, _ := strings.Cut(strings.TrimSpace(parameter), "=")
			if number, err := strconv.Atoi(text); err == nil && number >= 0 {
				parameters[key] = number
			}
		}
		windows[name] = parameters
	}
	return windows
}
