package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// User is an object that uses another one, which can therefore not be deleted.
type User struct {
	// Kind is the name of its kind: the caller chooses it.
	Kind string
	ID   string
	Name string
	// OwnerID is the object that it is part of, such as the endpoint of a worker; empty for none.
	OwnerID string
	// Leaving marks an object that ends by itself, such as a worker whose endpoint no longer exists, or has another
	// version. It is set as well if that cannot be found out.
	Leaving bool
}

// InUseError is a delete that failed, or ran out of time, because other objects use the object.
type InUseError struct {
	// Users are the objects that were last found to use it: none if no such object is listed, or the lists failed.
	Users []User
	err   error
}

// Error says what the service rejected, and for how long.
func (e *InUseError) Error() string { return e.err.Error() }

// Unwrap returns the last rejection and, if the time was up, the context's error.
func (e *InUseError) Unwrap() error { return e.err }

// Stuck reports whether the object has a user that does not end by itself.
func (e *InUseError) Stuck() bool { return stuck(e.Users) }

func stuck(users []User) bool {
	return slices.ContainsFunc(users, func(u User) bool { return !u.Leaving })
}

// whileInUse repeats a delete for as long as it is rejected because another object needs the object. The service
// rejects it for up to two minutes after the last user is gone (contract 2.2), and the users may be deleted in the same
// run: so the users are listed at the first rejection, and again each time that Times.Released is over. A user
// that is still listed then does not end by itself, unless it is a worker of an older version of its endpoint, and to
// wait for it would not end. Otherwise the caller's deadline ends the wait.
func (f *Fleet) whileInUse(
	ctx context.Context, id string,
	users func(context.Context, string) ([]User, error), remove func(context.Context) error,
) error {
	began := time.Now()
	var (
		err       error // of the last delete
		rejection error // the last one for being in use
		looked    time.Time
		found     []User
	)
	ended := f.Poll(ctx, func(ctx context.Context) (bool, error) {
		err = remove(ctx)
		switch {
		case transport.HasKind(err, transport.KindInUse):
			rejection = err
		case err == nil || rejection == nil || !errors.Is(err, ctx.Err()):
			return true, err
		}
		if first := looked.IsZero(); first || time.Since(looked) >= f.Times.Released {
			listed, isKnown := f.usersOf(ctx, id, users)
			if looked = time.Now(); isKnown {
				found = listed
			}
			if !first && stuck(listed) {
				return true, &InUseError{found, fmt.Errorf("%w; this did not change within %s", rejection, secondsSince(began))}
			}
		}
		return false, rejection
	})
	switch over := ctx.Err(); {
	case over == nil || !errors.Is(ended, over):
		return ended
	case rejection == nil:
		return err
	default: // The deadline may have ended the last delete early: the error before it says more.
		return &InUseError{found, fmt.Errorf("%w; this did not change within %s: %w",
			rejection, secondsSince(began), transport.InWords(over))}
	}
}

// usersOf lists the users of an object, and tells the observer. isKnown is false if nothing was learned.
func (f *Fleet) usersOf(
	ctx context.Context, id string, users func(context.Context, string) ([]User, error),
) (listed []User, isKnown bool) {
	listed, err := users(ctx, id)
	if f.ObserveUsers != nil && ctx.Err() == nil {
		f.ObserveUsers(ctx, id, listed, err)
	}
	return listed, err == nil || len(listed) > 0
}

func secondsSince(t time.Time) time.Duration { return time.Since(t).Round(time.Second) }
