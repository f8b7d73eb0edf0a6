package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// deletion deletes an object of a kind. A 204 and a rejection are final. If the outcome of a request is unknown, or the
// service accepted it for later (202), the object is read: it is gone, or the client waits for it or deletes it again.
type deletion[T transport.Identified] struct {
	c   *Client
	of  objectsOf[T]
	get func(ctx context.Context, id string) (T, error)
	ids func(ctx context.Context) (listed, error)
	// rejects reports whether an error of unknown meaning says that the service did nothing; nil means never.
	rejects func(*Error) bool
}

// errAcceptedForLater is the answer 202 to a delete.
var errAcceptedForLater = errors.New("the service has accepted the delete, and not done it yet")

// delete deletes an object. IsGone says that it was gone already, or is gone after a delete of unknown outcome.
func (d deletion[T]) delete(ctx context.Context, id string) error {
	wasThere := false
	for attempt := 0; ; attempt++ {
		err := d.send(ctx, id)
		var e *Error
		switch {
		case err == nil:
			d.c.account.presence.found()
			return nil
		case errors.Is(err, errAcceptedForLater):
			return d.await(ctx, id)
		case !OutcomeUnknown(err) || ctx.Err() != nil || errors.As(err, &e) && d.rejects != nil && d.rejects(e):
			return confirmGone(ctx, err, id, d.ids)
		}
		switch lookErr := d.look(ctx, id); {
		case IsGone(lookErr) && wasThere:
			return nil
		case IsGone(lookErr): // It was deleted, or belongs to another account: see Client.JudgeAbsence.
			return lookErr
		case lookErr != nil:
			return fmt.Errorf("%w; whether it is deleted could not be found out: %w", err, lookErr)
		}
		wasThere = true
		if attempt >= d.c.config.MaxRetries || transport.Pause(ctx, d.c.config.RetryWait.FullJitter(attempt)) != nil {
			return err
		}
	}
}

// send sends the delete, and repeats it where the service certainly did nothing.
func (d deletion[T]) send(ctx context.Context, id string) error {
	r := d.of.Delete(id)
	r.Repeat = transport.NotRepeatable
	answer, err := d.c.send(ctx, r)
	switch {
	case err != nil:
		return err
	case answer.Status == http.StatusAccepted:
		return errAcceptedForLater
	default:
		return answer.SaysNothing()
	}
}

// await waits until an object whose delete the service accepted is gone.
func (d deletion[T]) await(ctx context.Context, id string) error {
	return d.c.poll(ctx, func(ctx context.Context) (pollStep, error) {
		switch err := d.look(ctx, id); {
		case IsGone(err):
			return pollDone, nil
		case err != nil:
			return pollDone, err
		default:
			return pollAgain, errAcceptedForLater
		}
	})
}

// look looks for an object after its delete. Its error is nil if the object exists, and IsGone if it does not.
func (d deletion[T]) look(ctx context.Context, id string) error {
	notFound, err := askUntilAnswered(ctx, d.c, func(ctx context.Context) (error, error) {
		_, err := d.get(ctx, id)
		if IsNotFound(err) {
			return err, nil
		}
		return nil, err
	}, KindUnauthorized)
	if err != nil || notFound == nil {
		return err
	}
	err = confirmGone(ctx, notFound, id, func(ctx context.Context) (listed, error) {
		return askUntilAnswered(ctx, d.c, d.ids, KindUnauthorized)
	})
	if gone := (*absence)(nil); errors.As(err, &gone) {
		gone.deleted = true
	}
	return err
}
