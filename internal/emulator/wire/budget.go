package wire

import (
	"container/list"
	"context"
	"sync"
)

// budget is how many bytes of request bodies may be held at the same time. Who wants more than is left waits, in the
// order of coming: a body is not read off its connection before there is room for it, and none is refused that the
// contract lets through. It has a lock of its own.
type budget struct {
	mu      sync.Mutex
	left    int64
	waiting *list.List // of *share
}

// share is a part of the budget that a request waits for.
type share struct {
	bytes   int64
	granted chan struct{} // closed when it is
}

func newBudget(bytes int64) *budget { return &budget{left: bytes, waiting: list.New()} }

// acquire returns when there is room for so many bytes, no more than there are in all; or with the error of ctx.
func (b *budget) acquire(ctx context.Context, bytes int64) error {
	b.mu.Lock()
	if b.waiting.Len() == 0 && b.left >= bytes {
		b.left -= bytes
		b.mu.Unlock()
		return nil
	}
	wanted := &share{bytes: bytes, granted: make(chan struct{})}
	place := b.waiting.PushBack(wanted)
	b.mu.Unlock()
	select {
	case <-wanted.granted:
		return nil
	case <-ctx.Done():
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-wanted.granted: // Too late to be of use.
		b.left += bytes
	default:
		b.waiting.Remove(place)
	}
	b.grant()
	return ctx.Err()
}

// release gives back what was acquired.
func (b *budget) release(bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += bytes
	b.grant()
}

// grant lets those in for whom there is room. The caller holds mu.
func (b *budget) grant() {
	for front := b.waiting.Front(); front != nil; front = b.waiting.Front() {
		next, _ := front.Value.(*share)
		if next.bytes > b.left {
			return
		}
		b.left -= next.bytes
		b.waiting.Remove(front)
		close(next.granted)
	}
}
