package outbound

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"strings"
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
	failed := func(format string, args ...any) engine.WorkerResult {
		return engine.WorkerResult{Error: "the worker at WORKER_URL" + fmt.Sprintf(format, args...)}
	}
	answer, err := c.Post(ctx, address, job, maxAnswer+1)
	switch {
	case err != nil:
		return failed(" does not answer: %v", err)
	case answer.Status/100 != 2:
		return failed(" answers %d: %.1000s", answer.Status, answer.Text)
	case len(answer.Text) > maxAnswer:
		return failed(": the answer exceeds %d MiB", maxAnswer>>20)
	}
	if err := answer.checkJSON(); err != nil {
		return failed(": the answer says that it is JSON, and is not: %v", err)
	}
	return readResult(answer.Text)
}

// checkJSON returns an error for an answer that is no JSON but says so. Many libraries write NaN and Infinity, which
// JSON does not have.
func (a Answer) checkJSON() error {
	media, _, _ := mime.ParseMediaType(a.Type) // One that is none says nothing.
	isJSON := strings.HasSuffix(media, "/json") || strings.HasSuffix(media, "+json")
	switch {
	case !isJSON || len(bytes.TrimSpace(a.Text)) == 0:
		return nil
	case !utf8.Valid(a.Text):
		return errors.New("it is not in UTF-8")
	}
	var value json.RawMessage
	return json.Unmarshal(a.Text, &value)
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
		return engine.WorkerResult{Error: cmp.Or(message, "failed")}
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
