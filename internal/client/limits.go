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

// Limits are what clients have learned of the service's limits. Clients that are given the same share what they learn,
// and take turns, where URLs and API key are the same. Safe for concurrent use.
type Limits struct {
	mu       sync.Mutex
	accounts map[account]*accountLimits
}

// account is a key at a deployment.
type account struct{ restURL, apiKey string }

// accountLimits are the limits of one account.
type accountLimits struct {
	backoff    Backoff
	configured *pacer // over all limits

	mu       sync.Mutex
	limiters map[limit]*limiter
}

// NewLimits returns limits of which nothing is known.
func NewLimits() *Limits { return &Limits{accounts: make(map[account]*accountLimits)} }

// of are the limits of the account that a client uses.
func (l *Limits) of(config Config) *accountLimits {
	key := account{config.RESTURL.String(), config.APIKey}
	l.mu.Lock()
	defer l.mu.Unlock()
	limits, ok := l.accounts[key]
	if !ok {
		limits = &accountLimits{
			backoff: config.RetryWait, configured: &pacer{}, limiters: make(map[limit]*limiter),
		}
		l.accounts[key] = limits
	}
	if config.RequestsPerSecond > 0 {
		limits.configured.slowTo(config.RequestsPerSecond)
	}
	return limits
}

// limiter is the one that has the requests of a limit take turns.
func (l *accountLimits) limiter(limit limit) *limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.limiters[limit]
	if !ok {
		found = newLimiter(limit, l.backoff, l.configured)
		l.limiters[limit] = found
	}
	return found
}
