package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// IsGone reports whether an object is known not to exist any more (contract 2.1, Gone): a 404 on its own path that the
// service answered itself, and a list of its kind without it. Only that may remove an object from a state. The Read
// methods and the deletes return it.
func IsGone(err error) bool { return transport.HasKind(err, transport.KindGone) }

// confirmGone turns a 404 of an object's own path into transport.KindGone, if the service itself answered it and the
// list of its kind lacks the id. A front end's 404, or one of a wrong URL, proves nothing: it stays an error, which
// says why. list is called once, and only if the service itself answered err.
func confirmGone(ctx context.Context, err error, id string, list func(context.Context) (Listed, error)) error {
	var notFound *transport.Error
	if !errors.As(err, &notFound) || notFound.Kind != transport.KindNotFound {
		return err
	}
	if !transport.IsOwnAnswer(notFound) {
		return fmt.Errorf("%w; this is not how the service reports a missing object", err)
	}
	shown, listErr := list(ctx)
	switch {
	case transport.HasKind(listErr, transport.KindRetired):
		return listErr
	case listErr != nil:
		return fmt.Errorf("%w; a list of the kind, which could confirm that, failed: %w", err, listErr)
	case slices.Contains(shown.IDs, id):
		return fmt.Errorf("%w; %w", err, errStillListed)
	}
	gone := *notFound
	gone.Kind = transport.KindGone
	return &absence{gone: &gone, users: shown.Users}
}

// errStillListed is said of a 404 of the service itself about an object that a list, requested after it, still shows.
// The list may lag behind, which no response proves.
var errStillListed = errors.New("but a list of the kind shows it")

// IsStillListed reports whether an error is a 404 about an object that a later list still shows.
func IsStillListed(err error) bool { return errors.Is(err, errStillListed) }

// absence is the error of an object that is gone: an Error of transport.KindGone.
type absence struct {
	gone *transport.Error
	// users are the users of the objects in the list that confirmed it: see Client.JudgeAbsence.
	users []string
	// deleted says that the client had sent a delete of unknown outcome before.
	deleted bool
	// unproven is the result of IsUnprovenAbsence.
	unproven bool
}

func (a *absence) Error() string { return a.gone.Error() }

// Unwrap returns the Error.
func (a *absence) Unwrap() error { return a.gone }

// undecided returns the error of an absence that may be that of another account, because listErr left open whose the
// API key is: IsGone is false for it.
func (a *absence) undecided(listErr error) error {
	if transport.HasKind(listErr, transport.KindRetired) {
		return listErr
	}
	notFound := *a.gone
	notFound.Kind = transport.KindNotFound
	return fmt.Errorf("%w; a list that could show the account of the API key failed: %w", &notFound, listErr)
}

// Listed has the IDs of all objects of a kind, and the users that they show, sorted and each once.
type Listed struct{ IDs, Users []string }
