package creates

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

const (
	// DefaultSecondLook is the default of Config.SecondLook.
	DefaultSecondLook = 15 * time.Second
	// DefaultLateLook is the default of Config.LateLook.
	DefaultLateLook = 2 * time.Minute
	// lookGrace is the time for which the client searches for the object of a lost create after its caller's context has
	// ended; RequestTimeout is added for other creates that are under way.
	lookGrace = 30 * time.Second
	// createGrace is the time that the client waits for the answer to a create after its caller's context has ended.
	createGrace = 10 * time.Second
)

// ExistingObjects says what a create does about objects that existed before the run and have the values that it sends.
type ExistingObjects int

const (
	// ExistingIgnore does not look for them.
	ExistingIgnore ExistingObjects = iota
	// ExistingWarning returns them in Created.Existing.
	ExistingWarning
	// ExistingError refuses to send the create: Exists.
	ExistingError
)

// Config are the settings of a client that its creates need. All but Peers and RequestTimeout are required.
type Config struct {
	// RequestTimeout bounds one attempt at a request; 0 is no bound.
	RequestTimeout time.Duration
	// SecondLook is the time after a failed create at which the client searches for its object a second time, if the
	// first search found nothing.
	SecondLook time.Duration
	// LateLook is the time after the timeout of a create in which its object can still appear. Until that time ends, the
	// client adopts no object, except if names are unique; then it searches once more.
	LateLook time.Duration
	// ExistingObjects decides what a create does if objects with the same values existed before the run.
	ExistingObjects ExistingObjects
	// Peers shares IDs with other processes of the same user; nil shares nothing, and means that no other process
	// exists. Deployment names the deployment there, and PeerPause returns the pause before the processes are asked again.
	Peers      Peers
	Deployment string
	PeerPause  func(attempt int) time.Duration
	// Clock is the service's clock.
	Clock *transport.Clock
	// InOrder is called after creates have waited for each other or for an interruption: see gate.
	InOrder func(context.Context)
}

// Run has the state that the creates of one client share. It is safe for concurrent use.
type Run struct {
	config  Config
	fleet   *fleet.Fleet
	account *Account
	peers   *peers // nil without Config.Peers
}

// NewRun returns a Run.
func NewRun(config Config, f *fleet.Fleet, account *Account) *Run {
	r := &Run{config: config, fleet: f, account: account}
	if config.Peers != nil {
		r.peers = &peers{Peers: config.Peers, deployment: config.Deployment, pause: config.PeerPause}
	}
	return r
}

// Deployment is shared by all clients of one deployment, whatever their API key, because several keys can belong to one
// account: the IDs of objects that this process created, so that no other create adopts them. If the keys belong to
// different accounts, the only effect is that a look for a lost create also waits for the other account's creates. The
// zero value is ready to use.
type Deployment struct {
	mu     sync.Mutex
	claims map[string]*claims // by the name of a kind
}

// claimsOf returns the claims of a kind.
func (d *Deployment) claimsOf(kind string) *claims {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.claims == nil {
		d.claims = make(map[string]*claims)
	}
	if d.claims[kind] == nil {
		d.claims[kind] = &claims{}
	}
	return d.claims[kind]
}

// Account has the lost creates of all clients with one API key.
type Account struct {
	deployment *Deployment

	mu sync.Mutex
	// lost has the lostCreates of each kind by its name. It is any because packages that can reach a generic type compile
	// its methods anew.
	lost map[string]any
}

// NewAccount returns an account of a deployment.
func NewAccount(d *Deployment) *Account { return &Account{deployment: d, lost: make(map[string]any)} }

// lostCreatesOf returns the lost creates of a kind of all clients of an account.
func lostCreatesOf[T transport.Identified](a *Account, kind string) *lostCreates[T] {
	a.mu.Lock()
	defer a.mu.Unlock()
	lost, known := a.lost[kind].(*lostCreates[T])
	if !known {
		lost = &lostCreates[T]{claims: a.deployment.claimsOf(kind)}
		a.lost[kind] = lost
	}
	return lost
}
