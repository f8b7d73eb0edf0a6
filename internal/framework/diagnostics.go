package framework

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Failure is a request to the service that failed, with what is needed to explain it.
type Failure struct {
	// Verb and Entity are what was attempted: "create", "template".
	Verb, Entity string
	// Name is the object's name or id; empty where there is neither.
	Name string
	// Err is what the client returned.
	Err error
	// Plan is the plan, or the configuration of a data source: the service's message is searched for the attribute it
	// is about. The zero value where there is neither.
	Plan tftypes.Value
	// Advice replaces the usual advice; empty for the usual. After a create of unknown outcome it says what the look
	// for the object found: see EntityResource.CreateFailed.
	Advice string
	// Reason ends the summary where the kind of the error has none of the reasons.
	Reason string
	// Reference is the attribute with the id of an object that is managed elsewhere, as an action has it.
	Reference string
	// Timeout is what the timeouts block calls the operation; empty where it is the verb.
	Timeout string
}

// AddTo adds the failure as one error.
func (f Failure) AddTo(diags *diag.Diagnostics) {
	if errors.Is(f.Err, client.ErrNoQueueURL) {
		missingQueueURL(fmt.Sprintf("%s the %s", f.Verb, f.Entity), diags)
		return
	}
	if retirement := client.RetirementOf(f.Err); retirement != nil {
		f.ended(retirement, diags)
		return
	}
	summary := fmt.Sprintf("Cannot %s %s", f.Verb, f.Entity)
	var e *client.Error
	reason := f.Reason
	if errors.As(f.Err, &e) {
		reason = cmp.Or(reasons[e.Kind], reason)
	}
	if reason != "" {
		summary += ": " + reason
	}
	attribute := f.attribute()
	if e != nil && (e.Kind == client.KindNotFound || e.Kind == client.KindPaused) && f.Reference != "" {
		attribute = f.Reference
	}
	if attribute != "" {
		diags.AddAttributeError(path.Root(attribute), summary, f.detail())
		return
	}
	diags.AddError(summary, f.detail())
}

// reasons are the failures that people know by name: a summary is often all that a pipeline shows.
var reasons = map[client.Kind]string{
	client.KindNoCapacity:   "no capacity",
	client.KindQuota:        "quota reached",
	client.KindBalance:      "insufficient balance",
	client.KindUnauthorized: "not permitted",
	client.KindInvalid:      "not valid",
	client.KindPodTemplate:  "the template is one for pods",
	client.KindNotOffered:   "no longer offered",
	client.KindLocked:       "it is locked",
	client.KindPaused:       "the endpoint is paused",
	client.KindTooLarge:     "too large",
}

// NeedQueueURL says in the plan what would otherwise fail in the apply: the provider is not told where the queue
// interface is. what completes "Cannot".
func NeedQueueURL(c *client.Client, what string, diags *diag.Diagnostics) {
	if c != nil && !c.HasQueue() { // Validation has no client, and neither has a plan with an unknown provider.
		missingQueueURL(what, diags)
	}
}

// missingQueueURL adds the error of a provider that is not told where the queue interface is.
func missingQueueURL(what string, diags *diag.Diagnostics) {
	diags.AddError("Missing queue_url", "Cannot "+what+
		": set queue_url in the provider block, or PODFLEET_QUEUE_URL in the environment, "+
		"to the base URL of the service's queue interface. It ends in /v2.")
}

// detail is what happened, what the service said, how to find it in the service's logs, and what to do next.
func (f Failure) detail() string {
	var parts []string
	what := fmt.Sprintf("Could not %s the %s %q.", f.Verb, f.Entity, f.Name)
	if f.Name == "" {
		what = fmt.Sprintf("Could not %s the %s.", f.Verb, f.Entity)
	}
	parts = append(parts, what)
	var e *client.Error
	if !errors.As(f.Err, &e) {
		parts = append(parts, "Reason: "+f.Err.Error())
		if f.Advice != "" {
			parts = append(parts, f.Advice)
		}
		return strings.Join(parts, "\n\n")
	}
	said := "The service said: " + e.Summary()
	switch {
	case e.Status == 0 && e.Kind == client.KindRateLimited:
		said = "Nothing was sent: " + e.Summary()
	case e.Status == 0 || e.Kind == client.KindDecode:
		said = "No usable answer: " + e.Summary()
	}
	if rest, ok := strings.CutPrefix(f.Err.Error(), e.Error()); ok {
		said += rest // How often it was tried, and for how long.
	}
	parts = append(parts, said, f.trace(e))
	var inUse *client.InUseError
	if errors.As(f.Err, &inUse) {
		parts = append(parts, usedBy(inUse))
	}
	if f.Advice != "" {
		return strings.Join(append(parts, f.Advice), "\n\n")
	}
	if client.IsStillListed(f.Err) {
		return strings.Join(append(parts, f.onStillListed()), "\n\n")
	}
	// Where there is no timeouts block, only an attempt can take too long, and that is told apart.
	if errors.Is(f.Err, context.DeadlineExceeded) && (inUse == nil || !inUse.Stuck()) {
		operation := cmp.Or(f.Timeout, f.Verb)
		parts = append(parts, fmt.Sprintf("The time for it was up: timeouts { %s = \"…\" } gives it more.", operation))
	}
	return strings.Join(append(parts, "Next: "+f.next(e)), "\n\n")
}

