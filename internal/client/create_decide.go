package client

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

// decide decides for each lost create which of the objects is its result. Creates with equal requests are
// interchangeable: each gets one of the objects, if there are no more objects than creates. Everything else stays in
// doubt, also an object that an earlier error or warning named: the user decides on that one.
func decide[T transport.Identified](lost []*lostCreate[T], objects []T, isNamed func(id string) bool) {
	claimants := make(map[int][]*lostCreate[T]) // by index of the object
	for _, l := range lost {
		l.verdict = verdict[T]{}
	}
	for i, object := range objects {
		for _, l := range lost {
			if !l.isNew(object) || !l.compare(object).mayBe() {
				continue
			}
			if l.fits(object) == createdOther {
				l.verdict.excluded = append(l.verdict.excluded, object)
				continue
			}
			claimants[i] = append(claimants[i], l)
			l.verdict.candidates = append(l.verdict.candidates, object)
		}
	}
	for i, object := range objects {
		// An object that resembles one create, and matches the request of another, belongs to the other.
		if len(claimants[i]) > 0 {
			continue
		}
		for _, l := range lost {
			if l.isNew(object) && !l.compare(object).mayBe() && l.resembles(object) && l.fits(object) != createdOther {
				l.verdict.doubtful = append(l.verdict.doubtful, object)
			}
		}
	}
	assigned := make(map[int]bool)
	for _, l := range inOrder(lost) {
		l.verdict.doubt = l.doubtOf(lost, isNamed)
		if l.ended || l.verdict.doubt != noDoubt {
			continue
		}
		for i := range objects {
			if !assigned[i] && slices.Contains(claimants[i], l) {
				l.verdict.object, assigned[i] = &objects[i], true
				break
			}
		}
	}
	// An unassigned object makes each create in doubt whose result it can be: that object, or the one that the create
	// got, may be another client's. The object that such a create got is then unassigned too.
	for i := 0; i < len(objects); i++ {
		if assigned[i] {
			continue
		}
		for _, l := range claimants[i] {
			if l.ended || l.verdict.doubt != noDoubt {
				continue
			}
			l.verdict.doubt = DoubtTwin
			if l.verdict.object != nil {
				freed := slices.IndexFunc(objects, func(o T) bool {
					return o.Identifier() == (*l.verdict.object).Identifier()
				})
				l.verdict.object, assigned[freed] = nil, false
				i = min(i, freed-1)
			}
		}
	}
}

// inOrder returns lost creates in the order in which they get objects: those with fewest candidates first, and among
// equals those that timed out last, because their objects may appear later.
func inOrder[T transport.Identified](lost []*lostCreate[T]) []*lostCreate[T] {
	later := func(l *lostCreate[T]) int {
		if l.timedOut {
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(lost), func(a, b *lostCreate[T]) int {
		return cmp.Or(cmp.Compare(len(a.verdict.candidates), len(b.verdict.candidates)), cmp.Compare(later(a), later(b)))
	})
}

// doubtOf returns why none of the candidates of a create is proven to be its result. It does not compare their number.
func (l *lostCreate[T]) doubtOf(lost []*lostCreate[T], isNamed func(id string) bool) Doubt {
	for _, object := range l.verdict.candidates {
		switch {
		case !l.compare(object).isProven():
			return DoubtNotShown
		case l.fits(object) == fitUnknown || l.outdated:
			return DoubtTime
		case isNamed(object.Identifier()):
			return DoubtTwin
		}
	}
	if len(l.verdict.candidates) == 0 {
		return noDoubt
	}
	if l.name == "" && len(lost) > 1 { // Without a name, only a create that is lost alone can recognize its object.
		return DoubtDiffering
	}
	for _, other := range lost {
		shares := other != l && slices.ContainsFunc(l.verdict.candidates, func(object T) bool {
			return other.isNew(object) && other.compare(object).mayBe() && other.fits(object) != createdOther
		})
		if shares && !reflect.DeepEqual(l.in, other.in) {
			return DoubtDiffering
		}
	}
	return noDoubt
}

// fits compares the creation time of an object with the time of the create. An object of a kind without creation times
// always fits.
func (l *lostCreate[T]) fits(object T) fit {
	if l.createdAt == nil {
		return fits
	}
	return l.created.compare(l.createdAt(object))
}
