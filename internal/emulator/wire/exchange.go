package wire

import (
	"net/http"
	"net/url"
)

// Exchange is one request to the service and its answer, as an observer gets it: its entry of the journal, and all that
// the journal leaves out. It is the observer's to keep, not to change.
type Exchange struct {
	Entry

	URL            *url.URL
	RequestHeader  http.Header
	RequestBody    []byte
	ResponseHeader http.Header
	ResponseBody   []byte
}
