package job

import (
	"context"
	"math"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const (
	// submissionKey is when the job was submitted: the service may not know it for some seconds.
	submissionKey = "submitted"
	// watchKey is a memory.
	watchKey = "watch"
)

// waitState is how far the wait for a job's end has come.
type waitState string

const (
	// waitNone: no wait has begun, or the state is from before this was remembered.
	waitNone waitState = ""
	// waitUnfinished: no verdict on the job was given. The next apply gives it, or goes on waiting for it, where
	// wait_for_completion wants one.
	waitUnfinished waitState = "unfinished"
	// waitLost: there is no private state at all, not even what every version before kept. A provider process that dies
	// in an update leaves it so. Whether there was a verdict cannot be told, and a gate that cannot tell stays shut.
	waitLost waitState = "lost"
	// waitFailed: the verdict was an error in an update, which taints nothing. The next apply runs a new job.
	waitFailed waitState = "failed"
	// waitOver: the job completed, or is kept as it is, or the verdict came in a create and the CLI has tainted it.
	waitOver waitState = "over"
)

// memory is what create, refresh, plan and update know of the wait for a job.
type memory struct {
	Wait waitState `json:"wait,omitempty"`
	// Retried is how many of max_retries are used up.
	Retried int64 `json:"retried,omitempty"`
	// Shown is when the service last told of the job, and Last the status that it had then.
	Shown time.Time        `json:"shown,omitzero"`
	Last  client.JobStatus `json:"last,omitempty"`
	// Retention is how long the result of the job is kept, by the mode it was submitted in; zero if that is not known.
	Retention time.Duration `json:"retention,omitempty"`
	// Gone is when a refresh found that the service does not know the job any more; zero if none did.
	Gone time.Time `json:"gone,omitzero"`
}

// pending reports whether a verdict on the job is still to be given. Where nothing
// is remembered, that is so for a job that was not seen to end.
func (m memory) pending(state model) bool {
	switch m.Wait {
	case waitUnfinished:
		return true
	case waitLost:
		return state.Status.ValueString() != string(client.JobCompleted)
	default:
		return m.Wait == waitNone && !state.final()
	}
}

// begun is the memory of a job that a refresh finds unfinished: who reads in the
// next plan that it has failed must still know that there was no verdict.
func (m memory) begun(state model) memory {
	if m.Wait == waitNone && m.pending(state) {
		m.Wait = waitUnfinished
	}
	return m
}

// sawStatus is the memory after a look.
func (m memory) sawStatus(status client.JobStatus) memory {
	m.Shown, m.Last, m.Gone = time.Now().Round(0), status, time.Time{}
	if status == client.JobCompleted {
		m.Wait = waitOver // Nothing is left to say of it.
	}
	return m
}

// history is what is known of the job for who looks at it next.
func (m memory) history(submitted time.Time) client.JobHistory {
	return client.JobHistory{Submitted: submitted, Shown: m.Shown, Retention: m.Retention}
}

// retentionOf is how long the result is kept of a job that was submitted in a mode.
func retentionOf(mode string) time.Duration {
	if mode == modeSync {
		return client.SyncRetention
	}
	return client.AsyncRetention
}

func (m memory) remember(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	return framework.Remember(ctx, private, watchKey, m)
}

// recallMemory is the zero memory in a state from before there was one, and after
// an import. Where private state is lost, the retries are taken for used up: to run
// a job again once too often is paid for.
func recallMemory(ctx context.Context, private framework.PrivateReader) (memory, diag.Diagnostics) {
	var m memory
	diags := framework.Recall(ctx, private, watchKey, &m)
	submitted, found := recallSubmission(ctx, private)
	diags.Append(found...)
	imported, found := framework.Imported(ctx, private)
	diags.Append(found...)
	if m == (memory{}) && submitted.IsZero() && !imported {
		m.Wait, m.Retried = waitLost, math.MaxInt64
	}
	return m, diags
}

func rememberSubmission(ctx context.Context, private framework.PrivateWriter, at time.Time) diag.Diagnostics {
	return framework.Remember(ctx, private, submissionKey, at.UTC())
}

// recallSubmission is the zero time where nothing is remembered, as after an import.
func recallSubmission(ctx context.Context, private framework.PrivateReader) (time.Time, diag.Diagnostics) {
	var at time.Time
	diags := framework.Recall(ctx, private, submissionKey, &at)
	return at, diags
}
