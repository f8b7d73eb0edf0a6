package framework

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// nextSteps has the advice for each kind of failure, in which {again} stands for how to try once more, and {entity} and
// {name} for the object. Kinds without an entry have a function in next. After a failure about an object that exists,
// the advice names no value whose change replaces it: its volume would be lost.
var nextSteps = map[transport.Kind]string{
	transport.KindInvalid: "correct the configuration and {again}; the service changed nothing.",
	transport.KindUnauthorized: "check the API key (api_key, PODFLEET_API_KEY or PODFLEET_API_KEY_FILE): it is wrong, " +
		"revoked, or lacks the permission for this operation, as a read-only key does. The service did not carry out the " +
		"request.",
	transport.KindGone:     "plan again to see the objects that still exist: the service has deleted this one.",
	transport.KindConflict: "wait until no other client changes the {entity}, and {again}.",
	transport.KindRateLimited: "allow more time with a timeouts block, if the resource has one, or {again} with a lower " +
		"-parallelism. The operation waited for the service's rate limit until it timed out. If other clients use the same " +
		"API key, set requests_per_second to leave them room.",
	transport.KindNoCapacity: "{again} later, when a machine is free. The {entity} stays as it is, and its volume keeps " +
		"the data. Do not change the hardware instead: that can replace it.",
	transport.KindQuota: "use less of the account's quota elsewhere, or ask the service for a higher quota. For " +
		"endpoints, the quota limits the sum of workers_max: lower it for endpoints that need fewer workers. With " +
		"workers_max = 0, an endpoint is paused and rejects jobs.",
	transport.KindBalance: "add funds in the service, and {again}: the account's balance is too low.",
	transport.KindWrongKind: "set template_id to a template with is_serverless = true. A template for pods cannot " +
		"become one for endpoints.",
	transport.KindNameTaken: "choose another name: names are unique in an account.",
	transport.KindNotOffered: "ask the service's support how to get the data on the volume: the service no longer " +
		"offers interruptible pods. The {entity} stays as it is. A pod that is not interruptible would be a new pod with " +
		"an empty volume.",
	transport.KindLocked:      "set locked = false on the pod, and apply that first. " + RemovedBlock,
	transport.KindPaused:      "set workers_max of the endpoint to 1 or more, and apply that first.",
	transport.KindTooLarge:    "reduce the input. Put large data in a bucket or on a network volume.",
	transport.KindRedirect:    "set {url} to the URL that the redirect leads to, if it is the service's.",
	transport.KindRetired:     toVersion2 + " Your objects in the service are untouched and are still billed.",
	transport.KindDecode:      "check that {base}, and not that of another server or a proxy.",
	transport.KindInternal:    askSupport,
	transport.KindUnavailable: askSupport,
	transport.KindUnknown:     askSupport,
}

// nextAfterCreate has the advice after a create, when there is no object yet that a change of the configuration could
// replace.
var nextAfterCreate = map[transport.Kind]string{
	transport.KindNoCapacity: "{again} later, when a machine is free, or with a longer wait_for_capacity. Or allow more " +
		"machines, which can cost more: more gpu_type_ids (for CPUs, cpu_flavor_ids) or alternatives, a lower gpu_count, " +
		"vcpu_count or container_disk_in_gb, or, without a network volume, more data centers in data_center_ids.",
	transport.KindNameTaken: "choose another name, or use name_prefix, as create_before_destroy needs it. " +
		"Names are unique in an account. Only if the existing object is yours and in no state, import it with the import " +
		"ID name:{name}. The next apply then changes it to match the configuration.",
	transport.KindNotOffered: "set interruptible = false: the service no longer offers interruptible pods. Such a pod " +
		"costs more and keeps its machine.",
}

// askSupport is the advice after a failure of the service. An update that is repeated sends only the values that the
// object lacks.
const askSupport = "{again}. If the error stays, give the request ID to the service's support."

// RemovedBlock says how to continue if an object must not be deleted and its block is not in the configuration any
// more.
const RemovedBlock = "If you removed its block from the configuration, put the block back first. Or keep the object " +
	"in the service and remove it from the state: use a removed block with lifecycle { destroy = false }."

// LookingFor is the verb of a lookup that found nothing, or too much.
const LookingFor = "find"

