package framework

import (
	"context"
	"errors"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// nextSteps has the advice for each kind of failure. advice.go has the functions whose advice depends on the verb.
var nextSteps = map[transport.Kind]func(Failure, *transport.Error) string{
	transport.KindInvalid: func(f Failure, _ *transport.Error) string {
		return "correct the configuration and " + f.howToRepeat() + "; the service changed nothing."
	},
	transport.KindUnauthorized: always("check the API key (api_key, PODFLEET_API_KEY or PODFLEET_API_KEY_FILE): it is " +
		"wrong, revoked, or lacks the permission for this operation, as a read-only key does. The service did not carry " +
		"out the request."),
	transport.KindNotFound: Failure.onNotFound,
	transport.KindGone:     always("plan again to see the objects that still exist: the service has deleted this one."),
	transport.KindConflict: func(f Failure, _ *transport.Error) string {
		return "wait until no other client changes the " + f.Entity + ", and " + f.howToRepeat() + "."
	},
	transport.KindRateLimited: func(f Failure, _ *transport.Error) string {
		return "allow more time with a timeouts block, if the resource has one, or " + f.howToRepeat() + " with a lower " +
			"-parallelism. The operation waited for the service's rate limit until it timed out. If other clients use the " +
			"same API key, set requests_per_second to leave them room."
	},
	transport.KindNameTaken:  byVerb(Failure.onNameTaken),
	transport.KindInUse:      byVerb(Failure.onInUse),
	transport.KindNoCapacity: byVerb(Failure.onNoCapacity),
	transport.KindQuota:      byVerb(Failure.onQuota),
	transport.KindBalance:    always("add funds in the service, and apply again: the account's balance is too low."),
	transport.KindWrongKind: always("set template_id to a template with is_serverless = true. A template for pods " +
		"cannot become one for endpoints."),
	transport.KindNotOffered: byVerb(Failure.onNotOffered),
	transport.KindLocked:     byVerb(Failure.onLocked),
	transport.KindPaused:     always("set workers_max of the endpoint to 1 or more, and apply that first."),
	transport.KindTooLarge:   always("reduce the input. Put large data in a bucket or on a network volume."),
	transport.KindRedirect: func(_ Failure, e *transport.Error) string {
		return "set " + argument(e) + " to the URL that the redirect leads to, if it is the service's."
	},
	transport.KindRetired: func(_ Failure, e *transport.Error) string { return afterEnd(client.RetirementOf(e)) },
	transport.KindNetwork: Failure.onNetwork,
	transport.KindDecode: func(_ Failure, e *transport.Error) string {
		return "check that " + base(e) + ", and not that of another server or a proxy."
	},
	transport.KindInternal:    byVerb(Failure.askSupport),
	transport.KindUnavailable: byVerb(Failure.askSupport),
	transport.KindUnknown:     byVerb(Failure.askSupport),
}

// BeforeNext adds a paragraph to the detail of a message, such as what the next apply does. It stands before the next
// steps: a reader who follows them at once would otherwise not see it.
func BeforeNext(detail, paragraph string) string {
	if i := strings.LastIndex(detail, "\n\nNext: "); i >= 0 {
		return detail[:i] + "\n\n" + paragraph + detail[i:]
	}
	return detail + "\n\n" + paragraph
}

// always returns the same advice for each failure of a kind.
func always(advice string) func(Failure, *transport.Error) string {
	return func(Failure, *transport.Error) string { return advice }
}

// byVerb returns the advice of a function that needs nothing of the client's error.
func byVerb(advice func(Failure) string) func(Failure, *transport.Error) string {
	return func(f Failure, _ *transport.Error) string { return advice(f) }
}

// next returns the advice on what to do about the failure.
func (f Failure) next(e *transport.Error) string {
	if advice, ok := nextSteps[e.Kind]; ok {
		return advice(f, e)
	}
	return f.howToRepeat() + "."
}

func (f Failure) onNotFound(e *transport.Error) string {
	switch {
	case f.Verb == "create" && transport.IsOwnNotFound(e): // Version 2 answers this if a template or a volume is missing.
		return "check the IDs of other objects in the configuration of the " + f.Entity + ". One of these objects was " +
			"deleted, or belongs to another account than the API key. If all exist, check that " + base(e) + ". Then apply " +
			"again: the service changed nothing."
	case f.Verb == "create", f.Verb == "import": // An import by name requests a list.
		return "check that " + base(e) + ". The server at that URL does not support this request."
	case f.Reference != "":
		return "check " + f.Reference + ". The object with this ID was deleted, or belongs to another account than the " +
			"API key."
	case f.Verb == LookingFor:
		return "check the ID. The object was deleted, or belongs to another account than the API key."
	case f.Verb == "read", f.Verb == "delete": // It is not confirmed that there is none.
		return "check that " + base(e) + ", and that no proxy in front of it responds in its place. The state was left as " +
			"it is. Once the service confirms that the object no longer exists, the next plan removes it from the state."
	default:
		return "plan again to see the objects that still exist. This one, or one that its configuration names by ID, was " +
			"deleted outside of Terraform, or belongs to another account than the API key."
	}
}

func (f Failure) onInUse() string {
	var inUse *fleet.InUseError
	if errors.As(f.Err, &inUse) && inUse.Stuck() {
		return letGo(f.Entity, inUse.Users)
	}
	return `allow more time with timeouts { delete = "…" }. The object can count as in use for minutes after its last ` +
		`user was deleted, and a worker ends with its job.`
}

func (f Failure) onNetwork(e *transport.Error) string {
	if errors.Is(f.Err, context.Canceled) {
		return f.howToRepeat() + "."
	}
	check := "check that " + argument(e) + " is right and reachable from here, then " + f.howToRepeat() + "."
	if transport.IsAttemptTimeout(f.Err) {
		return "allow each attempt more time with request_timeout (PODFLEET_REQUEST_TIMEOUT), or " + check
	}
	return check
}

func (f Failure) askSupport() string {
	if f.Verb == "update" {
		return "apply again: the service may have carried the update out, and the provider sends only the values that the " +
			f.Entity + " lacks. If the error stays, give the request ID to the service's support."
	}
	return f.howToRepeat() + ". If the error stays, give the request ID to the service's support."
}

// argument names the provider's argument with the URL that was asked.
func argument(e *transport.Error) string {
	if e.OnQueue {
		return "queue_url"
	}
	return "rest_url"
}

// base says what that argument should be.
func base(e *transport.Error) string {
	if e.OnQueue {
		return "queue_url is the base URL of the service's queue interface"
	}
	return "rest_url is the base URL of the service's management interface"
}
