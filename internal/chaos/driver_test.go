package chaos_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// maxApplies is the number of applies of a step until its plan has to be empty; once more if lists lag or another
// client creates: then the first apply without faults may be the first that sees an object of an earlier one, and the
// user has to follow its errors.
const maxApplies = 4

func (s scenario) maxApplies() int {
	if s.needsPeople() {
		return maxApplies
	}
	return maxApplies - 1
}

// needsPeople reports whether applying again may not be enough, because lists lag or another client creates.
func (s scenario) needsPeople() bool {
	return s.options.ListLag > 0 || slices.ContainsFunc(s.steps, func(one step) bool {
		return slices.ContainsFunc(one.faulty, func(f schedule) bool { return len(f.acts) > 0 })
	})
}

// betweenApplies is on the emulator's clock.
const betweenApplies = 10 * time.Second

// driver carries out a scenario.
type driver struct {
	t *testing.T
	scenario
	env     *acctest.Env
	module  *acctest.Module
	network *network
	log     *searchedLog
	report  report
	jobs    submissions

	// requests counts those that the service was about to answer, since the apply began.
	requests          atomic.Int64
	faults            atomic.Int64 // since the beginning
	interrupt, expire atomic.Int64
	expireNow         func()
	interrupts        int
	changes           int               // of rest_url
	strange           map[string]string // what others have, by id, as it was
	named             map[string]bool   // objects that errors and warnings named, by kind and id
	announced         []announcement
	actor             actor
	swapped           []string // kinds of which an object of the other client is in the state
	imported          []string // kinds of which the user chose one object among several that an error named
}

// carryOut applies each step of a scenario and checks what has become of it.
func carryOut(t *testing.T, s scenario) outcome {
	t.Helper()
	d := &driver{t: t, scenario: s, network: &network{}, log: newSearchedLog(s.secrets.all())}
	d.report.begin(s)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(d.report.String())
		}
	})
	s.options.Observe = d.observe
	d.env = acctest.Start(t, s.options)
	d.actor.env = d.env
	d.env.Shared = filepath.Join(t.TempDir(), "peers")
	if !s.compared {
		d.env.ShortAnswers = pluginserver.ShortAnswersOn
	}
	d.env.Tune = append(d.env.Tune, func(c *client.Config) { c.WrapTransport = d.network.wrap })
	d.module = d.env.Module()
	d.module.Recovered = func(address string, panicked any, stack []byte) {
		t.Errorf("%s: panic: %v\n%s", address, panicked, stack)
	}
	if s.sequential {
		d.module.Parallelism = 1
	}
	d.useVersion(0)
	d.addForeignObjects()
	d.env.Advance(s.options.ListLag) // They existed long before.
	var all outcome
	for i, step := range s.steps {
		d.report.step(i, step)
		d.useVersion(i)
		applies, clean := d.apply(step)
		all.add(applies, clean)
		if t.Failed() {
			break // What follows would fail for the same reason.
		}
	}
	all.requests = d.report.requests
	all.changes = d.changes
	all.interrupts, all.twins, all.adopted = d.interrupts, d.actor.count, len(d.swapped)
	all.faults = int(d.faults.Load()) + d.network.losses()
	return all
}

// apply applies a step, first under faults, and reports after how many applies there was nothing left to do.
func (d *driver) apply(s step) (applies int, clean bool) {
	d.t.Helper()
	d.jobs.begin()
	var runs []*acctest.Run
	for _, faulty := range s.faulty {
		d.begin(faulty)
		d.actor.begin(s.config, faulty.acts)
		runs = append(runs, d.run(s, fmt.Sprintf("under faults (%s)", faulty)))
		if runs[len(runs)-1].Interrupted {
			d.interrupts++
		}
		d.begin(schedule{})
		d.followImports(s, runs[len(runs)-1])
	}
	d.env.Advance(d.options.ListLag) // "Plan again in a minute", some errors say.
	for len(runs) < d.maxApplies() {
		runs = append(runs, d.run(s, "without faults"))
		plan := d.module.Plan(s.config)
		d.report.plan(plan)
		if !plan.Failed() && len(plan.Actions) == 0 {
			clean = true
			if runs[len(runs)-1].Failed() { // The plan knows what the state does not yet.
				runs = append(runs, d.run(s, "again"))
			}
			break
		}
		d.followImports(s, runs[len(runs)-1])
		if d.needsPeople() {
			d.tidy()
			d.env.Advance(d.options.ListLag)
		}
	}
	d.check(s, runs, clean)
	d.tidy()
	return len(runs), clean
}

// begin puts a schedule in force from now on.
func (d *driver) begin(s schedule) {
	d.requests.Store(0)
	d.env.SetFaults(s.rules...)
	d.network.set(s.timeouts, s.late, s.seed)
	d.interrupt.Store(int64(s.interrupt))
	ctx, expire := contexttest.Expiring(d.context())
	d.expireNow = expire
	d.expire.Store(int64(s.expire))
	d.module.Context = ctx
}

// context returns the context for calls of the provider. It logs everything if the test searches the log.
func (d *driver) context() context.Context {
	ctx := d.t.Context()
	if !d.logged {
		return ctx
	}
	ctx = tflogtest.RootLogger(ctx, d.log)
	return tfsdklogtest.RootLogger(ctx, d.log)
}

func (d *driver) run(s step, how string) *acctest.Run {
	d.t.Helper()
	d.env.ClearJournal()
	d.env.Advance(betweenApplies)
	began := d.env.Now()
	run := d.module.Apply(s.config)
	d.report.run(how, run, d.env.Journal())
	d.jobs.ran(run)
	d.noteNamed(run)
	d.noteAnnounced(s, run)
	d.judgeActor(s, run, began)
	return run
}

// observe counts requests and faults, and interrupts or expires the run at its moment. The service calls it with every
// answer, before it sends the answer.
func (d *driver) observe(ex emulator.Exchange) {
	if ex.Operation == "RunJob" || ex.Operation == "RunJobSync" {
		d.jobs.look(d.env)
	}
	if ex.Fault != "" {
		d.faults.Add(1)
	}
	n := d.requests.Add(1)
	d.actor.observe(n, ex)
	if n == d.interrupt.Load() {
		if err := d.module.Interrupt(); err != nil {
			d.t.Error(err)
		}
	}
	if n == d.expire.Load() {
		d.expireNow()
	}
}
