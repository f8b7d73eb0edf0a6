package framework

import "context"

// A refresh that is not to be answered without the framework is asked of it, from the beginning. What the service has
// answered by then, failures included, is not asked again.

type answersKey struct{}

// WithAnswers is the context of an RPC that remembers what the service answers: see Once.
func WithAnswers(ctx context.Context) context.Context {
	return context.WithValue(ctx, answersKey{}, map[string]any{})
}

// Once asks the service, or returns what it answered before to the same request of the same RPC. request names it:
// "pod x7y8z9". Where the context does not remember, it asks.
func Once[T any](ctx context.Context, request string, ask func() (T, error)) (T, error) {
	type answer struct {
		object T
		err    error
	}
	answers, remembers := ctx.Value(answersKey{}).(map[string]any)
	if before, asked := answers[request].(answer); asked {
		return before.object, before.err
	}
	object, err := ask()
	if remembers {
		answers[request] = answer{object, err}
	}
	return object, err
}
