package client

import (
	"context"
	"sync"
)

// once remembers the first answer there is. Who asks meanwhile waits for it; a
// failure is not remembered.
type once[T any] struct {
	mu    sync.Mutex
	done  bool
	value T
}

func (o *once[T]) get(ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.done {
		return o.value, nil
	}
	value, err := ask(ctx)
	o.value, o.done = value, err == nil
	return value, err
}
