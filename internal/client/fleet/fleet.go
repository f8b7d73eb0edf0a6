// Package fleet knows the objects of an account: it shares lists among readers, decides what is gone and whose account
// an API key is for, repeats what is safe to repeat, and waits. It knows neither the kinds of objects nor how they are
// requested: its callers pass functions for that.
package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Account is the state that all clients with one API key share. The zero value is ready to use.
type Account struct {
	Writes   Writes
	presence presence
}

// Fleet has the state that the kinds of objects of one client share. It is safe for concurrent use. Its kinds are added
// with NewKind, before it is used.
type Fleet struct {
	transport.Settings
	Account *Account
	// Now is the clock.
	Now func() time.Time
	// SeparateReads, AccountIDs and ObserveUsers are those of client.Config.
	SeparateReads bool
	AccountIDs    []string
	ObserveUsers  func(ctx context.Context, id string, users []User, err error)
	// showUsers list the kinds whose objects show users.
	showUsers []func(context.Context) error
}
