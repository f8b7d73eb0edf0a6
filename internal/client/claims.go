package client

import "sync"

// accountClaims are the claims by kind.
type accountClaims struct{ pods, templates, endpoints, networkVolumes, containerRegistryAuths claims }

// claims are the ids of one kind that this process created, adopted or deleted, and the gate between creates and looks
// for what they made. The zero value has none.
type claims struct {
	gate createGate

	mu sync.Mutex
	// known are those ids: no other create of this process adopts one of them.
	known map[string]struct{}
}

// isKnown reports whether this process created, adopted or deleted an object.
func (c *claims) isKnown(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.known[id]
	return known
}

// claim adds an object that its caller adopts: false if this process knew it before.
func (c *claims) claim(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.known[id]; known {
		return false
	}
	if c.known == nil {
		c.known = make(map[string]struct{})
	}
	c.known[id] = struct{}{}
	return true
}

// know adds an object that this process created or deleted.
func (c *claims) know(id string) { c.claim(id) }

// deleted is know for an object after its delete, if that succeeded or found it gone, and returns the delete's error.
func (c *claims) deleted(id string, err error) error {
	if err == nil || IsGone(err) {
		c.know(id)
	}
	return err
}
