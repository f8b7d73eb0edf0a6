package wire

import (
	"net/http"
	"net/url"
)

// Exchange is one request to the service and its answer, as an observer gets it. It is the observer's to keep, not to
// change.
type Exchange struct {
	Method        string
	URL           *url.URL
	RequestHeader http.Header
	RequestBody   []byte
	// Operation is empty when the request named none.
	Operation string

	// Status is 0 when a fault cut the connection before an answer, or the client went away while it waited.
	Status         int
	ResponseHeader http.Header
	ResponseBody   []byte

	// Fault is the kind of the fault that was injected, so that the answer is not the service's own, or not on time. It
	// is empty for all others.
	Fault string
}
