package framework

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Advice that depends on the attempt. The values of a create can often not be changed later without replacing the
// object: the advice after a failed start of a pod must not make its volume be lost.

// creating reports whether no object exists yet that advice could destroy.
func (f Failure) creating() bool { return f.Verb == "create" }

// operating reports whether an object that exists was to go on as it is.
func (f Failure) operating() bool {
	return f.Verb == "start" || f.Verb == "stop" || f.Verb == "restart" || f.Verb == "reset"
}

func (f Failure) onNoCapacity() string {
	if f.creating() {
		// A volume decides on the data center and the cloud.
		onVolume := f.planned("network_volume_id") != ""
		ways := []string{"list several cpu_flavor_ids", "lower vcpu_count"}
		if f.planned("compute_type") != "CPU" {
			ways = []string{"list several gpu_type_ids", "lower gpu_count"}
			if f.planned("cloud_type") != "" && !onVolume { // An endpoint has no such attribute.
				ways = append(ways, "use the other cloud_type")
			}
		}
		if !onVolume {
			ways = append(ways, "allow more data centers in data_center_ids")
		}
		more := strings.Join(ways[:len(ways)-1], ", ") + ", or " + ways[len(ways)-1]
		return f.lessDisk(onVolume) + "apply again later, when a machine is free. Or allow more machines, which can cost " +
			"more: " + more + "."
	}
	return "try again later, when a machine is free. The " + f.Entity + " stays as it is, and its volume keeps the " +
		"data. Do not change the hardware instead: that can replace it."
}

// lessDisk returns the advice after a create for which no machine has enough disk; empty after any other.
func (f Failure) lessDisk(onVolume bool) string {
	switch {
	case !strings.Contains(f.Err.Error(), "disk space"):
		return ""
	case onVolume || f.Entity != "pod":
		return "lower container_disk_in_gb. Or "
	default:
		return "lower container_disk_in_gb or volume_in_gb. Or "
	}
}

// planned returns a text of the plan; empty if the plan does not have it.
func (f Failure) planned(attribute string) (text string) {
	var values map[string]tftypes.Value
	if f.Plan.As(&values) == nil {
		_ = values[attribute].As(&text) // A value that is unknown or of another type is none.
	}
	return text
}

func (f Failure) onQuota() string {
	if f.operating() {
		return "use less of the account's quota elsewhere, or ask the service for a higher quota."
	}
	return "lower the configured number, or use less of the account's quota elsewhere, or ask the service for a higher " +
		"quota. For endpoints, the quota limits the sum of workers_max: lower it for endpoints that need fewer workers. " +
		"With workers_max = 0, an endpoint is paused and rejects jobs."
}

func (f Failure) onNotOffered() string {
	if f.creating() {
		return "set interruptible = false: the service no longer offers interruptible pods. Such a pod costs more and " +
			"keeps its machine."
	}
	return "ask the service's support how to get the data on the volume: the service no longer offers interruptible " +
		"pods. The " + f.Entity + " stays as it is. A pod that is not interruptible would be a new pod with an empty volume."
}

func (f Failure) onNameTaken() string {
	if f.creating() || f.Verb == "" {
		return fmt.Sprintf("choose another name or use name_prefix: names are unique in an account. If no state has the "+
			"existing object, you can import it with the import ID name:%s.", f.Name)
	}
	return "choose another name: names are unique in an account."
}

// undecided adds the warning of a refresh about a 404 that a list contradicts. It is no error: a refresh that reads the
// object from a shared list does not find the contradiction, and plans must not fail by the order of their reads.
func (f Failure) undecided(diags *diag.Diagnostics) {
	diags.AddWarning(Object{Entity: f.Entity, ID: f.Name}.About("The service contradicts itself"), f.detail())
}

// onStillListed returns the advice about a 404 that a list contradicts. The provider cannot tell whether the object
// exists. If the user took an existing object out of the state, the next apply would create a second one.
func (f Failure) onStillListed() string {
	return fmt.Sprintf("A request for the %[1]s itself returned 404, and a list that the provider requested after it "+
		"still shows it. Because of this contradiction, the provider does not treat the %[1]s as deleted.\n\n"+
		"The state was left as it is. If the %[1]s exists, it may still be billed.\n\n"+
		"Next: %[2]s in a minute, because the service's lists can lag after a delete. If this stays, look for the ID "+
		"in the service's console, and check that no proxy in front of rest_url responds in the service's place. Then "+
		"give the service's support the request ID. Leave the %[1]s in the state until you know that it was deleted: "+
		"without it, the next apply creates another one.", f.Entity, f.howToRepeat())
}

func (f Failure) onLocked() string {
	if f.Verb == "delete" {
		return "set locked = false on the pod, and apply that first. " + RemovedBlock
	}
	return "set locked = false on the pod, and apply that first."
}

// RemovedBlock says how to continue if an object must not be deleted and its block is not in the configuration any
// more.
const RemovedBlock = "If you removed its block from the configuration, put the block back first. Or keep the object " +
	"in the service and remove it from the state: use a removed block with lifecycle { destroy = false }."