func (f Failure) trace(e *client.Error) string {
	fields := []string{"Operation " + e.Operation}
	if e.Status != 0 {
		fields = append(fields, fmt.Sprintf("HTTP status %d", e.Status))
	}
	if e.Code != "" {
		fields = append(fields, "code "+e.Code)
	}
	if e.RequestID != "" {
		fields = append(fields, "request id "+e.RequestID)
	}
	return strings.Join(fields, ", ") + "."
}

// howToRepeat is how to try once more. What reads does so in a plan, and has nothing to apply.
func (f Failure) howToRepeat() string {
	switch f.Verb {
	case "read", lookingFor:
		return "plan again"
	case "import":
		return "import again"
	default:
		return "apply again"
	}
}

// lookingFor is the verb of a lookup that found nothing, or too much.
const lookingFor = "find"

// next is what to do about each kind of failure.
func (f Failure) next(e *client.Error) string {
	switch e.Kind {
	case client.KindInvalid:
		return "correct the configuration and " + f.howToRepeat() + "; nothing was changed."
	case client.KindUnauthorized:
		return "check api_key (or PODFLEET_API_KEY): it is wrong, revoked, or lacks the permission for this " +
			"operation, as a read-only key does."
	case client.KindNotFound:
		if f.Verb == "create" {
			return "check that " + base(e) + ": what is there knows no such request."
		}
		if f.Reference != "" {
			return "check " + f.Reference + ": what had it was deleted, or belongs to another account than this " +
				"api_key."
		}
		if f.Verb == lookingFor {
			return "check the id: what had it was deleted, or belongs to another account than this api_key."
		}
		if f.Verb == "read" || f.Verb == "delete" { // It is not confirmed that there is none.
			return "check that " + base(e) + " and that nothing in front of it answers in its place. The state was " +
				"left as it is; once the service says clearly that the object is gone, the next plan takes it out."
		}
		return "it was deleted outside of Terraform, or belongs to another account than this api_key. Plan again to " +
			"see what is left."
	case client.KindGone:
		return "there is no such object any more. Plan again to see what is left."
	case client.KindConflict:
		return "something else is changing the " + f.Entity + ". Wait for it to finish and " + f.howToRepeat() + "."
	case client.KindRateLimited:
		return "it waited for the service's rate limit until its time was up. Give it longer with timeouts, where it " +
			"has them, or " + f.howToRepeat() + " with a lower -parallelism. If others use the same API key, leave them room: " +
			"set requests_per_second in the provider block."
	case client.KindNameTaken:
		return f.onNameTaken()
	case client.KindInUse:
		var inUse *client.InUseError
		if errors.As(f.Err, &inUse) && inUse.Stuck() {
			return letGo(f.Entity, inUse.Users)
		}
		return "give it longer to let go with timeouts { delete = \"…\" }; it can stay in use for minutes after its " +
			"last user is gone, and a worker ends when its job does."
	case client.KindNoCapacity:
		return f.onNoCapacity()
	case client.KindQuota:
		return f.onQuota()
	case client.KindBalance:
		return "the account's balance does not cover it. Add funds at the service and apply again."
	case client.KindPodTemplate:
		return "set template_id to a template with is_serverless = true; one for pods cannot become one for endpoints."
	case client.KindNotOffered:
		return f.onNotOffered()
	case client.KindLocked:
		return f.onLocked()
	case client.KindPaused:
		return "the endpoint is paused. Set workers_max to 1 or more and apply that first."
	case client.KindTooLarge:
		return "send less: what is large belongs into a bucket or on a network volume."
	case client.KindRedirect:
		return "set " + argument(e) + " to the address that the redirect leads to, if that is the service's."
	case client.KindRetired:
		return "leave the state as it is, and read " + endGuide + "."
	case client.KindNetwork:
		if client.IsAttemptTimeout(f.Err) {
			return "give each attempt longer with request_timeout in the provider block, or check that " + argument(e) +
				" is right and reachable from here, then " + f.howToRepeat() + "."
		}
		return "check that " + argument(e) + " is right and reachable from here, then " + f.howToRepeat() + "."
	case client.KindDecode:
		return "check that " + base(e) + " and not something in front of it."
	case client.KindInternal, client.KindUnavailable, client.KindUnknown:
		return f.howToRepeat() + "; if it stays, ask the service's support and give them the request id."
	default:
		return f.howToRepeat() + "."
	}
}

// argument is the provider's argument with the URL that was asked.
func argument(e *client.Error) string {
	if e.OnQueue {
		return "queue_url"
	}
	return "rest_url"
}

// base is what that argument should be.
func base(e *client.Error) string {
	if e.OnQueue {
		return "queue_url is the base of the service's queue interface"
	}
	return "rest_url is the base of the service's management interface"
}

var word = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]*`)

// attribute finds the attribute a refusal is about: the service names the field in its message, spelled as on the wire.
func (f Failure) attribute() string {
	var e *client.Error
	object, ok := f.Plan.Type().(tftypes.Object)
	if !ok || !errors.As(f.Err, &e) || e.Kind == client.KindNetwork || e.Kind == client.KindDecode ||
		e.Kind == client.KindRateLimited {
		return ""
	}
	if _, ok := object.AttributeTypes["name"]; ok && e.Kind == client.KindNameTaken {
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

var (
	capital = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	acronym = regexp.MustCompile(`([A-Z])([A-Z][a-z])`)
)

// snake spells a member of the wire as its attribute: containerDiskInGb is container_disk_in_gb.
func snake(member string) string {
	return strings.ToLower(acronym.ReplaceAllString(capital.ReplaceAllString(member, "${1}_${2}"), "${1}_${2}"))
}
