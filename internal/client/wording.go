package client

import (
	"net/http"
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// wording is what the words of the service's errors mean (contract 2.2 to 2.6, 3.3).
var wording = transport.Wording{
	Meanings: []transport.Meaning{
		{Code: "ENDPOINT_PAUSED", Kind: KindPaused},
		// The code is missing in some deployments.
		{Status: http.StatusConflict, Message: regexp.MustCompile(`(?i)\bpaused\b`), Kind: KindPaused},
		{Message: regexp.MustCompile(`(?i)name must be unique`), Kind: KindNameTaken},
		{Message: regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), Kind: KindInUse},
		{Message: regexp.MustCompile(`(?i)exceeded max body size`), Kind: KindTooLarge},
		{Message: regexp.MustCompile(`(?i)no instances|instances available|not have the resources`), Kind: KindNoCapacity},
		{Message: regexp.MustCompile(`(?i)not enough free gpus|could not find any pods`), Kind: KindNoCapacity},
		{Message: regexp.MustCompile(`(?i)cannot use pod templates`), Kind: KindPodTemplate},
		{Message: regexp.MustCompile(`(?i)no longer offered`), Kind: KindNotOffered},
		{Message: regexp.MustCompile(`(?i)\bquota\b`), Kind: KindQuota, IsOfAccount: true},
		{Message: regexp.MustCompile(`(?i)\bbalance\b`), Kind: KindBalance, IsOfAccount: true},
		{Message: regexp.MustCompile(`(?i)\blocked\b`), Kind: KindLocked, IsOfAccount: true},
	},
	SubjectOf: subjectOf,
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
