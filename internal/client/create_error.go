package client

import (
	"errors"
	"fmt"
)

// CreateError is a create that failed, with what is known of its outcome. It wraps the failure of the request.
type CreateError struct {
	// Outcome says what is known of its effect.
	Outcome CreateOutcome
	// Doubt says why none of Found is proven to be what the create made; only with CreateAmbiguous.
	Doubt Doubt
	// Found are the objects that Outcome is about, in no particular order; nil if it is about none.
	Found []FoundObject
	// Look is why the client could not search for what was made; nil if it could.
	Look error
	// Searched reports whether the client searched for what a rejected create made, and found nothing.
	Searched bool
	// MayAppear reports whether the service may still carry out the create.
	MayAppear bool

	err error
}

// CreateOutcome is what is known of a create that failed.
type CreateOutcome int

const (
	// CreateRejected is a create that the service rejected: it made nothing.
	CreateRejected CreateOutcome = iota
	// CreateNotSent is one that was not sent, because the client could not have found out afterwards what it made:
	// Look.
	CreateNotSent
	// CreateMissing is one of unknown outcome for which no object was found. Found are objects that are like it and
	// were created at another time.
	CreateMissing
	// CreateAmbiguous is one of unknown outcome that may have made one of Found: Doubt.
	CreateAmbiguous
	// CreateDoubtful is one of unknown outcome that may have made one of Found, if the service stores values in another
	// form: they differ from what was sent, and no other create of this process made them.
	CreateDoubtful
	// CreateUnlooked is one whose outcome is unknown because Look failed.
	CreateUnlooked
	// CreateNameTaken is one that was rejected because Found, a single object, has its name.
	CreateNameTaken
	// CreateExists is one that was not sent because objects like it (Found) existed before: Config.ExistingObjects.
	CreateExists
)

// Doubt is why an object that can be what a create made is not proven to be.
type Doubt int

const (
	noDoubt Doubt = iota
	// DoubtTwin is more objects than creates.
	DoubtTwin
	// DoubtDiffering is several lost creates, for which the objects look the same although they sent different values.
	DoubtDiffering
	// DoubtNotShown is an object that does not show all that identifies it: FoundObject.Missing.
	DoubtNotShown
	// DoubtTime is an object without a creation time that can be read, or a service that sends no Date.
	DoubtTime
	// DoubtInterrupted is an object that was found after the create timed out, when the caller's context ended before
	// it was certain that no other one appears.
	DoubtInterrupted
	// DoubtPeer is another process of the same user whose create of the same name is under way, or failed with an
	// unknown outcome.
	DoubtPeer
)

// FoundObject is an object that was found in a search for what a create made.
type FoundObject struct {
	ID   string
	Name string // empty if it has none, or the answer does not have it
	// Differences are the members, by their names on the wire, that it has with other values than were sent. Missing
	// are those that identify it and are not in the answer.
	Differences, Missing []string
	// CreatedAt is when it was created, as the service writes it; empty if it does not show that.
	CreatedAt string
	// Identified reports whether it shows more than its name, and has all that identifies what was to be created.
	Identified bool
	// Own says that this process made or adopted it for another create, and Managed that it read it for a state.
	Own, Managed bool
}

// of completes an error with how the request failed. It is nil for nil.
func (e *CreateError) of(err error) error {
	if e == nil {
		return nil
	}
	e.err = err
	return e
}

// Error is that of the request, or says why none was sent.
func (e *CreateError) Error() string {
	switch {
	case e.err != nil:
		return e.err.Error()
	case e.Outcome == CreateNotSent:
		return fmt.Sprintf("nothing was sent: %v", e.Look)
	default:
		return "nothing was sent: there are objects like it already"
	}
}

// Unwrap returns the failure of the request; if none was sent, the reason.
func (e *CreateError) Unwrap() error {
	if e.err == nil {
		return e.Look
	}
	return e.err
}

// mayHaveMade reports whether a create that ended with this error may have made an object that nobody knows.
func mayHaveMade(err error) bool {
	var failed *CreateError
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Outcome {
	case CreateMissing, CreateAmbiguous, CreateDoubtful, CreateUnlooked:
		return true
	case CreateRejected:
		return failed.Searched
	case CreateNotSent, CreateNameTaken, CreateExists:
	}
	return false
}

// refuses reports whether a create of unknown outcome was, by the service's message, refused: for its values, because
// something is in use, or for want of capacity. The service is known to refuse like this and to create the object all
// the same, so the client searches for it; if there is none, the refusal is the error.
func refuses(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.complains || e.failure() == actedAndRejected)
}

// mayStillAct reports whether the service may carry out a create later that failed like this: it did not answer in
// time, a front end stopped waiting for it, or the caller did.
func mayStillAct(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.failure() {
	case connectionLost:
		return !e.succeeded && (IsAttemptTimeout(err) || errors.As(e.Cause, new(stoppedError)))
	case frontEnd:
		return e.Status == 504
	case frontEndTimeout, cancelled:
		return true
	default:
		return false
	}
}

// mayAppear reports whether the object of a create for which none was found may appear later: the service may still be
// at work on it, or answered with a success that could not be read.
func mayAppear(err error) bool {
	var e *Error
	return mayStillAct(err) || errors.As(err, &e) && (e.succeeded || e.Kind == KindDecode)
}
