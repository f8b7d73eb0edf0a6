package client

import (
	"context"
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

// PostTemplate sends a create alone, as any request that is not repeated: nobody looks for what it made.
func (c *Client) PostTemplate(ctx context.Context, in TemplateCreate) (Template, error) {
	return post[Template](ctx, c, "CreateTemplate", "templates", in)
}

// PostNetworkVolume is PostTemplate for a volume.
func (c *Client) PostNetworkVolume(ctx context.Context, in NetworkVolumeCreate) (NetworkVolume, error) {
	return post[NetworkVolume](ctx, c, "CreateNetworkVolume", "networkvolumes", in)
}

func post[T identified](ctx context.Context, c *Client, operation, collection string, in any) (T, error) {
	r := request{operation: operation, method: http.MethodPost, path: []string{collection}, body: in}
	return doOne[T](ctx, c, r, "")
}
