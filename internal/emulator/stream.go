package emulator

import (
	"encoding/json"
	"time"
)

// chunks are what one attempt has streamed so far. Each is given to one client once; one that was given to a client that
// was not there to take it goes back to its place.
type chunks struct {
	outputs []json.RawMessage
	free    int  // the first that was not given out
	flying  bool // an answer with chunks is on its way
}

func (c *chunks) add(output json.RawMessage) { c.outputs = append(c.outputs, output) }

func (c *chunks) anyFree() bool { return c.free < len(c.outputs) }

type streamAnswer struct {
	Status jobStatus     `json:"status"`
	Stream []streamChunk `json:"stream"`
}

type streamChunk struct {
	Output json.RawMessage `json:"output"`
}

// streamJob waits for chunks, or for the end. While an answer with chunks is on its way to somebody, the next one waits:
// they may come back. Nobody is told of the end meanwhile, however long it takes in real time.
func (s *Server) streamJob(c *call, t target) (any, error) {
	wait, err := c.wait(waitForStream)
	if err != nil {
		return nil, err
	}
	j := t.job
	return s.hold(j, s.clock.now().Add(wait), func(over bool) (outcome, bool) {
		from := j.chunks
		if from.flying {
			return outcome{value: streamAnswer{j.status, []streamChunk{}}}, over && !j.status.final()
		}
		if !over && !from.anyFree() && !j.status.final() {
			return outcome{}, false
		}
		return s.give(j, from), true
	}), nil
}

// takeTimeout is how long, in real time, a client may take to read chunks. Nobody else gets any meanwhile.
const takeTimeout = 5 * time.Second

// give gives out everything that is left.
func (s *Server) give(j *job, from *chunks) outcome {
	first := from.free
	a := streamAnswer{j.status, []streamChunk{}}
	for _, output := range from.outputs[first:] {
		a.Stream = append(a.Stream, streamChunk{output})
	}
	if len(a.Stream) == 0 {
		return outcome{value: a}
	}
	from.free, from.flying = len(from.outputs), true
	s.workers.begin() // A clock that jumps waits for it.
	return outcome{value: a, delivered: func(delivered bool) {
		from.flying = false
		s.workers.finish()
		if !delivered {
			from.free = first
		}
		s.touched = append(s.touched, j)
		s.tellHolds()
	}}
}
