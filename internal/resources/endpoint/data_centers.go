package endpoint

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Without data centers an endpoint runs in all of them. Some deployments answer [] for that, as it was sent, and some
// the list of all data centers (contract 2.3). So without a configuration the state has the service's list. A
// configured [] stays [] in the state: private state remembers the list that the service stored for it, which is no
// drift.

const dataCenterIDs = "data_center_ids"

// leftToService returns the default of data_center_ids: the service's list. If data centers were configured and are no
// longer, the default is all of them, which the apply finds out.
func leftToService(f policy.Facts) attr.Value {
	was, _ := f.Was.(types.Set)
	if !f.Exists() || f.Owned() && len(was.Elements()) > 0 {
		return nil
	}
	return f.Was
}

// wantedDataCenters returns the data centers to send: all, if the plan leaves them to the service.
func (m model) wantedDataCenters() types.Set {
	if m.DataCenterIDs.IsUnknown() {
		return framework.SetOf()
	}
	return m.DataCenterIDs
}

// noDataCenters reports whether data centers are known to be [].
func (m model) noDataCenters() bool {
	return !m.DataCenterIDs.IsNull() && !m.DataCenterIDs.IsUnknown() && len(m.DataCenterIDs.Elements()) == 0
}

// dataCenters is the list that the service stored for [] if the state has that list; else it is nil.
type dataCenters []string

// read puts [] back into an answer that has the list that the service stored for it: those data centers, and those that
// it has got since.
func (made dataCenters) read(answer client.Endpoint) client.Endpoint {
	ids, returned := answer.DataCenterIDs.Get()
	if returned && len(made) > 0 && !slices.ContainsFunc(made, func(id string) bool { return !slices.Contains(ids, id) }) {
		answer.DataCenterIDs = client.Some([]string{})
	}
	return answer
}

// loadDataCenters reads the record for a Read.
func loadDataCenters(
	ctx context.Context, state model, private framework.PrivateReader,
) (made dataCenters, diags diag.Diagnostics) {
	if state.noDataCenters() {
		diags = framework.Recall(ctx, private, framework.DataCentersOfNoneKey, &made)
	}
	return made, diags
}

// owned returns the configured attributes among those that fall back when they are not configured any more; over
// version 1 nothing clears min_cuda_version.
func (m model) owned(version int) []string {
	names := []string{}
	if !m.DataCenterIDs.IsNull() {
		names = append(names, dataCenterIDs)
	}
	if version > 1 && !m.MinCUDAVersion.IsNull() {
		names = append(names, minCUDAVersion)
	}
	return names
}

// dataCentersAfter ends a create or an update: if [] is planned, it remembers the list that
// the service stored for it. That is in answer, if they were sent. Data centers that the plan leaves open
// are all, should the service not return them. before and after are the private state of the request and of the
// response, which the plugin framework has as two objects: hence six parameters.
func dataCentersAfter(
	ctx context.Context, config model, plan *model, answer client.Optional[client.Endpoint],
	before framework.PrivateReader, after framework.PrivateWriter,
) (made dataCenters, diags diag.Diagnostics) {
	if plan.DataCenterIDs.IsUnknown() {
		plan.DataCenterIDs = framework.SetOf()
	} else if plan.noDataCenters() && !config.DataCenterIDs.IsNull() {
		if answered, sent := answer.Get(); sent {
			made = answered.DataCenterIDs.Or(nil)
		} else {
			diags.Append(framework.Recall(ctx, before, framework.DataCentersOfNoneKey, &made)...)
		}
	}
	diags.Append(framework.Remember(ctx, after, framework.DataCentersOfNoneKey, made)...)
	return made, diags
}
