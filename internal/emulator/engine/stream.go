package engine

import (
	"encoding/json"
	"time"
)

// chunks are what one run has streamed so far. Each is given to one client once; those given to a client that was not
// there to take them come back.
type chunks struct {
	outputs  []json.RawMessage
	next     int  // the first that was not given out
	onTheWay bool // an answer with chunks is
}

func (c *chunks) add(output json.RawMessage) { c.outputs = append(c.outputs, output) }

func (c *chunks) any() bool { return c.next < len(c.outputs) }

// WaitForChunks waits for chunks, or for the end. While an answer with chunks is on its way to somebody, the next one
// waits: they may come back. Nobody is told of the end meanwhile, however long it takes in real time.
func (e *Engine) WaitForChunks(jobID string, until time.Time) *Waiter {
	return e.wait(jobID, until, func(j *job, over bool) (Outcome, bool) {
		if j.chunks.onTheWay {
			return Outcome{Job: j.snapshot(), Chunks: []json.RawMessage{}}, over && !j.status.Final()
		}
		if !over && !j.chunks.any() && !j.status.Final() {
			return Outcome{}, false
		}
		return e.giveOut(j), true
	})
}

// giveOut gives out all chunks that are left.
func (e *Engine) giveOut(j *job) Outcome {
	from := j.chunks
	first := from.next
	outcome := Outcome{Job: j.snapshot(), Chunks: append([]json.RawMessage{}, from.outputs[first:]...)}
	if len(outcome.Chunks) == 0 {
		return outcome
	}
	from.next, from.onTheWay = len(from.outputs), true
	outcome.Delivered = func(taken bool) {
		from.onTheWay = false
		if !taken {
			from.next = first
		}
		e.dirty = append(e.dirty, j)
		e.notifyWaiters()
	}
	return outcome
}

// WouldWait reports whether WaitForChunks would not be answered at once.
func (e *Engine) WouldWait(jobID string) bool {
	j := e.jobs[jobID]
	return !j.chunks.any() && !j.status.Final()
}
