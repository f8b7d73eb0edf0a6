package emulator

import (
	"encoding/json"
	"fmt"
	"time"
)

// script is what is left of what a worker does with a job, on the emulator's clock.
type script struct {
	result WorkerResult
	next   time.Time // when its next line is due
	line   int       // the chunks, then the end
}

const (
	// silence is how long a worker may not report before its job is given up.
	silence = 30 * time.Second
	// maxChunk bounds what a worker may stream at once, in bytes.
	maxChunk = 1 << 20
)

// pickUp has a worker begin with a job.
func (s *Server) pickUp(q *queue, e endpoint, j *job, w *worker, at time.Time) {
	s.happen(q, j, eventPickedUp, at)
	w.job, j.worker, j.workerID = j, w, w.id
	limit := j.ExecutionTimeout
	if limit == 0 {
		limit = saturated(e.ExecutionTimeoutMs, time.Millisecond)
	}
	if limit == 0 {
		limit = defaultExecutionTimeout
	}
	work, isOutside := s.workOf(w.image)
	if isOutside {
		s.workOutside(j, w)
	} else {
		s.follow(q, j, work(j.forWorker(w)), at)
	}
	if j.status != jobInProgress {
		return
	}
	s.onRun(j, at.Add(limit), func(q *queue, j *job, at time.Time) {
		s.play(q, j, at) // What is due at the same moment is not too late.
		if j.status == jobInProgress {
			j.failure = "executionTimeout exceeded"
			s.happen(q, j, eventOverran, at)
		}
	})
}

// follow begins with what a worker is going to do.
func (s *Server) follow(q *queue, j *job, result WorkerResult, at time.Time) {
	if result.Hangs {
		w := j.worker
		s.onRun(j, at.Add(silence), func(q *queue, j *job, at time.Time) {
			j.failure = "the worker stopped reporting"
			s.happen(q, j, eventSilent, at)
			s.endWorker(q, w, at)
		})
		return
	}
	j.script = script{result: result, next: at}
	j.script.next = at.Add(j.script.pause())
	s.play(q, j, at)
}

// pause is how long the next line is away from the one before.
func (p *script) pause() time.Duration {
	if p.line < len(p.result.Chunks) {
		return max(0, p.result.Chunks[p.line].After)
	}
	return max(0, p.result.After)
}

// play carries out the lines that are due, and sets a timer for the one that is not.
func (s *Server) play(q *queue, j *job, at time.Time) {
	for run := j.run; j.status == jobInProgress && j.run == run && !j.script.next.IsZero(); {
		if j.script.next.After(at) {
			s.onRun(j, j.script.next, s.play)
			return
		}
		if j.script.line == len(j.script.result.Chunks) {
			s.finish(q, j, j.script.result, at)
			return
		}
		output, err := encodeOutput(j.script.result.Chunks[j.script.line].Output)
		if err == nil && len(output) > maxChunk {
			err = fmt.Errorf("a chunk of %d bytes is larger than 1 MB", len(output))
		}
		if err != nil {
			s.finish(q, j, WorkerResult{Error: err.Error()}, at)
			return
		}
		j.chunks.add(output)
		s.touched = append(s.touched, j)
		j.script.line++
		j.script.next = j.script.next.Add(j.script.pause())
	}
}

// finish is the last line.
func (s *Server) finish(q *queue, j *job, result WorkerResult, at time.Time) {
	if result.Dies {
		s.killWorker(q, j.worker, at)
		return
	}
	if result.Error != "" {
		j.failure = result.Error
		s.happen(q, j, eventRaised, at)
		return
	}
	output := result.Output
	if len(result.Chunks) > 0 {
		output = j.chunks.outputs
	}
	var err error
	if j.output, err = encodeOutput(output); err != nil {
		j.failure = err.Error()
		s.happen(q, j, eventRaised, at)
		return
	}
	s.happen(q, j, eventReturned, at)
}

func encodeOutput(output any) (json.RawMessage, error) {
	text, err := encode(output)
	if err != nil {
		return nil, fmt.Errorf("the output is no JSON: %w", err)
	}
	return text, nil
}
