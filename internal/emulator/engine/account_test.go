package engine_test

import (
	"strconv"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// account is one in memory, with the engine that works for it and a clock that a test moves.
type account struct {
	*engine.Engine
	*clock.Clock

	endpoints map[string]engine.Endpoint
	image     string          // of all workers
	machines  map[string]bool // by worker
	made      int             // workers and jobs
	timers    int             // that have neither called nor been cancelled
}

const endpointID = "e"

// start makes an account with one endpoint.
func start(settings engine.Endpoint, handlers engine.Handlers) *account {
	a := &account{
		Clock:     clock.NewManual(0, &sync.Mutex{}),
		endpoints: map[string]engine.Endpoint{endpointID: settings},
		image:     "registry.example.com/work:1",
		machines:  map[string]bool{},
	}
	a.Engine = engine.New(engine.Config{}, a, a, handlers)
	a.Reconcile(endpointID, a.Now())
	return a
}

// one returns an endpoint with exactly one worker, which exists from the beginning.
func one() engine.Endpoint {
	return engine.Endpoint{WorkersMin: 1, WorkersMax: 1, IdleTimeout: 5 * time.Second, ScalerValue: 4}
}

func (a *account) Endpoint(id string) (engine.Endpoint, bool) {
	settings, ok := a.endpoints[id]
	return settings, ok
}

func (a *account) StartWorker(endpointID string, _ int, _ time.Time) (engine.Machine, bool) {
	a.made++
	id := "worker-" + strconv.Itoa(a.made)
	a.machines[id] = true
	return engine.Machine{WorkerID: id, Version: a.endpoints[endpointID].Version, Image: a.image}, true
}

func (a *account) WorkerReady(string, time.Time) {}

func (a *account) EndWorker(id string, _ time.Time) { delete(a.machines, id) }

func (a *account) HasWorker(id string) bool { return a.machines[id] }

func (a *account) NewJobID() string {
	a.made++
	return "job-" + strconv.Itoa(a.made)
}

// At sets a timer of the clock and counts it.
func (a *account) At(moment time.Time, t clock.Timer) (cancel func()) {
	a.timers++
	end := sync.OnceFunc(func() { a.timers-- })
	forget := a.Clock.At(moment, clock.Timer{Call: func(at time.Time) {
		end()
		if t.Call != nil {
			t.Call(at)
			return
		}
		a.Fire(t, at)
	}})
	return func() {
		end()
		forget()
	}
}

// submit submits a job that says so and returns its id.
func (a *account) submit(in engine.Submission) string {
	if in.Input == nil {
		in.Input = []byte("{}")
	}
	if in.TTL == 0 {
		in.TTL = 24 * time.Hour
	}
	return a.Submit(endpointID, in, "", 30*time.Minute, a.Now()).ID
}

// status returns the state of a job, or gone.
func (a *account) status(id string) string {
	j, ok := a.Job(endpointID, id)
	if !ok {
		return "gone"
	}
	return string(j.Status)
}

// does returns a handler that always returns the same result.
func does(result engine.WorkerResult) engine.Handlers {
	return engine.Handlers{"work": func(engine.WorkerJob) engine.WorkerResult { return result }}
}
