package creates

import (
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// claims are the ids of one kind that are certainly not the result of a lost create, because this process knows where
// they come from, and the gate between creates and searches for their objects. The zero value has none.
type claims struct {
	gate gate

	mu    sync.Mutex
	known map[string]origin
}

// origin is the way in which this process came to know an id.
type origin int

const (
	unknownOrigin origin = iota
	// originNamed is an object that an error or a warning has named: the user decides on it.
	originNamed
	// originState is an object that this process read for a state.
	originState
	// originRun is an object that this process created, adopted or deleted.
	originRun
)

// origin returns how this process came to know an id.
func (c *claims) origin(id string) origin {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[id]
}

// isKnown reports whether an id is certainly not the result of a lost create.
func (c *claims) isKnown(id string) bool { return c.origin(id) >= originState }

// isNamed reports whether the user decides on an object.
func (c *claims) isNamed(id string) bool { return c.origin(id) == originNamed }

// claim records an object that its caller adopts; false if this process knew it before.
func (c *claims) claim(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[id] != unknownOrigin {
		return false
	}
	c.record(id, originRun)
	return true
}

// know records an id. Of several origins the last of the list above counts.
func (c *claims) know(id string, from origin) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known[id] < from {
		c.record(id, from)
	}
}

// record sets the origin of an id. The caller holds mu.
func (c *claims) record(id string, from origin) {
	if c.known == nil {
		c.known = make(map[string]origin)
	}
	c.known[id] = from
}

// deleted records an object after its delete, if that succeeded or found that it no longer exists, and returns the
// delete's error.
func (c *claims) deleted(id string, err error) error {
	if err == nil || fleet.IsGone(err) {
		c.know(id, originRun)
	}
	return err
}
