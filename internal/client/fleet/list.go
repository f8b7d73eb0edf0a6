package fleet

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// List is one list of a kind's objects for several readers. It runs in a goroutine of its own, so that a reader
// whose context ends, even the one that started it, does not end it for the others.
type List[T transport.Identified] struct {
	writes uint64    // the count of writes at which it began: see epoch
	began  time.Time // guarded by the kind's mu

	// done is closed when the list has ended. The fields that follow do not change after that.
	done    chan struct{}
	got     sync.Map       // objects by ID that take the place of items: see Kind.FromList
	all     []T            // each id once; of a list with items that cannot be read, the others
	index   map[string]int // into all, by id
	twice   map[string]struct{}
	err     error
	arrived time.Time
}

const (
	// ListTimeout bounds an attempt at a list, if readers can do without it, and so the cost of lists that hang.
	ListTimeout = 30 * time.Second
	// neededTimeout is the same of a list that its caller needs.
	neededTimeout = 2 * time.Minute
)

// StartList starts a list of one or several pages, with a time limit for each attempt, of which one that times out is
// the last; 0 is the limit of any request, which is repeated. now is the clock. Of ctx, only the values count: the list
// does not end with the reader that started it.
func StartList[T transport.Identified](
	ctx context.Context, timeout time.Duration, now func() time.Time, list func(context.Context) ([][]T, error),
) *List[T] {
	l := &List[T]{done: make(chan struct{}), began: now()}
	if ctx = context.WithoutCancel(ctx); timeout > 0 {
		ctx = transport.WithAttemptTimeout(ctx, timeout)
	}
	go func() {
		defer close(l.done)
		pages, err := list(ctx)
		l.arrived, l.err = now(), err
		l.all, l.index, l.twice = onceEach(pages)
	}()
	return l
}

// OnceEach returns the objects of a list with each ID once. An object that moves between two pages while the client
// reads them is in both, and the later copy is the newer one; within one page, the first copy counts.
func OnceEach[T transport.Identified](pages [][]T) []T {
	once, _, _ := onceEach(pages)
	return once
}

// onceEach does what OnceEach does. It also returns the index of the objects by ID, and the IDs of objects with copies.
func onceEach[T transport.Identified](pages [][]T) (once []T, index map[string]int, twice map[string]struct{}) {
	once, index, twice = slices.Concat(pages...)[:0], make(map[string]int), make(map[string]struct{})
	for _, page := range pages {
		before := len(once)
		for _, object := range page {
			id := object.Identifier()
			at, again := index[id]
			switch {
			case !again:
				index[id], once = len(once), append(once, object)
				continue
			case at < before:
				once[at] = object
			}
			twice[id] = struct{}{}
		}
	}
	return once, index, twice
}

// wait waits for the end of a list, for a reader that can do without, and reports whether it ended: see waitHalf.
func (l *List[T]) wait(ctx context.Context) bool { return waitHalf(ctx, l.done) }

// await waits for the end of a list for as long as ctx lasts, and returns the list's error, or that of ctx.
func (l *List[T]) await(ctx context.Context) error {
	select {
	case <-l.done:
		return l.err
	case <-ctx.Done():
		return transport.InWords(ctx.Err())
	}
}

// All waits for the end of the list, and returns its objects, which are shared: the caller must not modify them.
func (l *List[T]) All(ctx context.Context) ([]T, error) {
	if err := l.await(ctx); err != nil {
		return nil, err
	}
	return l.all, nil
}

// Failed reports whether the list has ended with an error.
func (l *List[T]) Failed() bool { return l.ended() && l.err != nil }

// Arrived reports whether the list has ended without an error.
func (l *List[T]) Arrived() bool { return l.ended() && l.err == nil }

// IsOlder reports whether the list arrived before a time. One that has not arrived is not older.
func (l *List[T]) IsOlder(than time.Time) bool { return l.ended() && l.arrived.Before(than) }

// ended reports whether the list has a result.
func (l *List[T]) ended() bool { return isClosed(l.done) }

// item returns an object as the list has it, if the list had it exactly once: of two copies, the later one need not be
// up to date.
func (l *List[T]) item(id string) (item T, listed bool) {
	i, listed := l.index[id]
	if _, doubtful := l.twice[id]; doubtful || !listed {
		return item, false
	}
	return l.all[i], true
}

// Holds reports whether a list that has ended has an object.
func (l *List[T]) Holds(id string) bool {
	_, listed := l.index[id]
	return listed
}

// Objects returns the objects of a list that has ended, which are shared: the caller must not modify them.
func (l *List[T]) Objects() []T { return l.all }

// waitHalf waits until done is closed, no longer than ctx lasts, and for half of the time that ctx has left, so that
// time remains for another request. It reports whether done is closed.
func waitHalf(ctx context.Context, done <-chan struct{}) bool {
	if isClosed(done) {
		return true
	}
	if deadline, ok := ctx.Deadline(); ok {
		bounded, cancel := context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
		ctx = bounded
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
	return isClosed(done)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
