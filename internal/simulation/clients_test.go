package simulation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// ended is the object of an address at the end, and the diagnostics about it.
type ended struct {
	scheduled
	reply
	begun, at time.Time
}

// clientRun is a schedule that was carried out.
type clientRun struct {
	schedule
	w     *world
	ended []ended
}

// fixtureBodies are the bodies of the objects that creates refer to.
var fixtureBodies = []struct{ kind, body string }{
	{emulator.KindTemplates, `{"name":"fixture-1","imageName":"img:1"}`},
	{emulator.KindTemplates, `{"name":"fixture-2","imageName":"img:2"}`},
	{emulator.KindTemplates, `{"name":"fixture-3","imageName":"img:1","isServerless":true}`},
	{emulator.KindTemplates, `{"name":"fixture-4","imageName":"img:2","isServerless":true}`},
	{emulator.KindNetworkVolumes, `{"name":"fixture","size":10,"dataCenterId":"EU-RO-1"}`},
	{emulator.KindNetworkVolumes, `{"name":"fixture","size":10,"dataCenterId":"EU-SE-1"}`},
}

// addFixtures creates what is there before anything begins.
func addFixtures(w *world, a *actor) stock {
	var ids []string
	for _, one := range fixtureBodies {
		answer := a.do(fixtures, "POST", pathOf(1, one.kind), []byte(one.body))
		var made struct{ ID string }
		if err := json.Unmarshal(answer, &made); err != nil {
			w.t.Fatalf("a fixture: %v in %s", err, answer)
		}
		ids = append(ids, made.ID)
	}
	return stock{podTemplates: ids[:2], serverless: ids[2:4], volumes: ids[4:]}
}

// runClients carries out the schedule of a seed, in the bubble of a test.
func runClients(t *testing.T, seed uint64) *clientRun {
	t.Helper()
	// What is decided about the service comes before the service, and what is decided about creates after: they refer to
	// what it has.
	none := stock{podTemplates: []string{"-"}, serverless: []string{"-"}, volumes: []string{"-"}}
	version := versionOf(t, seed)
	options := newSchedule(seed, version, none).options
	w := newWorld(t, seed, options)
	other := newActor(w)
	run := &clientRun{w: w, schedule: newSchedule(seed, version, addFixtures(w, other))}
	time.Sleep(options.ListLag + time.Minute)
	first := newNetwork(w, "p0", weather{fastest: time.Millisecond, slowest: 10 * time.Millisecond})
	before := w.service.Client(w.tune(first))
	for _, one := range run.earlier {
		run.ended = append(run.ended, one.carryOut(t.Context(), before))
	}
	if rng := draws(seed).source("rejections"); w.version == 2 && chance(rng, 0.5) {
		run.faults = append(run.faults, newRejection(rng))
	}
	w.service.SetFaults(run.faults...)

	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	if run.interrupted > 0 {
		defer time.AfterFunc(run.interrupted, interrupt).Stop()
	}
	var networks []*network
	clients := map[string]*client.Client{}
	for i := range run.processes {
		process := fmt.Sprint("p", i+1)
		networks = append(networks, newNetwork(w, process, run.weather))
		clients[process] = w.service.Client(w.tune(networks[i]), func(c *client.Config) { c.MaxRetries = 4 })
	}
	var work sync.WaitGroup
	for i, one := range run.others {
		if w.version == 2 && dependsOnVersion(one.kind) {
			one.address = fmt.Sprint("other", i)
			theirs := w.service.Client(w.tune(newNetwork(w, foreign, calm)), func(c *client.Config) {
				c.MaxRetries, c.Peers = 0, nil // It runs on another machine.
			})
			work.Go(func() { one.carryOut(ctx, theirs) })
			continue
		}
		work.Go(func() {
			time.Sleep(one.at)
			other.do(foreign, "POST", pathOf(1, one.kind), one.body)
		})
	}
	now := make([]ended, len(run.creates))
	for i, one := range run.creates {
		work.Go(func() { now[i] = one.carryOut(ctx, clients[one.process]) })
	}
	work.Wait()
	run.ended = append(run.ended, now...)
	for _, n := range networks {
		n.underWay.Wait()
	}
	time.Sleep(10 * time.Minute) // The service has nothing under way any more.
	return run
}

// dependsOnVersion says whether a create of a kind gives an object other values over the other version, where it leaves
// members out. Another client's equal create then has to use the same version.
func dependsOnVersion(kind string) bool {
	return kind == emulator.KindPods || kind == emulator.KindEndpoints || kind == emulator.KindTemplates
}

// carryOut makes the create when its time comes, and waits for its end.
func (one scheduled) carryOut(ctx context.Context, c *client.Client) ended {
	time.Sleep(one.at)
	begun := time.Now()
	timed, cancel := context.WithTimeout(acctest.WithAddress(ctx, one.address), 15*time.Minute)
	defer cancel()
	return ended{scheduled: one, begun: begun, reply: one.send(timed, c), at: time.Now()}
}

// history is the course of events, in words.
func (run *clientRun) history() string {
	var text strings.Builder
	text.WriteString(run.w.history())
	for _, e := range run.ended {
		fmt.Fprintf(&text, "%s %s: %s, found %v, %v at %s\n", e.process, e.address, e.id, e.found, e.err,
			e.at.Format("04:05.000000000"))
	}
	return text.String()
}
