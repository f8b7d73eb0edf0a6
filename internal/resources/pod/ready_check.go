package pod

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// readyCheck is the name of the argument for the answer that a pod has to give before a create, start, restart or reset
// is done. It is configuration only.
const readyCheck = "ready_check"

func readyCheckAttribute() schema.SingleNestedAttribute {
	return attribute.Optional.Object("HTTP request that the pod has to answer after a create, start, restart or reset. "+
		"The wait of `wait_for_ready` then lasts until the answer. Without one, a create warns and Terraform creates "+
		"dependent resources; a start, restart or reset fails, with the change in the state. A change of `ready_check` "+
		"alone sends nothing, and so does its first value after an import. To hold back dependent resources, or to ask in "+
		"each plan, use the data source `podfleet_pod_ready`, which also says how the request is sent.",
		questionAttributes(attribute.Attributes{
			"timeout": attribute.Optional.String("Time limit for the pod to be ready and to answer, as a duration such as "+
				"`90s` or `10m`. Default: the rest of the operation's timeout, which is also the limit.",
				validators.Duration()),
		}))
}

func (m model) checks() bool { return !m.ReadyCheck.IsNull() }

// asking returns the wait for the answer to ready_check, nil without one, and the context that its timeout bounds.
func (m model) asking(ctx context.Context, log framework.WaitLog) (*asking, context.Context, context.CancelFunc) {
	if !m.checks() {
		return nil, ctx, func() {}
	}
	cancel := func() {}
	timeout, _ := m.ReadyCheck.Attributes()["timeout"].(types.String)
	if limit, err := time.ParseDuration(timeout.ValueString()); err == nil {
		ctx, cancel = context.WithTimeout(ctx, limit)
	}
	return &asking{Check: m.question().check(), ctx: ctx, saw: func(seen string) { log.Saw(ctx, seen) }}, ctx, cancel
}

// passes reports whether the wait for the answer has ended, or there is none.
func (a *asking) passes(p api.Pod) bool { return a == nil || a.done(p) }

// isOpen reports whether an answer is missing.
func (a *asking) isOpen() bool { return a != nil && a.last != "" }

// question returns that of ready_check, without the pod.
func (m model) question() question {
	return framework.WithAttributes(question{}, m.ReadyCheck.Attributes())
}

// report reports a wait that ended early. For ready_check, that is a warning in a create, where an error would taint
// the pod, and an error in an update.
func (p *updateProgress) report(asked *asking, reason string, diags *diag.Diagnostics) {
	if asked == nil {
		p.warnNotReady(reason, diags)
		return
	}
	const summary = "The pod does not answer"
	waited := fmt.Sprintf("The provider waited for %s to answer %s. %s Last seen: %s.\n\n", p.Object(entity.Name),
		asked.wanted(), reason, cmp.Or(asked.last, p.lastSeen()))
	const next = "Next: if it says \"not reachable from here\", check the network between this machine and the pod. " +
		"Else look into the pod's logs, or set a longer timeout of ready_check. To ask again, read the data source " +
		"podfleet_pod_ready."
	if p.state.ID.IsNull() {
		diags.AddAttributeWarning(path.Root(readyCheck), p.Object(entity.Name).About(summary), waited+
			"The pod is in the state, exists and is billed. Terraform continues with the objects that depend on it.\n\n"+next)
		return
	}
	diags.AddAttributeError(path.Root(readyCheck), summary, waited+"The update is done and in the state: the next plan "+
		"does not repeat it, and does not ask again.\n\n"+next)
}

// validateReadyCheck refuses a check of which it is known that no pod can pass it.
func (m model) validateReadyCheck(diags *diag.Diagnostics) {
	if !m.checks() || m.ReadyCheck.IsUnknown() {
		return
	}
	refuse := func(why, next string) {
		diags.AddAttributeError(path.Root(readyCheck), "Invalid ready_check", why+"\n\nNext: "+next)
	}
	if m.WaitForReady.Equal(types.BoolValue(false)) {
		refuse("With wait_for_ready = false, the apply does not wait, and ready_check asks it to.", "remove one of them.")
	}
	if m.SupportPublicIP.Equal(types.BoolValue(false)) {
		refuse("The provider asks the pod at its public IP, and support_public_ip = false asks for none.",
			"remove one of them.")
	}
	ports := m.Ports
	if ports.IsNull() && m.TemplateID.IsNull() {
		ports = defaultPorts
	}
	wanted, known := m.question().Port, !ports.IsNull() && !ports.IsUnknown()
	for _, port := range ports.Elements() {
		known = known && !port.IsUnknown()
	}
	shown := fmt.Sprintf("%d/tcp", wanted.ValueInt64())
	if known && !wanted.IsUnknown() && !slices.Contains(framework.Strings(ports), shown) {
		refuse(fmt.Sprintf("The pod does not expose the port %s: its ports are %s.", shown, ports),
			fmt.Sprintf("add %q to ports, or correct the port of ready_check.", shown))
	}
}
