package endpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

const requestCount = "REQUEST_COUNT"

// forVersion2 completes an update as version 2 has it: without the idle timeout of a queue that scales by requests. all
// are the planned members.
func (m model) forVersion2(change *api.EndpointFields, all api.EndpointFields, state model) {
	switch {
	case m.ScalerType.ValueString() == requestCount:
		change.IdleTimeout = members.Optional[int64]{}
	case isPresent(change.ScalerType) && !m.ScalerType.Equal(state.ScalerType):
		change.IdleTimeout = all.IdleTimeout
	}
	if m.MinCUDAVersion.IsNull() && !state.MinCUDAVersion.IsNull() {
		change.MinCUDAVersion = members.Some("")
	}
}

const (
	minCUDAVersion      = "min_cuda_version"
	allowedCUDAVersions = "allowed_cuda_versions"
)

// minCUDADefault is the default of min_cuda_version, which an endpoint keeps. Over version 1 nothing clears it. Over
// version 2 it is cleared if it was configured there, or if CUDA versions take its place.
func minCUDADefault(f policy.Facts) attr.Value {
	allowed, _ := f.Config(allowedCUDAVersions).(types.Set)
	switch {
	case !f.Exists() || f.Version > 1 && allowed.IsUnknown():
		return nil
	case f.Version > 1 && (f.Owned() || len(allowed.Elements()) > 0):
		return types.StringNull()
	default:
		return f.Was
	}
}

// oneCUDAConstraint refuses the second of the two CUDA constraints.
func oneCUDAConstraint(f policy.Facts) (s policy.Support) {
	allowed, _ := f.Config(allowedCUDAVersions).(types.Set)
	least, _ := f.Config(minCUDAVersion).(types.String)
	if f.Version > 1 && len(allowed.Elements()) > 0 && least.ValueString() != "" {
		s.Refused = "An endpoint has allowed_cuda_versions or min_cuda_version in this version, not both."
		s.Next = "remove one of the two."
	}
	return s
}

// powerOfTwo refuses other numbers of vCPUs, which an update sends with the CPU flavors.
func powerOfTwo(f policy.Facts) (s policy.Support) {
	count, _ := f.Planned.(types.Int64)
	n := count.ValueInt64()
	if f.Version < 2 {
		return s
	}
	if s.With = cpuFlavorIDs; !count.IsNull() && !count.IsUnknown() && (n < 2 || n&(n-1) != 0) {
		s.Refused = fmt.Sprintf("vcpu_count = %d is not a power of two from 2.", n)
		s.Next = "set vcpu_count to 2, 4, 8, or another power of two."
	}
	return s
}

// scalesByRequests reports whether the scaler is configured to count requests.
func scalesByRequests(f policy.Facts) bool {
	scaler, _ := f.Config("scaler_type").(types.String)
	return scaler.ValueString() == requestCount
}

// wholeScalerValue refuses fractions where the service has none.
func wholeScalerValue(f policy.Facts) (s policy.Support) {
	value, ok := f.Planned.(types.Float64)
	n := value.ValueFloat64()
	needsWhole := f.Version == 1 || f.Version > 1 && scalesByRequests(f)
	if !ok || !needsWhole || n >= 1 && n == float64(int64(n)) {
		return s
	}
	s.Refused = `scaler_value is a whole number, at least 1, except over version 2 with scaler_type = "QUEUE_DELAY".`
	s.Next = "set scaler_value to a whole number, at least 1."
	if f.Version > 1 {
		s.With = "scaler_type"
	}
	return s
}

// refusePools refuses GPU types that version 2 cannot have, where the apply would have to send them.
func (r *Resource) refusePools(ctx context.Context, plan, config model, sends bool, diags *diag.Diagnostics) {
	if config.GPUTypeIDs.IsNull() {
		plan = plan.sendsAny()
	}
	ids := framework.Strings(plan.GPUTypeIDs)
	if r.Version() < 2 || !sends || !framework.IsKnown(plan.GPUTypeIDs) || plan.isCPU() || plan.GPUTypeIDs.IsNull() {
		return
	}
	_, _, err := r.Client.Endpoints.Pools(ctx, ids)
	var none *client.NoPoolError
	switch {
	case err == nil:
	case errors.As(err, &none):
		diags.AddAttributeError(path.Root("gpu_type_ids"), "Not possible over version 2", fmt.Sprintf(
			"The management interface at rest_url is version 2, where workers run on pools of GPU types. In no pool: %s.\n\n"+
				"Next: choose from the types that have a pool: %s.",
			strings.Join(none.Types, ", "), strings.Join(none.Pooled, ", ")))
	default:
		diags.AddAttributeError(path.Root("gpu_type_ids"), "Cannot plan endpoint: no catalogue", fmt.Sprintf(
			"The management interface at rest_url is version 2, where workers run on pools of GPU types. The provider cannot "+
				"read the catalogue, which has the pools. Nothing has changed.\n\nReason: %s\n\nNext: plan again, with an API "+
				"key that may read the catalogue.", err))
	}
}

// keepUnpooled keeps types in the state that have no pool, which an endpoint can have got over version 1: no answer
// shows them. Without the catalogue, which tells the types of pools, all stay, with one warning in a run.
func (r *Resource) keepUnpooled(
	ctx context.Context, state model, answer api.Endpoint, diags *diag.Diagnostics,
) api.Endpoint {
	if answer.GPUPools.IsZero() || state.byPools() {
		return answer
	}
	shown, read := answer.GPUTypeIDs.Get()
	if !read {
		r.warnOfCatalogue(ctx, diags)
		return answer
	}
	was := framework.Strings(state.GPUTypeIDs)
	if members.AsSet.Same(was, shown) {
		return answer
	}
	_, _, err := r.Client.Endpoints.Pools(ctx, was)
	var none *client.NoPoolError
	if errors.As(err, &none) && members.AsSet.Same(was, slices.Concat(none.Types, shown)) {
		answer.GPUTypeIDs = members.Some(was)
	}
	return answer
}

// warnOfCatalogue warns once in a run that GPU types stay as they are in the states.
func (r *Resource) warnOfCatalogue(ctx context.Context, diags *diag.Diagnostics) {
	if failure := r.Client.Catalogue.Failure(ctx); failure != nil {
		r.Run.WarnFirst(path.Root("gpu_type_ids"), "Cannot read the catalogue of GPU types", fmt.Sprintf(
			"Version 2 of the management interface returns the GPU types of an endpoint as pools, and the provider cannot "+
				"read which types the pools have. Each endpoint keeps gpu_type_ids in the state: a change made outside of "+
				"Terraform does not show.\n\nReason: %s\n\nNext: give the API key permission to read the catalogue.", failure),
			diags)
	}
}
