package endpoint

import "github.com/podfleet/terraform-provider-podfleet/internal/client/api"

// withOwnCUDA adds the CUDA constraint that an endpoint has in the state to an update with a template's ID over version
// 2. Without one in the request, a GPU endpoint gets the template's CUDA versions (contract-v2 5.3), which no
// configuration of the endpoint shows. An endpoint of version 1 can have both constraints. No request can state both,
// so it gets neither.
func (m model) withOwnCUDA(change api.EndpointFields) api.EndpointFields {
	if !isPresent(change.TemplateID) || isPresent(change.AllowedCUDAVersions) || isPresent(change.MinCUDAVersion) ||
		m.isCPU() {
		return change
	}
	has := m.toFields()
	switch least := has.MinCUDAVersion.Or(""); {
	case least == "":
		change.AllowedCUDAVersions = has.AllowedCUDAVersions
	case len(has.AllowedCUDAVersions.Or(nil)) == 0:
		change.MinCUDAVersion = has.MinCUDAVersion
	}
	return change
}
