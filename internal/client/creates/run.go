package creates

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

const (
	// DefaultLook is the default of Config.Look.
	DefaultLook = 15 * time.Second
	// DefaultLateLook is the default of Config.LateLook.
	DefaultLateLook = 2 * time.Minute
	// lookGrace is the time for which the client looks for the object of a lost create after its caller's context has
	// ended; RequestTimeout is added for other creates that are under way.
	lookGrace = 30 * time.Second
	// createGrace is the time that the client waits for the answer to a create after its caller's context has ended.
	createGrace = 10 * time.Second
	// listAge is the age up to which a list serves as the one from before a create that is asked for, and maxListAge that
	// when the create is sent: then its object can be told from others.
	listAge, maxListAge = 20 * time.Second, 30 * time.Second
)

// Config are the settings of a client that its creates need. All but RequestTimeout are required.
type Config struct {
	// RequestTimeout bounds one attempt at a request; 0 is no bound.
	RequestTimeout time.Duration
	// Look is how long the client looks for the object of a lost create, and LateLook that after a time-out, when the
	// service may still carry out the create.
	Look, LateLook time.Duration
	// RefuseExisting has a create refused if objects with the same values existed before the run.
	RefuseExisting bool
	// Peers has the IDs that this process and others of the same user know.
	Peers Peers
}

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
	config  Config
	fleet   *fleet.Fleet
	process *Process
}

// NewRun returns a Run.
func NewRun(config Config, f *fleet.Fleet, process *Process) *Run {
	return &Run{config: config, fleet: f, process: process}
}
