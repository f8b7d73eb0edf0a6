package client

import (
	"context"
	"slices"
	"sync"
	"time"
)

// accountCreates are the creates of all clients of an account, by kind.
type accountCreates struct {
	pods                   *creates[Pod]
	templates              *creates[Template]
	endpoints              *creates[Endpoint]
	networkVolumes         *creates[NetworkVolume]
	containerRegistryAuths *creates[ContainerRegistryAuth]
}

func newAccountCreates(c *accountClaims) accountCreates {
	return accountCreates{
		pods: &creates[Pod]{claims: &c.pods}, templates: &creates[Template]{claims: &c.templates},
		endpoints:              &creates[Endpoint]{claims: &c.endpoints},
		networkVolumes:         &creates[NetworkVolume]{claims: &c.networkVolumes},
		containerRegistryAuths: &creates[ContainerRegistryAuth]{claims: &c.containerRegistryAuths},
	}
}

// creates are what this process does not know yet of what it made of one kind, with one API key. Its lock comes before
// that of the claims.
type creates[T identified] struct {
	*claims

	mu sync.Mutex
	// lost are creates of unknown outcome, those included that were given up: what they made may still appear.
	lost []*lostCreate[T]
}

// lostCreate is a create that was sent, and of which nobody knows what it made. What follows sent is guarded by
// creates.mu.
type lostCreate[T identified] struct {
	// mayBe reports whether an object can be what it made: it was not there before, and shows nothing else than what
	// was sent.
	mayBe func(T) bool
	// resembles reports whether an object can be what it made if the service stores that otherwise than it was sent.
	resembles func(T) bool
	// sent is how many members were sent. Of two creates, the one that says more is told first what it made.
	sent int

	givenUp bool
	looked  time.Time // when the last look began whose result is here
	err     error     // of that look
	// found is what it made. If there are more objects than creates, one of rivals is.
	found  *T
	rivals []T
	// late is what falls to one that was given up.
	late *T
	// doubtful are objects that resemble what was sent, and that no lost create can have made otherwise.
	doubtful []T
	isDone   chan struct{} // closed when found is set
}

// lose adds a create of unknown outcome. It has to be under way until then: see createGate.
func (s *creates[T]) lose(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(l, false)
}

// loseForGood adds a create that was answered when it was sent again: what it made before may still appear, and it does
// not wait for that.
func (s *creates[T]) loseForGood(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(l, true)
}

func (s *creates[T]) add(l *lostCreate[T], givenUp bool) {
	l.givenUp, l.isDone, l.looked, l.err = givenUp, make(chan struct{}), time.Time{}, nil
	l.rivals, l.late, l.doubtful = nil, nil, nil
	s.lost = append(s.lost, l)
}

// claimLate returns what a create may have made that was given up, and claims what shows nothing else than was sent:
// whoever is told of it may delete it, so no other create of this process takes it.
func (s *creates[T]) claimLate(l *lostCreate[T]) []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	late := slices.Clone(l.rivals)
	if l.late != nil {
		late = append(late, *l.late)
	}
	late = slices.DeleteFunc(late, func(object T) bool { return !s.claim(object.identifier()) })
	if len(late) > 0 {
		s.forget(l)
	}
	return append(late, l.doubtful...)
}

// sendAgain takes a create from those of unknown outcome, because it is sent again: false if it was found meanwhile.
func (s *creates[T]) sendAgain(l *lostCreate[T]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(l)
	return l.found == nil
}

// giveUp ends the wait for a create, which stays among those of unknown outcome: false if it was found meanwhile.
func (s *creates[T]) giveUp(l *lostCreate[T]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.givenUp = true
	return l.found == nil
}

func (s *creates[T]) forget(l *lostCreate[T]) {
	s.lost = slices.DeleteFunc(s.lost, func(other *lostCreate[T]) bool { return other == l })
}

// inventory is what there is of a kind: list is of everything, get of one object, which may say more.
type inventory[T identified] interface {
	everything(ctx context.Context) ([]T, error)
	whole(ctx context.Context, id string) (T, error)
}

// look finds out what a lost create made, by a list that began at since or later, while no create of the kind is under
// way. One list tells all that are lost: it is made only if nobody else's was meanwhile.
func (s *creates[T]) look(ctx context.Context, l *lostCreate[T], since time.Time, in inventory[T]) error {
	end, err := s.gate.look(ctx)
	if err != nil {
		return err
	}
	defer end()
	if !s.wasLooked(l, since) {
		began := time.Now()
		all, err := s.candidates(ctx, in)
		s.tell(began, all, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.err
}

// candidates are the objects that a lost create may have made, each once and as its own GET shows it: of a list's item
// that says less, it cannot be told that it is another. What only resembles what was sent is as the list shows it.
func (s *creates[T]) candidates(ctx context.Context, in inventory[T]) ([]T, error) {
	all, err := in.everything(ctx)
	if err != nil {
		return nil, err
	}
	var candidates []T
	for _, item := range s.possible(all) {
		if !s.isLikeLost(item) {
			candidates = append(candidates, item)
			continue
		}
		// A 404 does not say that it is gone either: the next try's list does, if it has been deleted meanwhile.
		object, err := in.whole(ctx, item.identifier())
		if err != nil {
			return nil, err
		}
		candidates = append(candidates, object)
	}
	return candidates, nil
}

// possible are the items of a list that may be what a lost create made, each once.
func (s *creates[T]) possible(all []T) []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := make(map[string]bool)
	var items []T
	for _, item := range all {
		id := item.identifier()
		if s.isKnown(id) || seen[id] ||
			!slices.ContainsFunc(s.lost, func(l *lostCreate[T]) bool { return l.mayBe(item) || l.resembles(item) }) {
			continue
		}
		seen[id] = true
		items = append(items, item)
	}
	return items
}

// isLikeLost reports whether an object shows nothing else than what some lost create sent.
func (s *creates[T]) isLikeLost(object T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isLikeAny(object)
}

func (s *creates[T]) isLikeAny(object T) bool {
	return slices.ContainsFunc(s.lost, func(l *lostCreate[T]) bool { return l.mayBe(object) })
}

func (s *creates[T]) wasLooked(l *lostCreate[T], since time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.found != nil || !l.looked.Before(since)
}

// result is what the last look told a lost create.
func (s *creates[T]) result(l *lostCreate[T]) (found *T, rivals, doubtful []T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.found, l.rivals, l.doubtful
}

// tell gives all lost creates the result of a look.
func (s *creates[T]) tell(began time.Time, all []T, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lost {
		l.looked, l.err = began, err
	}
	if err != nil {
		return
	}
	// What resembles one create, and is all that another one sent, is the other's.
	others := slices.DeleteFunc(slices.Clone(all), s.isLikeAny)
	for _, found := range assign(s.lost, all) {
		l := found.lost
		l.rivals, l.late, l.doubtful = found.rivals, nil, slices.DeleteFunc(slices.Clone(others), func(object T) bool {
			return !l.resembles(object)
		})
		switch {
		case found.object == nil || len(found.rivals) > 0:
		case l.givenUp:
			l.late = found.object
		case s.claim((*found.object).identifier()):
			l.found = found.object
			close(l.isDone)
			s.forget(l)
		}
	}
}
