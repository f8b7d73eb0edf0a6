package endpoint

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// withOwnCUDA adds the CUDA constraint that the endpoint has to an update with a template's ID over version 2. Without
// one in the request, a GPU endpoint gets the template's CUDA versions (contract-v2 5.3), which no configuration of the
// endpoint shows. An endpoint of version 1 can have both constraints. No request can state both, so it gets neither.
func (r *Resource) withOwnCUDA(ctx context.Context, state model, change api.EndpointFields) api.EndpointFields {
	if !isPresent(change.TemplateID) || isPresent(change.AllowedCUDAVersions) || isPresent(change.MinCUDAVersion) ||
		state.isCPU() {
		return change
	}
	has := state.toFields()
	if !isPresent(has.AllowedCUDAVersions) { // No answer has shown them since an import.
		if endpoint, err := r.Client.Endpoints.Get(ctx, state.ID.ValueString()); err == nil {
			has = endpoint.EndpointFields
		}
	}
	switch least := has.MinCUDAVersion.Or(""); {
	case least == "":
		change.AllowedCUDAVersions = has.AllowedCUDAVersions
	case len(has.AllowedCUDAVersions.Or(nil)) == 0:
		change.MinCUDAVersion = has.MinCUDAVersion
	}
	return change
}
