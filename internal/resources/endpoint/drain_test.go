package endpoint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// An endpoint whose jobs end is deleted, and one with a job that came in between is paused twice. If the drain or the
// delete fails, the endpoint keeps its workers, and is in the state.
func TestEndpoint_drains(t *testing.T) {
	t.Parallel()
	type drained struct {
		*acctest.Env
		submit        func(ms string)
		cancel, abort func() // the end of the time, and an interrupt
	}
	failing := func(operation string, status, after, count int) func(drained) {
		return func(d drained) {
			faults := []emulator.Fault{{Operation: operation, Kind: emulator.FaultStatus, Status: status, Count: count}}
			if after > 0 {
				faults = append([]emulator.Fault{{Operation: operation, Kind: emulator.FaultPass, Count: after}}, faults...)
			}
			d.SetFaults(faults...)
		}
	}
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		for name, test := range map[string]struct {
			ms      string // that a job takes
			meets   func(drained)
			want    string // of the error; empty if the endpoint is deleted
			updates int    // of the number of workers
		}{
			"jobs end": {ms: "5000", updates: 1},
			"a job in between": {ms: "1", updates: 3, meets: func(d drained) {
				d.OnRequest("GetHealth", 1, func() { d.submit("5000") })
			}},
			"a job stays": {ms: "7200000", meets: func(d drained) { d.OnRequest("GetHealth", 5, d.cancel) },
				want: `it is not drained: .*Last seen: jobs inProgress 1, jobs inQueue 0, workers running 1\.\n.*steady traffic never drains`},
			"interrupted while paused": {updates: 2, meets: func(d drained) { d.OnRequest("GetHealth", 2, d.abort) },
				want: "Cannot delete endpoint.*the run was interrupted"},
			"the pause is refused": {meets: failing("UpdateEndpoint", 403, 0, 1), updates: 1,
				want: "it is not drained: .*HTTP 403.*Next: correct what the reason names"},
			"the second look falters": {meets: failing("GetHealth", 503, 1, 20), updates: 1},
			"the delete is refused": {meets: failing("DeleteEndpoint", 403, 0, 1), updates: 2,
				want: "Cannot delete endpoint: not permitted"},
			"gone": {meets: func(d drained) {
				d.Remove(kind, d.OnlyID(kind))
			}},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				env := sleeping(t, start(emulator.Options{StepPerRequest: time.Second}))
				p, was := drainable(t, env)
				ctx, expire := contexttest.Expiring(t.Context())
				ctx, interrupt := context.WithCancel(ctx)
				defer interrupt()
				endpoint := env.OnlyID(kind)
				d := drained{Env: env, cancel: expire, abort: interrupt, submit: func(ms string) {
					env.Submit(endpoint, `{"ms":`+ms+`}`)
				}}
				if test.ms != "" {
					d.submit(test.ms)
				}
				env.ClearJournal()
				if test.meets != nil {
					test.meets(d)
				}
				_, diags := p.WithContext(ctx).Destroy(typeName, was)
				updates := 0
				for _, r := range env.Requests("UpdateEndpoint") {
					if strings.Contains(string(r.Body), "orkers") { // Not the one that detaches it from its template.
						updates++
					}
				}
				if updates != test.updates {
					t.Errorf("%d updates, want %d", updates, test.updates)
				}
				if test.want == "" {
					if len(diags) != 0 || len(env.Objects(kind)) != 0 {
						t.Error(acctest.Text(diags), env.Objects(kind))
					}
					return
				}
				acctest.ExpectError(t, diags, test.want)
				if is := env.Objects(kind)[0]; is["workersMin"] != 1.0 || is["workersMax"] != 2.0 {
					t.Errorf("it has %v", is)
				}
			})
		}
	})
}

// drains is the configuration of an endpoint that drains before a delete, and drainable such an endpoint.
var drains = acctest.Values{
	"name": "serve", "template_id": "t1", "workers_min": 1, "workers_max": 2, "drain_timeout": "5m",
}

func drainable(t *testing.T, env *acctest.Env) (*acctest.Process, acctest.Instance) {
	t.Helper()
	p := env.Process()
	was := p.MustApply(typeName, acctest.Instance{}, drains)
	return p, was
}

// A provider that is killed while the endpoint is paused sends nothing more. The next plan gives the workers back, and
// the next destroy deletes the endpoint. It does not wait for jobs that no worker takes.
func TestEndpoint_killedWhilePaused(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := sleeping(t, start(emulator.Options{StepPerRequest: time.Second}))
		p, was := drainable(t, env)
		ctx, cancel := context.WithCancel(t.Context())
		env.Tune = append(env.Tune, func(config *client.Config) {
			config.WrapTransport = func(next http.RoundTripper) http.RoundTripper {
				return &killed{RoundTripper: next, kill: cancel}
			}
		})
		_, diags := env.Process().WithContext(ctx).Destroy(typeName, was)
		acctest.ExpectError(t, diags, "the endpoint is still paused: ")
		endpoint := env.OnlyID(kind)
		is, diags := p.Read(typeName, was)
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		if left := p.Plan(typeName, is, drains); bytes.Equal(left.PlannedState.MsgPack, is.State.MsgPack) {
			t.Error("the next plan does not give the workers back")
		}
		for _, most := range []int{1, 0} { // A job runs, and another one waits, when the endpoint is paused once more.
			env.Patch(kind, endpoint, map[string]any{"workersMin": most, "workersMax": most})
			for range 2 * most {
				env.Submit(endpoint, `{"ms":90000}`)
			}
		}
		env.ClearJournal()
		_, diags = p.Destroy(typeName, is)
		acctest.ExpectError(t, diags, "it is not drained: .*jobs inQueue 1.*give it workers, or purge its queue")
		if looks := len(env.Requests("GetHealth")); looks != 1 {
			t.Errorf("%d looks", looks)
		}
		if _, err := env.Client().PurgeQueue(t.Context(), endpoint); err != nil {
			t.Fatal(err)
		}
		if _, diags = p.Destroy(typeName, is); len(diags) != 0 || len(env.Objects(kind)) != 0 {
			t.Error(acctest.Text(diags))
		}
	})
}

