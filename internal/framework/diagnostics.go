package framework

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
	// Plan is the plan, or the configuration of a data source: the service's message is searched for the attribute it is
	// about. The zero value if neither is known.
	Plan tftypes.Value
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
	if retirement := client.RetirementOf(f.Err); retirement != nil {
		f.ended(retirement, diags)
		return
	}
	summary := fmt.Sprintf("Cannot %s %s", f.Verb, f.Entity)
	var e *transport.Error
	reason := f.Reason
	if errors.As(f.Err, &e) {
		reason = cmp.Or(reasons[e.Kind], reason)
	}
	if reason != "" {
		summary += ": " + reason
	}
	attribute := f.attribute()
	if e != nil && (e.Kind == transport.KindNotFound || e.Kind == transport.KindPaused) && f.Reference != "" {
		attribute = f.Reference
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
	var parts []string
	what := fmt.Sprintf("The provider could not %s the %s %q.", f.Verb, f.Entity, f.Name)
	if f.Name == "" {
		what = fmt.Sprintf("The provider could not %s the %s.", f.Verb, f.Entity)
	}
	parts = append(parts, what)
	var e *transport.Error
	if !errors.As(f.Err, &e) {
		parts = append(parts, "Reason: "+f.Err.Error())
		if f.Advice != "" {
			parts = append(parts, f.Advice)
		}
		return strings.Join(parts, "\n\n")
	}
	said, found := f.words(e)
	parts = append(parts, said, f.Trace(e))
	if found != "" {
		parts = append(parts, found)
	}
	var inUse *fleet.InUseError
	if errors.As(f.Err, &inUse) {
		parts = append(parts, usedBy(inUse))
	}
	timedOut := f.timedOut(inUse)
	switch {
	case f.Advice != "" && timedOut != "" && f.Verb == "create":
		parts = append(parts, timedOut)
		fallthrough
	case f.Advice != "":
		return strings.Join(append(parts, f.Advice), "\n\n")
	case fleet.IsStillListed(f.Err):
		return strings.Join(append(parts, f.onStillListed()), "\n\n")
	case timedOut != "":
		parts = append(parts, timedOut)
	}
	return strings.Join(append(parts, "Next: "+f.next(e)), "\n\n")
}

// words returns the words of the response, and the sentence that the client adds: empty if there is none, or if
// onStillListed says it too.
func (f Failure) words(e *transport.Error) (said, found string) {
	said = saidBy(e)
	rest, ok := strings.CutPrefix(f.Err.Error(), e.Error())
	if !ok {
		return said, ""
	}
	if found = addition(rest); found == "" {
		return said + rest, ""
	}
	if fleet.IsStillListed(f.Err) {
		return said, ""
	}
	return said, found
}

// timedOut says how to allow more time after an operation that timed out; empty after any other failure, and if the
// object is in use: the next steps say it then. Without a timeouts block, only an attempt can take too long, which is
// another error.
func (f Failure) timedOut(inUse *fleet.InUseError) string {
	if !errors.Is(f.Err, context.DeadlineExceeded) || inUse != nil {
		return ""
	}
	return fmt.Sprintf("The operation timed out. To allow more time, set timeouts { %s = \"…\" }.",
		cmp.Or(f.Timeout, f.Verb))
}

// wasNotSent has the kinds of failures that the client finds before it sends a request, if there is no response.
var wasNotSent = map[transport.Kind]bool{
	transport.KindRateLimited: true, transport.KindInvalid: true, transport.KindInUse: true,
}

// saidBy returns the words of a response, and names their author: a front end can respond in the service's place.
func saidBy(e *transport.Error) string {
	switch {
	case e.Status == 0 && wasNotSent[e.Kind]:
		return "The provider sent nothing: " + e.Summary()
	case e.Status == 0 || e.Kind == transport.KindDecode:
		return "No usable response: " + e.Summary()
	case isGateways(e):
		return "A gateway in front of the service responded: " + e.Summary()
	default:
		return "The service said: " + e.Summary()
	}
}

// addition returns as a sentence what the client adds to the words of the last response, after a semicolon: its own
// attempts, and what it found out. The service did not say it. It is empty if the client added nothing in this way.
func addition(rest string) string {
	added, ok := strings.CutPrefix(rest, "; ")
	if !ok {
		return ""
	}
	if attempts, ok := strings.CutPrefix(added, "gave up "); ok {
		added = "the provider gave up " + attempts
	}
	first, size := utf8.DecodeRuneInString(added)
	return string(unicode.ToUpper(first)) + added[size:] + "."
}

// isGateways reports whether a response is one that only a gateway gives.
func isGateways(e *transport.Error) bool {
	return e.Status == http.StatusBadGateway || e.Status == http.StatusGatewayTimeout
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

// howToRepeat says how to try once more. An operation that reads runs in a plan, and has nothing to apply.
func (f Failure) howToRepeat() string {
	switch f.Verb {
	case "read", LookingFor:
		return "plan again"
	case "import":
		return "import again"
	case "list", "list users of":
		return "try again"
	default:
		return "apply again"
	}
}

// LookingFor is the verb of a lookup that found nothing, or too much.
const LookingFor = "find"

var word = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]*`)

// attribute finds the attribute a refusal is about: the service names the field in its message, spelled as on the wire.
func (f Failure) attribute() string {
	var e *transport.Error
	object, ok := f.Plan.Type().(tftypes.Object)
	if !ok || !errors.As(f.Err, &e) || e.Kind == transport.KindNetwork || e.Kind == transport.KindDecode ||
		e.Kind == transport.KindRateLimited {
		return ""
	}
	if _, ok := object.AttributeTypes["name"]; ok && e.Kind == transport.KindNameTaken {
		return "name"
	}
	for _, found := range word.FindAllString(e.Summary(), -1) {
		if _, ok := object.AttributeTypes[snake(found)]; ok && snake(found) != "id" {
			return snake(found)
		}
	}
	// Some messages are written for people: no data center "XX".
	for _, name := range slices.Sorted(maps.Keys(object.AttributeTypes)) {
		if spoken := strings.ReplaceAll(strings.TrimSuffix(name, "_id"), "_", " "); strings.Contains(spoken, " ") &&
			strings.Contains(e.Summary(), spoken) {
			return name
		}
	}
	return ""
}
