package contracttest

import (
	"bufio"
	"bytes"
	"net/http"
)

// Received returns a request as a server reads it, from its bytes. If a part of the request does not survive the wire,
// or means something else there, a test sees it as the service would.
func Received(sent *http.Request) (*http.Request, error) {
	var wire bytes.Buffer
	if err := sent.Write(&wire); err != nil {
		return nil, err
	}
	return http.ReadRequest(bufio.NewReader(&wire))
}
