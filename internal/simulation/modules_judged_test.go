package simulation_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The rules that only a whole run of the provider can break.
const (
	isStuck       = "applying again, and following the messages, does not end in an empty plan"
	isSlow        = "an apply without trouble leaves something to do"
	isMoved       = "a change of rest_url to version 2 changes the plan"
	isOpenGate    = "what depends on something was created, though that did not end well"
	isTouched     = "an object of another client, which no state had, was deleted or changed"
	isReplaced    = "an object that was imported as a message says is replaced"
	isUndescribed = "an address has an object that its configuration does not describe"
	isLostJob     = "a job ran that is in no state and no message"
	isDisclosed   = "a message, a state or the log has a secret"
)

// judge looks at what an apply has left.
func (run *moduleRun) judge(step string, since time.Time, before map[string]bool) {
	run.w.t.Helper()
	j := &judge{ledger: run.w.ledger, version: map[string]int{}, options: run.options, undated: run.weather.undated,
		objects: run.w.objects(), since: since, before: before, seen: run.seen}
	for _, b := range run.blocks {
		j.version[b.name] = b.version
		j.claims = append(j.claims, run.claims(b)...)
	}
	for _, b := range j.verdict() {
		run.found = append(run.found, breach{b.rule, step + ": " + b.how})
	}
	for _, b := range run.blocks {
		run.judgeGates(step, b)
		run.judgeJobs(step, b, since)
		run.judgeSecrets(step, b)
	}
	run.judgeOthers(step)
	for _, b := range run.blocks {
		fmt.Fprintf(&run.log, "== %s, %s, ended %s: %v\n%s\n", step, b.name, b.ended.Format("04:05.000000000"),
			b.lastRun.Actions, b.lastRun.Text())
	}
}

// claims are the objects in a block's state, and the diagnostics about addresses whose object it does not hold.
func (run *moduleRun) claims(b *providerBlock) []claim {
	run.w.t.Helper()
	var all []claim
	held := map[string]bool{}
	add := func(address, id string) {
		kind, of := acctest.Kinds[typeOf(address)]
		if !of {
			return
		}
		c := claim{process: b.name, address: address, kind: kind, id: id, at: b.ended,
			killed: slices.Contains(b.lastRun.Killed, address)}
		if sent := run.w.ledger.sentBy(b.name, address, time.Time{}); len(sent) > 0 {
			c.name = sent[len(sent)-1].name
			c.wanted = b.wanted(address, c.name)
		}
		for _, d := range b.lastRun.Diagnostics {
			text := d.Summary + "\n" + d.Detail
			c.told = c.told || d.Address == address && id != "" && strings.Contains(text, id)
			c.doubtful = c.doubtful || d.Address == address && d.Phase == "apply" && strings.Contains(text, c.name)
			if d.Address == address && d.Phase == "apply" && strings.HasPrefix(d.Summary, "Cannot create ") {
				c.failure, c.failedAt = c.failure+text, d.At
			}
		}
		c.said = b.text.String()
		all = append(all, c)
	}
	for _, o := range b.module.Objects() {
		add(o.Address, o.ID)
		held[o.Address] = true
	}
	for _, address := range run.w.ledger.addresses(b.name) {
		if !held[address] {
			add(address, "")
		}
	}
	return all
}

func typeOf(address string) string {
	typeName, _, _ := strings.Cut(address, ".")
	return typeName
}

// judgeGates looks for what was created behind a job that did not end well, or behind a pod that is gone.
func (run *moduleRun) judgeGates(step string, b *providerBlock) {
	run.w.t.Helper()
	states := map[string]acctest.StateObject{}
	for _, o := range b.module.Objects() {
		states[o.Address] = o
	}
	failed := map[string]bool{}
	for _, d := range b.lastRun.Diagnostics {
		failed[d.Address] = failed[d.Address] || d.Severity == tfprotov6.DiagnosticSeverityError
	}
	for _, r := range b.planner.config() {
		members, _ := r.Config["env"].(map[string]any)
		gate, behind := members["GATE"].(acctest.Ref)
		if !behind || !b.created(r.Address) {
			continue
		}
		before, holds := states[gate.Address]
		switch {
		case !holds:
			run.breaks(isOpenGate, "%s: %s, behind %s, which is in no state", step,
				r.Address, gate.Address)
		case typeOf(gate.Address) == jobType:
			job, exists := run.w.service.Object(emulator.KindJobs, before.ID)
			if exists && job["status"] != "COMPLETED" {
				run.breaks(isOpenGate, "%s: %s, behind the job %s, which is %v", step,
					r.Address, before.ID, job["status"])
			}
			run.seen.count("a gate that was passed")
		default:
			first, second := run.w.ledger.of(before.ID), run.w.ledger.of(states[r.Address].ID)
			if first != nil && second != nil && first.isKnownGone(second.at) {
				run.breaks(isOpenGate, "%s: %v, behind %v, which was deleted at %s", step,
					second, first, first.deletedAt.Format("04:05.000"))
			}
			run.seen.count("a gate that was passed")
		}
	}
}

// created says whether the last apply created an address's object.
func (b *providerBlock) created(address string) bool {
	action := b.lastRun.Actions[address]
	return action != "" && action != acctest.Update && b.idAt(address) != ""
}

// judgeOthers looks at other clients' objects. One that was adopted, with a warning, is deleted as one's own: the
// adoption was judged.
func (run *moduleRun) judgeOthers(step string) {
	objects := run.w.objects()
	for _, r := range run.w.ledger.all() {
		if r.process != foreign && r.process != fixtures {
			continue
		}
		if r.deletedBy != "" && r.deletedBy != foreign && !run.everHeld[r.id] {
			run.breaks(isTouched, "%s: %v, deleted by %s", step, r, r.deletedBy)
		}
		changed := slices.ContainsFunc(r.changedBy, func(by string) bool { return by != foreign })
		// The end or a rename of an endpoint over version 2 can be one of its template.
		is := objects[r.id]
		renamed := r.kind == emulator.KindTemplates && is != nil && is["name"] != r.object["name"]
		if r.deletedBy == "" && !run.everHeld[r.id] && (changed || renamed) {
			run.breaks(isTouched, "%s: %v, changed by %v, is now %v", step, r, r.changedBy, is)
		}
	}
}

// history is the course of events, in words.
func (run *moduleRun) history() string { return run.w.history() + run.log.String() }
