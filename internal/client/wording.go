package client

import (
	"net/http"
	"regexp"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// withQueue adds the meanings of the words in errors of the queue interface (contract 3.3) to those of the management
// interface.
func withQueue(of transport.Wording) transport.Wording {
	of.SubjectOf = subjectOf
	of.Meanings = slices.Concat([]transport.Meaning{
		{Code: "ENDPOINT_PAUSED", Kind: transport.KindPaused},
		// The code is missing in some deployments.
		{Status: http.StatusConflict, Message: regexp.MustCompile(`(?i)\bpaused\b`), Kind: transport.KindPaused},
	}, of.Meanings)
	return of
}

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

// IsEndpointNotFound reports whether a job was not found because its endpoint no longer exists. It depends on the
// message, so it can be false if the endpoint no longer exists.
func IsEndpointNotFound(err error) bool { return transport.Subject(err) == subjectEndpoint }
