package client

import "sync"

// accountClaims are the claims by kind.
type accountClaims struct{ pods, templates, endpoints, networkVolumes, containerRegistryAuths claims }

// claims are the objects of one kind of which this process knows whose they are, with the gate that a look for others
// goes through. The zero value has none.
type claims struct {
	gate createGate

	mu sync.Mutex
	// known are the ids of objects that this process has made, adopted or deleted: they are nobody else's, and no
	// further create's.
	known map[string]struct{}
}

// isKnown reports whether this process has made, adopted or deleted an object.
func (c *claims) isKnown(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known := c.known[id]
	return known
}

// claim makes an object its caller's: false if this process knew it before.
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

// know adds an object that this process has made or deleted.
func (c *claims) know(id string) { c.claim(id) }

// deleted is know for an object that a delete, with this error, ended: it returns the error.
func (c *claims) deleted(id string, err error) error {
	if err == nil || IsGone(err) {
		c.know(id)
	}
	return err
}
