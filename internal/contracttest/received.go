package contracttest

import (
	"bufio"
	"bytes"
	"net/http"
)

// Received is a request as a server reads it, from its bytes: what a client put into it that does not survive the wire,
// or means something else there, is seen as the service would see it.
func Received(sent *http.Request) (*http.Request, error) {
	var wire bytes.Buffer
	if err := sent.Write(&wire); err != nil {
		return nil, err
	}
	return http.ReadRequest(bufio.NewReader(&wire))
}
