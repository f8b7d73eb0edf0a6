package simulation_test

import (
	"slices"
	"strings"
	"time"
)

// maxNamed limits how many objects an error lists.
const maxNamed = 20

// omitted finds new objects of the name of a failed create that its error leaves out although it names others: a person
// who decides by it has to see them all, equal or not.
func (j *judge) omitted(c claim) {
	all := j.ledger.sentBy(c.process, c.address, j.since)
	if len(all) == 0 || all[len(all)-1].over.IsZero() {
		return
	}
	sent, named, missing := all[len(all)-1], 0, []*record(nil)
	for _, r := range j.ledger.all() {
		switch {
		case !j.isCandidate(c, sent, r):
		case strings.Contains(c.failure, r.id):
			named++
		case j.ledger.showed(c.process, r, sent.over, c.failedAt) && !j.isTold(c.process, r.id):
			missing = append(missing, r)
		}
	}
	if named > 0 && named < maxNamed && len(missing) > 0 {
		j.breaks(isOmitted, "%s %s, over at %s, ended at %s with %q; it leaves out %v", c.process, c.address,
			sent.over.Format("04:05.000"), c.failedAt.Format("04:05.000"), c.failure, missing)
	}
}

// isCandidate says whether an object is new, and has the name of a create. It is no candidate if a state has it, if it
// was changed or deleted, if a list showed it before the create was sent, or if its address was under way when the
// process was killed.
func (j *judge) isCandidate(c claim, sent request, r *record) bool {
	if of := j.claimOf(r); of != nil && of.killed {
		return false
	}
	return r.kind == c.kind && r.process != fixtures && len(r.changedBy) == 0 && r.deletedBy == "" && !j.isHeld(r.id) &&
		!r.at.Before(sent.at) && (c.name == "" || r.object["name"] == c.name) &&
		!j.ledger.showed(c.process, r, time.Time{}, sent.at)
}

// isHeld says whether a state has an object.
func (j *judge) isHeld(id string) bool {
	return slices.ContainsFunc(j.claims, func(c claim) bool { return c.id == id })
}
