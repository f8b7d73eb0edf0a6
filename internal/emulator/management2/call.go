package management2

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// call is one request to an operation.
type call struct {
	*wire.Request
	api     *API
	name    string // of the operation
	of      schema.Operation
	account *account.Account
	now     time.Time
}

// handler answers a call with a value that is encoded as JSON, with nil for 204, or with an error.
type handler func(c *call) (any, error)

// always returns a handler for an operation that names no object.
func always(act func(c *call) (any, error)) handler {
	return func(c *call) (any, error) {
		if err := c.check(); err != nil {
			return nil, err
		}
		return act(c)
	}
}

// on returns a handler for an operation on an object: 404 comes before 422 (contract-v2 1.2).
func on[T any](find func(c *call) (T, error), act func(c *call, object T) (any, error)) handler {
	return wire.On(find, (*call).check, act)
}

// id returns the id in the path.
func (c *call) id() string { return c.PathValue("id") }

// check holds query and body against the document.
func (c *call) check() error {
	violations, err := c.api.document.CheckQuery(c.name, c.Query)
	if err != nil {
		return err
	}
	problems := c.api.document.Words("", nil, violations)
	if c.of.HasBody {
		inBody, err := c.checkBody()
		if err != nil {
			return err
		}
		problems = append(problems, inBody...)
	}
	if len(problems) > 0 {
		return unprocessable(problems...)
	}
	return nil
}

// number returns an integer parameter, which check has accepted; 0 without one.
func (c *call) number(name string) int {
	number, _ := strconv.Atoi(c.Query.Get(name))
	return number
}

func (c *call) checkBody() (problems []string, err error) {
	if c.CheckBody() != nil {
		return []string{"$: the content type is not application/json"}, nil //nolint:nilerr // It is the client's.
	}
	value, err := schema.Decode(c.Body)
	if err != nil {
		return []string{"$: the body is not JSON"}, nil //nolint:nilerr // It is the client's.
	}
	violations, err := c.api.document.CheckBody(c.name, value)
	return c.api.document.Words("$", value, violations), err
}

// body reads a body that fits the document.
func (c *call) body() (in account.Input, err error) {
	if err := json.Unmarshal(c.Body, &in); err != nil {
		return nil, fmt.Errorf("%s: the document accepts what the code does not: %w", c.name, err)
	}
	return in, c.fits(in)
}

// object is an object on the wire.
type object = map[string]any

// form returns an object on the wire.
type form[T any] func(c *call, value T) object

// creates returns a handler that makes an object of a body.
func creates[T any](
	add func(a *account.Account, in account.Input, at time.Time) (T, error), shown form[T],
) handler {
	return always(func(c *call) (any, error) {
		body, err := c.body()
		if err != nil {
			return nil, err
		}
		made, err := add(c.account, body, c.now)
		if err != nil {
			return nil, err
		}
		return shown(c, made), nil
	})
}

// shows returns a handler that answers with an object.
func shows[T any](find func(c *call) (T, error), shown form[T]) handler {
	return on(find, func(c *call, found T) (any, error) { return shown(c, found), nil })
}

// changes returns a handler that changes an object by a body.
func changes[T any](
	find func(c *call) (T, error), change func(a *account.Account, before T, in account.Input, at time.Time) (T, error),
	shown form[T],
) handler {
	return on(find, func(c *call, before T) (any, error) {
		body, err := c.body()
		if err != nil {
			return nil, err
		}
		changed, err := change(c.account, before, body, c.now)
		if err != nil {
			return nil, err
		}
		return shown(c, changed), nil
	})
}

// deletes returns a handler that answers without a body.
func deletes[T any](
	find func(c *call) (T, error), remove func(a *account.Account, object T, at time.Time) error,
) handler {
	return on(find, func(c *call, object T) (any, error) { return nil, remove(c.account, object, c.now) })
}

// lists returns a handler that answers with objects under a member, all of them on one page.
func lists[T any](member string, all func(c *call) []T, shown form[T]) handler {
	return always(func(c *call) (any, error) {
		list := []object{}
		for _, value := range all(c) {
			list = append(list, shown(c, value))
		}
		return object{member: list}, nil
	})
}

// fitted returns an answer in the form of the document.
func (c *call) fitted(value any) (any, error) {
	if _, encoded := value.(json.RawMessage); encoded || value == nil {
		return value, nil
	}
	text, err := jsontext.Encode(value)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // Numbers keep their spelling.
	var answer any
	err = decoder.Decode(&answer)
	return c.api.document.Fit(c.name, answer), err
}
