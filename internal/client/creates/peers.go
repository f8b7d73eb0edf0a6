package creates

import (
	"context"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Peers shares the knowledge of this process about a deployment's objects with other provider processes of the same
// user: those of the same run (its plan, its apply, other provider blocks), and of other runs on the same machine.
// Kinds are the collections of the contract, such as networkvolumes. Implementations are safe for concurrent use.
type Peers interface {
	// Know records an object: one that this process read for a state, or one that it created, adopted or deleted.
	Know(deployment, kind, id string, ofState bool)
	// Begin records a create before it is sent, with its name. The caller calls end when the create has ended, and it
	// has recorded the object, if there is one.
	Begin(deployment, kind, name string) (end func(End))
	// Claim takes an object for this process: false if another process has taken it, to adopt it or to have the user
	// decide on it.
	Claim(deployment, kind, id string) (bool, error)
	// Others returns the records of other processes from the last hour: the ids that they know, each with whether the
	// state of this process's own configuration has it or will have it, and the creates whose objects they do not know.
	Others(deployment, kind string) (known map[string]bool, open []Open, err error)
	// Name returns the form in which Others returns a name; that of no name is Name("").
	Name(name string) string
}

// End is the end of a create.
type End struct {
	// Lost reports whether it failed, and may have created an object that this process does not know.
	Lost bool
	// Until is the latest time at which it can have created an object, by the service's clock; the zero time if that is
	// unknown.
	Until time.Time
}

// Open is a create of another process that may have created an object which that process does not know.
type Open struct {
	Name string // in the form of Peers.Name
	// End is the zero value while the create is under way. A create of a process that no longer runs is lost.
	End End
}

// peers are Config.Peers for one deployment. Nil peers are none.
type peers struct {
	Peers
	deployment string
	pause      func(attempt int) time.Duration
}

func (p *peers) know(kind, id string, from origin) {
	if p != nil {
		p.Know(p.deployment, kind, id, from == originState)
	}
}

func (p *peers) begin(kind, name string) (end func(End)) {
	if p == nil {
		return func(End) {}
	}
	return p.Begin(p.deployment, kind, name)
}

// otherProcesses are the records of other processes.
type otherProcesses struct {
	known map[string]bool // with whether the state of this configuration has it
	open  []Open
	err   error
}

func (o otherProcesses) knows(id string) bool {
	_, knows := o.known[id]
	return knows
}

func (p *peers) others(kind string) otherProcesses {
	if p == nil {
		return otherProcesses{}
	}
	known, open, err := p.Others(p.deployment, kind)
	return otherProcesses{known, open, err}
}

// reserve takes an object that an error names.
func (p *peers) reserve(kind, id string) {
	if p != nil {
		_, _ = p.Claim(p.deployment, kind, id) // Another process may have been first, with the same effect.
	}
}

// peerAnswer says whether another process may have the object that this one would adopt.
type peerAnswer int

const (
	peerClaimed peerAnswer = iota // None of them knows it, and it is this process's now.
	peerKnows                     // One of them has it.
	peerUnsure                    // One of them may be creating it, or has named it in an error; or none could be asked.
)

// claim takes an object for a create. If the object may be the result of another process's create that is under way,
// claim waits for the outcome of that create, up to a bound. A lost create has no outcome: the user decides then.
func (p *peers) claim(
	ctx context.Context, kind, id string, mayHaveMade func(Open) bool, bound time.Duration,
) peerAnswer {
	if p == nil {
		return peerClaimed
	}
	began := time.Now()
	for attempt := 0; ; attempt++ {
		others := p.others(kind)
		rivals := slices.DeleteFunc(others.open, func(other Open) bool { return !mayHaveMade(other) })
		switch {
		case others.err != nil:
			return peerUnsure
		case others.knows(id):
			return peerKnows
		case len(rivals) == 0:
			return p.take(kind, id)
		case slices.ContainsFunc(rivals, func(other Open) bool { return other.End.Lost }):
			return peerUnsure
		case time.Since(began) >= bound || transport.Pause(ctx, p.pause(attempt)) != nil:
			return peerUnsure
		}
	}
}

// take claims an object. A process that was answered with it meanwhile has recorded that before it looks for claims.
func (p *peers) take(kind, id string) peerAnswer {
	taken, err := p.Claim(p.deployment, kind, id)
	switch others := p.others(kind); {
	case err != nil || others.err != nil:
		return peerUnsure
	case others.knows(id):
		return peerKnows
	case !taken:
		return peerUnsure
	default:
		p.Know(p.deployment, kind, id, false)
		return peerClaimed
	}
}

// mayShareName reports whether a create of a name can have made the same object as another one: the names are equal, or
// one of the creates has none.
func (p *peers) mayShareName(name string, other Open) bool {
	own, none := p.Name(name), p.Name("")
	return own == none || other.Name == none || own == other.Name
}
