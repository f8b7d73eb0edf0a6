package client

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// An API key of another account finds none of a state's objects, and each is confirmed to be gone: the next apply would
// create all of them again. Endpoints and pods show the user that they belong to (contract 2.1, Gone), which tells the
// one from the other.

// OtherAccountError is the absence of an object that says nothing about the object: the lists show objects of other
// users only, so the API key is probably another account's. IsGone is false for it.
type OtherAccountError struct {
	// User is the user that the object belongs to; empty if that is unknown.
	User string
	// Expected are Config.AccountIDs.
	Expected []string
	// Shown are the users whose objects the API key lists, sorted and each once.
	Shown []string

	notFound *Error
}

// Error says what the service answered, and which users contradict each other.
func (e *OtherAccountError) Error() string {
	wanted := e.User
	if wanted == "" {
		wanted = strings.Join(e.Expected, ", ")
	}
	return fmt.Sprintf("%s; lists show objects of %s only, and none of %s",
		e.notFound, strings.Join(e.Shown, ", "), wanted)
}

// Unwrap returns the Error, of KindNotFound.
func (e *OtherAccountError) Unwrap() error { return e.notFound }

// IsUnprovenAbsence reports, for an error that IsGone, whether the run should warn: several objects of the state are
// gone, none was found, and nothing shows whose account the API key is for. It is true once for each account.
func IsUnprovenAbsence(err error) bool {
	var gone *absence
	return errors.As(err, &gone) && gone.unproven
}

// JudgeAbsence judges an error of a Read or a delete that IsGone, of an object of the state, such as "pod x7y8z9". user
// is the user that the object showed when it was there; empty if that is unknown. It returns other errors as they are,
// and an absence that can be believed.
//
// It returns an *OtherAccountError if the list that confirmed the absence shows objects of other users only. If
// Config.AccountIDs has the object's user, or the user is unknown, the users of AccountIDs count as its own. With
// AccountIDs, an absence whose list shows no user is judged by the users that any list or object has shown, for which
// it may request the lists of endpoints and pods. Without them, such a list says nothing.
func (c *Client) JudgeAbsence(ctx context.Context, err error, object, user string) error {
	var gone *absence
	if !errors.As(err, &gone) {
		return err
	}
	var own []string
	switch {
	case user == "" || slices.Contains(c.config.AccountIDs, user):
		own = c.config.AccountIDs
	default:
		own = []string{user}
	}
	shown := gone.users
	if len(shown) == 0 && len(c.config.AccountIDs) > 0 {
		shown = c.usersShown(ctx)
	}
	isOwn := func(shown string) bool { return slices.Contains(own, shown) }
	switch {
	case len(own) == 0 || len(shown) == 0:
		judged := *gone
		judged.unproven = !gone.deleted && c.account.presence.missed(object)
		return &judged
	case slices.ContainsFunc(shown, isOwn):
		c.account.presence.found()
		return err
	default:
		notFound := *gone.gone
		notFound.Kind = KindNotFound
		return &OtherAccountError{User: user, Expected: c.config.AccountIDs, Shown: shown, notFound: &notFound}
	}
}

// usersShown are the users of all objects that this process saw with the API key. If it saw none, it lists endpoints,
// and then pods. A list that fails shows none.
func (c *Client) usersShown(ctx context.Context) []string {
	seen := c.account.presence.usersSeen
	if len(seen()) == 0 {
		_, _ = c.ReadEndpoints(ctx)
	}
	if len(seen()) == 0 {
		_, _ = c.ReadPods(ctx)
	}
	return seen()
}

// presence is what a process finds out about the account that an API key is for. The zero value has found out nothing.
type presence struct {
	mu sync.Mutex
	// users are those that objects show.
	users map[string]struct{}
	// isFound says that an object of the state was found, or that lists show objects of its user.
	isFound bool
	// absent are the objects of the state that are gone, as far as nothing shows whose the key is.
	absent map[string]struct{}
	warned bool
}

// leastMissed is how many objects of a state have to be gone before that says something about the API key.
const leastMissed = 2

func (p *presence) found() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isFound = true
}

// missed records an object that is gone. It reports, once, that a warning is due.
func (p *presence) missed(object string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.absent == nil {
		p.absent = make(map[string]struct{})
	}
	p.absent[object] = struct{}{}
	if p.isFound || p.warned || len(p.absent) < leastMissed {
		return false
	}
	p.warned = true
	return true
}

func (p *presence) sawUsers(users ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users == nil {
		p.users = make(map[string]struct{})
	}
	for _, user := range users {
		if user != "" {
			p.users[user] = struct{}{}
		}
	}
}

func (p *presence) usersSeen() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.users))
}

// usersOf are the users that objects show, sorted and each once.
func usersOf[T any](all []T, user func(T) string) []string {
	var users []string
	for _, object := range all {
		if shown := user(object); shown != "" {
			users = append(users, shown)
		}
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// seeingUser is get, and records the user that the object shows.
func seeingUser[T any](
	p *presence, user func(T) string, get func(ctx context.Context, id string) (T, error),
) func(ctx context.Context, id string) (T, error) {
	return func(ctx context.Context, id string) (T, error) {
		object, err := get(ctx, id)
		if err == nil {
			p.sawUsers(user(object))
		}
		return object, err
	}
}
