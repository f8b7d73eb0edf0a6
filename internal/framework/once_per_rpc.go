package framework

import (
	"context"
	"sync"
)

// The result of a list is refreshed like a state, and the list has the object already.

type answersKey struct{}

// WithAnswers returns a context for one RPC that remembers the service's answers: see OncePerRPC.
func WithAnswers(ctx context.Context) context.Context {
	return context.WithValue(ctx, answersKey{}, map[string]any{})
}

// OncePerRPC asks the service, or returns its answer to an earlier request of the same name in the same RPC. A name is
// like "pod x7y8z9". It always asks if the context is not from WithAnswers.
func OncePerRPC[T any](ctx context.Context, request string, ask func() (T, error)) (T, error) {
	answers, remembers := ctx.Value(answersKey{}).(map[string]any)
	if !remembers {
		return ask()
	}
	if _, asked := answers[request].(func() (T, error)); !asked {
		answers[request] = sync.OnceValues(ask)
	}
	once, _ := answers[request].(func() (T, error))
	return once()
}
