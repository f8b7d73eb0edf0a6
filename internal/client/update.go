package client

import (
	"context"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// update updates an object of a kind. T is the object, F are its fields that can be changed.
type update[T transport.Identified, F any] struct {
	operation  string
	collection string
	get        func(ctx context.Context, id string) (T, error)
	fields     func(T) F
}

// send updates the object and returns it. If the answer is lost, the outcome is unknown, and repeating an update can
// restart what runs (contract 2.1): so the object is read, and only what it still lacks is sent again.
func (u update[T, F]) send(ctx context.Context, c *Client, id string, change F) (T, error) {
	for attempt := 0; ; attempt++ {
		answer, err := transport.One[T](ctx, c.send, u.request(c, id, change), id)
		if err == nil {
			c.account.presence.found()
		}
		if !transport.MustLook(err) || ctx.Err() != nil {
			return answer, err
		}
		get := func(ctx context.Context) (T, error) { return u.get(ctx, id) }
		actual, getErr := askUntilAnswered(ctx, c, get, KindUnauthorized)
		if getErr != nil {
			return answer, err // The first failure is the one to report.
		}
		if change = Remaining(change, u.fields(actual)); IsEmpty(change) {
			return actual, nil
		}
		if attempt >= c.config.MaxRetries {
			return answer, err
		}
		if pauseErr := transport.Pause(ctx, c.config.RetryWait.FullJitter(attempt)); pauseErr != nil {
			return answer, err
		}
	}
}

func (u update[T, F]) request(c *Client, id string, change F) transport.Request {
	r := transport.Request{
		Operation: u.operation, Method: http.MethodPatch, Path: []string{u.collection, id}, Body: change,
	}
	if c.config.UpdateWithPost {
		r.Method, r.Path = http.MethodPost, append(r.Path, "update")
	}
	return r
}
