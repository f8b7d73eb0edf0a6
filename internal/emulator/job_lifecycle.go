package emulator

import "time"

// happen moves a job along the table of its states, with everything that follows from leaving one and entering the
// next. It tells whether the event meant anything to the job. Its caller settles the queue.
func (s *Server) happen(q *queue, j *job, event jobEvent, at time.Time) bool {
	to, ok := s.transitions[j.status][event]
	if !ok {
		return false
	}
	if event == eventOverran && s.options.ExecutionTimeoutStatus == ExecutionTimeoutTimedOut {
		to = jobTimedOut
	}
	s.leave(q, j, at)
	s.enter(q, j, to, at)
	return true
}

// die is what the death of its worker comes to for a job. Only the first one is forgiven.
func (s *Server) die(q *queue, j *job, at time.Time) {
	j.retries++
	if j.retries > 1 {
		j.failure = "job timed out after 1 retries"
		s.happen(q, j, eventDiedAgain, at)
		return
	}
	s.happen(q, j, eventWorkerDied, at)
}

func (s *Server) leave(q *queue, j *job, at time.Time) {
	switch j.status {
	case jobInQueue:
		q.takeOut(j)
	case jobInProgress:
		q.inProgress--
		if !j.LowPriority {
			q.inProgressScaling--
		}
		j.run = 0
		if j.cancel != nil {
			j.cancel()
			j.cancel = nil
		}
		if j.worker != nil {
			j.worker.job, j.worker.idleSince = nil, at
			j.worker = nil
		}
	}
}

func (s *Server) enter(q *queue, j *job, to jobStatus, at time.Time) {
	j.status = to
	s.touched = append(s.touched, j)
	switch {
	case to == jobGone:
		q.forget(j)
		delete(s.jobs, j.id)
	case to == jobInQueue:
		// Everything of the attempt before is gone, but for the number of deaths.
		j.queued, j.pickedUp, j.ended = at, time.Time{}, time.Time{}
		j.output, j.failure, j.workerID, j.chunks = nil, "", "", &chunks{}
		q.putIn(j)
	case to == jobInProgress:
		q.inProgress++
		if !j.LowPriority {
			q.inProgressScaling++
		}
		j.pickedUp, j.script = at, script{}
		j.attempts++
		s.runs++
		j.run = s.runs
	case to.final():
		s.end(q, j, at)
	}
}

// end is what every final state begins with.
func (s *Server) end(q *queue, j *job, at time.Time) {
	j.ended = at
	switch j.status {
	case jobCompleted:
		q.completed++
	case jobFailed, jobTimedOut:
		q.failed++
	}
	s.onJob(j, at.Add(j.retention), func(q *queue, j *job, at time.Time) {
		if j.ended.Add(j.retention).Equal(at) { // It may have ended again since.
			s.happen(q, j, eventForgotten, at)
		}
	})
	s.callWebhook(j, at)
}

// onJob has something happen to a job at a moment, if the job still exists by then. What it has come to is for act to
// see. The timer knows the job by its id, so that it does not keep its input alive.
func (s *Server) onJob(j *job, moment time.Time, act func(q *queue, j *job, at time.Time)) {
	id := j.id
	s.clock.at(moment, func(at time.Time) {
		if j, q := s.job(id); j != nil {
			act(q, j, at)
			s.settle(q, at)
		}
	})
}

// onRun is the same for what belongs to the attempt in progress.
func (s *Server) onRun(j *job, moment time.Time, act func(q *queue, j *job, at time.Time)) {
	run := j.run
	s.onJob(j, moment, func(q *queue, j *job, at time.Time) {
		if j.run == run {
			act(q, j, at)
		}
	})
}

// job finds a job with its queue; nil if there is none.
func (s *Server) job(id string) (*job, *queue) {
	j, ok := s.jobs[id]
	if !ok {
		return nil, nil
	}
	return j, s.queues[j.endpointID]
}
