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

// withFlavors adds the CPUs of an answer of version 2: null stays null if it stands for them.
func (m model) withFlavors(e api.Endpoint) model {
	shown, returned := e.CPUFlavorIDs.Get()
	if !returned {
		return m
	}
	anyFlavor := len(m.CPUFlavorIDs.Elements()) == 0 && e.AnyCPUFlavor.Or(true)
	if !anyFlavor && !slices.Equal(framework.Strings(m.CPUFlavorIDs), shown) {
		m.CPUFlavorIDs = framework.ListOf(shown...)
	}
	count := framework.Int64(e.VCPUCount, m.VCPUCount, defaultVCPUCount)
	if !m.VCPUCount.IsNull() || !count.Equal(defaultVCPUCount) {
		m.VCPUCount = count
	}
	return m
}

// forVersion2 returns an update as version 2 has it: with both members of what it has in one, and without the idle
// timeout of a queue that scales by requests.
func (m model) forVersion2(change api.EndpointFields, state model) api.EndpointFields {
	all := m.withNeverReturned().toFields()
	if isPresent(change.CPUFlavorIDs) || isPresent(change.VCPUCount) {
		change.CPUFlavorIDs, change.VCPUCount = all.CPUFlavorIDs, all.VCPUCount
	}
	if isPresent(change.ScalerType) || isPresent(change.ScalerValue) {
		change.ScalerType, change.ScalerValue = all.ScalerType, all.ScalerValue
	}
	switch {
	case m.ScalerType.ValueString() == requestCount:
		change.IdleTimeout = members.Optional[int64]{}
	case isPresent(change.ScalerType) && !m.ScalerType.Equal(state.ScalerType):
		change.IdleTimeout = all.IdleTimeout
	}
	if m.MinCUDAVersion.IsNull() && !state.MinCUDAVersion.IsNull() {
		change.MinCUDAVersion = members.Some("")
	}
	return change
}

// clearsMinCUDA reports whether an update clears min_cuda_version, which is not configured any more. Over version 1
// nothing does. Over version 2 it does if the attribute was configured there, or if CUDA versions take its place.
func (m model) clearsMinCUDA(state, config model, record policy.Record, version int) bool {
	same := m.AllowedCUDAVersions.Equal(state.AllowedCUDAVersions)
	replaced := len(m.AllowedCUDAVersions.Elements()) > 0 && !same
	keeps := len(state.AllowedCUDAVersions.Elements()) > 0 && same // Both are of version 1: see oneCUDAConstraint.
	return version > 1 && config.MinCUDAVersion.IsNull() && !state.MinCUDAVersion.IsNull() &&
		(replaced || slices.Contains(record.Owned, minCUDAVersion) && !keeps)
}

const (
	minCUDAVersion      = "min_cuda_version"
	allowedCUDAVersions = "allowed_cuda_versions"
)

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

// hasUnpooled reports whether one of the GPU types has no pool, so that version 2 cannot send them. It fails if the
// provider cannot read the catalogue.
func (r *Resource) hasUnpooled(ctx context.Context, list types.List) (bool, error) {
	ids := framework.Strings(list)
	if r.Version() < 2 || len(ids) == 0 {
		return false, nil
	}
	_, _, err := r.Client.Endpoints.Pools(ctx, ids)
	var none *client.NoPoolError
	if errors.As(err, &none) {
		return true, nil
	}
	return false, err
}

// keepsUnpooled reports whether a plan keeps GPU types of version 1 that version 2 cannot send: none are configured any
// more. Without the catalogue that is unknown, and an error: see cannotCompareTemplate.
func (r *Resource) keepsUnpooled(ctx context.Context, plan, state, config model, diags *diag.Diagnostics) bool {
	if !config.GPUTypeIDs.IsNull() || !config.GPUPools.IsNull() || plan.GPUTypeIDs.Equal(state.GPUTypeIDs) {
		return false
	}
	keeps, err := r.hasUnpooled(ctx, state.GPUTypeIDs)
	if err != nil {
		addNoCatalogue(err, diags)
	}
	return keeps
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

// gpuPools are the pools and exclusions of an endpoint as the provider last saw them.
type gpuPools struct {
	Pools    []string `json:"pools"`
	Excluded []string `json:"excluded"`
}

// refreshPools records the pools of an answer. If the catalogue cannot be read, the GPU types of the state stay while
// the pools are those that were seen last. false: they have changed.
func (r *Resource) refreshPools(
	ctx context.Context, state model, answer api.Endpoint, private framework.PrivateState, diags *diag.Diagnostics,
) (api.Endpoint, bool) {
	if answer.GPUPools.IsZero() || state.byPools() {
		return answer, true
	}
	var seen gpuPools
	diags.Append(framework.Recall(ctx, private, framework.GPUPoolsKey, &seen)...)
	now := gpuPoolsOf(answer)
	unchanged := seen.Pools != nil && members.AsSet.Same(seen.Pools, now.Pools) &&
		members.AsSet.Same(seen.Excluded, now.Excluded)
	if _, read := answer.GPUTypeIDs.Get(); !read {
		return answer, r.withoutCatalogue(ctx, answer, unchanged || seen.Pools == nil, diags)
	}
	if !unchanged {
		diags.Append(framework.Remember(ctx, private, framework.GPUPoolsKey, now)...)
	}
	return r.keepUnpooled(ctx, state, answer), true
}

// keepUnpooled keeps types in the state that have no pool, which an endpoint can have got over version 1: no answer
// shows them.
func (r *Resource) keepUnpooled(ctx context.Context, state model, answer api.Endpoint) api.Endpoint {
	was, shown := framework.Strings(state.GPUTypeIDs), answer.GPUTypeIDs.Or(nil)
	if members.AsSet.Same(was, shown) {
		return answer
	}
	types, err := r.Client.Catalogue.GPUTypes(ctx)
	if err != nil {
		return answer
	}
	pooled := slices.DeleteFunc(slices.Clone(was), func(id string) bool {
		return !slices.ContainsFunc(types, func(t api.GPUType) bool { return t.ID == id && t.Pool != "" })
	})
	if len(pooled) < len(was) && members.AsSet.Same(pooled, shown) {
		answer.GPUTypeIDs = members.Some(was)
	}
	return answer
}

// withoutCatalogue warns once in a run that GPU types stay as they are in the states. It reports an error for an
// endpoint whose pools have changed.
func (r *Resource) withoutCatalogue(
	ctx context.Context, answer api.Endpoint, unchanged bool, diags *diag.Diagnostics,
) bool {
	failure, _ := framework.OncePerRPC(ctx, "failure of the catalogue", func() (error, error) {
		return r.Client.Catalogue.Unreported(ctx), nil
	})
	if failure != nil {
		diags.AddWarning("Cannot read the catalogue of GPU types", fmt.Sprintf(
			"Version 2 of the management interface returns the GPU types of an endpoint as pools, and the provider cannot "+
				"read which types the pools have. Endpoints whose pools have not changed keep gpu_type_ids in the state.\n\n"+
				"Reason: %s\n\nNext: give the API key permission to read the catalogue.", failure))
	}
	if !unchanged {
		diags.AddError("Cannot read endpoint: no catalogue", fmt.Sprintf(
			"The GPU types of the endpoint %q (%s) were changed outside of Terraform, and the provider cannot read the "+
				"present types, which are in the catalogue. The state stays as it is.\n\n"+
				"Next: give the API key permission to read the catalogue, and plan again.", answer.Name.Or(""), answer.ID))
	}
	return unchanged
}
