package pod

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ready reports whether a pod can be used. A stopped one is not waited for: nothing starts it.
func (m model) ready(p api.Pod) bool {
	if status, ok := p.DesiredStatus.Get(); ok && status != running || hasFailed(p) {
		return true
	}
	return reachable(p, !m.SupportPublicIP.IsNull() && !m.SupportPublicIP.ValueBool())
}

// failed is the status of a pod that cannot recover by itself (contract-v2 8.4).
const failed = "ERROR"

func hasFailed(p api.Pod) bool { return p.Status.Or("") == failed }

// reachable reports whether a running pod has its public address and its port mappings. A pod that gets no address,
// because noAddress was configured or its machine has none, shows no readiness: it is enough that it is running.
//
// Over version 2 the status shows when the container runs. The address is that of the tcp ports, so that a pod without
// any has none; and nothing shows whether a machine of the community cloud has one.
func reachable(p api.Pod, noAddress bool) bool {
	machine, _ := p.Machine.Get()
	if status, ok := p.Status.Get(); ok {
		return status == running && (noAddress || !machine.SecureCloud.Or(true) || allMapped(p))
	}
	return noAddress || !machine.SupportPublicIP.Or(true) || p.PublicIP.Or("") != "" &&
		(p.PortMappings.IsZero() || allMapped(p)) // A deployment can leave the mappings out.
}

// allMapped reports whether each exposed tcp port has its public one.
func allMapped(p api.Pod) bool {
	return !slices.ContainsFunc(p.Ports.Or(nil), func(port string) bool {
		number, isTCP := strings.CutSuffix(port, "/tcp")
		return isTCP && p.PortMappings.Or(nil)[number] == 0
	})
}

// waitUntilReady waits until the pod is ready, and records it as it was last seen. request is the context of the CLI's
// request; bounded ends with the operation's timeout. A failed wait is a warning, because the pod exists, is billed and
// is in the state, and an error in a create would make the CLI destroy it. A pod that was deleted or terminated is an
// error: dependent resources must not be created, and nothing is left to destroy. A pod whose last requests returned
// 404 is an error too, even if nothing confirms its end: a list that lags shows a deleted pod too.
func (p *updateProgress) waitUntilReady(
	request, bounded context.Context, pods client.Pods, ready func(api.Pod) bool, diags *diag.Diagnostics,
) {
	id := p.ID.ValueString()
	called := fmt.Sprintf("the pod %q (ID %s)", p.Name.ValueString(), id)
	log := framework.WaitLog(called + " to be ready")
	seen, err := pods.Await(bounded, id, func(pod api.Pod) bool {
		if ready(pod) {
			return true
		}
		log.Saw(bounded, describePod(pod))
		return false
	})
	if seen.ID != "" {
		p.record(seen)
	}
	fail := func(summary, format string, values ...any) {
		diags.AddError(summary, fmt.Sprintf("The provider waited for %s to be ready, and ", called)+
			fmt.Sprintf(format, values...))
	}
	switch {
	case err == nil && seen.DesiredStatus.Or("") == terminated:
		fail("The pod was terminated before it was ready", "the service returned desired_status = %s. Such a pod "+
			"does not start again.\n\n"+
			"The pod stays in the state with that status, and the next apply replaces it.\n\n"+
			"Next: find out why it was terminated, and apply again.", terminated)
	case err == nil && hasFailed(seen):
		fail("The pod failed to start", "the service returned the status %s: the pod cannot recover by itself. It "+
			"exists and may be billed.\n\nThe pod is in the state. %s\n\n"+
			"Next: look for the reason in the pod's logs, in the service's console. %s", failed, taintedIfCreated, keepTainted)
	case err == nil:
	case fleet.IsGone(err):
		fail("The pod was deleted before it was ready", "the pod no longer exists.\n\nThe service said: %s\n\n"+
			"The pod is still in the state. The next plan finds that it no longer exists, and the next apply creates a new "+
			"one. %s\n\nNext: find out why it was deleted. %s", err, taintedIfCreated, keepTainted)
	case transport.IsNotFound(err) && !errors.Is(request.Err(), context.Canceled):
		fail("The provider cannot tell whether the pod exists", "the last requests for the pod returned 404. "+
			"Nothing confirmed that the pod no longer exists.\n\nLast response: %s\n\n"+
			"The pod is still in the state, and may be billed. %s\n\n"+
			"Next: find out whether the pod exists, with the data source podfleet_pod. %s", err, taintedIfCreated, keepTainted)
	case errors.Is(request.Err(), context.Canceled):
		p.warnNotReady("The wait was interrupted.", diags)
	case errors.Is(err, context.DeadlineExceeded):
		p.warnNotReady(`The operation timed out. To allow more time, set timeouts { create = "…" } or { update = "…" }. `+
			`With wait_for_ready = false, the apply does not wait.`, diags)
	default:
		p.warnNotReady("Reason: "+err.Error(), diags)
	}
}

// warnNotReady warns of a wait that ended early.
func (m model) warnNotReady(reason string, diags *diag.Diagnostics) {
	diags.AddWarning(m.object().About("The pod is not ready yet"), fmt.Sprintf(
		"The pod %q (ID %s) exists and is billed. %s\n\n"+
			"Last seen: %s. It stays in the state, and the next refresh updates the state. Terraform continues with the "+
			"objects that depend on it, although the pod may not be usable yet.\n\n"+
			"Next: check the pod in the service's console. To store its address, run `terraform apply -refresh-only`. If "+
			"requests fail, check api_key and rest_url first.",
		m.Name.ValueString(), m.ID.ValueString(), reason, m.lastSeen()))
}

// taintedIfCreated and keepTainted are for the errors of a pod that may exist although its requests return 404. The
// wait does not know whether it is part of a create.
const (
	taintedIfCreated = "If this apply created the pod, Terraform marks it as tainted: the next apply deletes the pod, " +
		"with its own volume, if it exists, and creates a new one."
	keepTainted = "To keep a tainted pod that exists, run `terraform untaint` with its address. Then apply again."
)

// lastSeen describes a pod that is not ready.
func (m apiModel) lastSeen() string {
	machine, address := "no machine yet", "no public IP yet"
	if !m.MachineID.IsNull() {
		machine = "on machine " + m.MachineID.ValueString()
	}
	if !m.PublicIP.IsNull() {
		address = "public IP " + m.PublicIP.ValueString()
		if m.PortMappings.IsNull() {
			address += ", no port mappings yet"
		}
	}
	return m.DesiredStatus.ValueString() + ", " + machine + ", " + address
}
