package client

import "sync"

// The service has several limits (contract 3), and what is learned of one says nothing about the others: the management
// interface has one for the whole account, which is not published, and the queue interface has published ones for each
// endpoint and kind of operation.

// limit is what some requests are limited by together.
type limit struct {
	name string // for people
	// start is how many requests there may be at once before anything is known; most is how many there may ever be.
	start, most int
}

const (
	// restStart is few enough that a limit of a few requests a second is found with a handful of refusals, and enough
	// for the requests of a short plan.
	restStart = 4
	// restMost is above any usual -parallelism.
	restMost = 64
)

// queueOperations are the limits on an endpoint's queue by operation: a name, and how many requests may be under way at
// once (contract 3). Those are published, so nothing needs to be found out by starting slowly. A long poll counts for
// as long as the service holds it, there as here: it takes no place from anything but the looks at jobs of the same
// endpoint. Where none is published, it is the lowest of what is published for similar operations.
var queueOperations = map[string]struct {
	name       string
	concurrent int
}{
	"RunJob":           {"/run", 200},
	"RunJobSync":       {"/runsync", 400},
	"GetJobStatus":     {"/status", 400},
	"GetJobStatusSync": {"/status", 400},
	"StreamJob":        {"/stream", 400},
	"CancelJob":        {"/cancel", 20},
	"RetryJob":         {"/retry", 20},
	"PurgeQueue":       {"/purge-queue", 2},
	"GetHealth":        {"/health", 20},
	"ListRequests":     {"/requests", 2},
}

// limitOf is the limit that a request counts against. It is a key too: two requests have the same limit if and only if
// the results are equal.
func limitOf(r request) limit {
	if !r.queue {
		return limit{"the management interface", restStart, restMost}
	}
	operation, ok := queueOperations[r.operation]
	if !ok {
		operation.name, operation.concurrent = r.operation, restMost
	}
	return limit{operation.name + " of endpoint " + r.path[0], operation.concurrent, operation.concurrent}
}

// limits are what is known of an account's limits.
type limits struct {
	backoff    Backoff
	configured pacer // over all limits

	mu      sync.Mutex
	byLimit map[limit]*limiter
}

// limiter is the one that has the requests of a limit take turns.
func (l *limits) limiter(limit limit) *limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.byLimit[limit]
	if !ok {
		found = newLimiter(limit, l.backoff, &l.configured)
		l.byLimit[limit] = found
	}
	return found
}
