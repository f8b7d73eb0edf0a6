package endpoint_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// An endpoint whose jobs end is deleted, one with a job that came in between is paused twice, and one with a job that
// stays keeps its workers, and is in the state.
func TestEndpoint_drains(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		for name, test := range map[string]struct {
			ms             string // that the job takes
			between, stays bool
			killed         bool // while the endpoint is paused: its workers are not given back
		}{
			"jobs end": {ms: "5000"}, "a job in between": {ms: "1", between: true}, "a job stays": {ms: "7200000", stays: true},
			"killed before": {ms: "1", killed: true},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				env := sleeping(t, start(emulator.Options{StepPerRequest: time.Second}))
				p := env.Process()
				config := acctest.Values{"name": "serve", "template_id": "t1", "workers_min": 1, "workers_max": 2,
					"drain_timeout": "5m"}
				was, diags := p.Apply(typeName, acctest.Instance{}, config)
				if len(diags) != 0 {
					t.Fatal(acctest.Text(diags))
				}
				id := id(t, env)
				submit := func(ms string) {
					_, err := env.Client().RunJob(t.Context(), id, jobs.Submission{Input: []byte(`{"ms":` + ms + `}`)})
					if err != nil {
						t.Error(err)
					}
				}
				submit(test.ms)
				if test.killed {
					if err := env.PatchObject("endpoints", id, map[string]any{"workersMin": 0, "workersMax": 0}); err != nil {
						t.Fatal(err)
					}
					if was, diags = p.Read(typeName, was); len(diags) != 0 {
						t.Fatal(acctest.Text(diags))
					}
				}
				ctx, expire := contexttest.Expiring(t.Context())
				if test.between {
					env.OnRequest("GetHealth", 1, func() { submit("5000") }) // After the answer that there is none.
				}
				if test.stays {
					env.OnRequest("GetHealth", 5, expire)
				}
				env.ClearJournal()
				_, diags = p.WithContext(ctx).Destroy(typeName, was)
				gone := len(env.Objects("endpoints")) == 0
				if says := acctest.Text(diags); gone == test.stays || strings.Contains(says, "still has jobs") != test.stays {
					t.Fatalf("gone: %v; %s", gone, says)
				}
				updates := len(env.Requests("UpdateEndpoint"))
				if env.Version() == 2 && !test.stays {
					updates-- // It is detached from its template.
				}
				switch {
				case test.stays: // It was never paused.
					endpoint := env.Objects("endpoints")[0]
					if updates != 0 || endpoint["workersMin"] != 1.0 || endpoint["workersMax"] != 2.0 {
						t.Errorf("%d updates, %v", updates, endpoint)
					}
				case test.between && updates != 3, !test.between && updates != 1:
					t.Errorf("%d updates", updates)
				}
			})
		}
	})
}

// An interrupted drain gives the endpoint its workers back.
func TestEndpoint_drainIsInterrupted(t *testing.T) {
	t.Parallel()
	env := sleeping(t, acctest.Start(t))
	p := env.Process()
	was, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{
		"name": "serve", "template_id": "t1", "workers_min": 1, "workers_max": 2, "drain_timeout": "5m"})
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	ctx, cancel := context.WithCancel(t.Context())
	env.OnRequest("GetHealth", 2, cancel) // It is paused.
	_, diags = p.WithContext(ctx).Destroy(typeName, was)
	acctest.ExpectError(t, diags, "The endpoint still has jobs")
	endpoint := env.Objects("endpoints")[0]
	if endpoint["workersMin"] != 1.0 || endpoint["workersMax"] != 2.0 {
		t.Error(endpoint)
	}
}

// busyAccount submits jobs while an endpoint is drained, each before a request of the drain, and notes what a delete finds.
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
	for seed := range longtest.Of(15, 1000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 46)) //nolint:gosec // It is to repeat.
		env := sleeping(t, acctest.Start(t, emulator.Options{StepPerRequest: time.Second,
			ColdStart: time.Duration(rng.IntN(5)) * time.Second, Seed: uint64(seed)}).UseVersion(1+seed%2))
		p := env.Process()
		was, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"name": "serve", "template_id": "t1",
			"workers_min": rng.IntN(2), "workers_max": 1 + rng.IntN(2), "drain_timeout": "9m"})
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		busy := &busyAccount{t: t, env: env, client: env.Client(), id: id(t, env), rng: rng, left: rng.IntN(6)}
		busy.submit()
		env.Tune = append(env.Tune, func(config *client.Config) {
			config.Times.Paused = time.Nanosecond
			config.WrapTransport = func(next http.RoundTripper) http.RoundTripper {
				busy.RoundTripper = next
				return busy
			}
		})
		if _, diags = env.Process().Destroy(typeName, was); len(diags) != 0 || len(env.Objects(kind)) != 0 {
			t.Errorf("seed %d: %s", seed, acctest.Text(diags))
		}
		if len(busy.lost) > 0 {
			t.Errorf("seed %d: the delete ended %v", seed, busy.lost)
		}
	}
}
