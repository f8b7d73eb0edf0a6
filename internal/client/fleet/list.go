package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// List is one list of a kind's objects for several readers. It runs in a goroutine of its own, so that a reader
// whose context ends, even the one that started it, does not end it for the others. If no reader waits for it any more,
// it still runs to its end.
type List[T transport.Identified] struct {
	writes uint64 // the count of writes at which it began: see kind

	// soFar has the objects that have arrived.
	soFar arrivals[T]

	// done is closed when the list has ended. The fields that follow do not change after that.
	done    chan struct{}
	all     []T
	index   map[string]int // into all, by id; twice if the list has several of that id
	err     error
	arrived time.Time
	took    time.Duration
}

const (
	// MaxSilence is the idle timeout of a list, if readers can do without it. It bounds the cost of lists that hang.
	MaxSilence = 15 * time.Second
	// maxFirstSilence is that of a list that its caller needs.
	maxFirstSilence = 2 * time.Minute
)

// StartList starts a list with an idle timeout. now is the clock for the time of its arrival. Of its starter's context
// only the values count: the logger, and the secrets that errors must not show.
func StartList[T transport.Identified](
	ctx context.Context, silence time.Duration, now func() time.Time, list func(context.Context) ([]T, error),
) *List[T] {
	return startPaged(ctx, silence, now, func(ctx context.Context, page func([]T)) error {
		all, err := list(ctx)
		page(all)
		return err
	})
}

// startPaged is StartList for a list that reports each page as it arrives.
func startPaged[T transport.Identified](
	ctx context.Context, silence time.Duration, now func() time.Time, list pagedList[T],
) *List[T] {
	l := &List[T]{done: make(chan struct{})}
	ctx = transport.WithIdleTimeout(context.WithoutCancel(ctx), silence)
	go func() {
		defer close(l.done)
		began := now()
		if l.err = list(ctx, l.soFar.add); l.err == nil {
			l.all, _ = l.soFar.since(0)
		}
		l.arrived = now()
		l.took = l.arrived.Sub(began)
		l.index = make(map[string]int, len(l.all))
		for i, object := range l.all {
			if id := object.Identifier(); l.holds(id) {
				l.index[id] = twice
			} else {
				l.index[id] = i
			}
		}
	}()
	return l
}

// Find waits for the list, and returns a copy of an object. It returns false if the list has failed, if it has not come
// when half of the caller's time is over, or if it does not have the object exactly once.
func (l *List[T]) Find(ctx context.Context, id string) (T, bool) {
	if !l.wait(ctx) || l.err != nil {
		var none T
		return none, false
	}
	item, listed := l.item(id)
	return members.Clone(item), listed
}

// wait waits for the end of a list, and reports whether it ended: see waitHalf.
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
func (l *List[T]) Failed() bool { return l.failed() }

// Arrived reports whether the list has ended without an error.
func (l *List[T]) Arrived() bool { return l.ended() && l.err == nil }

// IsOlder reports whether the list arrived before a time. One that has not arrived is not older.
func (l *List[T]) IsOlder(than time.Time) bool { return l.ended() && l.arrived.Before(than) }

// ended reports whether the list has a result.
func (l *List[T]) ended() bool { return isClosed(l.done) }

// failed reports whether the list has ended with an error.
func (l *List[T]) failed() bool { return l.ended() && l.err != nil }

// failedSlowly reports whether the list has failed, and readers that wait for it have lost MaxSilence or more.
func (l *List[T]) failedSlowly() bool { return l.failed() && l.took >= MaxSilence }

// twice is the index of an object that a list has more than once, as it may if something changes while the service puts
// it together. It is unknown which one is right.
const twice = -1

// item returns an object as the list has it, if the list has it exactly once. It is shared: clone it before handing it
// out.
func (l *List[T]) item(id string) (item T, listed bool) {
	i, listed := l.index[id]
	if !listed || i == twice {
		return item, false
	}
	return l.all[i], true
}

// holds reports whether the list has an object.
func (l *List[T]) holds(id string) bool {
	_, listed := l.index[id]
	return listed
}

// clones returns copies of the objects of the list.
func (l *List[T]) clones() []T { return l.clonesWhere(func(*T) bool { return true }) }

// clonesWhere returns copies of the objects for which has is true. has must not modify them.
func (l *List[T]) clonesWhere(has func(*T) bool) []T {
	chosen := []T{}
	for i := range l.all {
		if has(&l.all[i]) {
			chosen = append(chosen, members.Clone(l.all[i]))
		}
	}
	return chosen
}

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
