package client

import (
	"context"
	"encoding/hex"
	"slices"
	"time"
)

// Peers shares what this process knows of a deployment's objects with other provider processes of the same user: those
// of the same run (its plan, its apply, other provider blocks), and of other runs on the same machine. Kinds are the
// collections of the contract, such as networkvolumes. Implementations are safe for concurrent use.
type Peers interface {
	// Know records an object: one that this process read for a state, or one that it created, adopted or deleted.
	Know(deployment, kind, id string, ofState bool)
	// Begin records a create before it is sent, with its name. The caller calls end when it has recorded the outcome.
	Begin(deployment, kind, name string) (end func())
	// Claim takes an object for this process: false if another process has taken it, to adopt it or to have a person
	// decide on it.
	Claim(deployment, kind, id string) (bool, error)
	// Others returns what other processes recorded in the last hour: the ids that they know, each with whether one of
	// them read it for a state, and the names of the creates that they have begun and not ended, in the form of Name.
	Others(deployment, kind string) (known map[string]bool, open []string, err error)
	// Name returns the form in which Others returns a name; that of no name is Name("").
	Name(name string) string
}

// peers are Config.Peers for one deployment. Nil peers are none.
type peers struct {
	Peers
	deployment string
	pause      func(attempt int) time.Duration
}

func (c *Client) peers() *peers {
	if c.config.Peers == nil {
		return nil
	}
	key := accountKeyOf(c.config.RESTURL, "")
	return &peers{Peers: c.config.Peers, deployment: hex.EncodeToString(key[:8]), pause: c.config.PollWait.halfJitter}
}

func (p *peers) know(kind, id string, from origin) {
	if p != nil {
		p.Know(p.deployment, kind, id, from == originState)
	}
}

func (p *peers) begin(kind, name string) (end func()) {
	if p == nil {
		return func() {}
	}
	return p.Begin(p.deployment, kind, name)
}

// otherProcesses is what other processes recorded.
type otherProcesses struct {
	known map[string]bool // with whether a state has it
	open  []string
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

// peerAnswer is what other processes have to say of an object that this one would adopt.
type peerAnswer int

const (
	peerClaimed peerAnswer = iota // None of them knows it, and it is this process's now.
	peerKnows                     // One of them has it.
	peerUnsure                    // One of them may be creating it, or has named it in an error; or none could be asked.
)

// claim takes an object for a create of this name. While another process has a create of the same name under way, or
// one of either has none, the object may be that one's: claim waits for its outcome, up to a bound.
func (p *peers) claim(ctx context.Context, kind, name, id string, bound time.Duration) peerAnswer {
	if p == nil {
		return peerClaimed
	}
	began := time.Now()
	for attempt := 0; ; attempt++ {
		others := p.others(kind)
		switch {
		case others.err != nil:
			return peerUnsure
		case others.knows(id):
			return peerKnows
		case !p.mayShareName(name, others.open):
			return p.take(kind, id)
		case time.Since(began) >= bound || pause(ctx, p.pause(attempt)) != nil:
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

// mayShareName reports whether a create of a name can have made the same object as one of several others.
func (p *peers) mayShareName(name string, others []string) bool {
	own, none := p.Name(name), p.Name("")
	return slices.ContainsFunc(others, func(other string) bool { return own == none || other == none || own == other })
}
