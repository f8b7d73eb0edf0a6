package client

import (
	"regexp"
)

// IsInUse reports whether a delete was rejected because other objects need the object.
func IsInUse(err error) bool { return hasKind(err, KindInUse) }

// IsTooLarge reports whether a submission was rejected for its size.
func IsTooLarge(err error) bool { return hasKind(err, KindTooLarge) }

// IsPaused reports whether a submission was rejected because its endpoint has no workers: nothing was done.
func IsPaused(err error) bool { return hasKind(err, KindPaused) }

// The objects that the service's own 404 on the queue interface can be about: see subjectOf.
const (
	subjectJob      = "job"
	subjectEndpoint = "endpoint"
)

var (
	noEndpoint = regexp.MustCompile(`(?i)\bendpoint not found`)
	noJob      = regexp.MustCompile(`(?i)\b(job|request) not found`)
)

// subjectOf reads which object a 404 of the queue interface is about (contract 3.3); empty for a front end's 404, or
// one of a wrong URL.
func subjectOf(message string) string {
	switch {
	case noEndpoint.MatchString(message):
		return subjectEndpoint
	case noJob.MatchString(message):
		return subjectJob
	default:
		return ""
	}
}

// IsEndpointNotFound reports whether a job was not found because its endpoint is gone. It depends on the message, so it
// can be false where the endpoint is gone.
func IsEndpointNotFound(err error) bool { return subject(err) == subjectEndpoint }
