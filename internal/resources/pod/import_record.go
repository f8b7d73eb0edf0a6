package pod

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Some deployments leave many members of a pod out of their answers (contract 2.1). What they never returned of an
// imported pod is null in the state, and a first value of it is adopted: see framework.NotReturned.

// The references of a pod. They are null too where the service says that there is none, so an import records which of
// them it did not return.
const (
	loginID         = "container_registry_auth_id"
	templateID      = "template_id"
	networkVolumeID = "network_volume_id"
)

var references = []string{loginID, templateID, networkVolumeID}

// importRecord is what private state keeps of an import: whether there was one, and the references that the service has
// not returned since.
type importRecord struct {
	imported    bool
	notReturned []string
	// envLeftOut is set where the import was told to leave env out: see framework.SecretKeys.IsLeftOut.
	envLeftOut bool
}

func loadImportRecord(ctx context.Context, p framework.PrivateReader, diags *diag.Diagnostics) importRecord {
	imported, found := framework.Imported(ctx, p)
	diags.Append(found...)
	notReturned, found := framework.NotReturnedNames(ctx, p)
	diags.Append(found...)
	secret, found := framework.LoadSecretKeys(ctx, p)
	diags.Append(found...)
	return importRecord{imported: imported, notReturned: notReturned, envLeftOut: secret.IsLeftOut()}
}

// isOfImport reports whether the state of a pod shows that it was imported: one that was made here has a value of each
// of these attributes, which have defaults and are never returned. Of an imported pod they are null until they are
// configured.
func (m model) isOfImport() bool {
	for _, value := range []attr.Value{
		m.GlobalNetworking, m.ComputeType, m.GPUTypeIDs, m.CPUFlavorIDs, m.DataCenterIDs, m.DataCenterPriority,
		m.CountryCodes,
		m.AllowedCUDAVersions,
	} {
		if value.IsNull() {
			return true
		}
	}
	return false
}

// restoreImport records an import again whose record was lost: a provider process that dies in an update leaves no
// private state. Without it, the next plan would replace the pod for what it has never returned. The keys of secret
// variables are lost as well and stay so, although an import by itself loses none. It reports whether it did that.
func restoreImport(
	ctx context.Context, state model, omitted omittedEnv, private framework.PrivateState, diags *diag.Diagnostics,
) (restored bool) {
	imported, found := framework.Imported(ctx, private)
	diags.Append(found...)
	if imported || !omitted.secret.AreLost() || !state.isOfImport() {
		return false
	}
	diags.Append(framework.MarkImported(ctx, private)...)
	diags.Append(omitted.save(ctx, private)...)
	return true
}

// adopts reports whether a first configured value of an attribute is taken over and not sent, given what the state has.
func (i importRecord) adopts(name string, was interface{ IsNull() bool }) bool {
	return i.imported && was.IsNull() && (!slices.Contains(references, name) || slices.Contains(i.notReturned, name))
}

// adoptsEnv is adopts for env and env_wo: they are one map for the service. What was only left out is not adopted, but
// compared.
func (i importRecord) adoptsEnv(state model) bool {
	return !i.envLeftOut && i.adopts("env", state.Env) && state.EnvWOVersion.IsNull()
}

// notReturnedBy are the references that a complete answer leaves open. The network volume is left out where there is
// none; only in an answer without a machine it is open, because then the request or the deployment leaves both out.
func notReturnedBy(p client.Pod) []string {
	var names []string
	if p.ContainerRegistryAuthID.IsZero() {
		names = append(names, loginID)
	}
	if p.TemplateID.IsZero() {
		names = append(names, templateID)
	}
	if p.NetworkVolume.IsZero() && p.Machine.IsZero() {
		names = append(names, networkVolumeID)
	}
	return names
}

// saveNotReturned records which references the first answer after an import leaves open, and drops those that a later
// one returns.
func saveNotReturned(
	ctx context.Context, answer client.Pod, first bool, private framework.PrivateState,
) diag.Diagnostics {
	notReturned := notReturnedBy(answer)
	if first {
		return framework.SaveNotReturned(ctx, private, notReturned)
	}
	before, diags := framework.NotReturnedNames(ctx, private)
	still := slices.DeleteFunc(slices.Clone(before), func(name string) bool { return !slices.Contains(notReturned, name) })
	if len(still) < len(before) {
		diags.Append(framework.SaveNotReturned(ctx, private, still)...)
	}
	return diags
}

// sentAndResets says what a later change of an adopted value does: see framework.WarnAdopted.
const sentAndResets = "is sent, and resets the pod"

// notReturnedAttributes are the attributes that can be null in the state because the service never returned them,
// without env.
func (i importRecord) notReturnedAttributes(state model) framework.NotReturned {
	notReturned := framework.NotReturned{
		"name": framework.IsSent, "locked": framework.IsSent, "global_networking": sentAndResets,
	}
	for _, name := range fromTemplate {
		notReturned[name] = sentAndResets
	}
	notReturned[templateID], notReturned[networkVolumeID] = "replaces the pod", "replaces the pod"
	for name, was := range map[string]attr.Value{
		loginID: state.ContainerRegistryAuthID, templateID: state.TemplateID, networkVolumeID: state.NetworkVolumeID,
	} {
		if !i.adopts(name, was) {
			delete(notReturned, name)
		}
	}
	return notReturned
}

// keepNotReturned plans nothing for what was never returned, and warns of what is adopted.
func (i importRecord) keepNotReturned(
	ctx context.Context, u plannedUpdate, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	i.notReturnedAttributes(u.state).KeepNull(ctx, i.imported, req, resp)
	if !i.envLeftOut || u.config.EnvWO.IsNull() {
		framework.NotReturned{"env": sentAndResets}.KeepNull(ctx, i.adoptsEnv(u.state), req, resp)
	}
	if i.adoptsEnv(u.state) && !u.plan.EnvWOVersion.IsNull() {
		framework.WarnAdopted(path.Root("env_wo"), sentAndResets, &resp.Diagnostics)
	}
}
