package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// OtherAccountError is the evidence that the API key is probably another account's: the service shows objects of other
// users only. It is the error of an absence, which then proves nothing about the object (IsGone is false for it), or
// the reason why the client did not send a create (creates.Error.Look).
type OtherAccountError struct {
	// User is the user that the object of the state belongs to; empty if only Expected is known.
	User string
	// Expected are Fleet.AccountIDs.
	Expected []string
	// Shown are the users whose objects the API key shows, sorted and each once.
	Shown []string

	notFound *transport.Error // nil for a create
}

// Error names the service's response, and the users that contradict each other.
func (e *OtherAccountError) Error() string {
	wanted := e.User
	if wanted == "" {
		wanted = strings.Join(e.Expected, ", ")
	}
	shown := fmt.Sprintf("lists show objects of %s only, and none of %s", strings.Join(e.Shown, ", "), wanted)
	if e.notFound == nil {
		return shown
	}
	return fmt.Sprintf("%s; %s", e.notFound, shown)
}

// Unwrap returns the Error, of transport.KindNotFound; nil for a create.
func (e *OtherAccountError) Unwrap() error {
	if e.notFound == nil {
		return nil
	}
	return e.notFound
}

// OtherAccount returns the evidence, from all responses that this process has read, that the API key is for none of
// Fleet.AccountIDs. It sends nothing. Nil: no response shows that, or AccountIDs is empty.
func (f *Fleet) OtherAccount() *OtherAccountError {
	shown := f.Account.presence.usersSeen()
	isExpected := func(user string) bool { return slices.Contains(f.AccountIDs, user) }
	if len(f.AccountIDs) == 0 || len(shown) == 0 || slices.ContainsFunc(shown, isExpected) {
		return nil
	}
	return &OtherAccountError{Expected: f.AccountIDs, Shown: shown}
}

// usersShown returns the users of all objects that this process saw with the API key. If it saw none, it requests the
// lists of the kinds that show users until one does. A list that the API key may not request shows none. The error is
// the first failure of another list: the objects that it lacks could show a user. It is nil if any response shows one.
func (f *Fleet) usersShown(ctx context.Context) (users []string, err error) {
	for _, list := range f.showUsers {
		if users = f.Account.presence.usersSeen(); len(users) > 0 {
			return users, nil
		}
		if failed := list(ctx); err == nil && !transport.HasKind(failed, transport.KindUnauthorized) {
			err = failed
		}
	}
	if users = f.Account.presence.usersSeen(); len(users) > 0 {
		return users, nil
	}
	return nil, err
}

// CheckAccount returns why a create must not be sent: the API key is for none of Fleet.AccountIDs, or a list that
// could show that failed. The client compares once more after the list that precedes the create, with the responses
// that came in the meantime: see OtherAccount.
func (f *Fleet) CheckAccount(ctx context.Context) error {
	if len(f.AccountIDs) == 0 {
		return nil
	}
	_, err := f.usersShown(ctx)
	if other := f.OtherAccount(); other != nil {
		return other
	}
	return err
}
