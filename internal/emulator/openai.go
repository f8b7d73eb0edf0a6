package emulator

import (
	"context"
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
	job := struct {
		Route string          `json:"openai_route"`
		Input json.RawMessage `json:"openai_input,omitempty"`
	}{Route: "/" + r.PathValue("route")}
	if r.HTTP.Method == post {
		if err := r.CheckJSON(maxRunSyncBody); err != nil {
			return nil, err
		}
		job.Input = r.Body
	}
	input, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	in := engine.Submission{Input: input, TTL: defaultTTL}
	j := h.engine.Submit(e.ID, in, "sync-", retentionSync, h.clock.Now())
	if wantsStream(r.Body) {
		return h.pollForParts(j, 0), nil
	}
	return h.poll(h.engine.WaitForEnd(j.ID, j.Expires), func(came engine.Outcome) (any, error) {
		if came.Job.Status != engine.Completed {
			return nil, notCompleted(came.Job)
		}
		var list []json.RawMessage // Of a worker that yields its answer.
		if json.Unmarshal(came.Job.Output, &list) == nil && len(list) == 1 {
			return list[0], nil
		}
		return came.Job.Output, nil
	}), nil
}

func wantsStream(body []byte) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(body, &members) == nil && string(members["stream"]) == "true"
}

// notCompleted returns the error for a job that ended otherwise. The worker's own error can name its status.
func notCompleted(j engine.Job) *wire.Error {
	if j.Status == engine.Cancelled {
		return &wire.Error{Status: http.StatusConflict, Message: "the job was cancelled", Rule: "contract 3.2"}
	}
	failed := wire.Conflict("%s", j.Failure).Under("contract 3.2")
	var code int
	if json.Unmarshal(workersError(j.Failure)["code"], &code) == nil && code >= 400 && code <= 599 {
		failed.Status = code
	}
	return failed
}

// workersError returns the members of a message that is itself an error in the form of OpenAI's interface; nil for any
// other.
func workersError(message string) (members map[string]json.RawMessage) {
	var text *string
	err := json.Unmarshal([]byte(message), &members)
	if err != nil || json.Unmarshal(members["message"], &text) != nil || text == nil {
		return nil
	}
	return members
}

// openAIError is the ErrorBody of OpenAI's interface.
func openAIError(e *wire.Error) any {
	type body struct {
		Error any `json:"error"`
	}
	if own := workersError(e.Message); own != nil {
		return body{json.RawMessage(e.Message)}
	}
	kind := "invalid_request_error"
	if e.Status >= http.StatusInternalServerError {
		kind = "server_error"
	}
	var code *string
	if e.Code != "" {
		code = &e.Code
	}
	return body{struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	}{e.Message, kind, nil, code}}
}

// openAIPart is what a job hands over at a time.
type openAIPart struct {
	chunks []json.RawMessage
	next   *longPoll // for the next part; nil at the end
	err    error     // why the job ends without being completed
}

// pollForParts waits for the chunks behind the first so many. A client that leaves before the end cancels the job.
func (h queueHandlers) pollForParts(j engine.Job, seen int) *longPoll {
	jobs := h.engine // A Reset leaves it without jobs.
	exists := func() bool {
		_, exists := jobs.Job(j.EndpointID, j.ID)
		return exists
	}
	p := h.poll(jobs.WaitForMore(j, seen), func(came engine.Outcome) (any, error) {
		part := openAIPart{chunks: came.Chunks}
		switch now := came.Job; {
		case seen > 0 && now.Attempt != j.Attempt:
			part = openAIPart{err: wire.Conflict("the worker died, and another one runs the job from its beginning")}
		case !now.Status.Final() && !exists():
			part.err = errNoJob
		case !now.Status.Final():
			part.next = h.pollForParts(now, seen+len(came.Chunks))
		case now.Status != engine.Completed:
			part.err = notCompleted(now)
		case seen+len(came.Chunks) == 0: // The worker does not stream.
			part.chunks = []json.RawMessage{now.Output}
		}
		if seen > 0 {
			return part, nil
		}
		if len(part.chunks) == 0 && part.err != nil {
			return nil, part.err
		}
		return wire.Stream(part.stream), nil
	})
	p.left = func() {
		if exists() {
			jobs.Cancel(j.ID, h.clock.Now())
		}
	}
	return p
}

// stream sends what a job hands over, from this part on. A [DONE] of the worker's is the end too.
func (part openAIPart) stream(ctx context.Context, send func([]byte) error) (last []byte) {
	var events openAIEvents
	for {
		for _, chunk := range part.chunks {
			text := events.of(chunk)
			if events.done {
				return text
			}
			if send(text) != nil {
				if part.next != nil {
					part.next.Cancel()
				}
				return nil
			}
		}
		if part.next == nil {
			return events.end(part.err)
		}
		outcome, ok := part.next.Wait(ctx)
		switch {
		case !ok:
			return nil
		case outcome.Err != nil:
			return events.end(outcome.Err)
		}
		part, _ = outcome.Value.(openAIPart)
	}
}
