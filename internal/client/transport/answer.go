package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// Sender sends requests: Transport.Send, or a function that a caller has put before it.
type Sender func(ctx context.Context, r Request) (*Answer, error)

// Identified is an answer that must be about the object it was asked for.
type Identified interface{ Identifier() string }

// IsAbout checks that an answer has an id, and if one is given, that one: a proxy's {} must not become an object in the
// state. The id is empty if it is not known yet.
func IsAbout[T Identified](id string) func(T) error {
	return func(answer T) error {
		switch got := answer.Identifier(); {
		case got == "":
			return errors.New("it has no ID")
		case id != "" && got != id:
			return fmt.Errorf("it is about %q", redact.OneLine(got))
		default:
			return nil
		}
	}
}

// AreIdentified checks that each object in a list has an ID: one without could be any object.
func AreIdentified[T Identified](list []T) error {
	for i, object := range list {
		if object.Identifier() == "" {
			return fmt.Errorf("item %d of the list has no ID", i+1)
		}
	}
	return nil
}

// Checked sends a request, decodes the answer, and checks its content. An empty answer to a request that expects one is
// an error: state must not be made of nothing.
func Checked[T any](ctx context.Context, send Sender, r Request, check func(T) error) (T, error) {
	answer, err := send(ctx, r)
	if err != nil {
		var none T
		return none, err
	}
	return Decode(answer, check)
}

// SaysNothing returns an error if the answer is a page although the service answers this request without a body: a page
// comes from a front end, and does not prove that the service did anything.
func (a *Answer) SaysNothing() error {
	if !a.IsEmpty() && !json.Valid(a.body) {
		return a.Undecodable(errors.New("it is not JSON"))
	}
	return nil
}

// IsEmpty reports whether the body is empty.
func (a *Answer) IsEmpty() bool { return len(bytes.TrimSpace(a.body)) == 0 }

// Decode reads the body of a success, and checks its content.
func Decode[T any](a *Answer, check func(T) error) (decoded T, err error) {
	var none T
	if err := json.Unmarshal(a.body, &decoded); err != nil {
		return none, a.Undecodable(err)
	}
	if err := check(decoded); err != nil {
		return none, a.Undecodable(err)
	}
	return decoded, nil
}

// Undecodable returns the error of a success whose body is not as the interface describes: err says how.
func (a *Answer) Undecodable(err error) *Error {
	return &Error{
		Operation: a.Operation, OnQueue: a.Queue, Status: a.Status, RequestID: a.id, Kind: KindDecode,
		Cause: fmt.Errorf("the response is not valid: %w", a.redact.Error(err)),
	}
}

// NotFound returns the error of a success that says, in words of the service's own, that the object does not exist: it
// is a 404 of the service (contract-v2 2, Gone).
func (a *Answer) NotFound(message string) *Error {
	return &Error{
		Operation: a.Operation, OnQueue: a.Queue, Status: http.StatusNotFound, RequestID: a.id, Kind: KindNotFound,
		Message: message, ownAnswer: true,
	}
}
