package creates

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// lostCreates are the creates of one kind whose outcome is unknown, of one account. Its lock comes before that of the
// claims.
type lostCreates[T transport.Identified] struct {
	*claims

	mu sync.Mutex
	// creates includes those that have ended: an object that matches the request may still appear.
	creates []*lostCreate[T]
	// seen are the objects, by ID, that a list showed and that can be the result of a lost create: a later list may lack
	// them.
	seen map[string]T
	// late are objects that appeared after their creates had ended, and that no error or warning has named yet.
	late []pendingLate[T]
}

// lostCreate is a create that was sent and whose outcome is unknown.
type lostCreate[T transport.Identified] struct {
	// in is the request body. Creates with equal bodies are interchangeable.
	in any
	// name is the name in the request; empty if it has none.
	name string
	// isNew reports whether an object can be the result of a create that was sent when this one was: it is no worker,
	// and none of the baselines has it.
	isNew func(T) bool
	// compare compares an object with the request. resembles reports whether an object that differs can still be the
	// result, because the service may store values in another form.
	compare   func(T) comparison
	resembles func(T) bool
	// createdAt returns the creation time that an object shows; nil if objects of the kind show none.
	createdAt func(T) string
	// outdated is set if the baseline was too old when the client sent the create.
	outdated bool
	// failure is the error of the request, and failed is its time by the local clock.
	failure error
	failed  time.Time
	found   chan struct{} // closed when a look finds the object

	// The fields below are guarded by lostCreates.mu.

	created creationTime
	state   createState
	last    lookResult[T]
}

// createState is the state of a lost create. The method lostCreates.end alone changes it, once.
type createState int

const (
	createSearching createState = iota
	createAdopted               // It ended with an object, which is lostCreate.last.object.
	createGaveUp                // It ended with an error. Its object may still appear.
)

// lookResult is the result of the last look for the object of a lost create; the zero value if it has to look again.
type lookResult[T transport.Identified] struct {
	began time.Time
	// err is why the look could not decide. After a failed list, the verdict is that of an earlier look; after a failed
	// GET, it has no object.
	err error
	verdict[T]
}

// mayStillAct reports whether the service may still carry out a create.
func (l *lostCreate[T]) mayStillAct() bool { return transport.MayStillAct(l.failure) }

// lose adds a create of unknown outcome. Until then the create holds its pass of the gate: see gate.
func (s *lostCreates[T]) lose(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.found = make(chan struct{})
	s.creates = append(s.creates, l)
}

// end ends a create with an object, or with an error if object is nil. No other create adopts an object that the error
// has named. It returns false if the object is not the result, and the create has to look again: a later look, another
// create or another process has changed that meanwhile.
func (s *lostCreates[T]) end(l *lostCreate[T], object *T, named []FoundObject) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case object == nil:
		l.state = createGaveUp
		for _, one := range named {
			s.know(one.ID, originNamed)
		}
		return true
	case l.isResult(*object) && s.claim((*object).Identifier()):
		l.state = createAdopted
		return true
	default:
		l.last = lookResult[T]{}
		return false
	}
}

// isResult reports whether the last look found an object to be the result of a create.
func (l *lostCreate[T]) isResult(object T) bool {
	return l.last.object != nil && (*l.last.object).Identifier() == object.Identifier()
}

// current returns a copy of a lost create.
func (s *lostCreates[T]) current(l *lostCreate[T]) lostCreate[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *l
}

// inventory lists a kind, and gets one object, whose item in a list may have fewer members.
type inventory[T transport.Identified] interface {
	everything(ctx context.Context) ([]T, error)
	whole(ctx context.Context, id string) (T, error)
	inOrder(ctx context.Context) // see Config.InOrder
}

// look searches for the object of a lost create in a list that began at since or later, while no create of the kind is
// under way. One list serves all lost creates: look requests one only if no other look has done so meanwhile.
func (s *lostCreates[T]) look(
	ctx context.Context, l *lostCreate[T], since time.Time, in inventory[T], clock *transport.Clock,
) error {
	end, err := s.gate.look(ctx, in.inOrder)
	if err != nil {
		return err
	}
	defer end()
	last := s.current(l).last
	if (last.object == nil || l.mayStillAct()) && last.began.Before(since) {
		began := time.Now()
		s.record(began, s.candidates(ctx, in), clock)
	}
	return s.current(l).last.err
}

