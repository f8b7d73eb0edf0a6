package simulation_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// providerBlock is a provider block with the resources that it manages: a process of its own in each walk.
type providerBlock struct {
	name    string
	env     *acctest.Env
	module  *acctest.Module
	planner *planner
	// lastRun has the diagnostics of the last apply, and text those of all.
	lastRun *acctest.Run
	text    strings.Builder
	ended   time.Time // of the last apply
}

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
	denied          int             // 404s for objects that exist, so far
	everHeld        map[string]bool // ids that were in a state
}

// calm is a network without trouble.
var calm = weather{fastest: time.Millisecond, slowest: 20 * time.Millisecond}

func newModuleRun(t *testing.T, seed uint64, seen *situations) *moduleRun {
	t.Helper()
	rng := draws(seed).source("modules")
	run := &moduleRun{options: newOptions(rng), weather: newWeather(rng), seen: seen, twins: pick(rng, 0, 0.3, 0.6),
		meddling: pick(rng, 0, 0, 0.3), everHeld: map[string]bool{}}
	run.options.ColdStart = 3 * time.Second
	run.w = newWorld(t, seed, run.options)
	run.other = newActor(run.w)
	run.w.ledger.pools = readPools(t, run.other)
	for i := range pick(rng, 1, 1, 2) {
		run.blocks = append(run.blocks, run.newBlock(t, seed, fmt.Sprint("block", i+1)))
	}
	fmt.Fprintf(&run.log, "version %d, %+v, ", run.w.version, newVersion2(seed))
	fmt.Fprintf(&run.log, "lists lag %s, answers as %v, undated %v, twins %v, meddling %v\n", run.options.ListLag,
		run.options.AnswersAs, run.weather.undated, run.twins, run.meddling)
	return run
}

func (run *moduleRun) newBlock(t *testing.T, seed uint64, name string) *providerBlock {
	t.Helper()
	b := &providerBlock{name: name, env: acctest.StartOn(t, run.w.service),
		planner: &planner{rng: run.w.source(name), block: name, version: run.w.version,
			august: newVersion2(seed).August}}
	b.env.ShortAnswers = pluginserver.ShortAnswersOn
	b.env.Tune = append(b.env.Tune, func(config *client.Config) {
		how := calm
		if run.faulty {
			how = run.weather
		}
		n := newNetwork(run.w, name, how)
		n.sent = run.react
		run.mu.Lock()
		run.networks = append(run.networks, n)
		run.mu.Unlock()
		run.w.tune(n)(config)
	})
	b.module = b.env.Module()
	begins := &order{}
	b.module.Begin = func(address string) {
		begins.apart(address, func() time.Duration {
			return run.w.between(time.Nanosecond, time.Millisecond, name, address, time.Now().UnixNano())
		})
	}
	return b
}

// react has the other client answer a create with one of its own, or with a change of what was created.
func (run *moduleRun) react(address, path string, body []byte) {
	if !run.faulty {
		return
	}
	key := fmt.Sprint(address, " ", time.Now().UnixNano())
	if run.w.happens(run.twins, key, "twin") {
		run.underWay.Go(func() {
			time.Sleep(run.w.between(0, 20*time.Second, key, "twin after"))
			run.other.do(foreign, "POST", path, body)
		})
	}
	if run.w.happens(run.meddling, key, "meddling") {
		run.underWay.Go(func() {
			time.Sleep(run.w.between(time.Second, 40*time.Second, key, "meddling after"))
			run.meddle(address, key)
		})
	}
}

// meddle deletes the object of an address, binds it to another template, or changes its name.
func (run *moduleRun) meddle(address, key string) {
	all := run.w.ledger.all()
	slices.Reverse(all)
	for _, made := range all {
		if made.address != address || run.w.objects()[made.id] == nil {
			continue
		}
		if made.kind == emulator.KindEndpoints && run.w.happens(0.5, key, "bind") {
			run.bind(made.id, key)
		} else if run.w.happens(0.7, key, "delete") {
			run.seen.count("another client deleted an object")
			run.other.do(foreign, "DELETE", pathOf(run.w.version, made.kind)+"/"+made.id, nil)
		} else if made.kind == emulator.KindPods || made.kind == emulator.KindEndpoints ||
			made.kind == emulator.KindNetworkVolumes { // Others could take a unique name that is free.
			run.seen.count("another client changed an object")
			run.other.do(foreign, "PATCH", pathOf(run.w.version, made.kind)+"/"+made.id, []byte(`{"name":"renamed"}`))
		}
		return
	}
}

// bind binds an endpoint to a template of the other client, over version 1.
func (run *moduleRun) bind(endpoint, key string) {
	image := "emulator/echo"
	if run.w.happens(0.5, key, "image") {
		image = "emulator/sleep"
	}
	answer := run.other.do(foreign, "POST", pathOf(1, emulator.KindTemplates), fmt.Appendf(nil,
		`{"name":%q,"imageName":%q,"isServerless":true,"volumeInGb":0}`, "theirs of "+key, image))
	var template struct{ ID string }
	if json.Unmarshal(answer, &template) != nil || template.ID == "" {
		return // A fault.
	}
	run.seen.count("another client bound an endpoint to its template")
	run.other.do(foreign, "PATCH", pathOf(1, emulator.KindEndpoints)+"/"+endpoint,
		fmt.Appendf(nil, `{"templateId":%q}`, template.ID))
}

