package framework

import (
	"errors"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// nextSteps has the advice for each kind of failure. advice.go has the functions whose advice depends on the verb.
var nextSteps = map[client.Kind]func(Failure, *client.Error) string{
	client.KindInvalid: func(f Failure, _ *client.Error) string {
		return "correct the configuration and " + f.howToRepeat() + "; nothing was changed."
	},
	client.KindUnauthorized: always("check api_key (or PODFLEET_API_KEY): it is wrong, revoked, or lacks the permission " +
		"for this operation, as a read-only key does."),
	client.KindNotFound: Failure.onNotFound,
	client.KindGone:     always("there is no such object any more. Plan again to see what is left."),
	client.KindConflict: func(f Failure, _ *client.Error) string {
		return "something else is changing the " + f.Entity + ". Wait for it to finish and " + f.howToRepeat() + "."
	},
	client.KindRateLimited: func(f Failure, _ *client.Error) string {
		return "it waited for the service's rate limit until its time was up. Give it longer with timeouts, where it " +
			"has them, or " + f.howToRepeat() + " with a lower -parallelism. If others use the same API key, leave them room: " +
			"set requests_per_second in the provider block."
	},
	client.KindNameTaken:  byVerb(Failure.onNameTaken),
	client.KindInUse:      byVerb(Failure.onInUse),
	client.KindNoCapacity: byVerb(Failure.onNoCapacity),
	client.KindQuota:      byVerb(Failure.onQuota),
	client.KindBalance:    always("the account's balance does not cover it. Add funds at the service and apply again."),
	client.KindWrongKind: always("set template_id to a template with is_serverless = true; one for pods cannot become " +
		"one for endpoints."),
	client.KindNotOffered: byVerb(Failure.onNotOffered),
	client.KindLocked:     byVerb(Failure.onLocked),
	client.KindPaused:     always("the endpoint is paused. Set workers_max to 1 or more and apply that first."),
	client.KindTooLarge:   always("send less: what is large belongs into a bucket or on a network volume."),
	client.KindRedirect: func(_ Failure, e *client.Error) string {
		return "set " + argument(e) + " to the address that the redirect leads to, if that is the service's."
	},
	client.KindRetired: func(_ Failure, e *client.Error) string { return afterEnd(client.RetirementOf(e)) },
	client.KindNetwork: Failure.onNetwork,
	client.KindDecode: func(_ Failure, e *client.Error) string {
		return "check that " + base(e) + " and not something in front of it."
	},
	client.KindInternal:    byVerb(Failure.askSupport),
	client.KindUnavailable: byVerb(Failure.askSupport),
	client.KindUnknown:     byVerb(Failure.askSupport),
}

// always returns the same advice for each failure of a kind.
func always(advice string) func(Failure, *client.Error) string {
	return func(Failure, *client.Error) string { return advice }
}

// byVerb returns the advice of a function that needs nothing of the client's error.
func byVerb(advice func(Failure) string) func(Failure, *client.Error) string {
	return func(f Failure, _ *client.Error) string { return advice(f) }
}

// next returns the advice on what to do about the failure.
func (f Failure) next(e *client.Error) string {
	if advice, ok := nextSteps[e.Kind]; ok {
		return advice(f, e)
	}
	return f.howToRepeat() + "."
}

func (f Failure) onNotFound(e *client.Error) string {
	switch {
	case f.Verb == "create":
		return "check that " + base(e) + ". The server at that URL does not know this request."
	case f.Reference != "":
		return "check " + f.Reference + ": what had it was deleted, or belongs to another account than this " +
			"api_key."
	case f.Verb == lookingFor:
		return "check the id: what had it was deleted, or belongs to another account than this api_key."
	case f.Verb == "read", f.Verb == "delete": // It is not confirmed that there is none.
		return "check that " + base(e) + " and that nothing in front of it answers in its place. The state was " +
			"left as it is; once the service says clearly that the object is gone, the next plan takes it out."
	default:
		return "it was deleted outside of Terraform, or belongs to another account than this api_key. Plan again to " +
			"see what is left."
	}
}

func (f Failure) onInUse() string {
	var inUse *client.InUseError
	if errors.As(f.Err, &inUse) && inUse.Stuck() {
		return letGo(f.Entity, inUse.Users)
	}
	return "give it longer to let go with timeouts { delete = \"…\" }; it can stay in use for minutes after its " +
		"last user is gone, and a worker ends when its job does."
}

func (f Failure) onNetwork(e *client.Error) string {
	check := "check that " + argument(e) + " is right and reachable from here, then " + f.howToRepeat() + "."
	if client.IsAttemptTimeout(f.Err) {
		return "give each attempt longer with request_timeout in the provider block, or " + check
	}
	return check
}

func (f Failure) askSupport() string {
	return f.howToRepeat() + "; if it stays, ask the service's support and give them the request id."
}

// argument names the provider's argument with the URL that was asked.
func argument(e *client.Error) string {
	if e.OnQueue {
		return "queue_url"
	}
	return "rest_url"
}

// base says what that argument should be.
func base(e *client.Error) string {
	if e.OnQueue {
		return "queue_url is the base of the service's queue interface"
	}
	return "rest_url is the base of the service's management interface"
}
