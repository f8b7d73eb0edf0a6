package framework

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// UsersOf says in one line who uses an object, with ids.
func UsersOf(users []client.User) string {
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = fmt.Sprintf("%s %q (%s)", u.Kind, u.Name, u.ID)
		if u.Kind == client.UserWorker {
			names[i] += " of endpoint " + u.OwnerID
		}
		if u.Leaving {
			names[i] += ", which ends with its job"
		}
	}
	return atMost(names, ", ")
}

// usedBy completes the failure of a delete: who was found to use the object.
func usedBy(e *client.InUseError) string {
	if len(e.Users) == 0 {
		return "Nobody was found to use it."
	}
	return "It is used by: " + UsersOf(e.Users) + "."
}

// The order of things is Terraform's, and no provider can change it.
const (
	whyInUse = "Terraform deletes an object that it replaces, or that is no longer configured, before it updates the " +
		"objects that refer to it. "
	// orKeepTheBlock is the advice for a block that was removed or renamed.
	orKeepTheBlock = "If you only renamed its block, a moved block keeps it. If you removed the block, put it back for " +
		"one apply, which changes the objects that use it, and remove it in the next. If an object that uses it is " +
		"managed elsewhere, change that object there."
)

// letGo says how to end the use of an object. Nothing of this advice deletes anything that the plan does not delete.
func letGo(entity string, users []client.User) string {
	podsAmong := slices.ContainsFunc(users, func(u client.User) bool { return u.Kind == client.UserPod })
	const makeFirst = "If it is being replaced, give it name_prefix instead of name, and lifecycle { " +
		"create_before_destroy = true }: then Terraform creates the new one first, "
	switch entity {
	case "template":
		advice := whyInUse + makeFirst + "moves the endpoints, and deletes the old one. "
		if podsAmong {
			advice += "A pod cannot change its template: it uses the old one until the pod itself is replaced or " +
				"deleted, and its own volume with it. "
		}
		return advice + orKeepTheBlock
	case "container registry auth":
		advice := whyInUse + makeFirst + "moves the templates and pods, and deletes the old ones. " + orKeepTheBlock
		if podsAmong {
			return "set container_registry_auth_id on these pods to the new registry credentials: a pod that sets " +
				"none keeps those that it copied from its template. That resets a running pod and erases its " +
				"container disk; its volume remains. " + advice
		}
		return advice
	case "network volume":
		advice := whyInUse + "If it is being replaced, set lifecycle { create_before_destroy = true }: then Terraform " +
			"creates the new one first, moves the endpoints that name it, and deletes the old one. "
		if podsAmong {
			advice += "A pod cannot change its network volume: it uses the old one until the pod itself is replaced " +
				"or deleted, and its own volume with it. "
		}
		return advice + orKeepTheBlock
	default:
		return "stop its use first, and apply again."
	}
}

// WarnInUse warns in the plan of a replacement that cannot be carried out in the order of the plan: the name is fixed,
// so the old object has to go before there can be a new one, and the service refuses that while others use it. renamed
// is set if the name changes too: then an order exists in which it works.
func WarnInUse(entity, called string, users []client.User, renamed bool, diags *diag.Diagnostics) {
	if len(users) == 0 {
		return
	}
	consequence := "Unless the same plan replaces or deletes them, the apply waits for two minutes and fails."
	if renamed {
		consequence = "Unless the same plan replaces or deletes them, or create_before_destroy is set, the apply waits " +
			"for two minutes and fails."
	}
	diags.AddWarning("The "+entity+" to be replaced is in use", fmt.Sprintf(
		"The %s %q is deleted before there is a new one, and the service refuses that while it is used. It is used "+
			"by: %s. %s\n\n"+
			"Next: to have the new one first, give it name_prefix instead of name, and lifecycle { "+
			"create_before_destroy = true }.",
		entity, called, UsersOf(users), consequence))
}