// apply applies all blocks at the same time, and waits until the service has nothing under way any more. Under faults
// everything can go wrong; otherwise nothing does.
func (run *moduleRun) apply(step string, faults []emulator.Fault, interrupted time.Duration) {
	run.w.t.Helper()
	run.faulty = len(faults) > 0
	run.w.service.SetFaults(faults...)
	since, before := time.Now(), run.held()
	if interrupted > 0 {
		run.seen.count("interrupted")
		timer := time.AfterFunc(interrupted, func() {
			for _, b := range run.blocks {
				if err := b.module.Interrupt(); err != nil {
					run.w.t.Error(err)
				}
			}
		})
		defer timer.Stop()
	}
	var work sync.WaitGroup
	for i, b := range run.blocks {
		work.Go(func() {
			time.Sleep(time.Duration(i) * 1337 * time.Microsecond)
			b.lastRun = b.module.Apply(b.planner.all)
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
	run.networks = nil
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

// converge applies without faults until a second plan is empty.
func (run *moduleRun) converge(step string) {
	run.w.t.Helper()
	for i := range maxApplies {
		run.apply(fmt.Sprint(step, ", again ", i+1), nil, 0)
		if run.isDone() {
			return
		}
	}
	for _, b := range run.blocks {
		plan := b.module.Plan(b.planner.all)
		switch {
		case len(plan.Actions) == 0 && !plan.Failed():
		case b.lastRun.Failed() && (run.namesOne(b.lastRun.Text()) || run.hidesUsers()):
			run.seen.count("a person has to decide")
		default:
			run.found = append(run.found, breach{isStuck, fmt.Sprintf("%s: %s: %v\n%s", step, b.name, plan.Actions,
				plan.Text()+b.lastRun.Text())})
		}
	}
}

// hidesUsers says whether the answers leave out what pods and endpoints use: then no error can name those that
// are in the way of a delete.
func (run *moduleRun) hidesUsers() bool {
	return run.w.version == 1 && slices.Contains(run.options.AnswersAs, "sparse") ||
		run.w.version == 1 && slices.Contains(run.options.AnswersAs, "lean-pods")
}

// namesOne says whether a text has the id of an object that exists.
func (run *moduleRun) namesOne(text string) bool {
	for id := range run.w.objects() {
		if strings.Contains(text, id) {
			return true
		}
	}
	return false
}

func (run *moduleRun) isDone() bool {
	run.w.t.Helper()
	for _, b := range run.blocks {
		if plan := b.module.Plan(b.planner.all); plan.Failed() || len(plan.Actions) > 0 {
			return false
		}
	}
	return true
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
			if chance(rng, 0.5) {
				continue
			}
			for _, b := range run.blocks {
				b.planner.change()
			}
		case "destroy":
			for _, b := range run.blocks {
				b.planner.all = nil
			}
		}
		if step != "create" && chance(rng, 0.3) {
			for _, endpoint := range run.w.service.Objects(emulator.KindEndpoints) {
				run.bind(fmt.Sprint(endpoint["id"]), fmt.Sprint(step, endpoint["id"]))
			}
		}
		var interrupted time.Duration
		if chance(rng, 0.3) {
			interrupted = time.Duration(rng.IntN(int(90 * time.Second)))
		}
		run.apply(step, run.newFaults(rng), interrupted)
		run.converge(step)
	}
	return run
}

// newFaults lose answers of creates of every kind, and now and then others.
func (run *moduleRun) newFaults(rng *rand.Rand) []emulator.Fault {
	var of []scheduled
	for _, kind := range slices.Sorted(slices.Values(kindsOfObjects)) {
		of = append(of, scheduled{create: create{kind: kind}})
	}
	faults := newFaults(rng, of)
	if chance(rng, 0.5) {
		faults = append(faults, emulator.Fault{Operation: emulator.AnyOperation, Probability: 0.1,
			Kind: pick(rng, emulator.FaultStatus, emulator.FaultReset, emulator.FaultTruncate), Status: pick(rng, 500, 502)})
	}
	if run.w.version == 2 && chance(rng, 0.5) {
		faults = append(faults, newRejection(rng))
	}
	if chance(rng, 0.3) {
		wrong := emulator.Fault{Operation: pick(rng, emulator.OpGetJobStatus, emulator.OpGetPod), Probability: 0.3,
			Kind: emulator.FaultStatus, Status: 404, Message: "not found", Count: 2}
		if run.weather.lying > 0 && wrong.Operation == emulator.OpGetPod {
			// With a list that lacks the pod, a 404 in the service's own form says that the pod is gone (contract 2.1): here it
			// is a front end's.
			wrong.Kind, wrong.Message = emulator.FaultHTML, ""
		}
		faults = append(faults, wrong)
	}
	return faults
}
