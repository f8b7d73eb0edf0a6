package fleet

import (
	"context"
	"slices"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// pagedList requests a list, and calls arrived with the objects of each page. whole returns the objects of all pages
// that have arrived: the caller keeps them, and another copy of a large account would cost as much again.
type pagedList[T any] func(ctx context.Context, arrived func(page []T), whole func() []T) error

// arrivals are the objects of a list that have arrived. The zero value has none. Safe for concurrent use.
type arrivals[T any] struct {
	mu  sync.Mutex
	all []T
	// next is closed when more arrive; nil if no reader waits for them.
	next chan struct{}
}

// add adds the objects of a page.
func (a *arrivals[T]) add(page []T) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = Joined(a.all, page)
	if a.next != nil {
		close(a.next)
		a.next = nil
	}
}

// since returns the objects from the nth on, which are shared, and a channel that is closed when more arrive.
func (a *arrivals[T]) since(n int) (objects []T, next <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = make(chan struct{})
	}
	return a.all[n:len(a.all):len(a.all)], a.next
}

// Stream calls each with a copy of every object of the kind, once, as the pages of a list arrive that readers share. If
// that list fails for a reason of its own, the objects of another list follow. It ends when each returns false. After
// an error, each has been called with some objects of the kind, or with none; after one with transport.UnreadableItems,
// with all objects that can be read. No other reader tolerates a list with such items: it must never prove that an
// object does not exist, or show only a part of an account to a lookup.
func (k *Kind[T]) Stream(ctx context.Context, each func(T) bool) error {
	once := eachOnce(each)
	if l := k.joinAny(ctx); l != nil {
		if err := l.stream(ctx, once); err == nil || transport.IsAnswered(err) || ctx.Err() != nil {
			return err
		}
	}
	all, err := k.list(ctx)
	if err != nil && transport.UnreadableItems(err) == nil {
		return err
	}
	if !once(all) {
		return nil
	}
	return err
}

// stream calls once with the objects of each page, until that returns false or the list ends.
func (l *List[T]) stream(ctx context.Context, once func(page []T) bool) error {
	for shown := 0; ; {
		ended := l.ended()
		objects, next := l.soFar.since(shown)
		if !once(objects) {
			return nil
		}
		if shown += len(objects); ended {
			return l.err
		}
		select {
		case <-next:
		case <-l.done:
		case <-ctx.Done():
			return transport.InWords(ctx.Err())
		}
	}
}

// Joined returns the objects of a list with those of its next page. It copies nothing of the first page: most lists
// have one, and it can be large. Nil pages stay nil.
func Joined[T any](all, page []T) []T {
	if len(all) == 0 {
		return slices.Clip(page)
	}
	return append(all, page...)
}

// eachOnce returns a function that calls each with a copy of every object of a page that no page had before. It returns
// false as soon as each does.
func eachOnce[T transport.Identified](each func(T) bool) func(page []T) bool {
	seen := make(map[string]struct{})
	return func(page []T) bool {
		for _, object := range page {
			id := object.Identifier()
			if _, before := seen[id]; before {
				continue
			}
			seen[id] = struct{}{}
			if !each(members.Clone(object)) {
				return false
			}
		}
		return true
	}
}
