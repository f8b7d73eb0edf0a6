package simulation_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// claim is the result of a process for an address: an object in the state, or words.
type claim struct {
	process, address, kind, name string
	// wanted are the members that the create asks for, by their names over version 1.
	wanted map[string]any
	// id is in the state; empty if nothing is.
	id string
	// told says that a message tells that the object was found after its create had failed.
	told bool
	// doubtful says that a message names kind and name of what may exist, or appear, in no state.
	doubtful bool
	// killed says that the process was killed while it created the object.
	killed bool
	// said is all that was told about the address, and failure the error of its last create.
	said, failure string
	// at is when the process was done with it, and failedAt when it told of failure.
	at, failedAt time.Time
}

// over returns when the last create of the address told of its failure: the lists of other creates after that count for
// none but theirs.
func (c *claim) over() time.Time {
	if c.failedAt.IsZero() {
		return c.at
	}
	return c.failedAt
}

// The rules that a run can break. Each is a sentence that users rely on.
const (
	isStranger    = "the state holds an object that no create made"
	isForeign     = "an object of another client is taken for one's own, though it shows another value"
	isUnproven    = "an object of another client is adopted from answers that prove nothing"
	isOlder       = "an object is adopted that was created before the request"
	isUntold      = "an object of another client is adopted without a word"
	isMixedUp     = "an address has the object of another one, which is not its equal"
	isTwice       = "one object is in the state of two addresses of a process"
	isTwiceOver   = "one object is in the state of two processes"
	isDoubled     = "one address has made two objects in one run"
	isUnnamed     = "an object is left over that was listed, and no message has its id"
	isDropped     = "an object that exists has left the state, and no message has its id"
	isOmitted     = "an error names objects that may be the create's, and leaves one out that a list showed"
	isUnannounced = "an object appeared later, and no message says that one may"
)

// breach is a rule that was broken, and how.
type breach struct{ rule, how string }

func (b breach) String() string { return b.rule + ": " + b.how }

// judge knows what happened from the ledger, and what the processes say from their claims.
type judge struct {
	ledger  *ledger
	version map[string]int // of the management interface that a process uses
	options emulator.Options
	undated bool
	since   time.Time                 // when the run began
	objects map[string]map[string]any // what exists, by id
	claims  []claim
	before  map[string]bool // ids that were in a state when the run began
	seen    *situations
	found   []breach
}

func (j *judge) breaks(rule, how string, args ...any) {
	j.found = append(j.found, breach{rule, fmt.Sprintf(how, args...)})
}

// verdict is all that was broken.
func (j *judge) verdict() []breach {
	for _, c := range j.claims {
		if c.id != "" && !j.before[c.id] { // What was there was judged when it came.
			j.identity(c)
		}
	}
	j.once()
	j.leftOver()
	for _, c := range j.claims {
		if c.id == "" && c.failure != "" {
			j.omitted(c)
		}
	}
	return j.found
}

// identity holds an address's object against its configuration.
func (j *judge) identity(c claim) {
	made := j.ledger.of(c.id)
	switch {
	case made == nil:
		j.breaks(isStranger, "%s %s has %s", c.process, c.address, c.id)
	case made.process == foreign || made.process == fixtures:
		j.foreign(c, made)
	case made.process == c.process && made.address == c.address:
		j.own(c, made)
	case j.holder(made) != nil: // Of both: see once.
	case made.process != c.process && c.told && len(j.differences(c, made)) == 0:
		j.seen.count("another process's object, with a warning")
	case !j.isInterchangeable(c, made):
		j.breaks(isMixedUp, "%s %s wants %v and has %s", c.process, c.address, c.wanted, made)
	default:
		j.seen.count("interchangeable creates")
	}
}

// own judges an object that the address itself made. A run adopts none of an earlier one: a person imports it.
func (j *judge) own(c claim, made *record) {
	all := j.ledger.sentBy(c.process, c.address, time.Time{})
	if len(all) > 0 && made.at.Before(j.since) && !j.lacked(c, all[len(all)-1], made, j.since) {
		j.breaks(isOlder, "%s %s has its own %s, from an earlier run", c.process, c.address, made)
	}
	if c.told {
		j.seen.count("found after a lost answer")
	}
}

// holder is the claim of the address that an object was created for, if it has that object.
func (j *judge) holder(made *record) *claim {
	for i, c := range j.claims {
		if c.process == made.process && c.address == made.address && c.id == made.id {
			return &j.claims[i]
		}
	}
	return nil
}

// maxAge is the age that a list from before a create may have.
const maxAge = 30 * time.Second

// foreign judges the adoption of another client's object. It is allowed only if nothing could tell it apart from the
// create's own, and only with a word about it.
func (j *judge) foreign(c claim, made *record) {
	all := j.ledger.sentBy(c.process, c.address, time.Time{})
	if len(all) == 0 {
		j.breaks(isForeign, "%s %s, which has sent nothing, has %s", c.process, c.address, made)
		return
	}
	sent := all[len(all)-1] // What came before it certainly did nothing.
	earliest, slack := sent.at, maxAge+j.options.ListLag
	if dated(c.kind) { // 2 s, one that the Date does not show, and what its answer took.
		slack = 5 * time.Second
	}
	older := made.at.Before(earliest.Add(-slack))
	if older && !dated(c.kind) && j.lacked(c, sent, made, time.Time{}) {
		j.seen.count("an object that lists had left out for long")
		older = false
	}
	shown := j.differences(c, made)
	switch {
	case len(shown) > 0:
		j.breaks(isForeign, "%s %s wants %v and has %s; they differ in %v", c.process, c.address, c.wanted, made, shown)
	case j.provesNothing(c):
		j.breaks(isUnproven, "%s %s, with answers as %v, undated %v, has %s", c.process, c.address, j.options.AnswersAs,
			j.undated, made)
	case older:
		j.breaks(isOlder, "%s %s, sent at %s, has %s", c.process, c.address, sent.at.Format("04:05.000"), made)
	case !c.told:
		j.breaks(isUntold, "%s %s has %s", c.process, c.address, made)
	default:
		j.seen.count("foreign twin adopted, with a warning")
	}
}

