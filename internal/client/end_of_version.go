package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Retirement is the end of the version of the management interface that a client uses (contract 1): one of the
// interface's lists returned HTTP 410. After that the client sends no more requests to the interface, so that all parts
// of a run fail for the same reason. The queue interface is not affected.
//
// Each client has its own. A provider process has one client, unless it serves several runs under a debugger: then each
// run needs a report of its own, or a refresh would succeed in silence.
type Retirement struct {
	// Version is the version that the interface has, or had.
	Version int
	// URL is the base URL of the management interface.
	URL string
	// Answer is the first 410 of a list.
	Answer *transport.Error

	reported atomic.Bool
}

// Announcement is the header Sunset (RFC 8594) of a response: the service will end the version of the management
// interface that a client uses.
type Announcement struct {
	// Version is the version that will end.
	Version int
	// URL is the base URL of the management interface.
	URL string
	// Operation is the request whose response was the first to have the header.
	Operation string
	// Sunset is the time of the end in UTC; zero if the client cannot read it.
	Sunset time.Time

	reported atomic.Bool
}

// FirstReport reports whether it is called for the first time.
func (a *Announcement) FirstReport() bool { return a.reported.CompareAndSwap(false, true) }

// FirstReport reports whether it is called for the first time: one report explains the retirement, the others refer to
// it.
func (r *Retirement) FirstReport() bool { return r.reported.CompareAndSwap(false, true) }

// RetirementOf returns the retirement because of which a request failed; nil if it failed for another reason.
func RetirementOf(err error) *Retirement {
	var e *transport.Error
	if !errors.As(err, &e) {
		return nil
	}
	if cause, ok := e.Cause.(*retiredError); ok { //nolint:errorlint // Only that of the error itself.
		return cause.retirement
	}
	return nil
}

// retiredError is the cause of an error of KindRetired.
type retiredError struct{ retirement *Retirement }

func (e *retiredError) Error() string { return e.retirement.Answer.Error() }

// notices holds the retirement and the announcement that a client has seen. The zero value has none. Safe for
// concurrent use. The pointers are not atomic ones, which are generic: see Client.
type notices struct {
	mu           sync.Mutex
	retirement   *Retirement
	announcement *Announcement
}

// retired returns the retirement; nil if the interface is not retired.
func (n *notices) retired() *Retirement {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.retirement
}

// retire records the first 410 of a list, and returns the retirement.
func (n *notices) retire(version int, url string, answer *transport.Error) *Retirement {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.retirement == nil {
		n.retirement = &Retirement{Version: version, URL: url, Answer: answer}
	}
	return n.retirement
}

// Announcement returns the first announcement in the responses so far; nil if no response had one.
func (c *Client) Announcement() *Announcement {
	c.notices.mu.Lock()
	defer c.notices.mu.Unlock()
	return c.notices.announcement
}

// noteAnnouncement records the first response of the management interface that announces the end.
func (c *Client) noteAnnouncement(ctx context.Context, r *transport.Answer) {
	value := r.Header.Get("Sunset")
	if r.Queue || value == "" {
		return
	}
	found := &Announcement{Version: c.Version(), URL: c.shownURL(ctx), Operation: r.Operation}
	if date, err := http.ParseTime(value); err == nil {
		found.Sunset = date.UTC()
	}
	c.notices.mu.Lock()
	defer c.notices.mu.Unlock()
	if c.notices.announcement == nil {
		c.notices.announcement = found
	}
}

// failure returns the error of a request that the retired interface did not carry out.
func (r *Retirement) failure(operation string) *transport.Error {
	what := fmt.Sprintf("this URL no longer serves version %d of the management interface", r.Version)
	e := &transport.Error{Operation: operation, Status: http.StatusGone, Kind: transport.KindRetired, Message: what,
		Cause: &retiredError{r}}
	if r.Answer.Message != "" {
		e.Message += ": " + r.Answer.Message
	}
	return e
}

// sendToQueue sends a request of the queue interface.
func (c *Client) sendToQueue(ctx context.Context, r transport.Request) (*transport.Answer, error) {
	r.Limit = limitOf(r)
	return c.transport.Send(ctx, r)
}

// senderFor returns a function that sends requests to the management interface unless it is retired. After a 410 the
// function finds out whether the interface is: list is a list of the kind of object that the requests are about.
func (c *Client) senderFor(list transport.Request) transport.Sender {
	return func(ctx context.Context, r transport.Request) (*transport.Answer, error) {
		if retired := c.notices.retired(); retired != nil {
			return nil, retired.failure(r.Operation)
		}
		r.Limit = limitOf(r)
		answer, err := c.transport.Send(ctx, r)
		if err != nil {
			return nil, c.retiredOr(ctx, r, list, err)
		}
		return answer, nil
	}
}

// retiredOr returns the error of a request. A 410 of a list means that the interface is retired. Any other 410 may be
// about one object, so the list of its kind has to return 410 too; otherwise the error stays as it is.
func (c *Client) retiredOr(ctx context.Context, r, list transport.Request, err error) error {
	var e *transport.Error
	if !errors.As(err, &e) || e.Status != http.StatusGone {
		return err
	}
	if r.Method == list.Method && slices.Equal(r.Path, list.Path) {
		return c.notices.retire(c.Version(), c.shownURL(ctx), e).failure(r.Operation)
	}
	_, listErr := c.senderFor(list)(ctx, list)
	if retired := RetirementOf(listErr); retired != nil {
		return retired.failure(r.Operation)
	}
	return err
}

// shownURL returns the base URL of the management interface for messages: cut, and without secrets.
func (c *Client) shownURL(ctx context.Context) string {
	return redact.OneLine(c.transport.Redact(ctx, c.config.RESTURL.String()))
}
