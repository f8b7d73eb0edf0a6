package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// sender sends requests: transport.Send, or what a caller has put before it.
type sender func(ctx context.Context, r request) (*answer, error)

// do sends a request and decodes the answer. An empty answer to a request that expects one is an error: state must not
// be made of nothing.
func do[T any](ctx context.Context, send sender, r request) (T, error) {
	return doChecked(ctx, send, r, func(T) error { return nil })
}

// identified is an answer that must be about the object it was asked for.
type identified interface{ identifier() string }

// doOne is do for a single object. An answer without an id, or about another object, is an error: a proxy's {} must not
// become an object in the state. The id is empty where it is not known yet.
func doOne[T identified](ctx context.Context, send sender, r request, id string) (T, error) {
	return doChecked(ctx, send, r, isAbout[T](id))
}

// isAbout checks that an answer has an id, and if one is given, that one.
func isAbout[T identified](id string) func(T) error {
	return func(answer T) error {
		switch got := answer.identifier(); {
		case got == "":
			return errors.New("it has no id")
		case id != "" && got != id:
			return fmt.Errorf("it is about %q", cut(got))
		default:
			return nil
		}
	}
}

// doList is do for all objects of a kind. One without an id cannot be told from another, and could be any of them.
func doList[T identified](ctx context.Context, send sender, r request) ([]T, error) {
	return doChecked(ctx, send, r, areIdentified[T])
}

// areIdentified checks that everything in a list has an id.
func areIdentified[T identified](list []T) error {
	for i, object := range list {
		if object.identifier() == "" {
			return fmt.Errorf("number %d of the list has no id", i+1)
		}
	}
	return nil
}

func doChecked[T any](ctx context.Context, send sender, r request, check func(T) error) (T, error) {
	answer, err := send(ctx, r)
	if err != nil {
		var none T
		return none, err
	}
	return decodeAnswer(answer, check)
}

// saysNothing is the error of an answer that is a page although the service answers this request without a body: a page
// comes from a front end, and does not prove that the service did anything.
func (a *answer) saysNothing() error {
	if !a.isEmpty() && !json.Valid(a.body) {
		return a.undecodable(errors.New("it is no JSON"))
	}
	return nil
}

// isEmpty reports whether there is nothing in the body.
func (a *answer) isEmpty() bool { return len(bytes.TrimSpace(a.body)) == 0 }

// decodeAnswer reads the body of a success, and checks what it says.
func decodeAnswer[T any](a *answer, check func(T) error) (decoded T, err error) {
	var none T
	if err := json.Unmarshal(a.body, &decoded); err != nil {
		return none, a.undecodable(err)
	}
	if err := check(decoded); err != nil {
		return none, a.undecodable(err)
	}
	return decoded, nil
}

// undecodable is the error of a success whose body is not what it should be.
func (a *answer) undecodable(err error) *Error {
	return &Error{
		Operation: a.operation, OnQueue: a.queue, Status: a.status, RequestID: a.id, Kind: KindDecode,
		Cause: fmt.Errorf("the answer is not what the interface describes: %w", a.redact.error(err)),
	}
}