// next returns the advice on what to do about the failure.
func (f Failure) next(e *transport.Error) string {
	var advice string
	switch {
	case fleet.IsStillListed(f.Err):
		return f.onStillListed()
	case e.Kind == transport.KindNotFound:
		advice = f.onNotFound(e)
	case e.Kind == transport.KindInUse:
		advice = f.onInUse()
	case e.Kind == transport.KindNetwork:
		advice = f.onNetwork()
	case f.Verb == "create" && nextAfterCreate[e.Kind] != "":
		advice = nextAfterCreate[e.Kind]
	default:
		advice = nextSteps[e.Kind]
	}
	url, base := "rest_url", "rest_url is the base URL of the service's management interface"
	if e.OnQueue {
		url, base = "queue_url", "queue_url is the base URL of the service's queue interface"
	}
	return "Next: " + strings.NewReplacer("{again}", f.howToRepeat(), "{entity}", f.Entity, "{name}", f.Name, "{url}",
		url, "{base}", base).Replace(advice)
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

func (f Failure) onNotFound(e *transport.Error) string {
	switch {
	case f.Verb == "create" && transport.IsOwnNotFound(e): // Version 2 answers this if a template or a volume is missing.
		return "check the IDs of other objects in the configuration of the {entity}. One of these objects was deleted, or " +
			"belongs to another account than the API key. If all exist, check that {base}. Then {again}: the service " +
			"changed nothing."
	case f.Verb == "create", f.Verb == "import": // An import by name requests a list.
		return "check that {base}. The server at that URL does not support this request."
	case f.Reference != "", f.Verb == LookingFor:
		return "check " + cmp.Or(f.Reference, "the ID") + ". The object with this ID was deleted, or belongs to another " +
			"account than the API key."
	case f.Verb == "read", f.Verb == "delete": // It is not confirmed that there is none.
		return "check that {base}, and that no proxy in front of it responds in its place. The state was left as it is. " +
			"Once the service confirms that the object no longer exists, the next plan removes it from the state."
	default:
		return "plan again to see the objects that still exist. This one, or one that its configuration names by ID, was " +
			"deleted outside of Terraform, or belongs to another account than the API key."
	}
}

func (f Failure) onInUse() string {
	var inUse *fleet.InUseError
	isPod := func(u fleet.User) bool { return u.Kind == client.UserPod }
	switch {
	case !errors.As(f.Err, &inUse) || !inUse.Stuck():
		return `allow more time with timeouts { delete = "…" }. The object can count as in use for minutes after its last ` +
			`user was deleted, and a worker ends with its job.`
	case !slices.ContainsFunc(inUse.Users, isPod):
		return letGo
	case f.Entity == "container registry auth":
		return letGo + podsCanChangeIt
	default:
		return letGo + podsKeepIt
	}
}

func (f Failure) onNetwork() string {
	const check = "check that {url} is right and reachable from here, then {again}."
	switch {
	case errors.Is(f.Err, context.Canceled):
		return "{again}."
	case transport.IsAttemptTimeout(f.Err):
		return "allow each attempt more time with request_timeout (PODFLEET_REQUEST_TIMEOUT), or " + check
	default:
		return check
	}
}

// onStillListed returns the advice about a 404 that a list contradicts. The provider cannot tell whether the object
// exists. If the user took an existing object out of the state, the next apply would create a second one.
func (f Failure) onStillListed() string {
	return strings.NewReplacer("{entity}", f.Entity, "{again}", f.howToRepeat()).Replace("A request for the {entity} " +
		"itself returned 404, and a list that the provider requested after it still shows it. Because of this " +
		"contradiction, the provider does not treat the {entity} as deleted.\n\n" +
		"The state was left as it is. If the {entity} exists, it may still be billed.\n\n" +
		"Next: {again} in a minute, because the service's lists can lag after a delete. If this stays, look for the ID in " +
		"the service's console, and check that no proxy in front of rest_url responds in the service's place. Then give " +
		"the service's support the request ID. Leave the {entity} in the state until you know that it was deleted: without " +
		"it, the next apply creates another one.")
}

// undecided adds the warning of a refresh about a 404 that a list contradicts. It is no error: a refresh that reads the
// object from a shared list does not find the contradiction, and plans must not fail by the order of their reads.
func (f Failure) undecided(diags *diag.Diagnostics) {
	diags.AddWarning(Object{Entity: f.Entity, ID: f.Name}.About("The service contradicts itself"), f.detail())
}

// BeforeNext adds a paragraph to the detail of a message, such as what the next apply does. It stands before the next
// steps: a reader who follows them at once would otherwise not see it.
func BeforeNext(detail, paragraph string) string {
	if i := strings.LastIndex(detail, "\n\nNext: "); i >= 0 {
		return detail[:i] + "\n\n" + paragraph + detail[i:]
	}
	return detail + "\n\n" + paragraph
}
