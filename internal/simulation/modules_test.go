package simulation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// moduleRun has the changes that a seed makes to blocks.
type moduleRun struct {
	w        *world
	options  emulator.Options
	weather  weather
	blocks   []*providerBlock
	other    *actor
	seen     *situations
	found    []breach
	log      strings.Builder
	networks []*network
	mu       sync.Mutex

	// twins is the part of the creates after which another client creates the same, and meddling that of those whose
	// object it deletes or changes.
	twins, meddling float64
	underWay        sync.WaitGroup  // of the other client
	faulty, stopped bool            // stopped: the last apply was interrupted.
	fair            bool            // Nothing goes wrong: each step is done in one apply.
	denied          int             // 404s for objects that exist, so far
	everHeld        map[string]bool // ids that were in a state
}

// calm is a network without trouble.
var calm = weather{fastest: time.Millisecond, slowest: 20 * time.Millisecond}

func newModuleRun(t *testing.T, seed uint64, seen *situations) *moduleRun {
	t.Helper()
	rng := draws(seed).source("modules")
	run := &moduleRun{options: newOptions(rng), weather: newWeather(rng), seen: seen, twins: pick(rng, 0, 0.3, 0.6),
		meddling: pick(rng, 0, 0, 0.3), everHeld: map[string]bool{}, fair: chance(rng, 0.1)}
	run.options.ColdStart, run.options.APIKeys = 3*time.Second, []string{"planted-api-key"}
	if run.fair {
		run.options.ListLag = 0
	}
	run.w = newWorld(t, seed, run.options)
	run.other = newActor(run.w)
	for i := range pick(rng, 1, 1, 2) {
		run.blocks = append(run.blocks, run.newBlock(rng, seed, i))
	}
	run.addTheirs(rng)
	fmt.Fprintf(&run.log, "%+v, lists lag %s, answers as %v, undated %v, twins %v, meddling %v\n", newVersion2(seed),
		run.options.ListLag, run.options.AnswersAs, run.weather.undated, run.twins, run.meddling)
	return run
}

// cut is when an apply ends before its time, and how; 0 is never.
type cut struct {
	after time.Duration
	kill  bool
}

// apply applies all blocks at the same time, and waits until the service has nothing under way any more. Under faults
// everything can go wrong; otherwise nothing does.
func (run *moduleRun) apply(step string, faults []emulator.Fault, short cut) {
	run.w.t.Helper()
	if run.faulty = len(faults) > 0; run.faulty {
		run.precede(step)
	}
	run.w.service.SetFaults(faults...)
	since, before := time.Now(), run.held()
	if short.after > 0 {
		defer time.AfterFunc(short.after, func() { run.end(short.kill) }).Stop()
	}
	var work sync.WaitGroup
	for i, b := range run.blocks {
		work.Go(func() {
			time.Sleep(time.Duration(i) * 1337 * time.Microsecond)
			b.lastRun = b.module.Apply(b.planner.config())
			b.ended = time.Now()
			b.text.WriteString(b.lastRun.Text())
		})
	}
	work.Wait()
	run.count()
	run.held()
	run.quiet()
	run.judge(step, since, before)
}

// end interrupts all providers, or kills them.
func (run *moduleRun) end(kill bool) {
	if !kill {
		run.seen.count("interrupted")
	}
	for _, b := range run.blocks {
		if kill {
			run.kill(b)
		} else if err := b.module.Interrupt(); err != nil {
			run.w.t.Error(err)
		}
	}
}

// kill ends a provider's process. What it has sent arrives.
func (run *moduleRun) kill(b *providerBlock) {
	run.mu.Lock()
	defer run.mu.Unlock()
	for _, n := range run.networks {
		if n.process == b.name {
			n.dead.Store(true)
		}
	}
	b.module.Kill()
}

// count counts what an apply met.
func (run *moduleRun) count() {
	stopped := false
	for _, b := range run.blocks {
		stopped = stopped || b.lastRun.Interrupted
		if run.stopped && len(b.lastRun.Actions) > 0 {
			run.seen.count("interrupted, and resumed")
		}
	}
	run.stopped = stopped
	if now := run.w.ledger.wrong404s(); now > run.denied {
		run.seen.count("a 404 for an object that exists")
		run.denied = now
	}
}

// quiet waits until nothing is under way, and clears what went wrong.
func (run *moduleRun) quiet() {
	run.underWay.Wait()
	for _, n := range run.networks {
		n.underWay.Wait()
	}
	run.mu.Lock() // A kill can still be under way.
	run.networks = nil
	run.mu.Unlock()
	run.w.service.SetFaults()
	run.faulty = false
	time.Sleep(10 * time.Minute)
}

