package creates

import (
	"context"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Source creates the objects of a kind, and says how a create recognizes its own.
type Source[I any, T transport.Identified] struct {
	// Kind has the lists that a create is compared with.
	Kind *fleet.Kind[T]
	// Send sends a create once, as prepare changes its request.
	Send func(ctx context.Context, in I, prepare func(*transport.Request)) (T, error)
	// Get returns an object, and the Date of the answer.
	Get func(ctx context.Context, id string) (T, transport.Dated, error)
	Evidence[I, T]
}

// Evidence says how an object of a kind shows which create made it.
type Evidence[I, T any] struct {
	// Name returns the name that an object shows; empty if it shows none.
	Name func(T) string
	// CreatedAt returns when an object was created, in the service's format; nil if objects of the kind do not show it.
	CreatedAt func(T) string
	// Unique is set if names are unique in the account.
	Unique bool
	// Identity compares an object with the create.
	Identity Identity[I, T]
	// Suffix is the text that some deployments append to a name.
	Suffix string
	// New reports whether an object can be the result of a create; nil: each can.
	New func(T) bool
}

// canBeNew reports whether an object can be the result of a create.
func (e Evidence[I, T]) canBeNew(object T) bool { return e.New == nil || e.New(object) }

// showsTime reports whether objects of the kind show when they were created.
func (e Evidence[I, T]) showsTime() bool { return e.CreatedAt != nil }

// mayHaveName reports whether an object has the name of a create. One without a name is given any.
func (e Evidence[I, T]) mayHaveName(sent string, object T) bool {
	plain := func(name string) string { return strings.TrimSpace(strings.TrimSuffix(name, e.Suffix)) }
	return sent == "" || plain(e.Name(object)) == plain(sent)
}
