package transport

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// Settings say how to reach the service. All parts of a client have the same. RESTURL and APIKey are required.
type Settings struct {
	// APIKey is sent as a bearer token, over both interfaces.
	APIKey string
	// RESTURL is the base of the management interface. Its last segment is the version, v1 or v2 (contract 1, contract-v2
	// 1.1).
	RESTURL *url.URL
	// QueueURL is the base of the queue interface and ends in v2. Nil if only the management interface is used.
	QueueURL *url.URL
	// UserAgent is sent with every request: front ends refuse some library defaults.
	UserAgent string
	// MaxRetries is the number of repetitions of a request after its first attempt; 0 is none.
	MaxRetries int
	// RequestTimeout bounds one attempt, from dialling to the last byte of the answer; 0 is no bound.
	RequestTimeout time.Duration
	// Times are pauses and patience.
	Times Times
	// WrapTransport wraps the HTTP transport, for tests of a network that loses messages. Nil is allowed.
	WrapTransport func(http.RoundTripper) http.RoundTripper
	// ObserveAttempt is called after every attempt at a request, for logging, and ObserveThrottling at the first 429 of
	// each rate limit. They never see a body, a header or a query. Nil is allowed.
	ObserveAttempt    func(context.Context, Attempt)
	ObserveThrottling func(context.Context, pacing.Throttling)
}

// Times are pauses, and for how long answers are not believed, because the service may not know of a change yet
// (contract 2.2, 2.3, 3.3).
type Times struct {
	// Retry bounds the pause before a request is sent again, and Poll that between two requests of a poll, or before a
	// submission is sent again.
	Retry, Poll pacing.Backoff
	// Capacity bounds the pause between two rounds of creates or starts that the service had no capacity for.
	Capacity pacing.Backoff
	// Paused is the time for which a submission can be rejected because its endpoint is paused, after the endpoint was
	// unpaused: KindPaused.
	Paused time.Duration
	// Missing is the time for which requests about a job, or about a pod in a wait, must return 404 before the
	// client believes it: see fleet.Believed404s.
	Missing time.Duration
	// Released is the time for which a delete can be rejected because the object is in use, after its last user was
	// deleted.
	Released time.Duration
	// LastLook is the time that Client.LastLook returns, and ReleaseLag that of Client.ReleaseLag.
	LastLook, ReleaseLag time.Duration
	// Look is how long the client looks for the object of a lost create, and LateLook that after a time-out, when the
	// service may still carry out the create.
	Look, LateLook time.Duration
}

// DefaultTimes are the times of a client.
var DefaultTimes = Times{
	Retry: pacing.Backoff{Min: time.Second, Max: 30 * time.Second},
	Poll:  pacing.Backoff{Min: 2 * time.Second, Max: 15 * time.Second},

	Capacity: pacing.Backoff{Min: 10 * time.Second, Max: time.Minute}, // Of these, at least half: see HalfJitter.

	Paused: time.Minute, Missing: 10 * time.Second, Released: 2 * time.Minute,
	LastLook: 10 * time.Second, ReleaseLag: 10 * time.Second, Look: 15 * time.Second, LateLook: 2 * time.Minute,
}

// OrDefault returns the same times, with those of DefaultTimes for zero values.
func (t Times) OrDefault() Times {
	d := DefaultTimes
	return Times{
		Retry: cmp.Or(t.Retry, d.Retry), Poll: cmp.Or(t.Poll, d.Poll), Capacity: cmp.Or(t.Capacity, d.Capacity),
		Paused: cmp.Or(t.Paused, d.Paused), Missing: cmp.Or(t.Missing, d.Missing), Released: cmp.Or(t.Released, d.Released),
		LastLook: cmp.Or(t.LastLook, d.LastLook), ReleaseLag: cmp.Or(t.ReleaseLag, d.ReleaseLag),
		Look: cmp.Or(t.Look, d.Look), LateLook: cmp.Or(t.LateLook, d.LateLook),
	}
}
