package client

import (
	"errors"
	"fmt"
)

// CreateError is a create that failed, with what is known of its outcome. It wraps the failure of the request.
type CreateError struct {
	// Outcome says what is known of its effect.
	Outcome CreateOutcome
	// Sent is how often the request was sent, without attempts that the service certainly did not carry out.
	Sent int
	// Found are the objects that Outcome is about, in no particular order; nil if it is about none.
	Found []FoundObject
	// Look is why the client could not look for what was made; nil if it could.
	Look error

	err error
}

// CreateOutcome is what is known of a create that failed.
type CreateOutcome int

const (
	// CreateRejected is a create that the service rejected: there is nothing new.
	CreateRejected CreateOutcome = iota
	// CreateNotSent is one that was not sent, because the client could not have found out afterwards what it made:
	// Look.
	CreateNotSent
	// CreateMissing is one whose outcome is unknown, and for which no object was found. It may still appear.
	CreateMissing
	// CreateAmbiguous is one whose outcome is unknown while there are more new objects like it (Found) than creates.
	CreateAmbiguous
	// CreateDoubtful is one whose outcome is unknown while there are new objects (Found) that it may have made if the
	// service stores values in another form: they differ from what was sent, and no other create of this process made
	// them.
	CreateDoubtful
	// CreateUnlooked is one whose outcome is unknown because Look failed.
	CreateUnlooked
	// CreateNameTaken is one that was rejected because Found, a single object, has its name.
	CreateNameTaken
	// CreateExists is one that was not sent because objects like it (Found) were there before: Config.ExistingObjects.
	CreateExists
)

// FoundObject is an object that was found in a look for what a create made.
type FoundObject struct {
	ID   string
	Name string // empty if it has none, or the answer does not have it
	// Differences are the members, by their names on the wire, that it has with other values than were sent.
	Differences []string
	// Shown is how many of the members that were sent it shows.
	Shown int
	// Own says that this process made or adopted it for another create.
	Own bool
}

// of completes an error with how often the request was sent, and how it failed. It is nil for nil.
func (e *CreateError) of(sent int, err error) error {
	if e == nil {
		return nil
	}
	e.Sent, e.err = sent, err
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

// complains reports whether a create was, by the message of its 5xx, rejected for its values or because something is in
// use. The client looks for what it made all the same, but only once, and does not send it again.
func complains(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.complains
}

// repeatableCreate reports whether a create that failed like this, and for which no object is found some time later,
// may be sent again: the service no longer works on it. After a timeout it may, and a success was carried out.
func repeatableCreate(err error) bool {
	var e *Error
	if !errors.As(err, &e) || IsAttemptTimeout(err) || e.succeeded || e.complains {
		return false
	}
	switch e.failure() {
	case connectionLost:
		return !errors.As(e.Cause, new(stoppedError))
	case internalError:
		return e.Status == 500
	case frontEnd:
		return e.Status == 502 || e.Status == 503
	default:
		return false
	}
}

// MayAppear reports whether the service may still be at work on a create for which no object was found.
func (e *CreateError) MayAppear() bool {
	return e.Outcome != CreateRejected && e.err != nil && !repeatableCreate(e.err) && !complains(e.err)
}
