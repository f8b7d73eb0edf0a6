package emulator

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

const (
	// inboxHost is the host of webhooks that the emulator keeps itself. No name server knows it (RFC 2606), so the address
	// is the same wherever client and emulator run, and leads nowhere else.
	inboxHost = "inbox.emulator.invalid"
	maxCalls  = 100
	maxName   = 1000     // bytes
	maxCall   = 64 << 10 // bytes of a body that is kept
)

// answerStatus is a status that an answer can have.
var answerStatus = regexp.MustCompile(`^[2-5]\d\d$`)

// inbox has the newest calls of webhooks at inboxHost. Server.mu guards it.
type inbox struct {
	calls []inboxCall // the oldest first
	last  int         // the number of the last call ever
}

// inboxCall is one call of a webhook.
type inboxCall struct {
	ID      int       `json:"id"`
	Name    string    `json:"name"` // the path of the webhook
	Time    time.Time `json:"time"` // on the emulator's clock
	JobID   string    `json:"job_id"`
	Attempt int       `json:"attempt"` // 1 for the first
	Status  int       `json:"status"`  // that the inbox answered
	// Redelivery is the ID of the call that was made again; 0 is none.
	Redelivery int             `json:"redelivery,omitempty"`
	Body       json.RawMessage `json:"body"` // null if it is too large
}

func (in *inbox) add(call inboxCall) inboxCall {
	in.last++
	call.ID = in.last
	in.calls = append(in.calls[max(0, len(in.calls)+1-maxCalls):], call)
	return call
}

func (in *inbox) find(id string) (inboxCall, error) {
	for _, call := range in.calls {
		if strconv.Itoa(call.ID) == id {
			return call, nil
		}
	}
	return inboxCall{}, wire.NotFound("the inbox has no call %.100q", id)
}

// again keeps a call once more, as one at an address; nil is its own.
func (in *inbox) again(call inboxCall, address *url.URL, at time.Time) inboxCall {
	call.Redelivery, call.Time = call.ID, at
	if address != nil {
		call.Name, call.Status = nameOf(address), inboxStatus(address, 1)
	}
	return in.add(call)
}

// inboxOf returns the URL of a webhook that goes to the inbox; nil for one that goes elsewhere.
func inboxOf(webhook string) *url.URL {
	address, err := url.Parse(webhook)
	if err != nil || !strings.EqualFold(strings.TrimSuffix(address.Hostname(), "."), inboxHost) {
		return nil
	}
	return address
}

// nameOf returns the name of calls at an address of the inbox.
func nameOf(address *url.URL) string {
	name := strings.Trim(address.Path, "/")
	return strings.Clone(name[:min(len(name), maxName)]) // It does not hold the rest in memory.
}

// checkInbox returns an error for a webhook that asks the inbox for a status that no answer has.
func checkInbox(webhook string) error {
	address := inboxOf(webhook)
	isNone := func(status string) bool { return !answerStatus.MatchString(status) }
	if address != nil && slices.ContainsFunc(address.Query()["status"], isNone) {
		return wire.BadRequest("each status of the inbox must be a number from 200 to 599")
	}
	return nil
}

// inboxStatus returns what the inbox answers to an attempt: the parameters status of the webhook's URL are those of the
// attempts one after the other, and the last one is that of all others.
func inboxStatus(address *url.URL, attempt int) int {
	given := address.Query()["status"]
	if len(given) == 0 {
		return http.StatusOK
	}
	status, _ := strconv.Atoi(given[min(attempt, len(given))-1]) // checkInbox has seen that it is a number.
	return status
}

// callInbox keeps the call of a webhook. It happens at once, so that whoever sees the end of a job finds its call. The
// caller holds mu.
func (s *Server) callInbox(e *engine.Engine, w *engine.Webhook, address *url.URL) {
	status := inboxStatus(address, w.Attempt)
	call := inboxCall{Name: nameOf(address), Time: w.Began, JobID: w.Job.ID, Attempt: w.Attempt, Status: status,
		Body: json.RawMessage("null")}
	if len(w.Job.Input)+len(w.Job.Output) <= maxCall { // Any other takes long to encode.
		if text, err := jsontext.Encode(bodyOf(w)); err != nil {
			s.logger.Error("a webhook cannot be encoded", "error", err)
		} else if len(text) <= maxCall {
			call.Body = text
		}
	}
	s.inbox.add(call)
	e.WebhookCalled(w, status, w.Began)
}

// inboxCalls shows the newest calls first.
func (c control) inboxCalls(r *wire.Request) (any, error) {
	limit, err := number(r, "limit")
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	calls := append([]inboxCall{}, c.inbox.calls...) // Never nil, and so never null.
	c.mu.Unlock()
	slices.Reverse(calls)
	calls = slices.DeleteFunc(calls, func(call inboxCall) bool {
		return r.Query.Has("name") && !slices.Contains(r.Query["name"], call.Name)
	})
	if limit > 0 {
		calls = calls[:min(limit, len(calls))]
	}
	for i := range calls {
		calls[i] = c.masked(calls[i])
	}
	return calls, nil
}

func (c control) masked(call inboxCall) inboxCall {
	call.Body = c.wire.Masked(call.Body)
	return call
}

func (c control) clearInbox(*wire.Request) (any, error) {
	c.inbox.calls = nil
	return nil, nil
}

// redeliver makes a call again: as it was or, with a URL, to that. It is no attempt of the job's webhook.
func (c control) redeliver(r *wire.Request, to struct {
	URL string `json:"url"`
}) (any, error) {
	if err := checkInbox(to.URL); err != nil {
		return nil, err
	}
	address := inboxOf(to.URL)
	isInbox := address != nil || to.URL == ""
	c.mu.Lock()
	call, err := c.inbox.find(r.PathValue("callId"))
	if err == nil && isInbox {
		call = c.inbox.again(call, address, c.clock.Now())
		c.changes.Signal()
	}
	c.mu.Unlock()
	switch {
	case err != nil:
		return nil, err
	case isInbox:
		return c.masked(call), nil
	case string(call.Body) == "null":
		return nil, wire.BadRequest("the inbox has not kept the body, which is larger than %d bytes", maxCall)
	}
	ctx, cancel := context.WithTimeout(r.HTTP.Context(), c.webhookTimeout)
	defer cancel()
	answer, err := c.outgoing.Post(ctx, to.URL, call.Body, 0)
	if err != nil {
		return nil, wire.BadRequest("the url does not answer: %v", err)
	}
	return map[string]int{"status": answer.Status}, nil
}
