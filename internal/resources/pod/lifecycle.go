package pod

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// stopAtOnce stops a pod that was created to be stopped: the service starts all
// that it makes. A lock comes after it.
func (r *Resource) stopAtOnce(ctx context.Context, plan, made model, hidden environment, diags *diag.Diagnostics) model {
	id := made.ID.ValueString()
	steps := r.steps(effects{stops: true}, plan.Locked.ValueBool())
	for _, step := range steps {
		answer, err := step.do(ctx, id)
		if err != nil {
			attribute := map[string]string{"stop": "desired_status", "lock": "locked"}[step.verb]
			diags.AddAttributeWarning(path.Root(attribute), "The pod was created, and could not be "+map[string]string{"stop": "stopped", "lock": "locked"}[step.verb], fmt.Sprintf(
				"The pod %q (id %s) is in the state; the next plan shows what is left to do, and an apply does it. Until it is stopped, it runs and bills.\n\nReason: %s", made.Name.ValueString(), id, err))
			// The warning is this one, and not that the service changed something.
			made.DesiredStatus, made.Locked = plan.DesiredStatus, plan.Locked
			return made
		}
		made = made.fromAPI(answer, hidden)
	}
	return made
}

// ready reports whether a pod can be used. One that somebody stopped will not get
// there, and is not waited for.
func (m model) ready(p client.Pod) bool {
	if status, ok := p.DesiredStatus.Get(); ok && status != running {
		return true
	}
	return reachable(p, !m.SupportPublicIP.IsNull() && !m.SupportPublicIP.ValueBool())
}

// reachable reports whether a running pod has its public address and its port
// mappings. One that gets no address, because nobody asked for one or its machine
// has none, has no sign of readiness: it is enough that it is running.
func reachable(p client.Pod, addressless bool) bool {
	machine, _ := p.Machine.Get()
	if addressless || !machine.SupportPublicIP.Or(true) {
		return true
	}
	return p.PublicIP.Or("") != "" && mapped(p)
}

// mapped reports whether the exposed tcp ports have their public ones. A pod that
// exposes none has no mappings, and of a deployment that leaves them out nobody
// can wait for any.
func mapped(p client.Pod) bool {
	exposed := slices.ContainsFunc(p.Ports.Or(nil), func(port string) bool { return strings.HasSuffix(port, "/tcp") })
	return !exposed || p.PortMappings.IsZero() || len(p.PortMappings.Or(nil)) > 0
}

// back is ready for a pod that was restarted or reset: it also wants a sign that
// the pod has started anew since it was as it is in the state. Some deployments
// answer and do nothing (contract 2.6), so it wants that for so many looks only.
func (m model) back(state model) func(client.Pod) bool {
	before, looks := state.startSigns(), 0
	return func(p client.Pod) bool {
		looks++
		return m.ready(p) && (renewed(before, p) || looks > mostLooks)
	}
}

// startSigns are what the state has of what shows that a pod has started anew.
func (m returned) startSigns() client.Pod {
	mappings := map[string]int64{}
	for internal, public := range m.PortMappings.Elements() {
		if number, ok := public.(types.Int64); ok {
			mappings[internal] = number.ValueInt64()
		}
	}
	return client.Pod{
		LastStartedAt:    framework.StringOf(m.LastStartedAt),
		LastStatusChange: framework.StringOf(m.LastStatusChange),
		PortMappings:     client.Some(mappings),
	}
}

// waitUntilReady looks at the pod until it is as wanted. call is the context of the
// CLI's request, and within the one that its timeout bounds. If the time is up,
// or somebody interrupts, that is a warning: the pod exists, bills, and is in
// the state, and an error would have it destroyed.
func (r *Resource) waitUntilReady(
	call, within context.Context, made model, hidden environment, wanted func(client.Pod) bool, diags *diag.Diagnostics,
) model {
	id := made.ID.ValueString()
	look := func(ctx context.Context) (client.Pod, error) { return r.Client.GetPod(ctx, id) }
	seen, err := client.Poll(within, r.Client, look, wanted, nil)
	if seen.ID != "" {
		made = made.fromAPI(seen, hidden)
	}
	var summary, reason string
	switch {
	case err == nil:
		return made
	case errors.Is(call.Err(), context.Canceled):
		summary, reason = "Interrupted while waiting for the pod", "The wait was interrupted."
	case errors.Is(err, context.DeadlineExceeded):
		summary, reason = "The pod is not ready yet", "The time for it is up; timeouts { create = \"…\" } and { update = \"…\" } give it more, and wait_for_ready = false does not wait."
	default:
		summary, reason = "The pod could not be watched until it was ready", "Reason: "+err.Error()
	}
	diags.AddWarning(summary, fmt.Sprintf(
		"The pod %q (id %s) exists and bills. %s\n\nLast seen: %s. It stays in the state as it is, and the next refresh shows how it went on. "+
			"What depends on it goes on now, although the pod may not be usable yet.", made.Name.ValueString(), id, reason, made.lastSeen()))
	return made
}

// lastSeen is what there is to know about a pod that is not ready.
func (m returned) lastSeen() string {
	machine, address := "no machine yet", "no public address yet"
	if !m.MachineID.IsNull() {
		machine = "on machine " + m.MachineID.ValueString()
	}
	if !m.PublicIP.IsNull() {
		address = "public address " + m.PublicIP.ValueString()
		if m.PortMappings.IsNull() {
			address += ", no port mappings yet"
		}
	}
	return m.DesiredStatus.ValueString() + ", " + machine + ", " + address
}
