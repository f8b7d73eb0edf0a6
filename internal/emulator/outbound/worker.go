package outbound

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// maxAnswer is the largest answer of a remote worker, in bytes: nothing is published, so it is the size limit of a job.
const maxAnswer = 20 << 20

// CallWorker posts a job, as JSON, to the remote worker at an address and returns the result. If the call fails, so
// does the job: the error is in the result.
func (c *Client) CallWorker(ctx context.Context, address string, job []byte) engine.WorkerResult {
	if address == "" {
		return engine.WorkerResult{Error: "the template's env has no WORKER_URL"}
	}
	text, status, err := c.Post(ctx, address, job, maxAnswer+1)
	switch {
	case err != nil:
		return engine.WorkerResult{Error: "the worker at WORKER_URL does not answer: " + err.Error()}
	case status/100 != 2:
		return engine.WorkerResult{Error: fmt.Sprintf("the worker at WORKER_URL answers %d: %.1000s", status, text)}
	}
	if len(text) > maxAnswer {
		return engine.WorkerResult{Error: fmt.Sprintf("the worker at WORKER_URL: the answer exceeds %d MiB",
			maxAnswer>>20)}
	}
	return readResult(text)
}

// readResult reads an answer. An object with output or error, and nothing beside them but id and status, has the result
// in these members; any other answer is the output itself.
func readResult(text []byte) engine.WorkerResult {
	if len(bytes.TrimSpace(text)) == 0 {
		return engine.WorkerResult{}
	}
	if !json.Valid(text) || !utf8.Valid(text) {
		return engine.WorkerResult{Output: string(text)}
	}
	whole := engine.WorkerResult{Output: json.RawMessage(text)}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return whole
	}
	for name := range members {
		switch name {
		case "id", "status", "output", "error":
		default:
			return whole
		}
	}
	output, done := members["output"]
	failure, failed := members["error"]
	if failed && string(failure) != "null" && (!done || !isEmpty(failure)) {
		var message string
		if json.Unmarshal(failure, &message) != nil {
			message = string(failure)
		}
		if message == "" {
			message = "failed"
		}
		return engine.WorkerResult{Error: message}
	}
	if done {
		return engine.WorkerResult{Output: output}
	}
	return whole
}

// isEmpty reports whether an error member says that the job did not fail: some handlers always answer with both
// members.
func isEmpty(failure json.RawMessage) bool {
	return string(failure) == `""` || string(failure) == "false"
}
