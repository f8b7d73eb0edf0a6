package client

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// End is the end of version 1 of the management interface (contract 1): the header Sunset (RFC 8594) of a response
// announces it, or a response is HTTP 410. After that the client sends no more requests to the interface, so that all
// parts of a run fail for the same reason. The queue interface is not affected.
//
// Each client has its own. A provider process has one client, unless it serves several runs under a debugger: then each
// run needs a report of its own, or a refresh would succeed in silence.
type End struct {
	// URL is the base URL of the management interface.
	URL string
	// Operation is the first request whose response announced it.
	Operation string
	// Sunset is the announced time in UTC; zero if the client cannot read it.
	Sunset time.Time

	answer   *transport.Error // the first 410; nil of an announcement
	reported atomic.Bool
}

// FirstReport reports whether it is called for the first time.
func (e *End) FirstReport() bool { return e.reported.CompareAndSwap(false, true) }

// endError is the cause of an error of KindRetired.
type endError struct{ *End }

func (e endError) Error() string {
	return "this URL no longer serves version 1 of the management interface: " + e.answer.Summary()
}

// failure returns the error of a request that the interface did not carry out.
func (e *End) failure(operation string) *transport.Error {
	return &transport.Error{Operation: operation, Status: http.StatusGone, RequestID: e.answer.RequestID,
		Kind: transport.KindRetired, Message: endError{e}.Error(), Cause: endError{e}}
}

// EndOf returns the end because of which a request failed; nil if it failed for another reason.
func EndOf(err error) *End {
	var e *transport.Error
	if !errors.As(err, &e) {
		return nil
	}
	end, _ := e.Cause.(endError) //nolint:errorlint // Only that of the error itself.
	return end.End
}

// ends holds what a client has seen of the end. The zero value has seen nothing. Safe for concurrent use. The pointers
// are not atomic ones, which are generic: see Client.
type ends struct {
	mu              sync.Mutex
	come, announced *End
}

// first sets one of the two to what is found, unless it is set, and returns it.
func (e *ends) first(at **End, found *End) *End {
	e.mu.Lock()
	defer e.mu.Unlock()
	if *at == nil {
		*at = found
	}
	return *at
}

// Announcement returns the first announcement in the responses so far; nil if no response had one.
func (c *Client) Announcement() *End { return c.ends.first(&c.ends.announced, nil) }

// noteAnnouncement records the first response of the management interface that announces the end.
func (c *Client) noteAnnouncement(ctx context.Context, r *transport.Answer) {
	value := r.Header.Get("Sunset")
	if r.Queue || c.Version() != 1 || value == "" {
		return
	}
	found := &End{URL: redact.OneLine(c.Redact(ctx, c.config.RESTURL.String())), Operation: r.Operation}
	if date, err := http.ParseTime(value); err == nil {
		found.Sunset = date.UTC()
	}
	c.ends.first(&c.ends.announced, found)
}

// sendToQueue sends a request of the queue interface.
func (c *Client) sendToQueue(ctx context.Context, r transport.Request) (*transport.Answer, error) {
	r.Limit = limitOf(r)
	return c.transport.Send(ctx, r)
}

// send sends a request to the management interface, unless that has ended.
func (c *Client) send(ctx context.Context, r transport.Request) (*transport.Answer, error) {
	if end := c.ends.first(&c.ends.come, nil); end != nil {
		return nil, end.failure(r.Operation)
	}
	r.Limit = limitOf(r)
	answer, err := c.transport.Send(ctx, r)
	var e *transport.Error
	if c.Version() == 1 && errors.As(err, &e) && e.Status == http.StatusGone {
		return nil, c.ends.first(&c.ends.come, &End{answer: e}).failure(r.Operation)
	}
	return answer, err
}
