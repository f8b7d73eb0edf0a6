package outbound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"time"
)

// Client sends the emulator's own requests. Close it.
type Client struct {
	http   *http.Client
	header http.Header
}

const (
	maxHeader   = 64 << 10 // bytes of an answer's
	maxIdle     = 100      // connections, to all hosts together
	idleTimeout = 30 * time.Second
)

// NewClient makes a client with connections of its own. Its requests go where the policy allows, and have these headers
// beside their own. It uses no proxy, which would make the connections in its place.
func NewClient(policy Policy, header http.Header) *Client {
	return &Client{
		http: &http.Client{
			Transport: &http.Transport{
				DialContext:            policy.dial,
				TLSHandshakeTimeout:    dialTimeout,
				MaxResponseHeaderBytes: maxHeader,
				MaxIdleConns:           maxIdle,
				IdleConnTimeout:        idleTimeout,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		header: header,
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Answer is the answer to a request.
type Answer struct {
	Status int
	Type   string // of the content, as the header has it
	Text   []byte
}

// Post sends a request with a JSON body. It follows no redirect, and its errors do not contain the address, which can
// have a password. It reads at most so many bytes of the answer's body; with 0 it does not wait for a body.
func (c *Client) Post(ctx context.Context, address string, body []byte, maxBytes int64) (Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return Answer{}, errors.New("the address is no URL")
	}
	maps.Copy(request.Header, c.header)
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		var cause *url.Error
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return Answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBytes))
	return Answer{response.StatusCode, response.Header.Get("Content-Type"), text}, err
}
