package wire

import (
	"context"
	"runtime"
	"testing"
)

// Who wants more than is left waits for it, in the order of coming, and nobody passes who wants less.
func TestBudget_order(t *testing.T) {
	t.Parallel()
	b := newBudget(10)
	if err := b.acquire(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	large, small := make(chan error, 1), make(chan error, 1)
	go func() { large <- b.acquire(context.Background(), 10) }()
	b.awaitWaiting(1)
	go func() { small <- b.acquire(context.Background(), 1) }()
	b.awaitWaiting(2)
	b.release(7)
	if err := <-large; err != nil {
		t.Fatal(err)
	}
	if len(small) > 0 || b.held() != 10 {
		t.Errorf("both hold something: %d", b.held())
	}
	b.release(10)
	if err := <-small; err != nil || b.held() != 1 {
		t.Errorf("%v, %d held", err, b.held())
	}
}

// Who gives up leaves nothing behind, and does not hold up the next.
func TestBudget_gaveUp(t *testing.T) {
	t.Parallel()
	b := newBudget(10)
	if err := b.acquire(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	large, small := make(chan error, 1), make(chan error, 1)
	go func() { large <- b.acquire(ctx, 10) }()
	b.awaitWaiting(1)
	go func() { small <- b.acquire(context.Background(), 3) }()
	b.awaitWaiting(2)
	cancel()
	if err := <-large; err == nil {
		t.Error("it was let in after it had gone")
	}
	if err := <-small; err != nil {
		t.Error(err)
	}
	b.release(7)
	b.release(3)
	if b.held() != 0 {
		t.Errorf("%d are still held", b.held())
	}
}

func (b *budget) awaitWaiting(want int) {
	for ; ; runtime.Gosched() {
		b.mu.Lock()
		waiting := b.waiting.Len()
		b.mu.Unlock()
		if waiting == want {
			return
		}
	}
}

// held returns how many of the ten bytes of these tests are taken.
func (b *budget) held() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return 10 - b.left
}
