package emulator

import (
	"encoding/json"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// openAI submits a request as a job, and answers with its output (contract 3.2). It waits until the ttl of the job is
// over.
func (h queueHandlers) openAI(r *wire.Request, e account.Endpoint) (any, error) {
	if err := h.isNotPaused(e); err != nil {
		return nil, err
	}
	if err := r.CheckJSON(maxRunSyncBody); err != nil {
		return nil, err
	}
	input, err := json.Marshal(struct {
		Route string          `json:"openai_route"`
		Input json.RawMessage `json:"openai_input"`
	}{"/" + r.PathValue("route"), r.Body})
	if err != nil {
		return nil, err
	}
	in := engine.Submission{Input: input, TTL: defaultTTL}
	j := h.engine.Submit(e.ID, in, "sync-", retentionSync, h.clock.Now())
	return h.poll(h.engine.WaitForEnd(j.ID, j.Expires), func(came engine.Outcome) (any, error) {
		switch came.Job.Status {
		case engine.Failed, engine.TimedOut:
			return nil, wire.Conflict("%s", came.Job.Failure).Under("contract 3.2")
		case engine.Cancelled:
			return nil, &wire.Error{Status: http.StatusConflict, Message: "the job was cancelled", Rule: "contract 3.2"}
		default:
			return came.Job.Output, nil
		}
	}), nil
}
