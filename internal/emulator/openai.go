package emulator

import (
	"encoding/json"
	"net/http"
)

// openAI hands a request to the worker as a job, and answers with what the worker says (contract 3.2). It waits for as
// long as the job may live.
func (s *Server) openAI(c *call, e endpoint) (any, error) {
	if err := s.isNotPaused(e); err != nil {
		return nil, err
	}
	if err := c.checkJSON(maxRunSyncBody); err != nil {
		return nil, err
	}
	input, err := json.Marshal(struct {
		Route string          `json:"openai_route"`
		Input json.RawMessage `json:"openai_input"`
	}{"/" + c.request.PathValue("route"), c.body})
	if err != nil {
		return nil, err
	}
	j := s.submit(e, submission{Input: input, TTL: defaultTTL}, "sync-", retentionSync)
	return s.hold(j, j.expires, func(bool) (outcome, bool) {
		switch j.status {
		case jobCompleted:
			return outcome{value: j.output}, true
		case jobFailed, jobTimedOut:
			return outcome{err: ruleBroken("%s", j.failure)}, true
		case jobCancelled:
			return outcome{err: &refusal{status: http.StatusConflict, message: "the job was cancelled"}}, true
		}
		return outcome{}, false
	}), nil
}