// candidates are the objects that can be the result of a lost create.
type candidates[T transport.Identified] struct {
	// all has each object once, from a GET of its own, because an item of a list that lacks a member cannot rule an object
	// out. An object that contradicts all creates comes from the list.
	all []T
	// unread are items whose GET failed. A create whose result may be one of them has no verdict.
	unread []T
	err    error // of the list, or of a GET
}

// candidates returns the objects that can be the result of a lost create. An object that an earlier look found counts
// even if this list lacks it: different replicas may answer lists.
func (s *lostCreates[T]) candidates(ctx context.Context, in inventory[T]) (found candidates[T]) {
	all, err := in.everything(ctx)
	if err != nil {
		return candidates[T]{err: err}
	}
	items := make(map[string]T)
	for _, item := range s.possible(all) {
		if s.contradictsAll(item) {
			found.all = append(found.all, item)
			continue
		}
		items[item.Identifier()] = item
	}
	remembered := s.remember(items)
	for _, id := range slices.Sorted(maps.Keys(remembered)) {
		object, err := in.whole(ctx, id)
		_, listed := items[id]
		switch {
		case err == nil:
			found.all = append(found.all, object)
		case listed, !transport.IsOwnNotFound(err): // A 404 does not prove that a listed object no longer exists.
			found.unread, found.err = append(found.unread, remembered[id]), err
			continue
		}
		if err != nil || s.contradictsAll(object) {
			s.forget(id)
		}
	}
	return found
}

// remember adds the objects of a list to those that earlier lists showed, and returns all of them.
func (s *lostCreates[T]) remember(listed map[string]T) map[string]T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = make(map[string]T)
	}
	maps.Copy(s.seen, listed)
	maps.DeleteFunc(s.seen, func(id string, _ T) bool { return s.isKnown(id) })
	return maps.Clone(s.seen)
}

func (s *lostCreates[T]) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.seen, id)
}

// possible returns the items of a list that can be the result of a lost create, each once.
func (s *lostCreates[T]) possible(all []T) []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := make(map[string]bool)
	var items []T
	for _, item := range all {
		id := item.Identifier()
		if !s.isKnown(id) && !seen[id] && slices.ContainsFunc(s.creates, func(l *lostCreate[T]) bool {
			return l.mayHaveMade(item) || l.state != createSearching && l.mayHaveMadeLate(item) ||
				l.state != createAdopted && l.isNew(item) && (l.compare(item).mayBe() || l.resembles(item))
		}) {
			seen[id] = true
			items = append(items, item)
		}
	}
	return items
}

// contradictsAll reports whether an object can be the result of no lost create, including those that have adopted
// another object.
func (s *lostCreates[T]) contradictsAll(object T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !slices.ContainsFunc(s.creates, func(l *lostCreate[T]) bool {
		return l.isNew(object) && l.compare(object).mayBe()
	})
}

// record records the result of a look for all lost creates.
func (s *lostCreates[T]) record(began time.Time, found candidates[T], clock *transport.Clock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	nothing := found.err != nil && len(found.unread) == 0
	var lost []*lostCreate[T]
	for _, l := range s.creates {
		if l.state == createAdopted {
			continue
		}
		lost = append(lost, l)
		l.created.answered(clock.Since(l.failed))
		l.last.began, l.last.err = began, nil
		if nothing || slices.ContainsFunc(found.unread, l.mayHaveMade) {
			l.last.err = found.err
		}
	}
	if nothing {
		return
	}
	all := slices.Concat(found.all, found.unread)
	decide(lost, all, s.isNamed)
	s.addLate(all)
	for _, l := range lost {
		switch {
		case l.last.err != nil:
			l.last.object = nil
		case l.last.object != nil:
			l.wake()
		}
	}
}

// wake ends the pause of a create that waits for its next look. The caller holds lostCreates.mu.
func (l *lostCreate[T]) wake() {
	select {
	case <-l.found:
	default:
		close(l.found)
	}
}
