package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Over version 2, answers show whether a running pod has an address in the global network. A change takes effect at the
// next start of the pod (contract-v2 8.2). Until then, the state keeps the value that was sent. Over version 1 no
// answer shows it.

// networkingAfter returns global_networking after a refresh: the answer's if the pod has started since the value was
// sent. The first answer that differs may be from before the next start too: the state's value of version 1 was never
// compared.
func networkingAfter(
	ctx context.Context, state model, answer api.Pod, private framework.PrivateState, diags *diag.Diagnostics,
) types.Bool {
	shown, returned := answer.GlobalNetworking.Get()
	was := state.GlobalNetworking
	if !returned || was.IsNull() || shown == was.ValueBool() || answer.Status.Or("") != running {
		return was
	}
	sentAfter, found := framework.Recall[*string](ctx, private, framework.NetworkingKey)
	diags.Append(found...)
	started := answer.LastStartedAt.Or("")
	switch {
	case sentAfter == nil:
		diags.Append(rememberNetworking(ctx, private, started)...)
		const summary = "global_networking is not in effect yet"
		diags.AddAttributeWarning(path.Root("global_networking"), state.object().About(summary), fmt.Sprintf(
			"The state has global_networking = %t for the pod %q (%s), and the pod runs with %t. The service applies the value "+
				"at the next start of the pod. If the pod still shows %[4]t after that, the plan shows the difference.\n\n"+
				"Next: if you need the value now, stop and start the pod. That erases its container disk; its volume remains.",
			was.ValueBool(), state.Name.ValueString(), answer.ID, shown))
		return was
	case framework.SameTime(*sentAfter, started):
		return was
	default:
		return types.BoolValue(shown)
	}
}

// rememberNetworking records the start of the pod after which global_networking was sent.
func rememberNetworking(ctx context.Context, private framework.PrivateWriter, started string) diag.Diagnostics {
	return framework.Remember(ctx, private, framework.NetworkingKey, started)
}

// sentNetworking records that an update sent global_networking to a pod, if it did. sent is the pod as the answer has
// it: it may have started since the last refresh.
func (r *Resource) sentNetworking(
	ctx context.Context, change api.PodFields, sent model, private framework.PrivateWriter,
) diag.Diagnostics {
	if change.GlobalNetworking.IsZero() || r.Version() == 1 {
		return nil
	}
	return rememberNetworking(ctx, private, sent.LastStartedAt.ValueString())
}
