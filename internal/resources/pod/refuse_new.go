package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// refuseNew refuses a configuration of which the service is known to create no pod (contract 2.6, contract-v2 8.1), in
// the plan of a create or of a replacement: before the pod is deleted that is replaced. It compares configured values,
// because the planned ones of a replacement can be those of the old pod. Unknown values refuse nothing. It reads a
// template that this run has not read only before a replacement, and for a pod without a volume.
func (r *Resource) refuseNew(ctx context.Context, config model, replaces bool, diags *diag.Diagnostics) {
	compute := config.ComputeType
	if config.VCPUCount.ValueInt64() > 0 && !compute.IsUnknown() && compute.ValueString() != computeCPU {
		diags.AddAttributeError(path.Root("vcpu_count"), "Invalid attribute of a GPU pod",
			"A new pod is a GPU pod unless compute_type is \"CPU\", and gets the vCPUs of its machine.\n\n"+
				"Next: remove vcpu_count, or set compute_type = \"CPU\" if this new pod is to be a CPU pod.")
	}
	if r.Client == nil || diags.HasError() {
		return
	}
	for i, one := range config.candidates() {
		var found diag.Diagnostics
		r.refuseNewCandidate(ctx, config, i, one, &found)
		diags.Append(ofAlternative(i, found)...)
	}
	if r.Version() == 2 && config.GlobalNetworking.ValueBool() && config.ComputeType.ValueString() == computeCPU {
		framework.RefuseOver(2, path.Root("global_networking"), "A pod needs an NVIDIA GPU for global networking. "+
			framework.NothingDeleted, "remove global_networking, or compute_type. "+framework.DestroyAnyway, diags)
	}
	r.refuseTemplate(ctx, config, replaces, diags)
}

// refuseNewCandidate refuses what a candidate cannot be created as. The rows of the policies judge the own attributes.
func (r *Resource) refuseNewCandidate(
	ctx context.Context, config model, index int, one candidate, diags *diag.Diagnostics,
) {
	merged, volume := config.as(one), config.NetworkVolumeID.ValueString()
	if volume != "" && merged.CloudType.ValueString() == cloudCommunity {
		diags.AddAttributeError(config.at(index, "cloud_type"), "No network volumes in this cloud", fmt.Sprintf(
			"cloud_type is %q, and network_volume_id is %q. The service creates pods with a network volume in the cloud %s "+
				"only. %s\n\nNext: remove cloud_type or network_volume_id. %s",
			cloudCommunity, volume, cloudSecure, framework.NothingDeleted, framework.DestroyAnyway))
	}
	at, own := config.at(index, "data_center_ids"), path.Root("data_center_ids")
	if at.Equal(own) {
		at = path.Root(networkVolumeID)
	}
	framework.RefuseFarVolumes(ctx, r.Client, framework.Volumes{
		At: at, IDs: []attr.Value{config.NetworkVolumeID}, Allowed: merged.DataCenterIDs,
	}, diags)
	for says, name := range map[string]string{
		"interruptible": "interruptible", "vcpu_count": "vcpu_count", "cloud_type": "country_codes",
	} {
		facts := policy.Created(r.Version(), one).Of(name)
		if at := config.at(index, says); !at.Equal(path.Root(says)) && !facts.Planned.IsNull() && !facts.Planned.IsUnknown() {
			policies.Rows[name].Over(facts).Refuse(r.Version(), at, diags)
		}
	}
}

// warnOfLittleStock warns of a replacement for which the catalogue shows little stock. Unknown values ask for nothing.
func (r *Resource) warnOfLittleStock(ctx context.Context, state, config model, diags *diag.Diagnostics) {
	if r.Version() != 2 || diags.HasError() {
		return
	}
	var wishes []api.PodCreate
	for _, one := range config.candidates() {
		if _, known := whole(one); !known {
			return
		}
		wishes = append(wishes, config.as(one).toCreate(nil))
	}
	bounded, cancel := framework.WithTimeout(ctx, state.Timeouts.Read, defaults.Read, diags) // A plan can do without.
	defer cancel()
	const lowStock = "LOW"
	stock := r.Client.Pods.Stock(bounded, wishes)
	if stock != api.NoStock && stock != lowStock {
		return
	}
	diags.AddWarning(state.Object(entity.Name).About("Little stock for the new pod"), fmt.Sprintf(
		"The plan replaces the pod, and the catalogue shows the stock %s for what the configuration allows. Without "+
			"create_before_destroy, Terraform deletes the pod first. If the service then has no capacity, the create fails, "+
			"and you have no pod.\n\nNext: set lifecycle { create_before_destroy = true }, so that the pod stays until the "+
			"new one is created. That cannot replace a pod that holds the last free machine. Or allow more with "+
			"alternatives.", stock))
}

// refuseTemplate refuses a template that cannot be read before a replacement, and one from which version 2 creates no
// pod.
func (r *Resource) refuseTemplate(ctx context.Context, config model, replaces bool, diags *diag.Diagnostics) {
	id := config.TemplateID.ValueString()
	noVolume := r.Version() == 2 && config.VolumeInGB.Equal(types.Int64Value(0)) && config.NetworkVolumeID.IsNull() &&
		!config.ComputeType.IsUnknown() && config.ComputeType.ValueString() != computeCPU
	if _, seen := r.Client.Templates.Seen(id); id != "" && (noVolume || replaces && !seen) {
		template, err := r.Client.Templates.ReadAny(ctx, id)
		if err != nil && replaces { // A create judges the template itself, and deletes nothing before.
			framework.Failure{Verb: "read", Entity: "template of the new pod", Name: id, Err: err,
				Advice: "The apply would delete the old pod first. The provider has deleted nothing.\n\n" +
					"Next: check template_id, and that the API key may read templates. Then plan again. " +
					framework.DestroyAnyway}.AddTo(diags)
		}
		if size := template.VolumeInGB.Or(0); noVolume && size > 0 {
			framework.RefuseOver(2, path.Root("volume_in_gb"), fmt.Sprintf("A pod gets the volume of its template, which has "+
				"%d GB, and cannot do without it. %s", size, framework.NothingDeleted), "set volume_in_gb to 10 or more, or "+
				"use a template without a volume. "+framework.DestroyAnyway, diags)
		}
	}
	if template, _ := r.Client.Templates.Seen(id); r.Version() == 2 && template.IsServerless.Or(false) {
		framework.RefuseOver(2, path.Root(templateID), fmt.Sprintf("The template %q (%s) has is_serverless = true, and "+
			"the service creates no pods from it. %s", template.Name.Or(""), template.ID, framework.NothingDeleted),
			"use a template with is_serverless = false. "+framework.DestroyAnyway, diags)
	}
}
