// Package fleet knows the objects of an account: it shares lists among readers, decides what is gone and whose account
// an API key is for, repeats what is safe to repeat, and waits. It knows neither the kinds of objects nor how they are
// requested: its callers pass functions for that.
package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// Config are the settings of a client that a Fleet needs. All but ObserveUsers and AccountIDs are required.
type Config struct {
	// Now is the clock.
	Now func() time.Time
	// MaxRetries is how often a delete or an update of unknown outcome is sent again; 0 is never.
	MaxRetries int
	// RetryWait bounds the pause before a request is sent again, and PollWait that between two requests of a wait.
	RetryWait, PollWait pacing.Backoff
	// Missing is how long requests about an object that may be too new must return 404 before the wait for it believes
	// that: see Believed404s.
	Missing time.Duration
	// Released is how long a delete can be rejected because the object is in use, after its last user was deleted.
	Released time.Duration
	// SeparateReads sends a GET for each object that is read. Without it, one list answers many reads.
	SeparateReads bool
	// AccountIDs are the users whose objects the API key is for: see Fleet.JudgeAbsence. Empty: any.
	AccountIDs []string
	// ObserveUsers is called while a delete waits because the object with this ID is in use, with the objects that were
	// found to use it, and the error if they could not be listed. Nil is allowed.
	ObserveUsers func(ctx context.Context, id string, users []User, err error)
}

// Account is the state that all clients with one API key share. The zero value is ready to use.
type Account struct {
	Writes   Writes
	presence presence
}

// Fleet has the state that the kinds of objects of one client share. It is safe for concurrent use.
type Fleet struct {
	config  Config
	account *Account
	// showUsers list the kinds whose objects show users.
	showUsers []func(context.Context) error
}

// New returns a Fleet. Its kinds are added with NewKind, before it is used.
func New(config Config, account *Account) *Fleet { return &Fleet{config: config, account: account} }
