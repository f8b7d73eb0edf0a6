package client

import (
	"net/http"
	"time"
)

// SetNow gives the client another clock for how long answers are held.
func (c *Client) SetNow(now func() time.Time) { c.now = now }

// SetTransport has requests answered without a network.
func (c *Client) SetTransport(transport http.RoundTripper) { c.transport = transport }

// Waiting is how many readers wait for the latest list of a kind.
func (c *Client) Waiting(kind string) int {
	switch kind {
	case "pods":
		return waiting(c.kinds.pods)
	case "templates":
		return waiting(c.kinds.templates)
	case "endpoints":
		return waiting(c.kinds.endpoints)
	case "networkVolumes":
		return waiting(c.kinds.networkVolumes)
	default:
		return waiting(c.kinds.containerRegistryAuths)
	}
}

func waiting[T identified](k *kind[T]) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.latest == nil {
		return 0
	}
	k.latest.mu.Lock()
	defer k.latest.mu.Unlock()
	return k.latest.waiting
}
