package simulation_test

import (
	"slices"
	"strings"
	"time"
)

// maxNamed limits how many objects an error lists.
const maxNamed = 20

// sort is a reason why an object can be the result of a failed create.
type sort string

const (
	unlikely  sort = "" // It cannot, or that is too close to tell.
	fitting   sort = "with its values, from its time"
	otherTime sort = "with its values, from another time"
	differing sort = "of its name, with other values"
)

// omitted finds objects that an error leaves out although it names others of the same sort: a person who decides by it
// has to see them all. A list for another purpose can show one while the error is written: a later message has it then.
func (j *judge) omitted(c claim) {
	all := j.ledger.sentBy(c.process, c.address, j.since)
	if len(all) == 0 || all[len(all)-1].over.IsZero() {
		return
	}
	sent := all[len(all)-1]
	named, missing := map[sort]int{}, map[sort][]*record{}
	for _, r := range j.ledger.all() {
		switch of := j.sortOf(c, sent, r); {
		case of == unlikely:
		case strings.Contains(c.failure, r.id):
			named[of]++
		case j.ledger.showed(c.process, r, sent.over, c.failedAt) && !j.isTold(c.process, r.id):
			missing[of] = append(missing[of], r)
		}
	}
	for _, of := range []sort{fitting, otherTime, differing} {
		if named[of] > 0 && named[of] < maxNamed && len(missing[of]) > 0 {
			j.breaks(isOmitted, "%s %s, over at %s, ended at %s with %q; it leaves out, %s: %v", c.process, c.address,
				sent.over.Format("04:05.000"), c.failedAt.Format("04:05.000"), c.failure, of, missing[of])
		}
	}
}

// sortOf says how an object can be what a create made. It cannot if a state has it, if it was changed or deleted, or if
// a list showed it before the create was sent.
func (j *judge) sortOf(c claim, sent request, r *record) sort {
	switch {
	case r.kind != c.kind, r.process == fixtures, len(r.changedBy) > 0, r.deletedBy != "", j.isHeld(r.id),
		j.ledger.showed(c.process, r, time.Time{}, sent.at):
		return unlikely
	}
	latest := j.shownOver(c, sent).Add(9 * time.Second)
	during := !r.at.Before(sent.at) && (!dated(c.kind) || r.at.Before(latest))
	shown := j.shownDifferences(c, r)
	switch {
	case len(shown) == 0 && during:
		return fitting
	case len(shown) == 0 && dated(c.kind) && !j.undated && (r.at.Before(sent.answered.Add(-4*time.Second)) ||
		r.at.After(j.latest(c, sent).Add(2*time.Second))):
		return otherTime
	case j.leavesOut(c.kind): // Who sees the answers only cannot tell whether it differs.
		return unlikely
	case during && c.name != "" && nameIn(r.body) == c.name && !slices.ContainsFunc(shown, isReference) &&
		!j.isAnother(c, r):
		return differing
	default:
		return unlikely
	}
}

func isReference(member string) bool { return strings.HasSuffix(member, "Id") }

// isHeld says whether a state has an object.
func (j *judge) isHeld(id string) bool {
	return slices.ContainsFunc(j.claims, func(c claim) bool { return c.id == id })
}

// isAnother says whether an object is like what another address of the same process sent.
func (j *judge) isAnother(than claim, r *record) bool {
	return slices.ContainsFunc(j.claims, func(c claim) bool {
		return c.process == than.process && c.address != than.address && c.kind == r.kind &&
			len(j.shownDifferences(c, r)) == 0
	})
}
