package endpoint

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// rolling is the attributes of an update that roll the workers; mayChange are those whose planned value is unknown.
// That raises the version. Should a deployment raise it for more than the contract says (2.3), the next refresh shows
// it.
type rolling struct {
	changes, mayChange []string
	// follows is why the endpoint gets the settings of its template again; empty if it does not.
	follows string
}

// rollingOf finds it in a plan and in the request that comes of it.
func rollingOf(plan model, change client.EndpointFields) rolling {
	var r rolling
	for _, attribute := range []struct {
		name    string
		sent    bool
		planned attr.Value
	}{
		{"template_id", isPresent(change.TemplateID), plan.TemplateID},
		{"gpu_type_ids", isPresent(change.GPUTypeIDs), plan.GPUTypeIDs},
		{"gpu_count", isPresent(change.GPUCount), plan.GPUCount},
		{"cpu_flavor_ids", isPresent(change.CPUFlavorIDs), plan.CPUFlavorIDs},
		{"vcpu_count", isPresent(change.VCPUCount), plan.VCPUCount},
		{"allowed_cuda_versions", isPresent(change.AllowedCUDAVersions), plan.AllowedCUDAVersions},
		{"min_cuda_version", isPresent(change.MinCUDAVersion), plan.MinCUDAVersion},
		{dataCenterIDs, isPresent(change.DataCenterIDs), plan.DataCenterIDs},
		{"network_volume_id", isPresent(change.NetworkVolumeID), plan.NetworkVolumeID},
		{"network_volume_ids", isPresent(change.NetworkVolumeIDs), plan.NetworkVolumeIDs},
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

func isPresent[T any](o client.Optional[T]) bool {
	_, present := o.Get()
	return present
}

func (r rolling) isEmpty() bool { return len(r.changes)+len(r.mayChange) == 0 && r.follows == "" }

// warn says so, unless the endpoint has no workers: an endpoint that is paused has none.
func (r rolling) warn(state model, diags *diag.Diagnostics) {
	if r.isEmpty() || state.paused() || diags.HasError() {
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
	diags.AddWarning("A change of an endpoint rolls its workers", fmt.Sprintf(
		"The plan for the endpoint %q %s.%s Its idle workers end at once, busy ones finish their job first, and new "+
			"ones start cold.",
		state.Name.ValueString(), strings.Join(does, " and "), why))
}
