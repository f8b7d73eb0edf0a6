package client

import (
	"errors"
	"net/http"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// IsRefused reports whether a request was answered with 400, 403 or 422: it did nothing, and would not another time.
func IsRefused(err error) bool {
	var e *Error
	return errors.As(err, &e) && slices.Contains(
		[]int{http.StatusBadRequest, http.StatusForbidden, http.StatusUnprocessableEntity}, e.Status)
}

// IsInUse reports whether a delete was rejected because other objects need the object.
func IsInUse(err error) bool { return transport.HasKind(err, KindInUse) }

// IsTooLarge reports whether a submission was rejected for its size.
func IsTooLarge(err error) bool { return transport.HasKind(err, KindTooLarge) }

// IsPaused reports whether a submission was rejected because its endpoint has no workers: nothing was done.
func IsPaused(err error) bool { return transport.HasKind(err, KindPaused) }

// IsEndpointNotFound reports whether a job was not found because its endpoint no longer exists. It depends on the
// message, so it can be false if the endpoint no longer exists.
func IsEndpointNotFound(err error) bool { return transport.Subject(err) == subjectEndpoint }

// IsUnauthorized reports whether err is about an API key that is wrong, or lacks the permission for the request.
func IsUnauthorized(err error) bool { return transport.HasKind(err, KindUnauthorized) }
