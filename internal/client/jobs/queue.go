// Package jobs is the queue interface (contract 3): jobs, and the health of an endpoint. It decides what a 404 about a
// job proves, and waits for jobs. It knows no other kind of object.
package jobs

import (
	"context"
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Queue is the queue interface of a service. It is safe for concurrent use.
type Queue struct {
	send   transport.Sender
	redact func(ctx context.Context, text string) string
	fleet  *fleet.Fleet
}

// New returns a Queue. send sends a request, and redact removes secrets from a text: see transport.Transport.Redact.
func New(send transport.Sender, redact func(ctx context.Context, text string) string, f *fleet.Fleet) *Queue {
	return &Queue{send: send, redact: redact, fleet: f}
}

// PurgeQueue deletes all jobs that wait on an endpoint's queue and returns how many those were; running ones go on. It
// is not sent twice: by then other jobs may wait. So it may have been carried out although this fails: see
// OutcomeUnknown. An answer without a number is no answer: a proxy's {} is not "none were removed".
func (q *Queue) PurgeQueue(ctx context.Context, endpointID string) (removed int64, err error) {
	type purged struct {
		Removed members.Optional[int64] `json:"removed"`
	}
	r := transport.Request{
		Operation: "PurgeQueue", Method: http.MethodPost, Path: []string{endpointID, "purge-queue"}, Queue: true,
	}
	answer, err := transport.Checked(ctx, q.send, r, func(p purged) error {
		if _, ok := p.Removed.Get(); !ok {
			return errors.New("it has no number of removed jobs")
		}
		return nil
	})
	return answer.Removed.Or(0), err
}
