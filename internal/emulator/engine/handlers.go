package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// WorkerJob is the job as a worker gets it (contract 3.1).
type WorkerJob struct {
	ID       string          `json:"id"`
	Input    json.RawMessage `json:"input"`
	S3Config json.RawMessage `json:"s3Config,omitempty"`
	Retries  int             `json:"retries"` // workers that died with it

	// A real worker knows these from its environment.
	EndpointID string            `json:"-"`
	WorkerID   string            `json:"-"`
	Env        map[string]string `json:"-"`
	Attempt    int               `json:"-"` // 1 for the first
}

// WorkerResult is the result of a job on a worker. Durations are on the emulator's clock.
type WorkerResult struct {
	// Output is the output of a completed job, any JSON. With chunks it is ignored: the output is the list of them.
	Output any
	// Error fails the job.
	Error string
	// Chunks are streamed first.
	Chunks []WorkerChunk
	// After is the time that the worker takes: since the last chunk, or without chunks since its start.
	After time.Duration
	// Dies ends the worker, not the job.
	Dies bool
	// Hangs makes the worker stop reporting.
	Hangs bool
}

// WorkerChunk is a part of the output that is streamed before the job ends.
type WorkerChunk struct {
	Output any
	After  time.Duration // since the one before
}

// WorkerFunc simulates the handler of an image: it returns the future result at once. It must not call the engine, nor
// the engine's caller.
type WorkerFunc func(WorkerJob) WorkerResult

// Handlers are the handlers of images, by the name of an image without tag and registry, or by all of it.
type Handlers map[string]WorkerFunc

// remoteImage is the image whose jobs remote workers execute, see WorkerCall.
const remoteImage = "emulator/http"

// ownImages is the prefix of the names of the emulator's own images.
const ownImages = "emulator/"

// DefaultHandlers returns the handlers of the emulator's own images. The input of a job controls them.
func DefaultHandlers() Handlers {
	return Handlers{
		"emulator/echo":   echo,
		"emulator/sleep":  sleep,
		"emulator/fail":   fail,
		"emulator/stream": stream,
		"emulator/crash":  crash,
		"emulator/openai": openAI,
		"emulator/hang":   func(WorkerJob) WorkerResult { return WorkerResult{Hangs: true} },
	}
}

// of finds the handler of an image. Unknown images echo, but those with the prefix of the emulator's own are misspelt.
func (h Handlers) of(image string) (handler WorkerFunc, remote bool) {
	for _, name := range ImageNames(image) {
		if handler, ok := h[name]; ok {
			return handler, false
		}
		if name == remoteImage {
			return nil, true
		}
	}
	for _, name := range ImageNames(image) {
		if strings.HasPrefix(name, ownImages) {
			return h.unknownImage(name), false
		}
	}
	return echo, false
}

// unknownImage fails every job, and lists the images of all handlers in the error.
func (h Handlers) unknownImage(name string) WorkerFunc {
	known := []string{remoteImage}
	for image := range h {
		if strings.HasPrefix(image, ownImages) {
			known = append(known, image)
		}
	}
	slices.Sort(known)
	message := fmt.Sprintf("the emulator has no image %s, but %s", name, strings.Join(known, ", "))
	return func(WorkerJob) WorkerResult { return WorkerResult{Error: message} }
}

// ImageNames returns the names of an image: the full name, the name without its tag, and the names without each leading
// part of the path.
func ImageNames(image string) []string {
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
		ID: j.ID, Input: j.Input, S3Config: j.S3Config, Retries: j.Retries,
		EndpointID: j.EndpointID, WorkerID: w.ID, Env: w.Env, Attempt: j.Attempt,
	}
}

func echo(j WorkerJob) WorkerResult { return WorkerResult{Output: j.Input} }

func sleep(j WorkerJob) WorkerResult {
	var in struct {
		Ms int64 `json:"ms"`
	}
	if err := readInput(j, &in); err != nil {
		return WorkerResult{Error: err.Error()}
	}
	return WorkerResult{Output: j.Input, After: inMilliseconds(in.Ms)}
}

func fail(j WorkerJob) WorkerResult {
	var in struct {
		Message string `json:"message"`
		Times   *int   `json:"times"`
	}
	if err := readInput(j, &in); err != nil {
		return WorkerResult{Error: err.Error()}
	}
	if in.Times != nil && j.Attempt > *in.Times {
		return echo(j)
	}
	return WorkerResult{Error: cmp.Or(in.Message, "failed")}
}

func stream(j WorkerJob) WorkerResult {
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

// crash works for a while first, if the input says so.
func crash(j WorkerJob) WorkerResult {
	result := sleep(j)
	result.Dies = true
	return result
}

// maxJobDuration is the longest that a policy may allow (contract 3.1).
const maxJobDuration = 7 * 24 * time.Hour

// inMilliseconds limits a duration to more than any job can last, so that it does not overflow.
func inMilliseconds(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), 2*maxJobDuration.Milliseconds())) * time.Millisecond
}

func readInput(j WorkerJob, in any) error {
	var mismatch *json.UnmarshalTypeError
	err := json.Unmarshal(j.Input, in)
	if errors.As(err, &mismatch) {
		want := mismatch.Type.Kind().String()
		if name, isNested := map[string]string{"slice": "list", "struct": "object", "map": "object"}[want]; isNested {
			want = name
		}
		return fmt.Errorf("input.%s: %s instead of %s", mismatch.Field, mismatch.Value, want)
	}
	return err
}
