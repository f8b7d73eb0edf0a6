package engine_test

import (
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

// queue is an endpoint with its engine and a clock that a test moves.
type queue struct {
	*engine.Engine
	*clock.Clock
}

const endpointID = "e"

// start makes an account with one endpoint.
func start(t *testing.T, endpoint map[string]any, handlers engine.Handlers) *queue {
	t.Helper()
	q := &queue{}
	c := clock.NewManual(0, &sync.Mutex{}, func(t clock.Timer, at time.Time) { q.Fire(t, at) })
	a := account.New(account.Config{}, c)
	q.Engine, q.Clock = engine.New(engine.Config{}, a, c, handlers), c
	endpoint["templateId"] = "t"
	for kind, object := range map[string]struct {
		id      string
		members map[string]any
	}{
		account.KindTemplates: {"t", map[string]any{"imageName": "registry.example.com/work:1"}},
		account.KindEndpoints: {endpointID, endpoint},
	} {
		if err := a.Kinds()[kind].Put(object.id, object.members, c.Now()); err != nil {
			t.Fatal(err)
		}
	}
	q.Reconcile(c.Now())
	return q
}

// one returns an endpoint with exactly one worker, which exists from the beginning.
func one() map[string]any { return map[string]any{"workersMin": 1, "workersMax": 1} }

// submit submits a job that says so and returns its id.
func (q *queue) submit(in engine.Submission) string {
	if in.Input == nil {
		in.Input = []byte("{}")
	}
	if in.TTL == 0 {
		in.TTL = 24 * time.Hour
	}
	return q.Submit(endpointID, in, "", 30*time.Minute, q.Now()).ID
}

// status returns the state of a job, or gone.
func (q *queue) status(id string) string {
	j, ok := q.Job(endpointID, id)
	if !ok {
		return "gone"
	}
	return string(j.Status)
}

// does returns a handler that always returns the same result.
func does(result engine.WorkerResult) engine.Handlers {
	return engine.Handlers{"work": func(engine.WorkerJob) engine.WorkerResult { return result }}
}
