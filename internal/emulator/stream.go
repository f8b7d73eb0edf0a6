package emulator

import (
	"encoding/json"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// takeTimeout is how long, in real time, a client may take to read chunks. All other clients wait meanwhile.
const takeTimeout = 5 * time.Second

type streamAnswer struct {
	Status engine.Status `json:"status"`
	Stream []streamChunk `json:"stream"`
}

type streamChunk struct {
	Output json.RawMessage `json:"output"`
}

// stream waits for chunks, or for the end of the job.
func (h queueHandlers) stream(r *wire.Request, j engine.Job) (any, error) {
	wait, err := queryWait(r, waitForStream)
	if err != nil {
		return nil, err
	}
	waiter := h.engine.WaitForChunks(j.ID, h.clock.Now().Add(wait))
	return h.poll(waiter, func(came engine.Outcome) (any, error) {
		answer := streamAnswer{came.Job.Status, []streamChunk{}}
		for _, output := range came.Chunks {
			answer.Stream = append(answer.Stream, streamChunk{output})
		}
		return answer, nil
	}), nil
}
