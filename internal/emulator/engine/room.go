package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const (
	// jobSize is the estimated size of a job with its timers and without its texts, in bytes.
	jobSize = 1 << 10
	// chunkSize is the estimated size of a chunk without its text, in bytes.
	chunkSize = 64
	// maxChunks is the number of chunks that a job may stream. Nothing is published.
	maxChunks = 100_000
)

var (
	errNoRoom = errors.New(
		"the output does not fit: the emulator holds as many bytes of jobs as --job-bytes allows")
	errTooManyChunks = fmt.Errorf("the output has more than %d chunks", maxChunks)
)

// HasRoom reports whether jobs may take so many bytes more (Config.JobBytes).
func (e *Engine) HasRoom(bytes int) bool {
	return e.config.JobBytes == 0 || e.bytes+int64(bytes) <= e.config.JobBytes
}

// HasRoomFor reports whether the engine has room for one job more.
func (e *Engine) HasRoomFor(in Submission) bool {
	return e.HasRoom(jobSize + len(in.Input) + len(in.Webhook) + len(in.S3Config))
}

// Bytes estimates the memory that all jobs take.
func (e *Engine) Bytes() int64 { return e.bytes }

// size estimates the memory that a job takes. An output that is the input counts once.
func (j *job) size() int64 {
	size := jobSize + int64(len(j.Input)+len(j.Webhook)+len(j.S3Config)+len(j.failure))
	if len(j.output) > 0 && (len(j.Input) == 0 || &j.output[0] != &j.Input[0]) {
		size += int64(len(j.output))
	}
	if j.chunks != nil {
		size += int64(j.chunks.bytes) + chunkSize*int64(len(j.chunks.outputs))
	}
	return size
}

// resize counts a job that is new or has changed.
func (e *Engine) resize(j *job) {
	if e.jobs[j.id] != j {
		return
	}
	size := j.size()
	e.bytes += size - j.counted
	j.counted = size
}

// forget removes a job from memory, with its timer.
func (e *Engine) forget(j *job) {
	delete(e.jobs, j.id)
	j.cancelExpiry()
	e.bytes -= j.counted
	j.counted = 0
}

// hasTooManyChunks counts those in the input of a job that streams it, before anything is made of them: a body of the
// largest size can have millions.
func hasTooManyChunks(input json.RawMessage) bool {
	if bytes.Count(input, []byte{','}) < maxChunks {
		return false
	}
	members, ok := jsontext.Members(input)
	if !ok {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(members["chunks"]))
	if begin, err := decoder.Token(); err != nil || begin != json.Delim('[') {
		return false
	}
	count := 0
	for chunk := (json.RawMessage{}); decoder.More() && count <= maxChunks; count++ {
		if decoder.Decode(&chunk) != nil {
			return false
		}
	}
	return count > maxChunks
}
