package simulation_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// theirs are objects as a configuration could ask for.
var theirs = []struct{ kind, body string }{
	{emulator.KindPods, `{"name":"desk","imageName":"img:1"}`},
	{emulator.KindNetworkVolumes, `{"name":"data","size":10,"dataCenterId":"EU-RO-1"}`},
	{emulator.KindTemplates, `{"name":"theirs","imageName":"img:1"}`},
}

// addTheirs creates the objects from before the run.
func (run *moduleRun) addTheirs(rng *rand.Rand) {
	for _, one := range theirs {
		if chance(rng, 0.4) {
			run.other.do(fixtures, "POST", pathOf(1, one.kind), []byte(one.body))
		}
	}
	time.Sleep(run.options.ListLag + time.Minute)
}

// precede has the other client create such objects while an apply runs, whether or not it has sent a create like them.
func (run *moduleRun) precede(step string) {
	for i, one := range theirs[:2] { // The name of a template is unique.
		if !run.w.happens(run.twins, step, "precede", i) {
			continue
		}
		run.underWay.Go(func() {
			time.Sleep(run.w.between(0, 5*time.Second, step, "precede after", i))
			run.other.do(foreign, "POST", pathOf(1, one.kind), []byte(one.body))
		})
	}
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
