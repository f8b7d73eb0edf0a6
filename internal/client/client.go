// Package client is the service's API in Go: typed requests and answers, one retry policy, one kind of error. It knows
// nothing of Terraform, and the JSON on the wire does not leave it: callers see the types of this package.
package client

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"path"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest1"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest2"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Config says how to reach the service. RESTURL and APIKey are required.
type Config struct {
	// APIKey is sent as a bearer token, over both interfaces.
	APIKey string
	// RESTURL is the base of the management interface. Its last segment is the version, v1 or v2 (contract 1, contract-v2
	// 1.1).
	RESTURL *url.URL
	// QueueURL is the base of the queue interface and ends in v2. Nil if only the management interface is used.
	QueueURL *url.URL
	// UserAgent is sent with every request: front ends refuse some library defaults.
	UserAgent string
	// MaxRetries is the number of repetitions of a request after its first attempt; 0 is none.
	MaxRetries int
	// RequestTimeout bounds one attempt, from dialling to the last byte of the answer; 0 is no bound.
	RequestTimeout time.Duration
	// UpdateWithPost sends updates as POST …/update, for proxies that refuse PATCH.
	UpdateWithPost bool
	// SeparateReads sends a GET for each object that is read. Without it, one list answers many Reads.
	SeparateReads bool
	// Times are pauses and patience; zero values take those of DefaultTimes.
	Times Times
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
	// WrapTransport wraps the HTTP transport, for tests of a network that loses messages. Nil is allowed.
	WrapTransport func(http.RoundTripper) http.RoundTripper
	// Observers are called on the way.
	Observers Observers
}

// Observers are called on the way. Each may be nil.
type Observers struct {
	// Attempt is called after every attempt at a request, for logging. It never sees a body, a header or a query.
	Attempt func(context.Context, transport.Attempt)
	// Throttling is called at the first 429 of each rate limit.
	Throttling func(context.Context, pacing.Throttling)
	// Capacity is called before each pause of a search for capacity, with the name or ID of its pod and the last refusal.
	Capacity func(ctx context.Context, pod string, refusal error)
	// Users is called while a delete waits because the object with this id is in use, with the objects that were found to
	// use it, and the error if they could not be listed.
	Users func(ctx context.Context, id string, users []fleet.User, err error)
}

// Times are pauses, and for how long answers are not believed, because the service may not know of a change yet
// (contract 2.2, 2.3, 3.3).
type Times struct {
	// Retry bounds the pause before a request is sent again, and Poll that between two requests of a poll.
	Retry, Poll pacing.Backoff
	// Capacity bounds the pause between two rounds of creates or starts that the service had no capacity for.
	Capacity pacing.Backoff
	// Paused is the time for which a submission can be rejected because its endpoint is paused, after the endpoint was
	// unpaused.
	Paused time.Duration
	// Missing is the time for which requests about a job, or about a pod in a wait, must return 404
	// before the client believes it: see fleet.Believed404s.
	Missing time.Duration
	// Released is the time for which a delete can be rejected because the object is in use, after its last user was
	// deleted.
	Released time.Duration
	// LastLook is the time that Client.LastLook returns, and ReleaseLag that of Client.ReleaseLag.
	LastLook, ReleaseLag time.Duration
	// Look is how long the client looks for the object of a create of unknown outcome, and LateLook that after a time-out.
	Look, LateLook time.Duration
}

// DefaultTimes are the times of a client.
var DefaultTimes = Times{
	Retry: pacing.Backoff{Min: time.Second, Max: 30 * time.Second},
	Poll:  pacing.Backoff{Min: 2 * time.Second, Max: 15 * time.Second},

	Capacity: pacing.Backoff{Min: 10 * time.Second, Max: time.Minute}, // Of these, at least half: see HalfJitter.

	Paused: time.Minute, Missing: 10 * time.Second, Released: 2 * time.Minute,
	LastLook: 10 * time.Second, ReleaseLag: 10 * time.Second, Look: creates.DefaultLook, LateLook: creates.DefaultLateLook,
}

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
	now       func() time.Time // measures how long the service held an answer
	account   *account
	fleet     *fleet.Fleet
	creates   *creates.Run
	ends      ends
}

