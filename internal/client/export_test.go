package client

import "time"

// SetNow gives the client another clock for how long answers are held.
func (c *Client) SetNow(now func() time.Time) { c.now = now }
