package endpoint

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// rolling is the attributes of an update that roll the workers; mayChange are those whose planned value is unknown.
// That raises the version. Should a deployment raise it for more than the contract says (2.3), the next refresh shows
// it.
type rolling struct {
	changes, mayChange []string
	// follows is why the endpoint gets the settings of its template again; empty if it does not.
	follows string
	// detaches is set for a rename: the endpoint gets a copy of its template first.
	detaches bool
	// variables names the changes of the endpoint's own environment variables; empty for none.
	variables string
}

// rollingOf finds it in a plan and in the request that comes of it, which has both members of the network volumes.
func rollingOf(plan, state model, change api.EndpointFields) rolling {
	var r rolling
	for _, attribute := range []struct {
		name    string
		sent    bool
		planned attr.Value
	}{
		{templateID, isPresent(change.TemplateID), plan.TemplateID},
		{imageName, isPresent(change.ImageName), plan.ImageName},
		{"container_disk_in_gb", isPresent(change.ContainerDiskInGB), plan.ContainerDiskInGB},
		{"container_registry_auth_id", isPresent(change.ContainerRegistryAuthID), plan.ContainerRegistryAuthID},
		{"docker_entrypoint", isPresent(change.DockerEntrypoint), plan.DockerEntrypoint},
		{"docker_start_cmd", isPresent(change.DockerStartCmd), plan.DockerStartCmd},
		{"env", isPresent(change.Env), plan.Env},
		{"ports", isPresent(change.Ports), plan.Ports},
		{gpuTypeIDs, isPresent(change.GPUTypeIDs), plan.GPUTypeIDs},
		{gpuPoolIDs, isPresent(change.GPUPools), plan.GPUPools},
		{excludedGPUTypeIDs, isPresent(change.ExcludedGPUTypeIDs), plan.ExcludedGPUTypeIDs},
		{"gpu_count", isPresent(change.GPUCount), plan.GPUCount},
		{"cpu_flavor_ids", isPresent(change.CPUFlavorIDs), plan.CPUFlavorIDs},
		{"vcpu_count", isPresent(change.VCPUCount), plan.VCPUCount},
		{"allowed_cuda_versions", isPresent(change.AllowedCUDAVersions), plan.AllowedCUDAVersions},
		{"min_cuda_version", isPresent(change.MinCUDAVersion), plan.MinCUDAVersion},
		{dataCenterIDs, isPresent(change.DataCenterIDs), plan.DataCenterIDs},
		{"network_volume_id", !plan.NetworkVolumeID.Equal(state.NetworkVolumeID) && isPresent(change.NetworkVolumeID),
			plan.NetworkVolumeID},
		{"network_volume_ids", !plan.NetworkVolumeIDs.Equal(state.NetworkVolumeIDs) && isPresent(change.NetworkVolumeIDs),
			plan.NetworkVolumeIDs},
	} {
		switch {
		case attribute.sent:
			r.changes = append(r.changes, attribute.name)
		case attribute.planned.IsUnknown():
			r.mayChange = append(r.mayChange, attribute.name)
		}
	}
	return r
}

func isPresent[T any](o members.Optional[T]) bool {
	_, present := o.Get()
	return present
}

func (r rolling) isEmpty() bool { return len(r.changes)+len(r.mayChange) == 0 && r.follows == "" }

// raises reports whether the version can change.
func (r rolling) raises() bool { return !r.isEmpty() || r.detaches }

// warn says so, unless the endpoint has no workers: an endpoint that is paused has none. It names the changed variables
// either way.
func (r rolling) warn(state model, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	if r.isEmpty() || state.paused() {
		env.WarnChange(state.object(), r.variables, diags)
		return
	}
	var does []string
	if len(r.changes) > 0 {
		does = append(does, "changes "+strings.Join(r.changes, ", "))
	}
	if len(r.mayChange) > 0 {
		does = append(does, "may change "+strings.Join(r.mayChange, ", "))
	}
	if r.follows != "" {
		does = append(does, "gives it the settings of its template")
	}
	why := ""
	if r.follows != "" {
		why = " " + r.follows
	}
	variables := ""
	if r.variables != "" {
		variables = " In its environment variables, the plan " + r.variables + "."
	}
	diags.AddWarning(state.object().About("Rolling update of the endpoint"), fmt.Sprintf(
		"The plan for the endpoint %q %s.%s Its idle workers end at once, busy workers finish their job first, and new "+
			"workers start cold.%s",
		state.Name.ValueString(), strings.Join(does, " and "), why, variables))
}
