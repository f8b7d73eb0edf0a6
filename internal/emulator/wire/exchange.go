package wire

import (
	"net/http"
	"net/url"
)

// Exchange is one request to the service and its answer, as an observer gets it: its entry of the journal, and all that
// the journal leaves out. The observer may keep it, and change status, header and body of the response: the client gets
// that, but for a stream.
type Exchange struct {
	Entry

	URL            *url.URL
	RequestHeader  http.Header
	RequestBody    []byte
	ResponseHeader http.Header
	ResponseBody   []byte
}