// New returns a client. It sends nothing.
func New(config Config) *Client {
	config.Times = config.Times.orDefault()
	if config.Accounts == nil {
		config.Accounts = NewAccounts()
	}
	if config.Peers == nil {
		config.Peers = config.Accounts.alone
	}
	c := &Client{config: config, now: time.Now, account: config.Accounts.of(config)}
	version := rest1.Version(config.UpdateWithPost)
	if path.Base(config.RESTURL.Path) == "v2" {
		version = rest2.Version()
	}
	c.version = version.Traits
	c.transport = transport.New(c.transportConfig())
	c.fleet = fleet.New(c.fleetConfig(), &c.account.fleet)
	c.creates = creates.NewRun(c.createsConfig(), c.fleet, &config.Accounts.creates)
	c.kinds, c.queue = newKinds(c, version), newQueue(c)
	return c
}

// Version returns the version of the management interface that the client uses: 1 or 2.
func (c *Client) Version() int { return c.version.Number }

func (c *Client) fleetConfig() fleet.Config {
	return fleet.Config{
		Now:        func() time.Time { return c.now() },
		MaxRetries: c.config.MaxRetries, RetryWait: c.config.Times.Retry, PollWait: c.config.Times.Poll,
		Missing: c.config.Times.Missing, Released: c.config.Times.Released,
		SeparateReads: c.config.SeparateReads, AccountIDs: c.config.AccountIDs, ObserveUsers: c.config.Observers.Users,
	}
}

func (c *Client) createsConfig() creates.Config {
	return creates.Config{
		RequestTimeout: c.config.RequestTimeout, Look: c.config.Times.Look,
		LateLook: c.config.Times.LateLook, RefuseExisting: c.config.RefuseExisting,
		Peers: c.config.Peers,
	}
}

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
	err = c.fleet.Poll(ctx, func(ctx context.Context) (fleet.Step, error) {
		seen, err := look(ctx)
		switch {
		case err == nil:
			last = seen
			if done(seen) {
				return fleet.Done, nil
			}
			return fleet.Again, nil
		case tolerate != nil && tolerate(err):
			return fleet.Again, err
		default:
			return fleet.Done, err
		}
	})
	return last, err
}

// transportConfig returns the configuration of the transport, with the functions that it calls on the way.
func (c *Client) transportConfig() transport.Config {
	return transport.Config{
		APIKey: c.config.APIKey, RESTURL: c.config.RESTURL, QueueURL: c.config.QueueURL,
		UserAgent: c.config.UserAgent, MaxRetries: c.config.MaxRetries, RequestTimeout: c.config.RequestTimeout,
		Connections: restMax, RetryWait: c.config.Times.Retry, SubmissionWait: c.config.Times.Poll,
		PausedGrace: c.config.Times.Paused, Limits: c.account.limits, Wording: withQueue(c.version.Wording),
		Begin: c.account.fleet.Writes.Begin, Failed: c.account.fleet.Writes.Failed, Answered: c.noteAnnouncement,
		ObserveThrottling: c.config.Observers.Throttling,
		WrapTransport:     c.config.WrapTransport, Observe: c.config.Observers.Attempt,
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

// orDefault returns the same times, with those of DefaultTimes for zero values.
func (t Times) orDefault() Times {
	d := DefaultTimes
	return Times{
		Retry: cmp.Or(t.Retry, d.Retry), Poll: cmp.Or(t.Poll, d.Poll), Capacity: cmp.Or(t.Capacity, d.Capacity),
		Paused: cmp.Or(t.Paused, d.Paused), Missing: cmp.Or(t.Missing, d.Missing), Released: cmp.Or(t.Released, d.Released),
		LastLook: cmp.Or(t.LastLook, d.LastLook), ReleaseLag: cmp.Or(t.ReleaseLag, d.ReleaseLag),
		Look: cmp.Or(t.Look, d.Look), LateLook: cmp.Or(t.LateLook, d.LateLook),
	}
}
