package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ErrAcceptedForLater is the error of Source.Delete if the service will delete the object later.
var ErrAcceptedForLater = errors.New("the service has accepted the delete, and has not carried it out yet")

// Delete deletes an object. While other objects use it, the client waits until ctx ends, unless one of them uses it
// permanently: see InUseError. After an error that IsGone, the object did not exist any more.
func (k *Kind[T]) Delete(ctx context.Context, id string) error {
	once := func(ctx context.Context) error { return k.deleteOnce(ctx, id) }
	if k.Users == nil {
		return once(ctx)
	}
	return k.fleet.whileInUse(ctx, id, k.Users, once)
}

// deleteOnce deletes an object. A success and a rejection are final. If the outcome of a request is unknown, or the
// service accepted it for later, the object is read: it is gone, or the client waits for it or deletes it again. IsGone
// says that it was gone already, or is gone after a delete of unknown outcome.
func (k *Kind[T]) deleteOnce(ctx context.Context, id string) error {
	wasThere := false
	for attempt := 0; ; attempt++ {
		err := k.Source.Delete(ctx, id)
		var e *transport.Error
		switch {
		case err == nil:
			k.fleet.Account.presence.found()
			return nil
		case errors.Is(err, ErrAcceptedForLater):
			return k.awaitEnd(ctx, id)
		case !transport.OutcomeUnknown(err) || ctx.Err() != nil || errors.As(err, &e) && k.Rejects != nil && k.Rejects(e):
			return k.ConfirmGoneAnew(ctx, err, id)
		}
		switch lookErr := k.lookAfterDelete(ctx, id); {
		case IsGone(lookErr) && wasThere:
			return nil
		case IsGone(lookErr): // It was deleted, or belongs to another account: see Fleet.JudgeAbsence.
			return lookErr
		case lookErr != nil:
			return fmt.Errorf("%w; the provider could not find out whether it was deleted: %w", err, lookErr)
		}
		wasThere = true
		if attempt >= k.fleet.MaxRetries || transport.Pause(ctx, k.fleet.Times.Retry.FullJitter(attempt)) != nil {
			return err
		}
	}
}

// awaitEnd waits until an object whose delete the service accepted is gone.
func (k *Kind[T]) awaitEnd(ctx context.Context, id string) error {
	return k.fleet.Poll(ctx, func(ctx context.Context) (bool, error) {
		switch err := k.lookAfterDelete(ctx, id); {
		case IsGone(err):
			return true, nil
		case err != nil:
			return true, err
		default:
			return false, ErrAcceptedForLater
		}
	})
}

// lookAfterDelete looks for an object after its delete. Its error is nil if the object exists, and IsGone if it does
// not.
func (k *Kind[T]) lookAfterDelete(ctx context.Context, id string) error {
	notFound, err := AskUntilAnswered(ctx, k.fleet, func(ctx context.Context) (error, error) {
		_, err := k.Get(ctx, id)
		if transport.IsNotFound(err) {
			return err, nil
		}
		return nil, err
	})
	if err != nil || notFound == nil {
		return err
	}
	err = confirmGone(ctx, notFound, id, func(ctx context.Context) (Listed, error) {
		return AskUntilAnswered(ctx, k.fleet, k.listed)
	})
	if gone := (*absence)(nil); errors.As(err, &gone) {
		gone.deleted = true
	}
	return err
}
