package client

import (
	"context"
	"sync"
	"time"
)

// sharedList is one list of a kind's objects for several readers. It runs by itself: that one reader is cancelled, be
// it the one who started it, does not end it for the others. It ends when nobody waits for it any more.
type sharedList[T identified] struct {
	// writes is the count of writes, and began the time, at which it began: see kind.
	writes uint64
	began  time.Time

	cancel context.CancelFunc
	// done is closed when the list has ended. What follows is not changed any more then.
	done  chan struct{}
	all   []T
	index map[string]int // into all, by id
	err   error

	mu        sync.Mutex
	waiting   int
	abandoned bool // It was ended because nobody waited for it: its error means nothing.
	hung      bool // It was ended because it took too long.
}

// longestList is how long a list may take before its readers ask for their objects one by one. A reader whose time is
// shorter gives it half of that.
const longestList = 2 * time.Minute

// startList starts a list that its caller has joined: it has to call wait. then is called when it has ended, before
// anybody sees that; nil is allowed.
func startList[T identified](
	ctx context.Context, list func(context.Context) ([]T, error), then func(),
) *sharedList[T] {
	// The context's values are the starter's: its logger, and what errors must not show.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longestList)
	l := &sharedList[T]{cancel: cancel, done: make(chan struct{}), waiting: 1}
	go func() {
		defer cancel()
		l.all, l.err = list(ctx)
		l.index = make(map[string]int, len(l.all))
		for i, object := range l.all {
			l.index[object.identifier()] = i
		}
		if then != nil {
			then()
		}
		close(l.done)
	}()
	return l
}

// join makes the caller one of those who wait: it has to call wait. It is false for a list that has no result to wait
// for.
func (l *sharedList[T]) join() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return false
	}
	l.waiting++
	return true
}

// wait waits for the end of a list that the caller has joined, and reports whether it came before that of ctx. A list
// that is given up although the request has time left, which is what hangs says then, has failed for all.
func (l *sharedList[T]) wait(ctx context.Context, hangs func() bool) bool {
	select {
	case <-l.done:
	case <-ctx.Done():
	}
	ended := l.ended()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting--; l.waiting == 0 && !ended {
		l.hung = hangs()
		l.abandoned = !l.hung
		l.cancel()
	}
	return ended
}

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

// item is what the list says of an object. It is shared: clone it before anybody else gets it.
func (l *sharedList[T]) item(id string) (item T, listed bool) {
	i, listed := l.index[id]
	if listed {
		item = l.all[i]
	}
	return item, listed
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
