package fleet

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// An API key of another account finds none of a state's objects, and each is confirmed to be gone: the next apply would
// create all of them again. Endpoints and pods show the user that they belong to (contract 2.1, Gone), which tells the
// one from the other. See OtherAccountError.

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
// Fleet.AccountIDs has the object's user, or the user is unknown, the users of AccountIDs count as its own. With
// AccountIDs, an absence whose list shows no user is judged by the users that any list or object has shown, for which
// it may request the lists of endpoints and pods. If no response shows a user and one of these lists fails, except with
// transport.KindUnauthorized, the result is an error for which IsGone is false. Without users, the absence counts.
func (f *Fleet) JudgeAbsence(ctx context.Context, err error, object, user string) error {
	var gone *absence
	if !errors.As(err, &gone) {
		return err
	}
	own, shown := f.AccountIDs, gone.users
	if user != "" && !slices.Contains(own, user) {
		own = []string{user}
	}
	if len(shown) == 0 && len(f.AccountIDs) > 0 {
		var listErr error
		if shown, listErr = f.usersShown(ctx); listErr != nil {
			return gone.undecided(listErr)
		}
	}
	switch {
	case len(own) == 0 || len(shown) == 0:
		judged := *gone
		judged.unproven = !gone.deleted && f.Account.presence.missed(object)
		return &judged
	case slices.ContainsFunc(shown, func(user string) bool { return slices.Contains(own, user) }):
		f.Account.presence.found()
		return err
	default:
		notFound := *gone.gone
		notFound.Kind = transport.KindNotFound
		return &OtherAccountError{User: user, Expected: f.AccountIDs, Shown: shown, notFound: &notFound}
	}
}

// presence holds what a process finds out about the account that an API key is for. The zero value has found out
// nothing.
type presence struct {
	mu sync.Mutex
	// users are those that objects show.
	users map[string]struct{}
	// isFound says that an object of the state was found, or that lists show objects of its user.
	isFound bool
	// absent are the objects of the state that are gone, as long as nothing shows whose the key is.
	absent map[string]struct{}
	warned bool
}

// minMissed is how many objects of a state have to be gone before that says something about the API key.
const minMissed = 2

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
	if p.isFound || p.warned || len(p.absent) < minMissed {
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
