package creates

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

const (
	// lookGrace is the time for which the client looks for the object of a lost create after its caller's context has
	// ended; RequestTimeout is added for other creates that are under way.
	lookGrace = 30 * time.Second
	// createGrace is the time that the client waits for the answer to a create after its caller's context has ended.
	createGrace = 10 * time.Second
	// listAge is the age up to which a list serves as the one from before a create that is asked for, and maxListAge that
	// when the create is sent: then its object can be told from others.
	listAge, maxListAge = 20 * time.Second, 30 * time.Second
)

// Peers has the IDs that this process knows, and shares them with the other provider processes of the user: those of
// the same run (its plan, its apply, other provider blocks), and of other runs on the machine. IDs are random, so those
// of two accounts do not meet. Implementations are safe for concurrent use.
type Peers interface {
	// Know records an object that this process made, adopted, deleted, or read for a state.
	Know(kind, id string, ofState bool)
	// Known returns the objects that this process has recorded, or another in the last hour, each with whether it was
	// this process, or the state of its own configuration has it or will have it. It has those of this process in spite of
	// an error.
	Known(kind string) (map[string]bool, error)
	// Adopt takes an object for one create, and reports whether another has taken it before. IsAdopted reports whether any
	// has taken it.
	Adopt(kind, id string) (isTaken bool, err error)
	IsAdopted(kind, id string) bool
}

// Run has the state that the creates of one client share. It is safe for concurrent use.
type Run struct {
	Fleet   *fleet.Fleet
	Process *Process
	// Peers and RefuseExisting are those of client.Config. Peers are required.
	Peers          Peers
	RefuseExisting bool
}
