package client

import (
	"context"
	"slices"
	"sync"
	"time"
)

// accountCreates are the lost creates of all clients of an account, by kind.
type accountCreates struct {
	pods                   *lostCreates[Pod]
	templates              *lostCreates[Template]
	endpoints              *lostCreates[Endpoint]
	networkVolumes         *lostCreates[NetworkVolume]
	containerRegistryAuths *lostCreates[ContainerRegistryAuth]
}

func newAccountCreates(c *accountClaims) accountCreates {
	return accountCreates{
		pods: &lostCreates[Pod]{claims: &c.pods}, templates: &lostCreates[Template]{claims: &c.templates},
		endpoints:              &lostCreates[Endpoint]{claims: &c.endpoints},
		networkVolumes:         &lostCreates[NetworkVolume]{claims: &c.networkVolumes},
		containerRegistryAuths: &lostCreates[ContainerRegistryAuth]{claims: &c.containerRegistryAuths},
	}
}

// lostCreates are the creates of one kind whose outcome is unknown, of one account. Its lock comes before that of the
// claims.
type lostCreates[T identified] struct {
	*claims

	mu sync.Mutex
	// lost includes creates that were given up: what they made may still appear.
	lost []*lostCreate[T]
}

// lostCreate is a create that was sent and whose outcome is unknown. The fields after sent are guarded by
// lostCreates.mu.
type lostCreate[T identified] struct {
	// mayBe reports whether it can have made an object: one that is new since the run's first list, and has the values
	// that were sent.
	mayBe func(T) bool
	// resembles reports whether it can have made an object if the service stores values in another form.
	resembles func(T) bool
	// sent is how many members were sent. Creates that sent more are assigned an object first.
	sent int

	givenUp bool
	looked  time.Time // when the last look began
	err     error     // of that look
	// found is what it made. If there are more objects than creates, it made one of rivals.
	found  *T
	rivals []T
	// late is what it made if it was given up.
	late *T
	// doubtful are objects that resemble what was sent, and do not have the values of any other lost create.
	doubtful []T
	isDone   chan struct{} // closed when found is set
}

// lose adds a create of unknown outcome. Until then the create holds its pass of the gate: see createGate.
func (s *lostCreates[T]) lose(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(l, false)
}

// loseForGood adds a create that was sent again and answered: what its earlier attempt made may still appear, and the
// create does not wait for it.
func (s *lostCreates[T]) loseForGood(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(l, true)
}

func (s *lostCreates[T]) add(l *lostCreate[T], givenUp bool) {
	l.givenUp, l.isDone, l.looked, l.err = givenUp, make(chan struct{}), time.Time{}, nil
	l.rivals, l.late, l.doubtful = nil, nil, nil
	s.lost = append(s.lost, l)
}

// claimLate returns the objects that a create which was given up may have made, and claims those that have the values
// that were sent: the caller reports them, a person may delete them, so no other create of this process adopts one.
func (s *lostCreates[T]) claimLate(l *lostCreate[T]) []T {
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

// sendAgain removes a create that is sent again: false if what it made was found meanwhile.
func (s *lostCreates[T]) sendAgain(l *lostCreate[T]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(l)
	return l.found == nil
}

// giveUp marks a create that is no longer waited for, and keeps it: false if what it made was found meanwhile.
func (s *lostCreates[T]) giveUp(l *lostCreate[T]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.givenUp = true
	return l.found == nil
}

func (s *lostCreates[T]) forget(l *lostCreate[T]) {
	s.lost = slices.DeleteFunc(s.lost, func(other *lostCreate[T]) bool { return other == l })
}

// inventory lists a kind, and gets one object, of which a list may say less.
type inventory[T identified] interface {
	everything(ctx context.Context) ([]T, error)
	whole(ctx context.Context, id string) (T, error)
}

// look finds out what a lost create made, by a list that began at since or later, while no create of the kind is under
// way. One list serves all lost creates: it is made only if another look has not made one meanwhile.
func (s *lostCreates[T]) look(ctx context.Context, l *lostCreate[T], since time.Time, in inventory[T]) error {
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

// candidates are the objects that a lost create may have made, each once and from a GET of its own, because an item
// that leaves something out cannot rule an object out. Those that only resemble what was sent are the list's items.
func (s *lostCreates[T]) candidates(ctx context.Context, in inventory[T]) ([]T, error) {
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
		// A 404 is an error too: it does not prove that the object is gone, and the next try's list does.
		object, err := in.whole(ctx, item.identifier())
		if err != nil {
			return nil, err
		}
		candidates = append(candidates, object)
	}
	return candidates, nil
}

// possible are the items of a list that a lost create may have made, each once.
func (s *lostCreates[T]) possible(all []T) []T {
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

// isLikeLost reports whether an object has the values that some lost create sent.
func (s *lostCreates[T]) isLikeLost(object T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isLikeAny(object)
}

func (s *lostCreates[T]) isLikeAny(object T) bool {
	return slices.ContainsFunc(s.lost, func(l *lostCreate[T]) bool { return l.mayBe(object) })
}

func (s *lostCreates[T]) wasLooked(l *lostCreate[T], since time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.found != nil || !l.looked.Before(since)
}

// result is what the last look found for a lost create.
func (s *lostCreates[T]) result(l *lostCreate[T]) (found *T, rivals, doubtful []T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.found, l.rivals, l.doubtful
}

// tell records the result of a look for all lost creates.
func (s *lostCreates[T]) tell(began time.Time, all []T, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lost {
		l.looked, l.err = began, err
	}
	if err != nil {
		return
	}
	// An object that resembles one create, and has the values that another one sent, belongs to the other.
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
