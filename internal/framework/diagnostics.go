package framework

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Failure is a request to the service that failed, with the facts that explain it.
type Failure struct {
	// Verb and Entity name the attempt: "create", "template".
	Verb, Entity string
	// Name is the object's name or id; empty if it has neither.
	Name string
	// Err is the client's error.
	Err error
	// Advice replaces the usual advice; empty for the usual. After a create of unknown outcome it says what the look
	// for the object found: see EntityResource.CreateFailed.
	Advice string
	// Reason ends the summary if the kind of the error has none of the reasons.
	Reason string
	// Reference is the attribute with the id of an object that is managed elsewhere, as an action has it.
	Reference string
	// Timeout is the operation's name in the timeouts block; empty if it is the verb.
	Timeout string
}

// AddTo adds the failure as one error.
func (f Failure) AddTo(diags *diag.Diagnostics) {
	if errors.Is(f.Err, transport.ErrNoQueueURL) {
		missingQueueURL(fmt.Sprintf("%s the %s", f.Verb, f.Entity), diags)
		return
	}
	summary, attribute, reason := fmt.Sprintf("Cannot %s %s", f.Verb, f.Entity), "", f.Reason
	var e *transport.Error
	if errors.As(f.Err, &e) {
		reason = cmp.Or(reasons[e.Kind], reason)
		switch e.Kind {
		case transport.KindNotFound, transport.KindPaused:
			attribute = f.Reference
		case transport.KindNameTaken:
			attribute = "name"
		default:
		}
	}
	end := client.EndOf(f.Err)
	switch {
	case end != nil:
		end.FirstReport() // A refresh after it says nothing.
		summary, f.Advice = endedSummary, ""
	case reason != "":
		summary += ": " + reason
	}
	if attribute != "" {
		diags.AddAttributeError(path.Root(attribute), summary, f.detail())
		return
	}
	diags.AddError(summary, f.detail())
}

// reasons are the failures that people know by name: a summary is often all that a pipeline shows.
var reasons = map[transport.Kind]string{
	transport.KindNoCapacity:   "no capacity",
	transport.KindQuota:        "quota reached",
	transport.KindBalance:      "insufficient balance",
	transport.KindUnauthorized: "not permitted",
	transport.KindInvalid:      "not valid",
	transport.KindWrongKind:    "the template is one for pods",
	transport.KindNotOffered:   "no longer offered",
	transport.KindLocked:       "it is locked",
	transport.KindPaused:       "the endpoint is paused",
	transport.KindTooLarge:     "too large",
}

// NeedQueueURL reports in the plan an error that would otherwise fail the apply: the provider has no URL of the queue
// interface. what completes "Cannot".
func NeedQueueURL(c *client.Client, what string, diags *diag.Diagnostics) {
	if c != nil && !c.HasQueue() { // Validation has no client, and neither has a plan with an unknown provider.
		missingQueueURL(what, diags)
	}
}

// missingQueueURL adds the error of a provider that has no URL of the queue interface.
func missingQueueURL(what string, diags *diag.Diagnostics) {
	diags.AddError("Missing queue_url", "Cannot "+what+
		": the provider has no URL of the queue interface.\n\n"+
		"Next: set queue_url in the provider block, or PODFLEET_QUEUE_URL in the environment, to the base URL of the "+
		"service's queue interface. It ends in /v2.")
}

// detail says what happened, what the service said, how to find it in the service's logs, and what to do next.
func (f Failure) detail() string {
	parts := []string{fmt.Sprintf("The provider could not %s the %s.", f.Verb, Object{Entity: f.Entity, Name: f.Name})}
	next := f.Advice
	var e *transport.Error
	if errors.As(f.Err, &e) {
		parts = append(parts, saidBy(e), f.Trace(e))
		next = cmp.Or(next, f.next(e))
	} else {
		parts = append(parts, "Reason: "+f.Err.Error())
	}
	if e != nil && !fleet.IsStillListed(f.Err) { // The advice says it too.
		if added, ok := strings.CutPrefix(f.Err.Error(), e.Error()); ok && added != "" {
			parts = append(parts, "The provider adds: "+strings.Trim(added, ";:. ")+".")
		}
	}
	var inUse *fleet.InUseError
	switch {
	case errors.As(f.Err, &inUse):
		parts = append(parts, usedBy(inUse))
	case errors.Is(f.Err, context.DeadlineExceeded):
		parts = append(parts, fmt.Sprintf("The operation timed out. To allow more time, set timeouts { %s = \"…\" }.",
			cmp.Or(f.Timeout, f.Verb)))
	}
	if next != "" {
		parts = append(parts, next)
	}
	return strings.Join(parts, "\n\n")
}

// saidBy returns the words of a response, and names their author: a front end can respond in the service's place.
func saidBy(e *transport.Error) string {
	switch {
	case e.Status == 0 && e.Kind != transport.KindNetwork && e.Kind != transport.KindDecode:
		return "The provider sent nothing: " + e.Summary()
	case e.Status == 0 || e.Kind == transport.KindDecode:
		return "No usable response: " + e.Summary()
	case e.Status == http.StatusBadGateway || e.Status == http.StatusGatewayTimeout:
		return "A gateway in front of the service responded: " + e.Summary()
	default:
		return "The service said: " + e.Summary()
	}
}

// Trace returns the facts by which the operator of the service finds a request.
func (f Failure) Trace(e *transport.Error) string {
	fields := []string{"Operation " + e.Operation}
	if e.Status != 0 {
		fields = append(fields, fmt.Sprintf("HTTP status %d", e.Status))
	}
	if e.Code != "" {
		fields = append(fields, "code "+e.Code)
	}
	if e.RequestID != "" {
		fields = append(fields, "request ID "+e.RequestID)
	}
	return strings.Join(fields, ", ") + "."
}
