package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// WorkerJob is what a worker gets (contract 3.1).
type WorkerJob struct {
	ID       string          `json:"id"`
	Input    json.RawMessage `json:"input"`
	S3Config json.RawMessage `json:"s3Config,omitempty"`
	Retries  int             `json:"retries"` // deaths of workers that had it before

	// What a real worker would know otherwise.
	EndpointID string            `json:"-"`
	WorkerID   string            `json:"-"`
	Env        map[string]string `json:"-"`
	Attempt    int               `json:"-"` // 1 for the first
}

// WorkerResult is what a worker does with a job. Time is that of the emulator's clock.
type WorkerResult struct {
	// Output is the result of a job that ends well, anything that is JSON. One with chunks has their list instead.
	Output any
	// Error lets the job fail.
	Error string
	// Chunks are streamed first.
	Chunks []WorkerChunk
	// After is how long the worker takes, from the last chunk if there are any.
	After time.Duration
	// Dies ends the worker instead of the job.
	Dies bool
	// Hangs has the worker never report.
	Hangs bool
}

// WorkerChunk is a part of the result that is there earlier.
type WorkerChunk struct {
	Output any
	After  time.Duration // since the one before
}

// WorkerFunc stands for the handler in an image. It says at once what will happen, and must not call the engine, nor
// whoever serialises its calls.
type WorkerFunc func(WorkerJob) WorkerResult

// Handlers are what the workers of an image do, by its name without tag and registry, or by all of it.
type Handlers map[string]WorkerFunc

// elsewhereImage is the one whose jobs are done by a worker elsewhere: see WorkerCall.
const elsewhereImage = "emulator/http"

// ownImages is what the names of the emulator's own images begin with.
const ownImages = "emulator/"

// DefaultHandlers are those of the images that the emulator knows by itself. Their input says how they should behave.
func DefaultHandlers() Handlers {
	return Handlers{
		"emulator/echo":   echoes,
		"emulator/sleep":  sleeps,
		"emulator/fail":   fails,
		"emulator/stream": streams,
		"emulator/crash":  crashes,
		"emulator/hang":   func(WorkerJob) WorkerResult { return WorkerResult{Hangs: true} },
	}
}

// of finds what an image does. A name that is not known echoes, but one like the emulator's own is misspelt.
func (h Handlers) of(image string) (handler WorkerFunc, elsewhere bool) {
	for _, name := range imageNames(image) {
		if handler, ok := h[name]; ok {
			return handler, false
		}
		if name == elsewhereImage {
			return nil, true
		}
	}
	for _, name := range imageNames(image) {
		if strings.HasPrefix(name, ownImages) {
			return h.unknownImage(name), false
		}
	}
	return echoes, false
}

// unknownImage fails every job and says which images there are.
func (h Handlers) unknownImage(name string) WorkerFunc {
	known := []string{elsewhereImage}
	for image := range h {
		if strings.HasPrefix(image, ownImages) {
			known = append(known, image)
		}
	}
	slices.Sort(known)
	message := fmt.Sprintf("the emulator has no image %s, but %s", name, strings.Join(known, ", "))
	return func(WorkerJob) WorkerResult { return WorkerResult{Error: message} }
}

// imageNames are the names that an image goes by: as it is, without its tag, and without more and more of what comes
// before.
func imageNames(image string) []string {
	names := []string{image}
	name, _, _ := strings.Cut(image, "@")
	if colon := strings.LastIndex(name, ":"); colon > strings.LastIndex(name, "/") {
		name = name[:colon]
	}
	for more := true; more; _, name, more = strings.Cut(name, "/") {
		names = append(names, name)
	}
	return names
}

func (j *job) forWorker(w *worker) WorkerJob {
	return WorkerJob{
		ID: j.id, Input: j.Input, S3Config: j.S3Config, Retries: j.retries,
		EndpointID: j.endpointID, WorkerID: w.id, Env: w.env, Attempt: j.attempts,
	}
}

func echoes(j WorkerJob) WorkerResult { return WorkerResult{Output: j.Input} }

func sleeps(j WorkerJob) WorkerResult {
	var in struct {
		Ms int64 `json:"ms"`
	}
	if err := readInput(j, &in); err != nil {
		return WorkerResult{Error: err.Error()}
	}
	return WorkerResult{Output: j.Input, After: inMilliseconds(in.Ms)}
}

func fails(j WorkerJob) WorkerResult {
	in := struct {
		Message string `json:"message"`
		Times   *int   `json:"times"`
	}{Message: "failed"}
	if err := readInput(j, &in); err != nil {
		return WorkerResult{Error: err.Error()}
	}
	if in.Times != nil && j.Attempt > *in.Times {
		return echoes(j)
	}
	if in.Message == "" {
		in.Message = "failed"
	}
	return WorkerResult{Error: in.Message}
}

func streams(j WorkerJob) WorkerResult {
	var in struct {
		Chunks     []json.RawMessage `json:"chunks"`
		IntervalMs int64             `json:"interval_ms"`
	}
	if err := readInput(j, &in); err != nil {
		return WorkerResult{Error: err.Error()}
	}
	result := WorkerResult{Output: []json.RawMessage{}, After: inMilliseconds(in.IntervalMs)}
	for i, output := range in.Chunks {
		chunk := WorkerChunk{Output: output}
		if i > 0 {
			chunk.After = result.After
		}
		result.Chunks = append(result.Chunks, chunk)
	}
	return result
}

// crashes may work for a while first.
func crashes(j WorkerJob) WorkerResult {
	result := sleeps(j)
	result.Dies = true
	return result
}

// longestJob is the longest that a policy may allow (contract 3.1).
const longestJob = 7 * 24 * time.Hour

// inMilliseconds keeps what an input asks for within what a job can last.
func inMilliseconds(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), 2*longestJob.Milliseconds())) * time.Millisecond
}

func readInput(j WorkerJob, in any) error {
	var mismatch *json.UnmarshalTypeError
	err := json.Unmarshal(j.Input, in)
	if errors.As(err, &mismatch) {
		return fmt.Errorf("input.%s: %s instead of %s", mismatch.Field, mismatch.Value, mismatch.Type)
	}
	return err
}
