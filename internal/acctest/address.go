package acctest

import "context"

// addressKey is the key of an address in a context.
type addressKey struct{}

// WithAddress is the context of calls for the resource at an address: what a provider sends in such a call can be told
// from what it sends for others. A Module's calls have it.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// AddressOf is the address that a call is for; empty if it has none.
func AddressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}

// at is the provider, called for the resource at an address.
func (p *Process) at(address string) *Process { return p.WithContext(WithAddress(p.ctx, address)) }
