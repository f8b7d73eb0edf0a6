package client

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
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
type lostCreates[T transport.Identified] struct {
	*claims

	mu sync.Mutex
	// lost includes creates that ended with an error: their objects may still appear.
	lost []*lostCreate[T]
	// seen are the ids of objects that a look found and that can be the result of a lost create: a later list may lack
	// them.
	seen map[string]bool
	// adopted are lost creates that ended with an object: a second object that matches the request may still appear.
	adopted []*lostCreate[T]
	// late are objects that appeared after their creates had ended, and that no error or warning has named yet.
	late []pendingLate[T]
}

// lostCreate is a create that was sent and whose outcome is unknown. The fields from created on are guarded
// by lostCreates.mu.
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
	created   creationTime
	// outdated is set if the baseline was too old when the client sent the create.
	outdated bool
	// failed is when the create failed, by the local clock. timedOut is set if the service may still carry it out.
	failed   time.Time
	timedOut bool

	// ended is set once the create has ended with an error; adopted is the id of the object that it ended with.
	ended   bool
	adopted string

	looked time.Time // when the last look began
	err    error     // of that look
	// verdict is the result of the last look.
	verdict verdict[T]
	found   chan struct{} // closed when a verdict has an object
}

// lose adds a create of unknown outcome. Until then the create holds its pass of the gate: see createGate.
func (s *lostCreates[T]) lose(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.found = make(chan struct{})
	s.lost = append(s.lost, l)
}

// adopt ends a create with the object of its verdict. It returns false if another create has claimed the object
// meanwhile, or if a later look, by another create, changed the verdict.
func (s *lostCreates[T]) adopt(l *lostCreate[T], id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.verdict.object == nil || (*l.verdict.object).Identifier() != id || !s.claim(id) {
		l.verdict, l.looked = verdict[T]{}, time.Time{}
		return false
	}
	s.lost = slices.DeleteFunc(s.lost, func(other *lostCreate[T]) bool { return other == l })
	l.adopted, s.adopted = id, append(s.adopted, l)
	return true
}

// dismiss discards the verdict on a create: another process has the object.
func (s *lostCreates[T]) dismiss(l *lostCreate[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.verdict, l.looked = verdict[T]{}, time.Time{}
}

// giveUp ends a create with an error that names objects. No other create adopts one of them.
func (s *lostCreates[T]) giveUp(l *lostCreate[T], named []FoundObject) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.ended = true
	for _, object := range named {
		s.know(object.ID, originNamed)
	}
}

// inventory lists a kind, and gets one object, whose item in a list may have fewer members.
type inventory[T transport.Identified] interface {
	everything(ctx context.Context) ([]T, error)
	whole(ctx context.Context, id string) (T, error)
	inOrder(ctx context.Context) // see Client.inOrder
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
	if !s.wasLooked(l, since) {
		began := time.Now()
		s.record(began, s.candidates(ctx, in), clock)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.err
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
	for _, id := range s.remember(items) {
		object, err := in.whole(ctx, id)
		item, listed := items[id]
		switch {
		case err == nil:
			found.all = append(found.all, object)
		case listed: // Also after a 404: it does not prove that the object no longer exists.
			found.unread, found.err = append(found.unread, item), err
			continue
		case !IsNotFound(err):
			return candidates[T]{err: err}
		}
		if err != nil || s.contradictsAll(object) {
			s.forget(id)
		}
	}
	return found
}

// remember adds the objects of a list to those that earlier looks found, and returns all of them.
func (s *lostCreates[T]) remember(listed map[string]T) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = make(map[string]bool)
	}
	for id := range listed {
		s.seen[id] = true
	}
	maps.DeleteFunc(s.seen, func(id string, _ bool) bool { return s.isKnown(id) })
	return slices.Sorted(maps.Keys(s.seen))
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
		if s.isKnown(id) || seen[id] || !slices.ContainsFunc(s.lost, func(l *lostCreate[T]) bool {
			return l.isNew(item) && (l.compare(item).mayBe() || l.resembles(item))
		}) && !slices.ContainsFunc(s.adopted, func(l *lostCreate[T]) bool { return l.mayHaveMade(item) }) {
			continue
		}
		seen[id] = true
		items = append(items, item)
	}
	return items
}

// contradictsAll reports whether an object can be the result of no lost create, including those that have adopted
// another object.
func (s *lostCreates[T]) contradictsAll(object T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !slices.ContainsFunc(slices.Concat(s.lost, s.adopted), func(l *lostCreate[T]) bool {
		return l.isNew(object) && l.compare(object).mayBe()
	})
}

func (s *lostCreates[T]) wasLooked(l *lostCreate[T], since time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.verdict.object != nil && !l.timedOut || !l.looked.Before(since)
}

// lookedAt returns when the last look at a lost create began.
func (s *lostCreates[T]) lookedAt(l *lostCreate[T]) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.looked
}

// createdUntil returns the latest time at which a create can have created its object, by the service's clock; the zero
// time if that is unknown.
func (s *lostCreates[T]) createdUntil(l *lostCreate[T]) time.Time {
	if l == nil {
		return time.Time{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.created.until
}

// verdictOn returns the verdict of the last look on a lost create.
func (s *lostCreates[T]) verdictOn(l *lostCreate[T]) verdict[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.verdict
}

// record records the result of a look for all lost creates.
func (s *lostCreates[T]) record(began time.Time, found candidates[T], clock *transport.Clock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	nothing := found.err != nil && len(found.unread) == 0
	for _, l := range s.lost {
		l.created.answered(clock.Since(l.failed))
		l.looked, l.err = began, nil
		if nothing || slices.ContainsFunc(found.unread, l.mayHaveMade) {
			l.err = found.err
		}
	}
	if nothing {
		return
	}
	all := slices.Concat(found.all, found.unread)
	decide(s.lost, all, s.isNamed)
	s.addLate(all)
	for _, l := range s.lost {
		switch {
		case l.err != nil:
			l.verdict.object = nil
		case !l.ended && l.verdict.object != nil:
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
