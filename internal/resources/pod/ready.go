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
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
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

// statusError is the status of a pod that cannot recover by itself (contract-v2 8.4).
const statusError = "ERROR"

func hasFailed(p api.Pod) bool { return p.Status.Or("") == statusError }

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

// waitUntilReady waits until the pod is ready and answers ready_check, and records it as it was last seen. request is
// the context of the CLI's request; bounded ends with the operation's timeout. A failed wait is a warning, because the
// pod exists, is billed and is in the state, and an error in a create would make the CLI destroy it; report has the
// exception. A pod that was deleted or terminated is an error: dependent resources must not be created, and nothing
// is left to destroy. A pod whose last requests returned 404 is an error too, even if nothing confirms its end: a list
// that lags shows a deleted pod too.
func (p *updateProgress) waitUntilReady(
	request, bounded context.Context, pods client.Pods, ready func(api.Pod) bool, diags *diag.Diagnostics,
) {
	id := p.ID.ValueString()
	called := fmt.Sprintf("the pod %q (ID %s)", p.Name.ValueString(), id)
	log := framework.WaitLog(called + " to be ready")
	operation := bounded // The timeout of ready_check can end earlier.
	asked, bounded, cancel := p.asking(bounded, log)
	defer cancel()
	seen, err := pods.Await(bounded, id, func(pod api.Pod) bool {
		if ready(pod) {
			return asked.passes(pod)
		}
		log.Saw(bounded, describePod(pod))
		return false
	})
	if seen.ID != "" {
		p.record(seen)
	}
	failed := func(format string, values ...any) {
		diags.AddError("The wait for the pod failed", fmt.Sprintf("The provider waited for %s to be ready, and ", called)+
			fmt.Sprintf(format, values...)+"\n\n"+
			"The pod is in the state. If it exists, it may be billed. If this apply created it, Terraform marks it as tainted: "+
			"the next apply deletes it, with its own volume, and creates a new one.\n\n"+
			"Next: find out why, with the data source podfleet_pod and in the service's console. To keep a tainted pod that "+
			"exists, run `terraform untaint` with its address. Then apply again.")
	}
	switch {
	case err == nil && seen.DesiredStatus.Or(running) != running:
		failed("it ended before that, with the status %s.", seen.DesiredStatus.Or(""))
	case err == nil && hasFailed(seen):
		failed("it has the status %s: it cannot recover by itself.", statusError)
	case err == nil && asked.isOpen():
		p.report(asked, "The pod cannot answer.", diags)
	case err == nil:
	case fleet.IsGone(err):
		failed("it no longer exists. The service said: %s", err)
	case transport.IsNotFound(err) && !errors.Is(request.Err(), context.Canceled):
		failed("its last requests returned 404. Nothing confirmed that it no longer exists. Last response: %s", err)
	default:
		p.report(asked, whyEnded(request, operation, bounded, err), diags)
	}
}

// whyEnded says why a wait ended early. bounded ends before operation if the timeout of ready_check does.
func whyEnded(request, operation, bounded context.Context, err error) string {
	switch {
	case errors.Is(request.Err(), context.Canceled):
		return "The wait was interrupted."
	case bounded.Err() != nil && operation.Err() == nil:
		return "The timeout of ready_check has passed."
	case errors.Is(err, context.DeadlineExceeded):
		return `The operation timed out. To allow more time, set timeouts { create = "…" } or { update = "…" }.`
	default:
		return "Reason: " + err.Error()
	}
}

// warnNotReady warns of a wait that ended early.
func (m model) warnNotReady(reason string, diags *diag.Diagnostics) {
	diags.AddWarning(m.Object(entity.Name).About("The pod is not ready yet"), fmt.Sprintf(
		"The pod %q (ID %s) exists and is billed. %s\n\n"+
			"Last seen: %s. It stays in the state, and the next refresh updates the state. Terraform continues with the "+
			"objects that depend on it, although the pod may not be usable yet. With wait_for_ready = false, the apply "+
			"does not wait.\n\n"+
			"Next: check the pod in the service's console. To store its address, run `terraform apply -refresh-only`. If "+
			"requests fail, check api_key and rest_url first.",
		m.Name.ValueString(), m.ID.ValueString(), reason, m.lastSeen()))
}

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

// maxLooksForRestart is how often to look for a sign that a pod was restarted, which takes about half a minute. Some
// deployments answer a restart with success and do nothing (contract 2.6).
const maxLooksForRestart = 6

// restarted reports whether a pod was started since it was as in before. A member that one of the two answers leaves
// out shows nothing.
func restarted(before, now api.Pod) bool {
	changed := func(was, is members.Optional[string]) bool {
		return was.Or("") != "" && is.Or("") != "" && !framework.SameTime(was.Or(""), is.Or(""))
	}
	return changed(before.LastStartedAt, now.LastStartedAt) || changed(before.LastStatusChange, now.LastStatusChange)
}

// readyAgain returns ready for a pod that was restarted or reset: it also wants a sign that the pod was started since
// it was as in the state, but only for maxLooksForRestart looks.
func (m model) readyAgain(state model) func(api.Pod) bool {
	before, looks := api.Pod{LastStartedAt: framework.StringOf(state.LastStartedAt),
		LastStatusChange: framework.StringOf(state.LastStatusChange)}, 0
	return func(p api.Pod) bool {
		looks++
		return m.ready(p) && (restarted(before, p) || looks > maxLooksForRestart)
	}
}
