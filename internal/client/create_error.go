package client

import (
	"errors"
	"fmt"
)

// CreateError is a create that failed, with what is known of its outcome. It wraps the failure of the request.
type CreateError struct {
	// Outcome says what became of it.
	Outcome CreateOutcome
	// Sent is how often the request was sent, without attempts that the service certainly did not carry out.
	Sent int
	// Found are the objects that Outcome is about, in no particular order; nil if it is about none.
	Found []FoundObject
	// Look is why nobody could look for what was made; nil if somebody could.
	Look error

	err error
}

// CreateOutcome is what is known of a create that failed.
type CreateOutcome int

const (
	// CreateRefused is a create that the service refused: there is nothing new.
	CreateRefused CreateOutcome = iota
	// CreateNotSent is one that was never sent, because Look tells why nobody could find out afterwards what it made.
	CreateNotSent
	// CreateMissing is one whose outcome is unknown and of which nothing is there. It may still appear.
	CreateMissing
	// CreateAmbiguous is one whose outcome is unknown while there are more new objects like it (Found) than creates.
	CreateAmbiguous
	// CreateDoubtful is one whose outcome is unknown while there are new objects (Found) that may be what it made, if the
	// service stores what it is sent in another form: they differ in what was sent, and are nobody's that is known.
	CreateDoubtful
	// CreateUnlooked is one whose outcome is unknown because Look failed.
	CreateUnlooked
	// CreateNameTaken is one that was refused because Found, a single object, has its name.
	CreateNameTaken
	// CreateExists is one that was not sent because objects like it (Found) were there before: Config.ExistingObjects.
	CreateExists
)

// FoundObject is an object that was found when a create was looked for.
type FoundObject struct {
	ID   string
	Name string // empty where it has none, or it was not told
	// Differences are the members, by their names on the wire, that it shows otherwise than they were sent.
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

// Error is that of the request, or says why there was none.
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

// Unwrap returns the failure of the request; where there was none, why it was not sent.
func (e *CreateError) Unwrap() error {
	if e.err == nil {
		return e.Look
	}
	return e.err
}

// complains reports whether a create was, as far as its message goes, refused for what was sent: that is looked for
// all the same, but once, and not sent again.
func complains(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.complains
}

// repeatableCreate reports whether a create that failed so, and of which nothing is there some time later, may be sent
// again: nobody is at work on it any more. After a time-out the service may be, and a success was carried out.
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

// MayAppear reports whether the service may still be at work on a create of which nothing is there.
func (e *CreateError) MayAppear() bool {
	return e.Outcome != CreateRefused && e.err != nil && !repeatableCreate(e.err) && !complains(e.err)
}
