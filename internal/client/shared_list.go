package client

import (
	"context"
	"sync"
	"time"
)

// sharedList is one list of a kind's objects for several readers. It runs by itself: that one reader is cancelled, be
// it the one who started it, does not end it for the others. It ends when nobody waits for it any more.
type sharedList[T identified] struct {
	writes uint64 // the count of writes at which it began: see kind

	watch  *stopwatch // Since its beginning.
	cancel context.CancelFunc
	// done is closed when the list has ended. What follows is not changed any more then.
	done    chan struct{}
	all     []T
	index   map[string]int // into all, by id; twice if there are several
	err     error
	arrived time.Time // when it ended, for a kind

	mu        sync.Mutex
	waiting   int
	abandoned bool // It was ended because nobody waited for it: its error means nothing.
	hung      bool // It was ended because it took too long.
}

const (
	// longestList is how long a list may be under way before readers of single objects go on without it. That bounds
	// what a list that never comes costs; one that is slower than this is worth less than what it saves to most.
	longestList = 15 * time.Second
	// longestFirstList is that for who has no use for anything but a list.
	longestFirstList = 2 * time.Minute
	// leastWait is how long at least a wait for a list takes between two looks at its stopwatch, which may have been
	// stopped.
	leastWait = 100 * time.Millisecond
)

// startList starts a list that its caller has joined: it has to leave. then is called when it has ended, before anybody
// sees that.
func startList[T identified](
	ctx context.Context, list func(context.Context) ([]T, error), then func(*sharedList[T]),
) *sharedList[T] {
	// The context's values are the starter's: its logger, and what errors must not show.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &sharedList[T]{watch: newStopwatch(), cancel: cancel, done: make(chan struct{}), waiting: 1}
	ctx = withStopwatch(ctx, l.watch)
	go func() {
		defer cancel()
		l.all, l.err = list(ctx)
		l.index = make(map[string]int, len(l.all))
		for i, object := range l.all {
			if id := object.identifier(); l.holds(id) {
				l.index[id] = twice
			} else {
				l.index[id] = i
			}
		}
		then(l)
		close(l.done)
	}()
	return l
}

// join makes the caller one of those who wait: it has to leave. It is false for a list that has no result to wait for.
func (l *sharedList[T]) join() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return false
	}
	l.waiting++
	return true
}

// await waits for the end of a list that the caller has joined and not left: until that of ctx, and until the list has
// been under way for so long. It reports whether there is a result.
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

// leave is the end of a caller's wait. The last one to leave a list that has not ended gives it up: if its own context,
// ctx, has not ended, the list took too long, and has failed for all.
func (l *sharedList[T]) leave(ctx context.Context) {
	ended := l.ended()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting--; l.waiting == 0 && !ended {
		l.hung = ctx.Err() == nil || l.watch.elapsed() >= longestList
		l.abandoned = !l.hung
		l.cancel()
	}
}

// wait is await and leave.
func (l *sharedList[T]) wait(ctx context.Context, until time.Duration) bool {
	defer l.leave(ctx)
	return l.await(ctx, until)
}

// patience is until when, by its stopwatch, a caller waits for a list: for half of the time that ctx has left, and no
// longer than for longest. What is tried first leaves time for something else. Time in the line for a rate limit is not
// counted, because whatever is tried next would come later in the same line.
func (l *sharedList[T]) patience(ctx context.Context, longest time.Duration) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return longest
	}
	return min(longest, l.watch.elapsed()+time.Until(deadline)/2)
}

// late reports whether the list has not ended in time for readers of single objects.
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

// failed reports whether the list has ended with an error that says something, or took too long.
func (l *sharedList[T]) failed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hung || l.ended() && l.err != nil && !l.abandoned
}

func (l *sharedList[T]) isAbandoned() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.abandoned
}

// twice is the index of an object that a list has more than once, as it may if something changes while it is made up.
// Nobody knows which one is true.
const twice = -1

// item is what the list says of an object, if it has it once. It is shared: clone it before anybody else gets it.
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

// clones are the objects of the list, the caller's own.
func (l *sharedList[T]) clones() []T { return l.clonesWhere(func(*T) bool { return true }) }

// clonesWhere are those that have something, which must not change them.
func (l *sharedList[T]) clonesWhere(has func(*T) bool) []T {
	chosen := []T{}
	for i := range l.all {
		if has(&l.all[i]) {
			chosen = append(chosen, clone(l.all[i]))
		}
	}
	return chosen
}
