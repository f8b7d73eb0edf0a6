package creates

import (
	"errors"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Error is a create that failed, with its known outcome. It wraps the failure of the request.
type Error struct {
	// Outcome says what is known of its effect.
	Outcome Outcome
	// Doubt says why none of Found is proven to be the result of the create; only with Ambiguous.
	Doubt Doubt
	// Found are the objects that Outcome is about, in no particular order; nil if it is about none.
	Found []FoundObject
	// Look is why the client could not search for the object; nil if it could.
	Look error
	// Searched reports whether the client searched for the object of a rejected create, and found none.
	Searched bool
	// MayAppear reports whether the service may still carry out the create, or its object may appear after a success
	// that the client could not read.
	MayAppear bool
	// UniqueName reports whether the service refuses a second object of one name: Evidence.Unique.
	UniqueName bool

	err error
}

// Outcome is the known effect of a create that failed.
type Outcome int

const (
	// Rejected is a create that the service rejected: it created nothing.
	Rejected Outcome = iota
	// NotSent is a create that the client did not send, because it could not have recognized the result
	// afterwards, or because the API key is, or may be, for none of Config.AccountIDs: Look.
	NotSent
	// Missing is a create of unknown outcome for which the client found no object. Found are objects that match
	// it and were created at another time.
	Missing
	// Ambiguous is a create of unknown outcome whose result may be one of Found: Doubt.
	Ambiguous
	// Doubtful is a create of unknown outcome whose result may be one of Found if the service stores values in
	// another form: they differ from the request, and are not the result of another create of this process.
	Doubtful
	// Unlooked is a create whose outcome is unknown because the search failed: Look.
	Unlooked
	// NameTaken is a create that the service rejected because Found, a single object, has its name.
	NameTaken
	// Exists is a create that the client did not send because equal objects (Found) existed before:
	// Config.ExistingObjects.
	Exists
)

// Doubt is why an object that can be the result of a create is not proven to be.
type Doubt int

const (
	noDoubt Doubt = iota
	// DoubtTwin says that more objects match than creates can have produced, or that an earlier error or warning named
	// an object.
	DoubtTwin
	// DoubtDiffering says that several creates are lost, and an object can be the result of each although their requests
	// differ; or several are lost and this one has no name.
	DoubtDiffering
	// DoubtNotShown says that an object does not show every identifying member: FoundObject.Missing.
	DoubtNotShown
	// DoubtTime says that an object has no creation time that the client can read, the service sends no Date or Dates that
	// contradict each other, or the list from before the create was too old when the create was sent.
	DoubtTime
	// DoubtInterrupted says that the create timed out, a search found an object, and the caller's context ended before a
	// second object could be ruled out.
	DoubtInterrupted
	// DoubtPeer says that a create of the same name of another process of the same user is under way, or failed with an
	// unknown outcome; or that the processes cannot share IDs.
	DoubtPeer
)

// FoundObject is an object that a search after a create found.
type FoundObject struct {
	ID   string
	Name string // empty if the response shows none
	// Differences are the members, by their names on the wire, whose values differ from the request. Missing are the
	// identifying members that the response lacks.
	Differences, Missing []string
	// CreatedAt is its creation time, in the format that the service returns; empty if the response has none.
	CreatedAt string
	// Identified reports whether it shows more than its name, and each identifying member has the value of the request.
	Identified bool
	// Own says that this process created or adopted it for another create. Managed says that this process read it for a
	// state.
	Own, Managed bool
}

// Before returns the error of a create that the client did not send because of err, which came before it.
func Before(err error) *Error { return &Error{Outcome: Rejected, err: err} }

// MayNotList reports whether the client could not search for the object because the service does not let the API key
// list objects of the kind.
func (e *Error) MayNotList() bool {
	return errors.Is(e.Look, errNotListed) || transport.HasKind(e.Look, transport.KindUnauthorized)
}

// of completes an error with the failure of the request. It returns nil for nil.
func (e *Error) of(err error) error {
	if e == nil {
		return nil
	}
	e.err = err
	return e
}

// Error returns the message of the request's failure, or the reason why the client sent none.
func (e *Error) Error() string {
	switch {
	case e.err != nil:
		return e.err.Error()
	case e.Outcome == NotSent:
		return fmt.Sprintf("the provider sent nothing: %v", e.Look)
	default:
		return "the provider sent nothing: equal objects exist"
	}
}

// Unwrap returns the failure of the request; if none was sent, the reason.
func (e *Error) Unwrap() error {
	if e.err == nil {
		return e.Look
	}
	return e.err
}

// mayHaveMade reports whether a create that ended with this error may have created an object that this process does not
// know.
func mayHaveMade(err error) bool {
	var failed *Error
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Outcome {
	case Missing, Ambiguous, Doubtful, Unlooked:
		return true
	case Rejected:
		return failed.Searched
	case NotSent, NameTaken, Exists:
	}
	return false
}

// mayAppear reports whether the object of a create may appear after the search found none: the service may still carry
// out the create, or returned a success that the client could not read.
func mayAppear(err error) bool { return transport.MayStillAct(err) || transport.HasSucceeded(err) }