// lacked says whether a list that left the service long after an object was made, and reached a process before its
// create, did not show the object, and no other list did from an instant until the create: the process cannot know then
// that the object is older.
func (j *judge) lacked(c claim, sent request, made *record, from time.Time) bool {
	looks := j.ledger.looksBetween(c.process, c.kind, from, sent.at)
	shows := func(one look) bool { return one.shows(made.id) }
	isLate := func(one look) bool { return one.left.After(made.at.Add(maxAge)) }
	return slices.ContainsFunc(looks, isLate) && !slices.ContainsFunc(looks, shows)
}

// dated says whether objects of a kind show when they were created.
func dated(kind string) bool { return kind == emulator.KindPods || kind == emulator.KindEndpoints }

// provesNothing says whether the service's answers leave out what identifies an object, or the time. Version 2 has no
// dialects.
func (j *judge) provesNothing(c claim) bool {
	if j.undated && dated(c.kind) || j.version[c.process] == 2 {
		return j.undated && dated(c.kind)
	}
	if c.kind == emulator.KindPods {
		return slices.Contains(j.options.AnswersAs, "lean-pods")
	}
	// Sparse templates and pods show what identifies them: a pod has the number of its GPUs under another name.
	return slices.Contains(j.options.AnswersAs, "sparse") && c.kind != emulator.KindTemplates
}

// once finds objects that two addresses have, and addresses that made two.
func (j *judge) once() {
	has := map[string]claim{}
	for _, c := range j.claims {
		if c.id == "" {
			continue
		}
		before, twice := has[c.id]
		has[c.id] = c
		switch {
		case twice && before.process == c.process:
			j.breaks(isTwice, "%s and %s of %s: %v", before.address, c.address, c.process, j.ledger.of(c.id))
		case twice:
			j.breaks(isTwiceOver, "%s %s and %s %s: %v", before.process, before.address, c.process, c.address, j.ledger.of(c.id))
		}
	}
	made := map[string][]*record{}
	for _, r := range j.ledger.all() {
		if r.process != foreign && r.process != fixtures && !r.at.Before(j.since) {
			key := r.process + " " + r.address
			made[key] = append(made[key], r)
			if len(made[key]) == 2 {
				j.breaks(isDoubled, "%s: %v", key, made[key])
			}
		}
	}
}

// leftOver finds what exists, was created in this run, is in no state and is not spoken of.
func (j *judge) leftOver() {
	held := map[string]bool{}
	for _, c := range j.claims {
		held[c.id] = true
	}
	for _, r := range j.ledger.all() {
		if r.process == foreign || r.process == fixtures || held[r.id] || j.objects[r.id] == nil || j.named(r) {
			continue
		}
		if r.at.Before(j.since) {
			if j.before[r.id] {
				j.breaks(isDropped, "%v", r)
			}
			continue // It was left over before this run, and judged then.
		}
		c := j.claimOf(r)
		switch {
		case c != nil && j.objects[r.id]["name"] != nil && c.name != "" && j.objects[r.id]["name"] != c.name:
			j.seen.count("renamed by another client while its outcome was unknown")
		case c != nil && c.killed:
			j.seen.count("left over by a killed process")
		case c == nil:
			j.breaks(isUnnamed, "%v, and nothing was told about it", r)
		case j.lastShows(r, c.over()):
			j.breaks(isUnnamed, "%v; the address ended at %s with %q", r, c.at.Format("04:05.000"), c.said)
		case !c.doubtful:
			j.breaks(isUnannounced, "%v; the address ended at %s with %q", r, c.at.Format("04:05.000"), c.said)
		case r.at.After(c.at):
			j.seen.count("a late object, announced")
		default:
			j.seen.count("a list behind, announced")
		}
	}
}

// lastShows says whether the last list that reached an object's process before an instant has it.
func (j *judge) lastShows(r *record, until time.Time) bool {
	looks := j.ledger.looksBetween(r.process, r.kind, r.at, until)
	return len(looks) > 0 && looks[len(looks)-1].shows(r.id)
}

// named says whether a message of the object's process has its id.
func (j *judge) named(r *record) bool {
	if !j.isTold(r.process, r.id) {
		return false
	}
	j.seen.count("left over, and named")
	return true
}

// isTold says whether a message of a process has an id.
func (j *judge) isTold(process, id string) bool {
	return slices.ContainsFunc(j.claims, func(c claim) bool {
		return c.process == process && strings.Contains(c.said, id)
	})
}

func (j *judge) claimOf(r *record) *claim {
	for i, c := range j.claims {
		if c.process == r.process && c.address == r.address {
			return &j.claims[i]
		}
	}
	return nil
}
