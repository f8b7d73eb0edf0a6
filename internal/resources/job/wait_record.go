package job

import (
	"context"
	"math"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// waitStatus says how far the wait for a job's end has come.
type waitStatus string

const (
	// waitNone: no wait and no verdict is recorded: the job was imported, or a provider version that recorded none
	// wrote the state.
	waitNone waitStatus = ""
	// waitUnfinished: there is no verdict on the job. Where wait_for_completion wants one, the next apply gives it, or
	// goes on waiting for it.
	waitUnfinished waitStatus = "unfinished"
	// waitLost: there is no private state at all, not even what every version before kept. A provider process that dies
	// in an update leaves it so. Whether there was a verdict is not known, and a gate fails closed: it counts as none.
	waitLost waitStatus = "lost"
	// waitFailed: the verdict was an error in an update, which taints nothing. The next apply runs a new job.
	waitFailed waitStatus = "failed"
	// waitKept: the job did not complete, or not in time, and on_failure = "keep" accepted that. Once on_failure is
	// "fail", each apply fails, and none submits a job by itself.
	waitKept waitStatus = "kept"
	// waitOver: the job completed, or the verdict came in a create and the CLI has tainted it.
	waitOver waitStatus = "over"
)

// waitRecord holds the facts about the wait for a job that create, refresh, plan and update hand on to each other.
type waitRecord struct {
	Status waitStatus `json:"wait,omitempty"`
	// RetriesUsed counts the retries of max_retries that are used up.
	RetriesUsed int64 `json:"retried,omitempty"`
	// SeenAt is the time at which the service last answered for the job, and LastStatus the status that it had then.
	SeenAt     time.Time        `json:"shown,omitzero"`
	LastStatus client.JobStatus `json:"last,omitempty"`
	// Retention is the time for which the service keeps the result, by the mode that the job was submitted in; zero if not
	// known.
	Retention time.Duration `json:"retention,omitempty"`
	// GoneAt is the time at which a refresh or a wait found that the service no longer has the job; zero if none did.
	GoneAt time.Time `json:"gone,omitzero"`
}

// pending reports whether an apply with this on_failure has to give a verdict on the job. Without a record, every job
// needs a verdict that the provider did not see complete, except an ended job under "keep".
func (w waitRecord) pending(state model, onFailure string) bool {
	completed, accepted := state.completed(), onFailure == onFailureKeep
	switch w.Status {
	case waitUnfinished:
		return true
	case waitLost:
		return !completed
	case waitKept:
		return !completed && !accepted
	default:
		return w.Status == waitNone && !completed && (!accepted || !state.final())
	}
}

// unfinished returns the record of a job that a refresh finds unfinished: if it has failed by the next plan, that must
// still know that there was no verdict.
func (w waitRecord) unfinished(state model) waitRecord {
	if w.Status == waitNone && !state.final() {
		w.Status = waitUnfinished
	}
	return w
}

// observed returns the record after an answer for the job. A completed job needs no other verdict.
func (w waitRecord) observed(status client.JobStatus) waitRecord {
	w.SeenAt, w.LastStatus, w.GoneAt = time.Now().Round(0), status, time.Time{}
	if status == client.JobCompleted {
		w.Status = waitOver
	}
	return w
}

// history returns the facts by which the client judges a 404 for the job. submitted is from loadSubmitted.
func (w waitRecord) history(state model, submitted time.Time) client.JobHistory {
	return client.JobHistory{
		Submitted: submitted, Began: submitted, TTL: policyOf(state.Policy).ttl(),
		Shown: w.SeenAt, Ended: w.LastStatus.Final(), Retention: w.Retention,
		Missing: !w.GoneAt.IsZero() || state.isExpired(),
	}
}

// retentionOf returns how long the service keeps the result of a job that was submitted in a mode.
func retentionOf(mode string) time.Duration {
	if mode == modeSync {
		return client.SyncRetention
	}
	return client.AsyncRetention
}

func (w waitRecord) save(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	return framework.Remember(ctx, private, framework.JobWaitKey, w)
}

// loadWaitRecord returns an empty record for the state of a version that wrote none, and after an import. If all of
// private state is lost, the retries count as used up: one too many would be billed. Earlier versions did not record
// that a job was kept; the state shows it.
func loadWaitRecord(
	ctx context.Context, private framework.PrivateReader, state model,
) (waitRecord, diag.Diagnostics) {
	var w waitRecord
	diags := framework.Recall(ctx, private, framework.JobWaitKey, &w)
	submitted, found := loadSubmitted(ctx, private)
	diags.Append(found...)
	imported, found := framework.Imported(ctx, private)
	diags.Append(found...)
	if w == (waitRecord{}) && submitted.IsZero() && !imported {
		w.Status, w.RetriesUsed = waitLost, math.MaxInt64
	}
	if accepted := state.OnFailure.ValueString() == onFailureKeep && !state.completed(); accepted &&
		(w.Status == waitOver || w.Status == waitNone && state.final()) {
		w.Status = waitKept
	}
	return w, diags
}

func saveSubmitted(ctx context.Context, private framework.PrivateWriter, at time.Time) diag.Diagnostics {
	return framework.Remember(ctx, private, framework.JobSubmittedKey, at.UTC())
}

// loadSubmitted returns the zero time if nothing is recorded, as after an import.
func loadSubmitted(ctx context.Context, private framework.PrivateReader) (time.Time, diag.Diagnostics) {
	var at time.Time
	diags := framework.Recall(ctx, private, framework.JobSubmittedKey, &at)
	return at, diags
}
