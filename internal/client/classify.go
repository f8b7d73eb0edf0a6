package client

import (
	"net/http"
	"regexp"
)

// classify gives an answer its meaning. Messages first: the service answers 500
// for most refusals, and only the message tells them from its failures (contract
// 2.2 to 2.6). A front end's page is none of its messages.
func classify(status int, message, code string) Kind {
	frontEnd := status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout
	if !frontEnd && status != http.StatusNotFound && status != http.StatusTooManyRequests {
		if code == "ENDPOINT_PAUSED" || status == http.StatusConflict && paused.MatchString(message) {
			return KindPaused // The code is missing in some deployments.
		}
		for _, known := range meanings {
			if known.message.MatchString(message) {
				return known.kind
			}
		}
	}
	switch {
	case frontEnd || status == http.StatusRequestTimeout || status > http.StatusGatewayTimeout:
		return KindUnavailable // The last are front ends' own, such as 524 for an answer that took too long.
	case status == http.StatusBadRequest || status == http.StatusUnprocessableEntity:
		return KindInvalid
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return KindUnauthorized
	case status == http.StatusNotFound:
		return KindNotFound
	case status == http.StatusConflict:
		return KindConflict
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status == http.StatusInternalServerError:
		return KindInternal
	case status >= 300 && status < 400:
		return KindRedirect
	default:
		return KindUnknown
	}
}

// missingOf reads which object a 404 of the queue is about (contract 3.3). A
// front end's, or that of a wrong URL, is about none.
func missingOf(status int, message string) missing {
	switch {
	case status != http.StatusNotFound:
		return missingSomething
	case noEndpoint.MatchString(message):
		return missingEndpoint
	case noJob.MatchString(message):
		return missingJob
	default:
		return missingSomething
	}
}

var (
	noEndpoint = regexp.MustCompile(`(?i)\bendpoint not found`)
	noJob      = regexp.MustCompile(`(?i)\b(job|request) not found`)
)

var paused = regexp.MustCompile(`(?i)\bpaused\b`)

// meanings are the refusals that are known by their words. The first match wins.
var meanings = []struct {
	message *regexp.Regexp
	kind    Kind
}{
	{regexp.MustCompile(`(?i)name must be unique`), KindNameTaken},
	{regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), KindInUse},
	{regexp.MustCompile(`(?i)exceeded max body size`), KindTooLarge},
	{regexp.MustCompile(`(?i)no instances|instances available|not have the resources|not enough free gpus|could not find any pods`), KindNoCapacity},
	{regexp.MustCompile(`(?i)cannot use pod templates`), KindPodTemplate},
	{regexp.MustCompile(`(?i)no longer offered`), KindNotOffered},
	{regexp.MustCompile(`(?i)\bquota\b`), KindQuota},
	{regexp.MustCompile(`(?i)\bbalance\b`), KindBalance},
	{regexp.MustCompile(`(?i)\blocked\b`), KindLocked},
}
