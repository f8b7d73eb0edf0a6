package client

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
)

// queue gives a Client the methods of jobs.Queue.
type queue = jobs.Queue

func newQueue(c *Client) *queue {
	return jobs.New(jobs.Config{
		Send: c.sendToQueue, Redact: c.Redact, Now: func() time.Time { return c.now() }, Fleet: c.fleet,
		RequestTimeout: c.config.RequestTimeout, Missing: c.config.Times.Missing,
	})
}
