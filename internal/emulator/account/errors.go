package account

import (
	"errors"
	"fmt"
)

// Error says why the service refuses a call. The message is the service's own, word for word; the HTTP side derives the
// status from the reason. What breaks a schema of the document never comes here.
type Error struct {
	Reason  Reason
	Message string
	// Rule is the contract's section about the error, if it is not the one about the operation.
	Rule string
}

func (e *Error) Error() string { return e.Message }

// Reason is why a call is refused.
type Reason int

const (
	// Invalid is an input that breaks a rule, or names an object that does not exist.
	Invalid Reason = iota + 1
	// NotFound is an object that does not exist.
	NotFound
	// Conflict is an input that only the account's state forbids.
	Conflict
	// NoWorkers is the create of an endpoint without workers, which the service answers without a body (contract 2.3).
	NoWorkers
	// Unprocessable is an input that version 2 rejects like one that its schema does not allow.
	Unprocessable
	// WrongState is an operation of version 2 that the state of a pod does not allow.
	WrongState
)

var (
	errNameTaken                  = conflict("name must be unique")
	errTemplateInUse              = conflict("template is in use")
	errContainerRegistryAuthInUse = conflict("container registry auth is in use")
	errNetworkVolumeInUse         = conflict("you must remove this network volume from all pods before deleting it")
	errNoDataCenter               = conflict("there are no instances currently available in these places")
	errNoMachine                  = conflict("the machines do not have the resources to deploy the pod")

	// errNoInstances has the message of version 2 (contract-v2 1.3).
	errNoInstances = under("contract-v2 1.3", conflict("There are no longer any instances available with the "+
		"requested specifications. Please refresh and try again."))
	errNotEnoughFree = conflict("there are not enough free GPUs on the host machine to start this pod")

	// ErrNetworkVolumeNonexistent is for the delete of a network volume, which the service refuses in other words.
	ErrNetworkVolumeNonexistent = conflict("network volume is nonexistent")

	errNoImage       = invalid("imageName or templateId is required")
	errLocalVolume   = invalid("volumeInGb must be 0: a serverless template has no local volume")
	errPodTerminated = invalid("the pod is %s", StatusTerminated)

	errTwoCudaConstraints = invalid("allowedCudaVersions and minCudaVersion exclude each other")

	errNoWorkers = &Error{Reason: NoWorkers, Message: "no body"}
)

func invalid(format string, args ...any) *Error {
	return &Error{Reason: Invalid, Message: fmt.Sprintf(format, args...)}
}

func conflict(format string, args ...any) *Error {
	return &Error{Reason: Conflict, Message: fmt.Sprintf(format, args...)}
}

// under returns an error with the contract's section that it is about; nil stays nil.
func under(section string, err error) error {
	var refused *Error
	if !errors.As(err, &refused) {
		return err
	}
	explained := *refused
	explained.Rule = section
	return &explained
}

func doesNotExist(member, id string) *Error { return invalid("%s %q does not exist", member, id) }

// outOfReach returns the error for a network volume that is in none of the chosen data centers. The subject precedes
// its id.
func outOfReach(subject string, v NetworkVolume) *Error {
	return invalid("%s %q is in %s, which is none of dataCenterIds", subject, v.ID, v.DataCenterID)
}

func cannotShrink(member string, current, wanted int) *Error {
	return invalid("%s must not be less than the current %d GB, not %d", member, current, wanted)
}

func podIsNotRunning(status, participle string) *Error {
	return invalid("the pod is %s and cannot be %s", status, participle)
}
