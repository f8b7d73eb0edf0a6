package creates

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// verdict is the result of a look for the object of a lost create. In the zero value the look found nothing.
type verdict[T transport.Identified] struct {
	// object is the proven result of the create; nil without proof.
	object *T
	// doubt is why none of candidates is proven to be the result; noDoubt if object is set or candidates is empty.
	doubt      Doubt
	candidates []T
	// excluded are objects that match the request but were created at another time. doubtful are objects that differ
	// from the request, and can still be the result if the service stores values in another form.
	excluded, doubtful []T
}

// decide decides for each lost create which of the objects is its result. Everything that assign cannot decide stays in
// doubt, also an object that an earlier error or warning named: the user decides on that one.
func decide[T transport.Identified](lost []*lostCreate[T], objects []T, isNamed func(id string) bool) {
	for _, l := range lost {
		l.last.verdict = l.match(objects)
	}
	for _, object := range objects {
		// An object that resembles one create, and matches the request of another, belongs to the other.
		if slices.ContainsFunc(lost, func(l *lostCreate[T]) bool { return l.mayHaveMade(object) }) {
			continue
		}
		for _, l := range lost {
			if l.isNew(object) && l.resembles(object) && l.fits(object) != createdOther {
				l.last.doubtful = append(l.last.doubtful, object)
			}
		}
	}
	var open []*lostCreate[T]
	for _, l := range lost {
		l.last.doubt = l.doubtOf(lost, isNamed)
		if l.state == createSearching && l.last.doubt == noDoubt {
			open = append(open, l)
		}
	}
	assign(open)
}

// match returns the candidates of a create, and the objects that only their creation time excludes.
func (l *lostCreate[T]) match(objects []T) (found verdict[T]) {
	for _, object := range objects {
		switch {
		case l.mayHaveMade(object):
			found.candidates = append(found.candidates, object)
		case l.isNew(object) && l.compare(object).mayBe():
			found.excluded = append(found.excluded, object)
		}
	}
	return found
}

// assign gives each of the creates one of its candidates. Only creates with equal requests share a candidate, and they
// are interchangeable. A candidate that no create gets puts each of its creates in doubt: that candidate, or the object
// that the create would get, may be another client's. The latter is then a candidate that no create gets.
//
// A count is not enough, because creates of different times have different candidates. If three creates can have made
// x, and only one of them y and z, then y or z is another client's.
func assign[T transport.Identified](creates []*lostCreate[T]) {
	// Creates with the fewest candidates choose first. Among equals those that the service may still carry out choose
	// last, because their objects may appear later.
	later := func(l *lostCreate[T]) int {
		if l.mayStillAct() {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(creates, func(a, b *lostCreate[T]) int {
		return cmp.Or(cmp.Compare(len(a.last.candidates), len(b.last.candidates)), cmp.Compare(later(a), later(b)))
	})
	taken := make(map[string]bool) // by the ID of an object
	isFree := func(object T) bool { return !taken[object.Identifier()] }
	for _, l := range creates {
		if i := slices.IndexFunc(l.last.candidates, isFree); i >= 0 {
			l.last.object = &l.last.candidates[i]
			taken[(*l.last.object).Identifier()] = true
		}
	}
	hasFree := func(l *lostCreate[T]) bool { return slices.ContainsFunc(l.last.candidates, isFree) }
	for i := slices.IndexFunc(creates, hasFree); i >= 0; i = slices.IndexFunc(creates, hasFree) {
		l := creates[i]
		l.last.doubt = DoubtTwin
		if l.last.object != nil {
			delete(taken, (*l.last.object).Identifier())
			l.last.object = nil
		}
		creates = slices.Delete(creates, i, i+1)
	}
}

// doubtOf returns why none of the candidates of a create is proven to be its result. It does not compare their number.
func (l *lostCreate[T]) doubtOf(lost []*lostCreate[T], isNamed func(id string) bool) Doubt {
	for _, object := range l.last.candidates {
		switch {
		case !l.compare(object).isProven():
			return DoubtNotShown
		case l.fits(object) == fitUnknown || l.outdated:
			return DoubtTime
		case isNamed(object.Identifier()):
			return DoubtTwin
		}
	}
	if len(l.last.candidates) == 0 {
		return noDoubt
	}
	if l.name == "" && len(lost) > 1 { // Without a name, only a create that is lost alone can recognize its object.
		return DoubtDiffering
	}
	for _, other := range lost {
		if !reflect.DeepEqual(l.in, other.in) && slices.ContainsFunc(l.last.candidates, other.mayHaveMade) {
			return DoubtDiffering
		}
	}
	return noDoubt
}

// mayHaveMade reports whether an object can be the result of a create: no value that it shows contradicts that.
func (l *lostCreate[T]) mayHaveMade(object T) bool {
	return l.isNew(object) && l.compare(object).mayBe() && l.fits(object) != createdOther
}

// mayHaveMadeLate reports whether an object can be the result of a create that has ended. No time bounds how late the
// service carries out a create that timed out: created.until only bounds what the client adopts.
func (l *lostCreate[T]) mayHaveMadeLate(object T) bool {
	if l.mayHaveMade(object) {
		return true
	}
	return l.mayStillAct() && l.isNew(object) && l.compare(object).mayBe() && l.createdAt != nil &&
		l.created.isBefore(l.createdAt(object))
}

// fits compares the creation time of an object with the time of the create. An object of a kind without creation times
// always fits.
func (l *lostCreate[T]) fits(object T) fit {
	if l.createdAt == nil {
		return fits
	}
	return l.created.compare(l.createdAt(object))
}
