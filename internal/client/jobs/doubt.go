package jobs

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// doubt weighs the 404s about one job: a front end, or a replica of the service, can return one for a job that exists,
// and each can for some seconds after the submission (contract 3.3).
type doubt struct {
	queue          *Queue
	endpointID, id string
	count          int       // of 404s in a row
	began          time.Time // when the first of them came
}

// Gone is a job that the service no longer has.
type Gone struct{ Cause error }

func (e *Gone) Error() string { return e.Cause.Error() }

// Unwrap returns the 404.
func (e *Gone) Unwrap() error { return e.Cause }

// weigh returns what an answer to a request about the job says. A 404 decides nothing until fleet.Believed404s have
// come in a row, over Times.Missing, and the endpoint's list does not have the job. Then the error is a Gone, the 404
// itself if that is not the service's own, or why the API key may be another account's: see fleet.CheckAccount.
func (d *doubt) weigh(ctx context.Context, job Job, err error) (weighed Job, decided bool, _ error) {
	if !transport.IsNotFound(err) {
		d.count = 0
		return job, true, err
	}
	if d.count++; d.count == 1 {
		d.began = time.Now()
	}
	if d.count < fleet.Believed404s || time.Since(d.began) < d.queue.fleet.Times.Missing {
		return Job{}, false, err
	}
	// A list without the job proves nothing: it has at most 1,000 jobs, not every deployment has it (contract 3.2), and
	// it can fail.
	listed, _ := d.queue.ListJobs(ctx, d.endpointID)
	for _, job := range listed {
		if job.ID == d.id {
			d.count = 0
			return job, true, nil
		}
	}
	switch {
	case ctx.Err() != nil: // The list may have failed because of it.
		return Job{}, false, err
	case transport.Subject(err) == "": // A front end's, or that of a wrong URL.
		return Job{}, true, err
	}
	if other := d.queue.fleet.CheckAccount(ctx); other != nil { // There, the job may exist.
		return Job{}, true, other
	}
	return Job{}, true, &Gone{err}
}

// ask sends a request about a job until an answer decides whether the job exists, or ctx ends.
func (q *Queue) ask(
	ctx context.Context, endpointID, id string, request func(ctx context.Context, endpointID, id string) (Job, error),
) (Job, error) {
	doubt := doubt{queue: q, endpointID: endpointID, id: id}
	for {
		answer, err := request(ctx, endpointID, id)
		job, decided, err := doubt.weigh(ctx, answer, err)
		if decided || transport.Pause(ctx, q.fleet.Times.Missing/(fleet.Believed404s-1)) != nil {
			return job, err
		}
	}
}

// LookAtJob does what GetJob does, and repeats a request that is answered 404 for Times.Missing. The error is a Gone
// if the service no longer has the job.
func (q *Queue) LookAtJob(ctx context.Context, endpointID, id string) (Job, error) {
	return q.ask(ctx, endpointID, id, q.GetJob)
}

// CancelJob takes a job from the queue or stops it, and returns its status: a finished one has the status it had. A 404
// means what it means to LookAtJob.
func (q *Queue) CancelJob(ctx context.Context, endpointID, id string) (Job, error) {
	return q.ask(ctx, endpointID, id, q.cancel)
}
