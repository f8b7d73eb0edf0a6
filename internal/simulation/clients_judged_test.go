package simulation_test

import (
	"errors"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// judge is the judge of a run of clients.
func (run *clientRun) judge(seen *situations) *judge {
	j := &judge{ledger: run.w.ledger, options: run.options, undated: run.weather.undated, objects: run.w.objects(),
		seen: seen}
	for _, e := range run.ended {
		j.claims = append(j.claims, claim{process: e.process, address: e.address, kind: e.kind, name: e.name,
			body: string(e.body), id: e.id, told: e.adopted, doubtful: isDoubtful(e.err) || e.adopted, said: e.said, at: e.at})
	}
	return j
}

// isDoubtful says whether a create failed in a way of which the caller tells that the object may exist.
func isDoubtful(err error) bool {
	var failed *client.CreateError
	if !errors.As(err, &failed) {
		return false
	}
	if failed.Searched {
		return true
	}
	switch failed.Outcome {
	case client.CreateMissing, client.CreateAmbiguous, client.CreateDoubtful, client.CreateUnlooked:
		return true
	default:
		return false
	}
}

// count counts the situations of a run.
func (run *clientRun) count(seen *situations) {
	lost := map[string]string{} // the process by body
	for i, e := range run.ended {
		var failed *client.CreateError
		unknown := e.adopted || isDoubtful(e.err)
		if errors.As(e.err, &failed) && failed.Outcome == client.CreateAmbiguous {
			seen.count("ambiguous")
		}
		if unknown {
			run.countTwins(e, seen)
			if other := lost[string(e.body)]; other != "" && other != e.process {
				seen.count("two processes lost the same")
			}
			lost[string(e.body)] = e.process
		}
		for _, other := range run.ended[:i] {
			if unknown && (other.adopted || isDoubtful(other.err)) && other.kind == e.kind &&
				onlyHidden(e.kind, string(e.body), string(other.body)) {
				seen.count("creates that differ in nothing that is shown")
			}
		}
	}
	if run.interrupted > 0 {
		seen.count("interrupted")
	}
}

// onlyHidden reports whether two creates differ, and only in what no answer shows.
func onlyHidden(kind, a, b string) bool {
	names := differences(kind, a, b)
	for _, name := range names {
		if !neverReturned[kind+" "+name] {
			return false
		}
	}
	return len(names) > 0
}

// countTwins counts what another client made with the same values while a create's outcome was unknown.
func (run *clientRun) countTwins(e ended, seen *situations) {
	for _, r := range run.w.ledger.all() {
		if r.process == foreign && r.kind == e.kind && len(differences(e.kind, r.body, string(e.body))) == 0 &&
			r.at.After(e.begun) && r.at.Before(e.at) {
			seen.count("foreign twin while the outcome was unknown")
			return
		}
	}
}
