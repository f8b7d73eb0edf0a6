package wire

import (
	"container/list"
	"context"
	"sync"
)

// budget bounds the bytes of request bodies that the server holds at the same time. A request that needs more than is
// left waits, in the order of arrival. The server reads no body off its connection before it has room for it, and
// refuses none that the contract allows. It has a lock of its own.
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

// acquire waits until the budget has room for so many bytes, at most the whole budget. It returns the error of ctx if
// that ends first.
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

// release gives back acquired bytes.
func (b *budget) release(bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += bytes
	b.grant()
}

// grant lets requests in while they have room. The caller holds mu.
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
