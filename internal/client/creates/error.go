package creates

import (
	"errors"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Error is a create that failed. Unless Unknown is set, it was refused: it made nothing.
type Error struct {
	// Err is the failure of the request; nil if none was sent.
	Err error
	// Unknown reports whether the create may have made an object.
	Unknown bool
	// Doubt says, in a sentence, why no object is known to be the result of an Unknown create.
	Doubt string
	// Found are the objects that the error is about, in no particular order: those that an Unknown create may have made
	// or, without Err, those that existed before (Run.RefuseExisting).
	Found []FoundObject
	// Look is why the client could not look for objects, before or after the create; nil if it could.
	Look error
}

// FoundObject is an object that the error of a create names.
type FoundObject struct {
	ID   string
	Name string // empty if the response shows none
	// Differences are the members, by their names on the wire, whose values differ from the request. Missing are the
	// identifying members that the response lacks.
	Differences, Missing []string
	// CreatedAt is its creation time, in the format that the service returns; empty if the response has none.
	CreatedAt string
}

// errNotListed is why the client does not look for the object of a lost create if its API key may not list objects.
var errNotListed = errors.New("the API key may not list objects of this kind")

// Before returns the error of a create that the client did not send because of err, which came before it.
func Before(err error) *Error { return &Error{Err: err} }

// MayNotList reports whether the client could not look for objects because the service does not let the API key list
// objects of the kind.
func (e *Error) MayNotList() bool {
	return errors.Is(e.Look, errNotListed) || transport.HasKind(e.Look, transport.KindUnauthorized)
}

// MayAppear reports whether the object may appear after the search: the service may still carry out the create, or
// returned a success that the client could not read.
func (e *Error) MayAppear() bool {
	return e.Unknown && (transport.MayStillAct(e.Err) || transport.HasSucceeded(e.Err))
}

// IsLikelyRefused reports whether the service's message refuses the create, and a search found nothing. Some services
// return such a message and carry the request out anyway.
func (e *Error) IsLikelyRefused() bool {
	return e.Unknown && transport.Refuses(e.Err) && e.Look == nil && len(e.Found) == 0
}

// Error returns the message of the request's failure, or the reason why the client sent none.
func (e *Error) Error() string {
	switch {
	case e.Err != nil:
		return e.Err.Error()
	case e.Look != nil:
		return fmt.Sprintf("the provider sent nothing: %v", e.Look)
	default:
		return "the provider sent nothing: equal objects exist"
	}
}

// Unwrap returns the failure of the request; if none was sent, the reason.
func (e *Error) Unwrap() error {
	if e.Err == nil {
		return e.Look
	}
	return e.Err
}
