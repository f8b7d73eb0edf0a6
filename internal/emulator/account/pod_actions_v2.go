package account

import (
	"slices"
	"time"
)

// The states of a pod over version 2, beside those that version 1 has too (contract-v2 8.4).
const (
	PhaseProvisioning = "PROVISIONING"
	PhaseStarting     = "STARTING"
	PhaseError        = "ERROR"
)

// The actions on a pod. ActionReset is of version 1 only, and ActionTerminate of version 2.
const (
	ActionStart     = "start"
	ActionStop      = "stop"
	ActionReset     = "reset"
	ActionRestart   = "restart"
	ActionTerminate = "terminate"
)

// Phase returns the present state of a pod. One that has been started is PROVISIONING for a third of the time until it
// is ready, and STARTING for the rest.
func (p Pod) Phase(now time.Time) string {
	switch {
	case p.DesiredStatus != StatusRunning:
		return p.DesiredStatus
	case p.Failed:
		return PhaseError
	case p.PortMappings != nil: // It has got them when it was ready.
		return StatusRunning
	}
	ready, err := time.Parse(time.RFC3339Nano, p.ReadyAt)
	started, err2 := time.Parse(time.RFC3339Nano, p.LastStartedAt)
	if err == nil && err2 == nil && now.Sub(started)*3 < ready.Sub(started) {
		return PhaseProvisioning
	}
	return PhaseStarting
}

// Actions returns the actions that a state allows; never nil.
func Actions(phase string) []string {
	switch phase {
	case PhaseProvisioning, PhaseStarting:
		return []string{ActionStop, ActionTerminate}
	case StatusRunning:
		return []string{ActionStop, ActionRestart, ActionTerminate}
	case StatusExited, PhaseError:
		return []string{ActionStart, ActionTerminate}
	}
	return []string{}
}

// ActOnPod performs an action of version 2 on a pod. A pod that was terminated is gone.
func (a *Account) ActOnPod(p Pod, action string, at time.Time) (Pod, error) {
	if action != ActionStart {
		if err := p.isNotLocked(participles[action]); err != nil {
			return Pod{}, err
		}
	}
	if phase := p.Phase(at); !slices.Contains(Actions(phase), action) {
		return Pod{}, &Error{
			Reason: WrongState, Message: podIsNotRunning(phase, participles[action]).Message,
		}
	}
	switch action {
	case ActionTerminate:
		a.Pods.Remove(p.ID, at)
		return p, nil
	case ActionStop:
		p.stop(at)
	case ActionRestart:
		a.renew(&p, p.PortMappings, at)
	case ActionStart:
		if !p.Failed && !a.canStart(p) {
			return Pod{}, errNoInstances
		}
		a.deploy(&p, at)
	}
	a.Pods.save(p, at)
	return p, nil
}

// participles are the actions in messages.
var participles = map[string]string{
	ActionStart: "started", ActionStop: "stopped", ActionRestart: "restarted", ActionTerminate: "terminated",
}
