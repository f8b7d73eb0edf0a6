// Package pacing decides when a request may be sent: its turn at a rate limit of the service, which it learns from the
// headers of answers and from requests that are throttled (429), and growing pauses between attempts. It sends nothing,
// and knows of a request no more than its limit, and of an answer no more than its headers.
package pacing

import "time"

// Outcome says whether the service counted an attempt against the limit.
type Outcome int

// The outcomes.
const (
	Accepted           Outcome = iota // The service counted it, whatever it answered.
	Unanswered                        // It is unknown whether the service counted it.
	Throttled                         // 429, but not in the words of the service: a front end may have answered.
	ThrottledByService                // 429 in the words of the service: a long Retry-After closes a window.
)

// Throttling describes the first 429 of a rate limit.
type Throttling struct {
	// Limit names it, such as "the management interface".
	Limit string
	// Pause is the time for which nothing is sent.
	Pause time.Duration
}
