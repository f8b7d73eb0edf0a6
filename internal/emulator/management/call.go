package management

import (
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// object is an object on the wire.
type object = map[string]any

// call is one request to an operation.
type call struct {
	*wire.Request
	api     *API
	name    string // of the operation
	of      schema.Operation
	account *account.Account
	now     time.Time
	// in and flags are the body and the boolean parameters, once they have been checked.
	in    account.Input
	flags map[string]bool
}

// handler answers a call with a value that is encoded as JSON, with nil for 204, or with an error.
type handler func(c *call) (any, error)

// always returns a handler for an operation that names no object.
func always(act func(c *call) (any, error)) handler {
	return func(c *call) (any, error) {
		if err := c.api.check(c); err != nil {
			return nil, err
		}
		return act(c)
	}
}

// on returns a handler for an operation on an object: 404 comes before what a check finds (contract 1, contract-v2
// 1.2).
func on[T any](find func(c *call) (T, error), act func(c *call, object T) (any, error)) handler {
	return wire.On(find, func(c *call) error { return c.api.check(c) }, act)
}

// id returns the first id in the path.
func (c *call) id() string {
	_, name, _ := strings.Cut(c.of.Path, "{")
	name, _, _ = strings.Cut(name, "}")
	return c.PathValue(name)
}

// number returns an integer parameter that has been checked; 0 without one.
func (c *call) number(name string) int {
	number, _ := strconv.Atoi(c.Query.Get(name))
	return number
}
