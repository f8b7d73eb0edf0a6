package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// execution is the progress of a job through the steps of its handler's result.
type execution struct {
	result WorkerResult
	next   time.Time // when the next step is due
	step   int       // the next one: an index of Chunks, then the end
}

const (
	// reportTimeout is the time for which a worker may not report before its job times out.
	reportTimeout = 30 * time.Second
	// maxChunk is the largest chunk that a worker may stream, in bytes.
	maxChunk = 1 << 20
	// DefaultExecutionTimeout applies if neither the submission nor the endpoint sets a timeout.
	DefaultExecutionTimeout = 600 * time.Second
)

// WorkerCall asks a remote worker to execute a job.
type WorkerCall struct {
	Run        uint64 // identifies the call in Engine.Answer and Work.Ended
	EndpointID string
	Job        WorkerJob
}

// execute assigns a job to a worker.
func (e *Engine) execute(q *queue, settings account.Endpoint, j *job, w *worker, at time.Time) {
	w.JobID, j.worker, j.WorkerID = j.ID, w, w.ID
	e.transition(q, j, pickedUp, at)
	limit := cmp.Or(j.ExecutionTimeout, saturated(settings.ExecutionTimeoutMs, time.Millisecond), DefaultExecutionTimeout)
	if e.runImage(q, j, w, at); j.Status == InProgress {
		e.clock.Move(at.Add(limit), j.timer(timerTimeout))
	}
}

// timeOut fails a job whose execution timeout is over.
func (e *Engine) timeOut(q *queue, j *job, at time.Time) {
	e.proceed(q, j, at) // Steps that are due at the same moment are in time.
	if j.Status == InProgress {
		j.Failure = "executionTimeout exceeded"
		e.transition(q, j, executionTimeout, at)
	}
}

// runImage has the script do the job or, without one for it, the image.
func (e *Engine) runImage(q *queue, j *job, w *worker, at time.Time) {
	if e.config.Script != nil {
		if result, ok := e.config.Script(w.Image, j.forWorker(w)); ok {
			e.begin(q, j, result, at)
			return
		}
	}
	handler, remote := e.handlers.of(w.Image)
	if remote {
		e.work.Calls = append(e.work.Calls, WorkerCall{Run: j.Run, EndpointID: j.EndpointID, Job: j.forWorker(w)})
		return
	}
	e.begin(q, j, handler(j.forWorker(w)), at)
}

// begin starts the execution of a handler's result.
func (e *Engine) begin(q *queue, j *job, result WorkerResult, at time.Time) {
	if result.Hangs {
		e.clock.Move(at.Add(reportTimeout), j.timer(timerUnresponsive))
		return
	}
	j.execution = &execution{result: result, next: at}
	j.execution.next = at.Add(j.execution.pause())
	e.proceed(q, j, at)
}

// lose ends the job of a worker that has stopped reporting, and the worker.
func (e *Engine) lose(q *queue, j *job, at time.Time) {
	w := j.worker
	j.Failure = "the worker stopped reporting"
	e.transition(q, j, workerUnresponsive, at)
	e.endWorker(q, w, at)
}

// pause returns the time from the last step to the next.
func (x *execution) pause() time.Duration {
	if x.step < len(x.result.Chunks) {
		return max(0, x.result.Chunks[x.step].After)
	}
	return max(0, x.result.After)
}

// proceed carries out the steps that are due, and sets a timer for the one that is not.
func (e *Engine) proceed(q *queue, j *job, at time.Time) {
	for run := j.Run; j.Status == InProgress && j.Run == run && j.execution != nil; {
		if j.execution.next.After(at) {
			e.clock.Move(j.execution.next, j.timer(timerStep))
			return
		}
		if j.execution.step == len(j.execution.result.Chunks) {
			e.finish(q, j, j.execution.result, at)
			return
		}
		output, err := encodeOutput(j.execution.result.Chunks[j.execution.step].Output)
		switch {
		case err != nil:
		case len(output) > maxChunk:
			err = fmt.Errorf("a chunk of %d bytes is larger than 1 MB", len(output))
		}
		if err != nil {
			e.finish(q, j, WorkerResult{Error: err.Error()}, at)
			return
		}
		j.Chunks = append(j.Chunks, output)
		e.dirty = append(e.dirty, j)
		e.observe(j, at, EventStreamed, "")
		j.execution.step++
		j.execution.next = j.execution.next.Add(j.execution.pause())
	}
}

// Answer ends the call of a remote worker with its result. If the job is not in that run any more, nothing happens.
func (e *Engine) Answer(call WorkerCall, result WorkerResult, at time.Time) {
	j, ok := e.jobs[call.Job.ID]
	if !ok || j.Run != call.Run {
		return
	}
	q := e.queues[j.EndpointID]
	e.finish(q, j, result, at)
	e.reconcile(q, at)
}

// finish carries out the last step.
func (e *Engine) finish(q *queue, j *job, result WorkerResult, at time.Time) {
	if result.Dies {
		e.killWorker(q, j.worker, at)
		return
	}
	if result.Error != "" {
		j.Failure = result.Error
		e.transition(q, j, raised, at)
		return
	}
	output := result.Output
	if len(result.Chunks) > 0 {
		output = j.Chunks
	}
	var err error
	if j.Output, err = encodeOutput(output); err != nil {
		j.Failure = err.Error()
		e.transition(q, j, raised, at)
		return
	}
	e.transition(q, j, returned, at)
}

// encodeOutput returns an output as JSON.
func encodeOutput(output any) (json.RawMessage, error) {
	text, err := jsontext.Encode(output)
	if err != nil {
		return nil, fmt.Errorf("the output is no JSON: %w", err)
	}
	return text, nil
}