// held are the ids in the states.
func (run *moduleRun) held() map[string]bool {
	ids := map[string]bool{}
	for _, b := range run.blocks {
		for _, o := range b.module.Objects() {
			ids[o.ID], run.everHeld[o.ID] = true, true
		}
	}
	return ids
}

// maxApplies limits how often a configuration is applied until a plan changes nothing.
const maxApplies = 4

// converge applies without faults, and follows the messages, until a second plan is empty.
func (run *moduleRun) converge(step string) {
	run.w.t.Helper()
	for i := range maxApplies {
		run.followImports()
		if i > 0 {
			run.tidy()
		}
		run.apply(fmt.Sprint(step, ", again ", i+1), nil, cut{})
		if run.isDone() {
			for _, b := range run.blocks {
				run.judgeObjects(step, b)
			}
			return
		}
	}
	for _, b := range run.blocks {
		plan := b.module.Plan(b.planner.config())
		switch text := plan.Text() + b.lastRun.Text(); {
		case len(plan.Actions) == 0 && !plan.Failed() || b.planner.failing:
		case strings.Contains(text, "its template may be shared"): // With the other client's: nothing tells them apart.
			run.seen.count("a person has to decide")
		default:
			run.breaks(isStuck, "%s: %s: %v\n%s", step, b.name, plan.Actions, text)
		}
	}
}

func (run *moduleRun) breaks(rule, how string, args ...any) {
	run.found = append(run.found, breach{rule, fmt.Sprintf(how, args...)})
}

// isDone says whether the last apply succeeded, and a plan changes nothing.
func (run *moduleRun) isDone() bool {
	run.w.t.Helper()
	for _, b := range run.blocks {
		plan := b.module.Plan(b.planner.config())
		if b.lastRun.Failed() || plan.Failed() || len(plan.Actions) > 0 {
			return false
		}
	}
	return true
}

// move changes rest_url of the blocks that move to version 2. Their plans stay as they are.
func (run *moduleRun) move() {
	run.w.t.Helper()
	done := run.isDone()
	for _, b := range run.blocks {
		if !b.moves {
			continue
		}
		b.use(2)
		if plan := b.module.Plan(b.planner.config()); done && (plan.Failed() || len(plan.Actions) > 0) {
			run.breaks(isMoved, "%s: %v\n%s", b.name, plan.Actions, plan.Text())
		}
		run.seen.count("moved to version 2")
	}
}

// runModules carries out the seed's steps: create, change, destroy, each under faults first.
func runModules(t *testing.T, seed uint64, seen *situations) *moduleRun {
	t.Helper()
	run := newModuleRun(t, seed, seen)
	rng := draws(seed).source("steps")
	for _, b := range run.blocks {
		b.planner.grow(1 + rng.IntN(3))
	}
	for _, step := range []string{"create", "change", "destroy"} {
		switch step {
		case "change":
			run.move()
			if chance(rng, 0.5) {
				continue
			}
			for _, b := range run.blocks {
				b.planner.change()
			}
		case "destroy":
			for _, b := range run.blocks {
				b.planner.blocks = nil
			}
		}
		if run.fair {
			run.apply(step, nil, cut{})
			if !run.isDone() && !run.mayFail() {
				run.breaks(isSlow, "%s: %s", step, run.blocks[0].lastRun.Text())
			}
			continue
		}
		for i := range pick(rng, 1, 1, 2) {
			run.applyUnderFaults(fmt.Sprint(step, " ", i+1), rng)
		}
		run.converge(step)
	}
	return run
}

func (run *moduleRun) mayFail() bool {
	return slices.ContainsFunc(run.blocks, func(b *providerBlock) bool { return b.planner.failing })
}

func (run *moduleRun) applyUnderFaults(step string, rng *rand.Rand) {
	run.w.t.Helper()
	if !strings.HasPrefix(step, "create") && chance(rng, 0.3) {
		for _, endpoint := range run.w.service.Objects(emulator.KindEndpoints) {
			run.bind(fmt.Sprint(endpoint["id"]), fmt.Sprint(step, endpoint["id"]))
		}
	}
	var short cut
	if chance(rng, 0.5) {
		short = cut{time.Duration(rng.IntN(int(pick(rng, 5*time.Second, 30*time.Second, 90*time.Second)))),
			chance(rng, 0.5)}
	}
	run.apply(step, run.newFaults(rng), short)
}
