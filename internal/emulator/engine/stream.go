package engine

import (
	"encoding/json"
	"time"
)

// chunks are the chunks that one run has streamed so far. The engine delivers each once, to one client; if that client
// does not take it, the engine delivers it again.
type chunks struct {
	outputs  []json.RawMessage
	next     int  // the first that was not delivered
	inFlight bool // an answer with chunks is being delivered
}

func (c *chunks) pending() bool { return c.next < len(c.outputs) }

// WaitForChunks waits for chunks, or for the end of the job. While an answer with chunks is being delivered, all others
// wait, for the end too and however long it takes in real time: the chunks may have to be delivered again.
func (e *Engine) WaitForChunks(jobID string, until time.Time) *Waiter {
	return e.wait(jobID, until, func(j *job, over bool) (Outcome, bool) {
		if j.chunks.inFlight {
			return Outcome{Job: j.Job, Chunks: []json.RawMessage{}}, over && !j.Status.Final()
		}
		if !over && !j.chunks.pending() && !j.Status.Final() {
			return Outcome{}, false
		}
		return e.deliver(j), true
	})
}

// WaitForMore waits for chunks behind the first so many, for the end of the job, or for another run than that of the
// snapshot. It takes no chunk from the clients of WaitForChunks.
func (e *Engine) WaitForMore(of Job, seen int) *Waiter {
	return e.wait(of.ID, of.Expires, func(j *job, _ bool) (Outcome, bool) {
		all, isSame := j.chunks.outputs, seen == 0 || j.Attempt == of.Attempt
		if isSame && len(all) <= seen && !j.Status.Final() {
			return Outcome{}, false
		}
		return Outcome{Job: j.Job, Chunks: all[min(seen, len(all)):]}, true
	})
}

// deliver returns an outcome with all chunks that no client has taken.
func (e *Engine) deliver(j *job) Outcome {
	outcome := Outcome{Job: j.Job, Chunks: []json.RawMessage{}}
	if !j.chunks.pending() {
		return outcome
	}
	from := j.chunks
	first := from.next
	outcome.Chunks = append(outcome.Chunks, from.outputs[first:]...)
	from.inFlight = true
	outcome.Delivered = func(taken bool) {
		from.inFlight = false
		if taken {
			from.next = min(first+len(outcome.Chunks), len(from.outputs))
		}
		e.dirty = append(e.dirty, j)
		e.notifyWaiters()
	}
	return outcome
}
