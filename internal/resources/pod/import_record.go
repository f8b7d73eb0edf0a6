package pod

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The references of a pod. They are null too if the pod has none, so an import records which of them it did not return.
const (
	loginID         = "container_registry_auth_id"
	templateID      = "template_id"
	networkVolumeID = "network_volume_id"
)

// restoreImport records an import if private state was lost: a provider process that dies in an update leaves none, and
// nothing else tells whether a null attribute is not configured or was never returned. Without the record, the next
// plan could replace an imported pod for an attribute that the service has never returned. It reports whether it did.
func restoreImport(
	ctx context.Context, record policy.Record, private framework.PrivateState, diags *diag.Diagnostics,
) (restored bool) {
	if record.Imported || !record.Env.Lost {
		return false
	}
	diags.Append(framework.MarkImported(ctx, private)...)
	diags.Append(omittedBefore(record).save(ctx, private)...) // An import by itself loses no keys.
	return true
}

// adoptsEnv reports whether the first variables are adopted: env and env_wo are one map for the service. Variables that
// the import was told to leave out are not adopted, but compared.
func adoptsEnv(record policy.Record, env types.Map, version types.Int64) bool {
	return record.Imported && !record.Env.LeftOut && env.IsNull() && version.IsNull()
}

// envOfImport does what policy.AfterImport does, for env and env_wo_version.
func envOfImport(f policy.Facts) policy.Adoption {
	env, _ := f.State("env").(types.Map)
	version, _ := f.State("env_wo_version").(types.Int64)
	secret, _ := f.Config("env_wo").(types.Map)
	switch {
	case !f.Was.IsNull() || f.Record.Env.LeftOut && !secret.IsNull():
		return policy.No
	case adoptsEnv(f.Record, env, version):
		return policy.WithWarning
	default:
		return policy.StaysNull
	}
}

// saveNotReturned records which references the first answer after an import leaves open, and drops those that a later
// one returns. The network volume is left out if the pod has none; only an answer without a machine leaves it open,
// because then the request or the deployment leaves both out.
func saveNotReturned(
	ctx context.Context, answer api.Pod, first bool, private framework.PrivateState,
) (diags diag.Diagnostics) {
	isReturned := map[string]bool{
		loginID: !answer.ContainerRegistryAuthID.IsZero(), templateID: !answer.TemplateID.IsZero(),
		networkVolumeID: !answer.NetworkVolume.IsZero() || !answer.Machine.IsZero(),
	}
	if first {
		all := slices.Collect(maps.Keys(isReturned))
		diags.Append(framework.SaveNames(ctx, private, framework.NotReturnedKey, all)...)
	}
	diags.Append(dropNotReturned(ctx, private, func(name string) bool { return isReturned[name] })...)
	return diags
}

// dropNotReturned drops the references that are known now from those that no answer has returned.
func dropNotReturned(
	ctx context.Context, private framework.PrivateState, isKnown func(name string) bool,
) diag.Diagnostics {
	before, diags := framework.Recall[[]string](ctx, private, framework.NotReturnedKey)
	if slices.ContainsFunc(before, isKnown) {
		still := slices.DeleteFunc(before, isKnown)
		diags.Append(framework.SaveNames(ctx, private, framework.NotReturnedKey, still)...)
	}
	return diags
}
