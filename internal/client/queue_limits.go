package client

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// The service has several limits (contract 3), and a rate learned for one does not apply to the others: the management
// interface has one for the whole account, which is not published, and the queue interface has a published one for each
// endpoint and kind of operation.

const (
	// restStart is low enough that a limit of a few requests a second is found with a handful of 429s, and enough for
	// the requests of a short plan.
	restStart = 4
	// restMax is above any usual -parallelism.
	restMax = 64
)

// queueOperations are the limits on an endpoint's queue by operation: a name, and how many requests may be under way at
// once (contract 3). They are published, so requests need not start slowly. A long poll of a job counts, at the service
// and here, for as long as it is held; only reads of the same endpoint's jobs share its limit. An operation without a
// published limit has the lowest of similar operations.
var queueOperations = map[string]struct {
	name       string
	concurrent int
}{
	"RunJob":           {"/run", 200},
	"GetJobStatus":     {"/status", 400},
	"GetJobStatusSync": {"/status", 400},
	"StreamJob":        {"/stream", 400},
	"CancelJob":        {"/cancel", 20},
	"RetryJob":         {"/retry", 20},
	"PurgeQueue":       {"/purge-queue", 2},
	"GetHealth":        {"/health", 20},
	"ListRequests":     {"/requests", 2},
}

// limitOf returns the limit that a request counts against. It is a key too: two requests share a limit if and only if
// the results are equal.
func limitOf(r transport.Request) pacing.Limit {
	if !r.Queue {
		return pacing.Limit{Name: "the management interface", Start: restStart, Max: restMax}
	}
	operation, ok := queueOperations[r.Operation]
	if !ok {
		operation.name, operation.concurrent = r.Operation, restMax
	}
	return pacing.Limit{Name: operation.name + " of endpoint " + r.Path[0], Start: operation.concurrent,
		Max: operation.concurrent}
}
