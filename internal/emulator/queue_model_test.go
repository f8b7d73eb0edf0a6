package emulator_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// queueModel is a queue with a fixed number of workers in the simplest way: lists of waiting jobs, of workers, and of
// timers, of which it searches the first.
type queueModel struct {
	server   *modelledServer
	endpoint string

	jobs      []*modelJob // also those that are gone
	waiting   []*modelJob
	workers   []*modelWorker
	timers    []modelTimer
	completed int
	failed    int
	retried   int
}

type modelWorker struct{ job *modelJob }

type modelTimer struct {
	at   time.Time
	call func()
}

type modelAttempt struct {
	Ms    int    `json:"ms"`
	Error string `json:"error"`
	Hangs bool   `json:"hangs"`
	Dies  bool   `json:"dies"`
}

type modelJob struct {
	id       string
	attempts []modelAttempt
	timeout  time.Duration
	expires  time.Time

	status                  string // empty: it is gone
	queued, pickedUp, ended time.Time
	begun, retries          int
	failure                 string
	worker                  *modelWorker
}

const modelWorkers = 2

func newQueueModel(t *rapid.T) *queueModel {
	m := &queueModel{endpoint: "e"}
	m.server = newModelledServer(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": scripted}})
	if err := errors.Join(
		m.server.PutObject("templates", "t", map[string]any{"name": "t", "imageName": "w", "isServerless": true}),
		m.server.PutObject("endpoints", m.endpoint, map[string]any{
			"templateId": "t", "workersMin": modelWorkers, "workersMax": modelWorkers,
		}),
	); err != nil {
		t.Fatal(err)
	}
	m.reconcile()
	return m
}

func (m *queueModel) later(d time.Duration, call func()) {
	m.timers = append(m.timers, modelTimer{m.server.Now().Add(d), call})
}

// advance moves the model and the emulator alike: the emulator to each moment of the model's, so that its clock is the
// only one.
func (m *queueModel) advance(d time.Duration) {
	until := m.server.Now().Add(d)
	for {
		first := -1
		for i, timer := range m.timers {
			if !timer.at.After(until) && (first < 0 || timer.at.Before(m.timers[first].at)) {
				first = i
			}
		}
		if first < 0 {
			break
		}
		next := m.timers[first]
		m.timers = slices.Delete(m.timers, first, first+1)
		m.server.Advance(next.at.Sub(m.server.Now()))
		next.call()
		m.reconcile()
	}
	m.server.Advance(until.Sub(m.server.Now()))
}

// reconcile replaces the workers that died, and assigns the jobs that wait to those that are free.
func (m *queueModel) reconcile() {
	for again := true; again; {
		again = false
		for len(m.workers) < modelWorkers {
			m.workers = append(m.workers, &modelWorker{})
			again = true
		}
		for {
			free := slices.IndexFunc(m.workers, func(w *modelWorker) bool { return w.job == nil })
			if free < 0 || len(m.waiting) == 0 {
				break
			}
			again = true
			j := m.waiting[0]
			m.waiting = m.waiting[1:]
			m.begin(j, m.workers[free])
		}
	}
}

func (m *queueModel) begin(j *modelJob, w *modelWorker) {
	j.status, j.worker, w.job = "IN_PROGRESS", w, j
	j.pickedUp = m.server.Now()
	j.begun++
	begun, a := j.begun, j.attempts[min(j.begun, len(j.attempts))-1]
	during := func(act func()) func() {
		return func() {
			if j.status == "IN_PROGRESS" && j.begun == begun {
				act()
			}
		}
	}
	finish := during(func() {
		switch {
		case a.Dies:
			m.killWorker(w)
		case a.Error != "":
			m.end(j, "FAILED", a.Error)
		default:
			m.end(j, "COMPLETED", "")
		}
	})
	switch {
	case a.Hangs:
		m.later(30*time.Second, during(func() {
			m.end(j, "TIMED_OUT", "the worker stopped reporting")
			m.drop(w)
		}))
	case a.Ms == 0:
		finish()
	default:
		m.later(time.Duration(a.Ms)*time.Millisecond, finish)
	}
	m.later(j.timeout, during(func() { m.end(j, "FAILED", "executionTimeout exceeded") }))
}

func (m *queueModel) drop(w *modelWorker) {
	m.workers = slices.DeleteFunc(m.workers, func(other *modelWorker) bool { return other == w })
}

func (m *queueModel) killWorker(w *modelWorker) {
	j := w.job
	m.drop(w)
	if j == nil {
		return
	}
	if j.retries++; j.retries > 1 {
		m.end(j, "FAILED", "job timed out after 1 retries")
		return
	}
	j.worker = nil
	m.enqueue(j)
}

func (m *queueModel) enqueue(j *modelJob) {
	j.status, j.queued, j.pickedUp, j.failure = "IN_QUEUE", m.server.Now(), time.Time{}, ""
	m.waiting = append(m.waiting, j)
}

// release removes a job from the queue and from its worker.
func (m *queueModel) release(j *modelJob) {
	m.waiting = slices.DeleteFunc(m.waiting, func(other *modelJob) bool { return other == j })
	if j.worker != nil {
		j.worker.job, j.worker = nil, nil
	}
}

func (m *queueModel) end(j *modelJob, status, failure string) {
	m.release(j)
	j.status, j.failure, j.ended = status, failure, m.server.Now()
	switch status {
	case "COMPLETED":
		m.completed++
	case "FAILED", "TIMED_OUT":
		m.failed++
	}
	ended := j.ended
	m.later(30*time.Minute, func() {
		if j.unfinished() || !j.ended.Equal(ended) {
			return
		}
		j.status = ""
	})
}

func (j *modelJob) unfinished() bool { return j.status == "IN_QUEUE" || j.status == "IN_PROGRESS" }

func (m *queueModel) submit(t *rapid.T) {
	someAttempt := rapid.Custom(func(t *rapid.T) modelAttempt {
		a := modelAttempt{Ms: rapid.SampledFrom([]int{0, 1000, 2000, 5000, 9000, 20000}).Draw(t, "ms")}
		switch rapid.IntRange(0, 5).Draw(t, "end") {
		case 0:
			a.Error = "boom"
		case 1:
			a.Dies = true
		case 2:
			a.Hangs = true
		}
		return a
	})
	j := &modelJob{
		attempts: rapid.SliceOfN(someAttempt, 1, 3).Draw(t, "attempts"),
		timeout:  time.Duration(rapid.SampledFrom([]int{5, 9, 60}).Draw(t, "timeout")) * time.Second,
	}
	ttl := time.Duration(rapid.SampledFrom([]int{10, 25, 86400}).Draw(t, "ttl")) * time.Second
	status, answer := m.ask(t, http.MethodPost, "/run", map[string]any{
		"input":  map[string]any{"attempts": j.attempts},
		"policy": map[string]any{"executionTimeout": j.timeout.Milliseconds(), "ttl": ttl.Milliseconds()},
	})
	same(t, "run", []any{status, answer["status"]}, []any{200, "IN_QUEUE"})
	j.id, _ = answer["id"].(string)
	j.expires = m.server.Now().Add(ttl)
	m.jobs = append(m.jobs, j)
	m.enqueue(j)
	m.later(ttl, func() {
		if j.unfinished() {
			m.release(j)
			j.status = ""
		}
	})
	m.reconcile()
}

// some draws a job, one that is gone perhaps.
func (m *queueModel) some(t *rapid.T) *modelJob {
	if len(m.jobs) == 0 {
		t.Skip("there is none")
	}
	return m.jobs[rapid.IntRange(0, len(m.jobs)-1).Draw(t, "job")]
}

func (m *queueModel) cancel(t *rapid.T) {
	j := m.some(t)
	want := fmt.Sprint(200, " ", j.status)
	switch {
	case j.status == "":
		want = "404 404"
	case j.unfinished():
		want = "200 CANCELLED"
		m.end(j, "CANCELLED", "")
	}
	status, answer := m.ask(t, http.MethodPost, "/cancel/"+j.id, nil)
	same(t, "cancel", fmt.Sprint(status, " ", answer["status"]), want)
	m.reconcile()
}

func (m *queueModel) retry(t *rapid.T) {
	j := m.some(t)
	want := "400 400"
	switch {
	case j.status == "", !j.unfinished() && !m.server.Now().Before(j.expires):
		want = "404 404"
	case j.status == "FAILED", j.status == "TIMED_OUT":
		want = "200 IN_QUEUE"
		m.retried++
		m.enqueue(j)
	}
	status, answer := m.ask(t, http.MethodPost, "/retry/"+j.id, nil)
	same(t, "retry", fmt.Sprint(status, " ", answer["status"]), want)
	m.reconcile()
}

func (m *queueModel) purge(t *rapid.T) {
	status, answer := m.ask(t, http.MethodPost, "/purge-queue", nil)
	if status == http.StatusTooManyRequests { // A limit of its own, tested elsewhere.
		return
	}
	same(t, "purge", fmt.Sprint(status, answer),
		fmt.Sprint(200, map[string]any{"removed": len(m.waiting), "status": "completed"}))
	for _, j := range m.waiting {
		j.status = ""
	}
	m.waiting = nil
}

func (m *queueModel) kill(t *rapid.T) {
	target := m.workers[0]
	for _, w := range m.workers {
		if w.job != nil && (target.job == nil || w.job.pickedUp.Before(target.job.pickedUp)) {
			target = w
		}
	}
	m.killWorker(target)
	m.reconcile()
	if err := m.server.KillWorker(m.endpoint, ""); err != nil {
		t.Fatal(err)
	}
}

// check compares health and a few jobs with what they should be.
func (m *queueModel) check(t *rapid.T) {
	busy := modelWorkers
	for _, w := range m.workers {
		if w.job == nil {
			busy--
		}
	}
	_, health := m.ask(t, http.MethodGet, "/health", nil)
	same(t, "health", health, map[string]any{
		"jobs": map[string]any{
			"completed": m.completed, "failed": m.failed, "inProgress": busy, "inQueue": len(m.waiting),
			"retried": m.retried,
		},
		"workers": map[string]any{
			"idle": modelWorkers - busy, "initializing": 0, "ready": modelWorkers - busy, "running": busy,
			"throttled": 0, "unhealthy": 0,
		},
	})
	for range min(4, len(m.jobs)) {
		j := m.some(t)
		status, answer := m.ask(t, http.MethodGet, "/status/"+j.id, nil)
		delete(answer, "workerId")
		delete(answer, "title")
		since := func(from, until time.Time) int64 { return until.Sub(from).Milliseconds() }
		want := map[string]any{"id": j.id, "status": j.status}
		switch j.status {
		case "":
			same(t, "a job that is gone", fmt.Sprint(status, answer), "404 map[detail:job not found status:404]")
			continue
		case "IN_QUEUE":
		case "IN_PROGRESS":
			want["delayTime"] = since(j.queued, j.pickedUp)
		default:
			want["retries"], want["executionTime"], want["delayTime"] = j.retries, since(j.pickedUp, j.ended),
				since(j.queued, j.pickedUp)
			if j.pickedUp.IsZero() {
				want["executionTime"], want["delayTime"] = 0, since(j.queued, j.ended)
			}
		}
		switch j.status {
		case "COMPLETED":
			want["output"] = "done"
		case "FAILED", "TIMED_OUT":
			want["error"] = j.failure
		}
		same(t, "a job", fmt.Sprint(status, answer), fmt.Sprint(200, want))
	}
}

// Random operations, and after each health and jobs are as in the model.
func TestModel_queue(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newQueueModel(t)
		defer m.server.Close()
		t.Repeat(map[string]func(*rapid.T){
			"submit":     m.submit,
			"submit too": m.submit,
			"cancel":     m.cancel,
			"retry":      m.retry,
			"purge":      m.purge,
			"kill":       m.kill,
			"wait": func(t *rapid.T) {
				m.advance(time.Duration(rapid.SampledFrom([]int{500, 1000, 4000, 10000, 30000, 1000000}).Draw(t,
					"ms")) * time.Millisecond)
			},
			"": m.check,
		})
	})
}
