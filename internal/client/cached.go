package client

import (
	"context"
	"sync"
)

// cached keeps the first value that could be loaded. Callers who come meanwhile wait for it; a failure is not kept.
type cached[T any] struct {
	mu     sync.Mutex
	loaded bool
	value  T
}

func (c *cached[T]) get(ctx context.Context, load func(context.Context) (T, error)) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded {
		return c.value, nil
	}
	value, err := load(ctx)
	c.value, c.loaded = value, err == nil
	return value, err
}
