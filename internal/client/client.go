// Package client is the service's API in Go: typed requests and answers, one retry policy, one kind of error. It knows
// nothing of Terraform, and the JSON on the wire does not leave it: callers see the types of this package.
package client

import (
	"context"
	"path"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest1"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest2"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Config says how to reach the service, and what to do there.
type Config struct {
	transport.Settings // Zero values of Times are those of transport.DefaultTimes.
	// UpdateWithPost sends updates as POST …/update, for proxies that refuse PATCH.
	UpdateWithPost bool
	// SeparateReads sends a GET for each object that is read. Without it, one list answers many Reads.
	SeparateReads bool
	// RequestsPerSecond is the highest rate of requests, over both interfaces; 0 is no limit but the service's own.
	RequestsPerSecond float64
	// Peers has the IDs that this process and others of the same user know. Nil: no other process exists, and the clients
	// with these Accounts share the IDs.
	Peers creates.Peers
	// AccountIDs are the users whose objects the API key is for: see Client.JudgeAbsence. Empty: any.
	AccountIDs []string
	// RefuseExisting has a create refused if objects with the same values existed before the run.
	RefuseExisting bool
	// Accounts holds the state that clients of the same account share. Give all clients of a process the same; nil is a
	// new one.
	Accounts *Accounts
	// ObserveCapacity is called before each pause of a search for capacity, with the name or ID of its pod and the last
	// refusal. Nil is allowed.
	ObserveCapacity func(ctx context.Context, pod string, refusal error)
	// ObserveUsers is called while a delete waits because the object with this id is in use, with the objects that were
	// found to use it, and the error if they could not be listed. Nil is allowed.
	ObserveUsers func(ctx context.Context, id string, users []fleet.User, err error)
}

// queue gives a Client the methods of jobs.Queue.
type queue = jobs.Queue

// Client is a client of one service with one API key. It is safe for concurrent use.
//
// The generic parts of its kinds are behind interfaces. Each package that imports this one compiles the methods of all
// generic types that it finds below this struct again: without the interfaces that is 1,400 functions in each of 60
// packages, test packages included. The lists of the catalogue have few methods, and no interface.
type Client struct {
	kinds
	*queue

	config    Config
	version   rest.Traits
	transport *transport.Transport
	account   *account
	fleet     *fleet.Fleet
	creates   *creates.Run
	ends      ends
}

// New returns a client. It sends nothing.
func New(config Config) *Client {
	config.Times = config.Times.OrDefault()
	if config.Accounts == nil {
		config.Accounts = NewAccounts()
	}
	if config.Peers == nil {
		config.Peers = config.Accounts.alone
	}
	c := &Client{config: config, account: config.Accounts.of(config)}
	version := rest1.Version(config.UpdateWithPost)
	if path.Base(config.RESTURL.Path) == "v2" {
		version = rest2.Version()
	}
	c.version = version.Traits
	c.transport = transport.New(c.transportConfig())
	c.fleet = &fleet.Fleet{
		Settings: config.Settings, Account: &c.account.fleet, Now: time.Now, SeparateReads: config.SeparateReads,
		AccountIDs: config.AccountIDs, ObserveUsers: config.ObserveUsers,
	}
	c.creates = &creates.Run{
		Fleet: c.fleet, Process: &config.Accounts.creates, Peers: config.Peers, RefuseExisting: config.RefuseExisting,
	}
	c.kinds, c.queue = newKinds(c, version), jobs.New(c.sendToQueue, c.Redact, c.fleet)
	return c
}

// Version returns the version of the management interface that the client uses: 1 or 2.
func (c *Client) Version() int { return c.version.Number }

// JudgeAbsence judges an error of a Read or a delete that IsGone, of an object of the state: see fleet.JudgeAbsence.
func (c *Client) JudgeAbsence(ctx context.Context, err error, object, user string) error {
	return c.fleet.JudgeAbsence(ctx, err, object, user)
}

// OtherAccount returns the evidence, from all responses that this process has read, that the API key is for none of
// Config.AccountIDs. It sends nothing. Nil: no response shows that, or AccountIDs is empty.
func (c *Client) OtherAccount() *fleet.OtherAccountError { return c.fleet.OtherAccount() }

// Poll calls look, with growing pauses, until done accepts the object. It returns what it saw last, and an error if
// done did not accept that: the context's if that ended first, so that a caller can say how far it got. A look that
// fails ends the poll, unless tolerate accepts its error; nil accepts none, transport.IsTransient is the usual choice
// for something that goes on by itself. If the context ends first, the last error that was accepted is part of the
// error.
func Poll[T any](
	ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool, tolerate func(error) bool,
) (last T, err error) {
	err = c.fleet.Poll(ctx, func(ctx context.Context) (bool, error) {
		seen, err := look(ctx)
		if err != nil {
			return tolerate == nil || !tolerate(err), err
		}
		last = seen
		return done(seen), nil
	})
	return last, err
}

// transportConfig returns the configuration of the transport, with the functions that it calls on the way.
func (c *Client) transportConfig() transport.Config {
	return transport.Config{
		Settings: c.config.Settings, Connections: restMax, Limits: c.account.limits, Wording: withQueue(c.version.Wording),
		Begin: c.account.fleet.Writes.Begin, Failed: c.account.fleet.Writes.Failed, Answered: c.noteAnnouncement,
	}
}

// Redact removes from a text the values that the context names, and the key. A very long text is cut. Errors are
// redacted already.
func (c *Client) Redact(ctx context.Context, text string) string {
	return c.transport.Redact(ctx, text)
}

// LastLook returns for how long a job is read once more after the time to wait for it is over, so that a job that ends
// just then is not run, and paid for, a second time. See jobs.Queue.LastLookAtJob.
func (c *Client) LastLook() time.Duration { return c.config.Times.LastLook }

// ReleaseLag returns for how long an endpoint can show its former version after a change that replaces its workers.
func (c *Client) ReleaseLag() time.Duration { return c.config.Times.ReleaseLag }

// HasQueue reports whether the client has the URL of the queue interface: see ErrNoQueueURL.
func (c *Client) HasQueue() bool { return c.config.QueueURL != nil }
