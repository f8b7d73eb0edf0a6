package framework

import "fmt"

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
		return "no such machine is free now, or none has that much. Apply again later, or ask for less at " +
			"once, or allow more: several gpu_type_ids, more or no data_center_ids, the other cloud_type."
	}
	return "no machine is free for it now. Try again later: the " + f.Entity +
		" stays as it is, with what is on its volume. To ask for another kind of machine can mean to replace it."
}

func (f Failure) onQuota() string {
	if f.operating() {
		return "a limit of the account is reached. Use less elsewhere, or ask the service for a higher limit."
	}
	return "a limit of the account is reached; for endpoints it is the sum of workers_max over all of them. " +
		"Ask for less here or elsewhere, or ask the service for a higher limit."
}

func (f Failure) onNotOffered() string {
	if f.creating() {
		return "the service does not sell this any more. Set interruptible = false, which costs more and is not " +
			"taken away."
	}
	return "the service does not sell this any more. The " + f.Entity +
		" stays as it is, with what is on its volume: ask the service's support how to get at that. One that is not " +
		"interruptible would be another one, with an empty volume."
}

func (f Failure) onNameTaken() string {
	if f.creating() || f.Verb == "" {
		return fmt.Sprintf("names are unique in an account. Choose another name, use name_prefix, "+
			"or import the one that exists: the import id is name:%s.", f.Name)
	}
	return "names are unique in an account. Choose another name."
}

// onStillListed returns the advice about a 404 that a list contradicts. The provider cannot tell whether the object
// exists. If the user took an existing object out of the state, the next apply would create a second one.
func (f Failure) onStillListed() string {
	return fmt.Sprintf("A request for the %[1]s itself returned 404, and a list that the provider requested after it "+
		"still shows it. The two contradict each other, so the provider does not treat the %[1]s as deleted."+
		"\n\n"+
		"The state was left as it is. If the %[1]s exists, it may still be billed."+
		"\n\n"+
		"Next: %[2]s in a minute: the service's lists can lag after a delete. If the error stays, look for the ID "+
		"in the service's console, check that no proxy in front of rest_url responds in the service's place, and give "+
		"the service's support the request id. Leave the %[1]s in the state until you know that it was deleted: without "+
		"it, the next apply creates another one.", f.Entity, f.howToRepeat())
}

func (f Failure) onLocked() string {
	if f.Verb == "delete" {
		return "set locked = false on the pod and apply that first. " + RemovedBlock
	}
	return "set locked = false on the pod and apply that first."
}

// RemovedBlock says how to continue if an object must not be deleted and its block is not in the configuration any
// more.
const RemovedBlock = "Where its block was removed from the configuration, put the block back for that; or have " +
	"Terraform forget the object and leave it at the service, with a removed block that has lifecycle { destroy = " +
	"false }."