// killed sends nothing after the first PATCH.
type killed struct {
	http.RoundTripper
	kill func()
	dead atomic.Bool
}

func (k *killed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.dead.Load() {
		return nil, errors.New("killed")
	}
	response, err := k.RoundTripper.RoundTrip(r)
	if r.Method == http.MethodPatch {
		k.dead.Store(true)
		k.kill()
	}
	return response, err
}

// A drain has to end before the delete that waits for it, and needs the queue interface.
func TestEndpoint_drainIsRefused(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	for name, test := range map[string]struct {
		drain  string
		delete any // the timeout
		block  []acctest.Values
		want   string
	}{
		"as long as a delete": {drain: "10m", want: `drain_timeout is too long: .*ends after 10m0s.*\(at drain_timeout\)`},
		"a longer delete":     {drain: "1h", delete: "2h"},
		"an unknown delete":   {drain: "1h", delete: tftypes.NewValue(tftypes.String, tftypes.UnknownValue)},
		"no queue_url": {drain: "5m", block: []acctest.Values{{"queue_url": nil}},
			want: "drain_timeout needs queue_url"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := maps.Clone(drains)
			config["drain_timeout"], config["timeouts"] = test.drain, acctest.Values{"delete": test.delete}
			diags := env.Process(test.block...).Validate(typeName, config)
			if test.want == "" {
				if len(diags) != 0 {
					t.Error(acctest.Text(diags))
				}
				return
			}
			acctest.ExpectError(t, diags, test.want)
		})
	}
}

// busyAccount submits jobs while an endpoint is drained, each before a request of the drain, and notes what a delete
// finds.
type busyAccount struct {
	http.RoundTripper
	t      *testing.T
	env    *acctest.Env
	client *client.Client
	id     string
	rng    *rand.Rand
	left   int // jobs to submit
	lost   []any
}

func (b *busyAccount) RoundTrip(r *http.Request) (*http.Response, error) {
	often := 1
	if r.Method == http.MethodPatch { // It pauses the endpoint: a job after the last look is the hard one.
		often = 3
	}
	if b.left > 0 && b.rng.IntN(4) < often {
		b.left--
		b.submit()
	}
	if r.Method == http.MethodDelete {
		for _, job := range b.env.Objects("jobs") {
			if job["status"] != "COMPLETED" {
				b.lost = append(b.lost, job)
			}
		}
	}
	return b.RoundTripper.RoundTrip(r)
}

// submit submits a job, which a paused endpoint refuses.
func (b *busyAccount) submit() {
	input := fmt.Sprintf(`{"ms":%d}`, b.rng.IntN(20_000))
	_, err := b.client.RunJob(b.t.Context(), b.id, jobs.Submission{Input: []byte(input)})
	if err != nil && !strings.Contains(err.Error(), "paused") {
		b.t.Error(err)
	}
}

// However jobs come in, a delete finds no accepted one that has not ended.
func TestEndpoint_drainLosesNoJob(t *testing.T) {
	t.Parallel()
	longtest.ManyCases(t)
	for seed := range longtest.Of(100, 1000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 46)) //nolint:gosec // It is to repeat.
		env := sleeping(t, acctest.Start(t, emulator.Options{StepPerRequest: time.Second,
			ColdStart: time.Duration(rng.IntN(5)) * time.Second, Seed: uint64(seed)}).UseVersion(1+seed%2))
		p := env.Process()
		was := p.MustApply(typeName, acctest.Instance{}, acctest.Values{"name": "serve", "template_id": "t1",
			"workers_min": rng.IntN(2), "workers_max": 1 + rng.IntN(2), "drain_timeout": "9m"})
		busy := &busyAccount{t: t, env: env, client: env.Client(), id: env.OnlyID(kind), rng: rng, left: rng.IntN(6)}
		busy.submit()
		env.Tune = append(env.Tune, func(config *client.Config) {
			config.Times.Paused = time.Nanosecond
			config.Times.Poll = pacing.Backoff{Min: time.Microsecond, Max: time.Microsecond}
			config.WrapTransport = func(next http.RoundTripper) http.RoundTripper {
				busy.RoundTripper = next
				return busy
			}
		})
		if _, diags := env.Process().Destroy(typeName, was); len(diags) != 0 || len(env.Objects(kind)) != 0 {
			t.Errorf("seed %d: %s", seed, acctest.Text(diags))
		}
		if len(busy.lost) > 0 {
			t.Errorf("seed %d: the delete ended %v", seed, busy.lost)
		}
	}
}
