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

// ExistingObjects says what a create does about objects that existed before the run and have the values that it sends.
type ExistingObjects int

const (
	// ExistingIgnore does not look for them.
	ExistingIgnore ExistingObjects = iota
	// ExistingError refuses to send the create.
	ExistingError
)

// Config are the settings of a client that its creates need. All but Peers and RequestTimeout are required.
type Config struct {
	// RequestTimeout bounds one attempt at a request; 0 is no bound.
	RequestTimeout time.Duration
	// Look is how long the client looks for the object of a lost create, and LateLook that after a time-out, when the
	// service may still carry out the create.
	Look, LateLook time.Duration
	// ExistingObjects decides what a create does if objects with the same values existed before the run.
	ExistingObjects ExistingObjects
	// Peers shares IDs with other processes of the same user; nil means that no other process exists.
	Peers Peers
}

// Peers shares the IDs that this process knows with the other provider processes of the user: those of the same run
// (its plan, its apply, other provider blocks), and of other runs on the machine. Implementations are safe for
// concurrent use.
type Peers interface {
	// Know records an object that this process made, adopted, or read for a state.
	Know(kind, id string, ofState bool)
	// Others returns the objects that other processes have recorded in the last hour, each with whether the state of this
	// process's own configuration has it or will have it.
	Others(kind string) (map[string]bool, error)
	// Adopt takes an object for this process, and reports whether another has taken it before. IsAdopted reports whether
	// any process has taken it.
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
	if config.Peers == nil {
		config.Peers = alone{}
	}
	return &Run{config: config, fleet: f, process: process}
}

// alone are the Peers of a process without others.
type alone struct{}

func (alone) Know(string, string, bool)              {}
func (alone) Others(string) (map[string]bool, error) { return nil, nil }
func (alone) Adopt(string, string) (bool, error)     { return false, nil }
func (alone) IsAdopted(string, string) bool          { return false }
