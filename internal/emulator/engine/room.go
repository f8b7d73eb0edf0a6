package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const (
	// jobSize is about what a job takes beside its texts, timers and all.
	jobSize = 1 << 10
	// chunkSize is what a chunk takes beside its text.
	chunkSize = 64
	// maxChunks is how many chunks a job may stream. Nothing is published.
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

// HasRoomFor reports whether there is room for one job more.
func (e *Engine) HasRoomFor(in Submission) bool {
	return e.HasRoom(jobSize + len(in.Input) + len(in.Webhook) + len(in.S3Config))
}

// Bytes is about what all jobs take in memory.
func (e *Engine) Bytes() int64 { return e.bytes }

// size is about what a job takes in memory. An output that is the input is counted once.
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
