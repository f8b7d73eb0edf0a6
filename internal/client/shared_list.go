package client

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// sharedList is one list of a kind's objects for several readers. It runs in a goroutine of its own, so that a reader
// whose context ends, even the one that started it, does not end it for the others. It is cancelled when no reader
// waits for it any more.
type sharedList[T transport.Identified] struct {
	writes uint64 // the count of writes at which it began: see kind
	// again says that the list was started because readers doubted an earlier one: see kind.settle. doubted is how many
	// items readers have doubted. The kind's mu guards doubted.
	again   bool
	doubted int

	watch  *stopwatch // since it began
	cancel context.CancelFunc
	// done is closed when the list has ended. The fields that follow do not change after that.
	done    chan struct{}
	all     []T
	index   map[string]int // into all, by id; twice if the list has several of that id
	err     error
	users   []string  // that its objects show, sorted and each once
	arrived time.Time // when it ended, for a kind
	took    time.Duration

	mu       sync.Mutex
	waiting  int
	unwanted bool // It was cancelled because no reader waited for it any more: its error means nothing.
	hung     bool // It was cancelled because it took too long.
}

const (
	// longestList is how long a list may be under way before readers of single objects go on without it. It bounds the
	// cost of a list that never ends; one that is slower saves most readers less than it costs them.
	longestList = 15 * time.Second
	// longestFirstList is the same for a caller that needs the list.
	longestFirstList = 2 * time.Minute
	// leastWait is the shortest time between two checks of a list's stopwatch, which may have been stopped.
	leastWait = 100 * time.Millisecond
)

// startList starts a list, which its caller has joined and must leave. then is called when it has ended, before any
// reader sees that.
func startList[T transport.Identified](
	ctx context.Context, list func(context.Context) ([]T, error), then func(*sharedList[T]),
) *sharedList[T] {
	// The context keeps the starter's values: its logger, and what errors must not show.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &sharedList[T]{watch: newStopwatch(), cancel: cancel, done: make(chan struct{}), waiting: 1}
	ctx = withStopwatch(ctx, l.watch)
	go func() {
		defer cancel()
		l.all, l.err = list(ctx)
		l.index = make(map[string]int, len(l.all))
		for i, object := range l.all {
			if id := object.Identifier(); l.holds(id) {
				l.index[id] = twice
			} else {
				l.index[id] = i
			}
		}
		l.took = l.watch.elapsed()
		then(l)
		close(l.done)
	}()
	return l
}

// join makes the caller a reader of the list, which it must leave. It is false for an unwanted list.
func (l *sharedList[T]) join() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unwanted {
		return false
	}
	l.waiting++
	return true
}

// await waits for the end of a list that the caller has joined and not left: no longer than ctx lasts, and until the
// list has been under way for the time until. It reports whether there is a result.
func (l *sharedList[T]) await(ctx context.Context, until time.Duration) bool {
	for {
		left := until - l.watch.elapsed()
		if l.ended() || left <= 0 {
			return l.ended()
		}
		timer := time.NewTimer(max(left, leastWait))
		select {
		case <-l.done:
		case <-ctx.Done():
			timer.Stop()
			return l.ended()
		case <-timer.C:
		}
		timer.Stop()
	}
}

// leave ends a caller's wait. The last one to leave a list that has not ended cancels it: if its own context, ctx, has
// not ended, the list took too long, and has failed for all.
func (l *sharedList[T]) leave(ctx context.Context) {
	ended := l.ended()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting--; l.waiting == 0 && !ended {
		l.hung = ctx.Err() == nil || l.watch.elapsed() >= longestList
		l.unwanted = !l.hung
		l.cancel()
	}
}

// wait is await and leave.
func (l *sharedList[T]) wait(ctx context.Context, until time.Duration) bool {
	defer l.leave(ctx)
	return l.await(ctx, until)
}

// waitLimit is until when, by the list's stopwatch, a caller waits: for half of the time that ctx has left, so that
// there is time for another request, and no longer than longest. Time in the queue of a rate limit is not counted,
// because another request would wait in the same queue, and longer.
func (l *sharedList[T]) waitLimit(ctx context.Context, longest time.Duration) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return longest
	}
	return min(longest, l.watch.elapsed()+time.Until(deadline)/2)
}

// late reports whether the list takes longer than readers of single objects wait.
func (l *sharedList[T]) late() bool { return !l.ended() && l.watch.elapsed() >= longestList }

// ended reports whether there is a result.
func (l *sharedList[T]) ended() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// failed reports whether the list has ended with an error of its own, or took too long.
func (l *sharedList[T]) failed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hung || l.ended() && l.err != nil && !l.unwanted
}

func (l *sharedList[T]) isUnwanted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unwanted
}

// twice is the index of an object that a list has more than once, as it may if something changes while the service puts
// it together. It is unknown which one is right.
const twice = -1

// item is what the list says of an object, if it has it once. It is shared: clone it before handing it out.
func (l *sharedList[T]) item(id string) (item T, listed bool) {
	i, listed := l.index[id]
	if !listed || i == twice {
		return item, false
	}
	return l.all[i], true
}

// holds reports whether the list has an object.
func (l *sharedList[T]) holds(id string) bool {
	_, listed := l.index[id]
	return listed
}

// clones returns copies of the objects of the list.
func (l *sharedList[T]) clones() []T { return l.clonesWhere(func(*T) bool { return true }) }

// clonesWhere returns copies of the objects for which has is true. has must not modify them.
func (l *sharedList[T]) clonesWhere(has func(*T) bool) []T {
	chosen := []T{}
	for i := range l.all {
		if has(&l.all[i]) {
			chosen = append(chosen, clone(l.all[i]))
		}
	}
	return chosen
}
