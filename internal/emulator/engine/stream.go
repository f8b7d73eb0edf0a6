package engine

import (
	"encoding/json"
	"time"
)

// WaitForChunks waits for chunks, or for the end of the job. The engine delivers each chunk once, to one client, and
// again if that client does not take it. So while an answer with chunks is being delivered, all others wait, for the
// end too and however long it takes in real time.
func (e *Engine) WaitForChunks(jobID string, until time.Time) *Waiter {
	return e.wait(jobID, until, func(j *job, over bool) (Outcome, bool) {
		if j.inFlight {
			return Outcome{Job: j.Job, Chunks: []json.RawMessage{}}, over && !j.Status.Final()
		}
		if !over && j.Delivered == len(j.Chunks) && !j.Status.Final() {
			return Outcome{}, false
		}
		return e.deliver(j), true
	})
}

// WaitForMore waits for chunks behind the first so many, for the end of the job, or for another run than that of the
// snapshot. It takes no chunk from the clients of WaitForChunks.
func (e *Engine) WaitForMore(of Job, seen int) *Waiter {
	return e.wait(of.ID, of.Expires, func(j *job, _ bool) (Outcome, bool) {
		all, isSame := j.Chunks, seen == 0 || j.Attempt == of.Attempt
		if isSame && len(all) <= seen && !j.Status.Final() {
			return Outcome{}, false
		}
		return Outcome{Job: j.Job, Chunks: all[min(seen, len(all)):]}, true
	})
}

// deliver returns an outcome with all chunks that no client has taken.
func (e *Engine) deliver(j *job) Outcome {
	outcome := Outcome{Job: j.Job, Chunks: append([]json.RawMessage{}, j.Chunks[j.Delivered:]...)}
	if len(outcome.Chunks) == 0 {
		return outcome
	}
	attempt, delivered := j.Attempt, len(j.Chunks)
	j.inFlight = true
	e.deliveries++
	outcome.Delivered = func(taken bool) {
		e.deliveries--
		if j.Attempt == attempt { // Else another run streams by now.
			j.inFlight = false
		}
		if j.Attempt == attempt && taken {
			j.Delivered = min(delivered, len(j.Chunks))
		}
		e.dirty = append(e.dirty, j)
		e.notifyWaiters()
	}
	return outcome
}
