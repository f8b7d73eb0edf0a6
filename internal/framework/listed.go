package framework

import "context"

type listedKey struct{}

// WithListed returns the context of a refresh whose object a list has just shown: the refresh does not request it.
func WithListed(ctx context.Context, object any) context.Context {
	return context.WithValue(ctx, listedKey{}, object)
}

// OrListed asks the service for the object of a refresh, unless it is that of WithListed.
func OrListed[T any](ctx context.Context, ask func() (T, error)) (T, error) {
	if object, listed := ctx.Value(listedKey{}).(T); listed {
		return object, nil
	}
	return ask()
}
