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
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
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
// version 2 it is cleared if it was configured there, or if CUDA versions take its place; an endpoint of version 1 that
// has both keeps both: see oneCUDAConstraint.
func minCUDADefault(f policy.Facts) attr.Value {
	if !f.Exists() {
		return nil
	}
	allowed, _ := f.Config(allowedCUDAVersions).(types.Set)
	was, _ := f.State(allowedCUDAVersions).(types.Set)
	isSame := allowed.IsNull() || allowed.Equal(was)
	isReplaced := !isSame && len(allowed.Elements()) > 0
	if f.Version > 1 && !f.Was.IsNull() && (isReplaced || f.Owned() && (!isSame || len(was.Elements()) == 0)) {
		return types.StringNull()
	}
	return f.Was
}

// oneCUDAConstraint refuses the second of the two CUDA constraints. An endpoint of version 1 that has both keeps each
// without its line, unless the other changes.
func oneCUDAConstraint(f policy.Facts) (s policy.Support) {
	if f.Version < 2 {
		return s
	}
	both := func(allowed, least attr.Value) bool {
		versions, _ := allowed.(types.Set)
		lowest, _ := least.(types.String)
		return len(versions.Elements()) > 0 && lowest.ValueString() != ""
	}
	if both(f.Config(allowedCUDAVersions), f.Config(minCUDAVersion)) {
		s.Refused = "An endpoint has allowed_cuda_versions or min_cuda_version in this version, not both."
		s.Next = "remove one of the two."
	}
	other := map[string]string{allowedCUDAVersions: minCUDAVersion, minCUDAVersion: allowedCUDAVersions}[f.Name]
	s.Keeps = f.Exists() && f.Configured.IsNull() && both(f.State(allowedCUDAVersions), f.State(minCUDAVersion)) &&
		(f.Config(other).IsNull() || f.Config(other).Equal(f.State(other)))
	return s
}

// powerOfTwo refuses other numbers of vCPUs. An endpoint of version 1 keeps one without its line, unless its CPU
// flavors change: a request has both.
func powerOfTwo(f policy.Facts) (s policy.Support) {
	if f.Version < 2 {
		return s
	}
	s.With = cpuFlavorIDs
	refused := func(value attr.Value) (int64, bool) {
		count, _ := value.(types.Int64)
		n := count.ValueInt64()
		return n, !count.IsNull() && !count.IsUnknown() && (n < 2 || n&(n-1) != 0)
	}
	if n, is := refused(f.Planned); is {
		s.Refused = fmt.Sprintf("vcpu_count = %d is not a power of two from 2.", n)
		s.Next = "set vcpu_count to 2, 4, 8, or another power of two."
	}
	_, isOfVersion1 := refused(f.Was)
	wanted, _ := f.Config(cpuFlavorIDs).(types.List)
	was, _ := f.State(cpuFlavorIDs).(types.List)
	s.Keeps = f.Exists() && f.Configured.IsNull() && isOfVersion1 &&
		(wanted.Equal(was) || len(wanted.Elements())+len(was.Elements()) == 0 && !wanted.IsUnknown())
	return s
}

// scalesByRequests reports whether the scaler is configured to count requests.
func scalesByRequests(f policy.Facts) bool {
	scaler, _ := f.Config("scaler_type").(types.String)
	return scaler.ValueString() == requestCount
}

// wholeNumber is the next step if a scaler_value is a fraction.
const wholeNumber = "set scaler_value to a whole number, at least 1."

// wholeScalerValue refuses fractions where the service has none.
func wholeScalerValue(f policy.Facts) (s policy.Support) {
	value, ok := f.Planned.(types.Float64)
	n := value.ValueFloat64()
	switch {
	case !ok || n >= 1 && n == float64(int64(n)):
	case f.Version == 1:
		s.Refused, s.Next = "scaler_value is a whole number in this version, at least 1.", wholeNumber
	case f.Version > 1 && scalesByRequests(f):
		s.With = "scaler_type"
		s.Refused = `With scaler_type = "REQUEST_COUNT", scaler_value is a whole number in this version, at least 1.`
		s.Next = wholeNumber
	}
	return s
}

// refusePools refuses GPU types that version 2 cannot have, where the apply would have to send them.
func (r *Resource) refusePools(ctx context.Context, plan, config model, sends bool, diags *diag.Diagnostics) {
	if config.GPUTypeIDs.IsNull() {
		plan = plan.sendsAny()
	}
	ids := framework.Strings(plan.GPUTypeIDs)
	isKnown := !slices.ContainsFunc(plan.GPUTypeIDs.Elements(), attr.Value.IsUnknown) && !plan.GPUTypeIDs.IsUnknown()
	if r.Version() < 2 || !sends || !isKnown || plan.isCPU() || plan.GPUTypeIDs.IsNull() {
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
		addNoCatalogue(err, diags)
	}
}

// addNoCatalogue adds the error of a plan that depends on the pools of GPU types.
func addNoCatalogue(err error, diags *diag.Diagnostics) {
	next := "plan again."
	if transport.HasKind(err, transport.KindUnauthorized) {
		next = "give the API key permission to read the catalogue, and plan again."
	}
	diags.AddAttributeError(path.Root("gpu_type_ids"), "Cannot plan endpoint: no catalogue", fmt.Sprintf(
		"The management interface at rest_url is version 2, where workers run on pools of GPU types. The provider cannot "+
			"read the catalogue, which has the pools. Nothing has changed.\n\nReason: %s\n\nNext: %s", err, next))
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
	failure, _ := framework.OncePerRPC(ctx, "failure of the catalogue", func() (error, error) {
		return r.Client.Catalogue.Unreported(ctx), nil
	})
	if failure != nil {
		diags.AddWarning("Cannot read the catalogue of GPU types", fmt.Sprintf(
			"Version 2 of the management interface returns the GPU types of an endpoint as pools, and the provider cannot "+
				"read which types the pools have. Each endpoint keeps gpu_type_ids in the state: a change made outside of "+
				"Terraform does not show.\n\nReason: %s\n\nNext: give the API key permission to read the catalogue.", failure))
	}
}
