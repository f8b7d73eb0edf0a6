package acctest

import "context"

// addressKey is the key of an address in a context.
type addressKey struct{}

// WithAddress returns the context of calls for the resource at an address, so that a test can attribute the requests of
// a provider to resources. A Module's calls have it.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// AddressOf returns the address of a call's context; empty if it has none.
func AddressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}

// at returns the provider with a context for the resource at an address.
func (p *Process) at(address string) *Process { return p.WithContext(WithAddress(p.ctx, address)) }
