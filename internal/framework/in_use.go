package framework

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// UsersOf says in one line who uses an object, with ids.
func UsersOf(users []fleet.User) string {
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = fmt.Sprintf("%s %q (%s)", u.Kind, u.Name, u.ID)
		if u.Name == "" {
			names[i] = fmt.Sprintf("%s %s", u.Kind, u.ID)
		}
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
func usedBy(e *fleet.InUseError) string {
	if len(e.Users) == 0 {
		return "The provider found no object that uses it."
	}
	return "It still exists, and is used by: " + UsersOf(e.Users) + "."
}

// registryAuth is the kind of object that a pod can replace in place.
const registryAuth = "container registry auth"

// letGo says how to end the use of an object, for the users that the service reports. None of this advice deletes
// anything that the plan does not delete.
func letGo(entity string, users []fleet.User) string {
	var pods, others []fleet.User
	for _, user := range users {
		if user.Kind == client.UserPod {
			pods = append(pods, user)
		} else {
			others = append(others, user)
		}
	}
	var steps []string
	switch {
	case len(users) == 0:
		return "remove the " + entity + " from the objects that use it, and apply again."
	case len(pods) > 0 && entity == registryAuth:
		steps = append(steps, "set container_registry_auth_id of each pod named above to other credentials, and apply. "+
			"That resets a running pod and erases its container disk; its volume remains.")
	case len(pods) > 0:
		steps = append(steps, fmt.Sprintf("keep the %s until no pod uses it. A pod cannot change its %[1]s, and a "+
			"replacement of the pod deletes the pod's own volume.", entity))
	}
	if len(others) > 0 {
		first := "name_prefix instead of name, and lifecycle { create_before_destroy = true }"
		if entity == "network volume" {
			first = "lifecycle { create_before_destroy = true }"
		}
		steps = append(steps, fmt.Sprintf("if the plan replaces the %s, set %s: Terraform then updates the objects that use "+
			"it before it deletes the old one.", entity, first))
	}
	podsKeepIt := len(pods) > 0 && entity != registryAuth
	steps = append(steps, fmt.Sprintf("if you removed the block of the %s, put it back%s. If an object named above "+
		"is not in your configuration, ask its owner first.", entity, untilUnused(entity, others, podsKeepIt)))
	return asSentences(steps)
}

// untilUnused completes the advice to put a block back: the users that are not pods can get another object.
func untilUnused(entity string, others []fleet.User, podsKeepIt bool) string {
	if podsKeepIt && len(others) == 0 {
		return ""
	}
	change, another := "the objects named above", "another "+entity
	if podsKeepIt {
		change = "the other objects named above"
	}
	if slices.ContainsFunc(others, func(u fleet.User) bool { return u.Kind == client.UserWorker }) {
		change += " (the endpoint of a worker)"
	}
	if entity == "network volume" {
		another += " or none"
	}
	return " for one apply that gives " + change + " " + another + ", and remove it after that"
}

// asSentences joins steps: each but the first begins with a capital letter.
func asSentences(steps []string) string {
	for i, step := range steps[1:] {
		steps[i+1] = strings.ToUpper(step[:1]) + step[1:]
	}
	return strings.Join(steps, " ")
}

// WarnInUse warns in the plan of a replacement that cannot be carried out in the order of the plan: the name is fixed,
// so the old object has to go before there can be a new one, and the service refuses that while others use it. renamed
// is set if the name changes too: then an order exists in which it works.
func WarnInUse(object Object, users []fleet.User, renamed bool, diags *diag.Diagnostics) {
	if len(users) == 0 {
		return
	}
	consequence := "Unless the same plan replaces or deletes them, the apply waits for two minutes and fails."
	if renamed {
		consequence = "Unless the same plan replaces or deletes them, or create_before_destroy is set, the apply waits " +
			"for two minutes and fails."
	}
	diags.AddWarning(object.About("The "+object.Entity+" to be replaced is in use"), fmt.Sprintf(
		"The plan deletes the %s before it creates a new one, and the service refuses to delete an object in use. It "+
			"is used by: %s. %s\n\n"+
			"Next: to create the new one first, set name_prefix instead of name, and lifecycle { create_before_destroy = "+
			"true }.",
		object, UsersOf(users), consequence))
}
