package simulation_test

import (
	"errors"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// judge is the judge of a run of clients.
func (run *clientRun) judge(seen *situations) *judge {
	j := &judge{ledger: run.w.ledger, version: map[string]int{}, options: run.options,
		undated: run.weather.undated, objects: run.w.objects(), seen: seen}
	for _, e := range run.ended {
		j.version[e.process] = run.w.version
		c := claim{process: e.process, address: e.address, kind: e.kind, name: e.name, wanted: membersIn(string(e.body)),
			id: e.id, told: e.found, doubtful: isDoubtful(e.err) || e.found, said: e.said, at: e.at}
		if run.w.version == 2 {
			c.wanted = overVersion2(e.kind, c.wanted)
		}
		if e.err != nil {
			c.failure, c.failedAt = e.said, e.at
		}
		j.claims = append(j.claims, c)
	}
	return j
}

// overVersion2 are the members of a create that version 2 has a word for, with its default.
func overVersion2(kind string, wanted map[string]any) map[string]any {
	delete(wanted, "readme")
	delete(wanted, "supportPublicIp")
	if _, sent := wanted["flashboot"]; !sent && kind == emulator.KindEndpoints {
		wanted["flashboot"] = false
	}
	return wanted
}

// isDoubtful says whether a create failed in a way of which the caller tells that the object may exist.
func isDoubtful(err error) bool {
	var failed *creates.Error
	return errors.As(err, &failed) && failed.Unknown
}

// count counts the situations of a run that has been judged.
func (run *clientRun) count(j *judge) {
	seen := j.seen
	lost := map[string]string{} // the process by body
	for i, e := range run.ended {
		var failed *creates.Error
		if errors.As(e.err, &failed) && failed.Unknown && len(failed.Found) > 1 {
			seen.count("ambiguous")
		}
		if !e.isUnknown() {
			continue
		}
		run.countTwins(e, j, j.claims[i])
		run.countSearch(e, j, j.claims[i])
		if other := lost[string(e.body)]; other != "" && other != e.process {
			seen.count("two processes lost the same")
		}
		lost[string(e.body)] = e.process
		for _, other := range run.ended[:i] {
			if other.isUnknown() && other.kind == e.kind &&
				onlyHidden(e.kind, membersIn(string(e.body)), membersIn(string(other.body))) {
				seen.count("creates that differ in nothing that is shown")
			}
		}
	}
	if run.interrupted > 0 {
		seen.count("interrupted")
	}
}

// isUnknown says whether a create's outcome was unknown for a time.
func (e ended) isUnknown() bool { return e.found || isDoubtful(e.err) }

// countSearch counts what a search met for what a create made.
func (run *clientRun) countSearch(e ended, j *judge, c claim) {
	seen := j.seen
	all := run.w.ledger.sentBy(e.process, e.address, e.begun)
	if len(all) == 0 {
		return
	}
	sent := all[len(all)-1]
	if e.name == "" {
		seen.count("a create without a name")
	}
	looks := run.w.ledger.looksBetween(e.process, e.kind, sent.over, e.at)
	if e.found && len(looks) > 1 && !looks[0].shows(e.id) {
		seen.count("found by a later look only")
	}
	var named []string
	for _, r := range run.w.ledger.all() {
		if e.err != nil && strings.Contains(e.said, r.id) {
			named = append(named, r.id)
		}
		if r.process == e.process && r.address == e.address && slices.ContainsFunc(looks, func(l look) bool {
			return r.at.Before(l.left) && !l.shows(r.id)
		}) {
			seen.count("a list behind, in a search")
		}
	}
	if first := slices.IndexFunc(looks, func(l look) bool { return slices.ContainsFunc(named, l.shows) }); first >= 0 &&
		sent.timedOut && slices.ContainsFunc(named, func(id string) bool { return !looks[first].shows(id) }) {
		seen.count("a second object after a timeout")
	}
	for _, other := range run.ended {
		if other.err != nil && other.at.Before(sent.at) && other.kind == e.kind &&
			slices.ContainsFunc(run.w.ledger.all(), func(r *record) bool {
				return r.kind == e.kind && strings.Contains(other.said, r.id) && len(j.differences(c, r)) == 0
			}) {
			seen.count("lost again, after an error named an equal object")
		}
		if other.process != e.process && other.kind == e.kind && other.begun.Before(e.at) && other.at.After(sent.over) &&
			(other.name == e.name || other.name == "" || e.name == "") {
			seen.count("another process's open create, in a search")
		}
	}
}

// onlyHidden reports whether two creates differ, and only in what no answer shows.
func onlyHidden(kind string, a, b map[string]any) bool {
	names := unlike(kind, a, b)
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !neverReturned[kind+" "+name] })
}

// countTwins counts what another client made with the same values while a create's outcome was unknown.
func (run *clientRun) countTwins(e ended, j *judge, c claim) {
	for _, r := range run.w.ledger.all() {
		if r.process == foreign && r.kind == e.kind && len(j.differences(c, r)) == 0 &&
			r.at.After(e.begun) && r.at.Before(e.at) {
			j.seen.count("foreign twin while the outcome was unknown")
			return
		}
	}
}
