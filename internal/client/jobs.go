package client

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
)

// queue gives a Client the methods of jobs.Queue.
type queue = jobs.Queue

func newQueue(c *Client) *queue {
	return jobs.New(jobs.Config{
		Send: c.sendToQueue, Redact: c.Redact, Fleet: c.fleet,
		RequestTimeout: c.config.RequestTimeout, Missing: c.config.Times.Missing,
	})
}
