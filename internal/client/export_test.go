package client

import (
	"net/http"
	"time"
)

// SetNow gives the client another clock for how long answers are held.
func (c *Client) SetNow(now func() time.Time) { c.now = now }

// SetTransport has requests answered without a network.
func (c *Client) SetTransport(transport http.RoundTripper) { c.transport = transport }
