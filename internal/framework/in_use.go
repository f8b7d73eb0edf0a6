package framework

import (
	"fmt"

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
	return AtMost(names, ", ")
}

// usedBy completes the failure of a delete: who was found to use the object.
func usedBy(e *fleet.InUseError) string {
	if len(e.Users) == 0 {
		return "The provider found no object that uses it."
	}
	return "It still exists, and is used by: " + UsersOf(e.Users) + "."
}

// letGo says how to end the use of an object, podsKeepIt what holds for pods, and podsCanChangeIt what holds for their
// credentials. None of this advice deletes anything that the plan does not delete.
const (
	letGo = "if you removed the block of the {entity}, put it back for one apply that gives the objects named above " +
		"(the endpoint of a worker) another {entity}, and remove it after that. If the plan replaces the {entity}, set " +
		"name_prefix instead of name, and lifecycle { create_before_destroy = true }: Terraform then updates the objects " +
		"that use it before it deletes the old one. If an object named above is not in your configuration, ask its owner " +
		"first."
	podsKeepIt = " A pod cannot change its {entity}, and a replacement of the pod deletes the pod's own volume: keep " +
		"the {entity} until no pod uses it."
	podsCanChangeIt = " First set container_registry_auth_id of each pod named above to other credentials, and apply. " +
		"That resets a running pod and erases its container disk; its volume remains."
)

// WarnInUse warns in the plan of a replacement that cannot be carried out in the order of the plan: the name is fixed,
// so the old object has to go before there can be a new one, and the service refuses that while others use it. err says
// why the users could not be listed, which is no reason to refuse the plan.
func WarnInUse(object Object, users []fleet.User, err error, diags *diag.Diagnostics) {
	if err != nil {
		diags.AddWarning(object.About("Cannot list the users of the "+object.Entity), fmt.Sprintf(
			"The plan deletes the %s before it creates a new one, and the provider could not list the objects that use it. If "+
				"an object uses it, the apply waits for two minutes and fails, unless the same plan replaces or deletes that "+
				"object, or creates an object of another name first.\n\nReason: %v\n\n"+
				"Next: plan again. If the list still fails, look for such objects in the service's console before you apply.",
			object, err))
		return
	}
	if len(users) == 0 {
		return
	}
	diags.AddWarning(object.About("The "+object.Entity+" to be replaced is in use"), fmt.Sprintf(
		"The plan deletes the %s before it creates a new one, and the service refuses to delete an object in use. It "+
			"is used by: %s. Unless the same plan replaces or deletes them, or creates an object of another name first, the "+
			"apply waits for two minutes and fails.\n\n"+
			"Next: to create the new one first, set name_prefix instead of name, and lifecycle { create_before_destroy = "+
			"true }.",
		object, UsersOf(users)))
}
