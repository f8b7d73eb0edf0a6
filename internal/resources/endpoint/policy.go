package endpoint

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The service's documented defaults (contract 2.3) that are needed elsewhere too.
var (
	defaultVCPUCount  = types.Int64Value(2)
	defaultWorkersMax = types.Int64Value(3)
)

// defaultGPUCountOf returns the default of gpu_count, which a CPU endpoint does not have.
func defaultGPUCountOf(compute types.String) types.Int64 {
	if compute.ValueString() == "CPU" {
		return types.Int64Null()
	}
	return types.Int64Value(1)
}

// policies are the policies of an endpoint's attributes. The service never returns cpu_flavor_ids and vcpu_count; a
// deployment may leave out most others.
var policies = policy.Table{Entity: entity.Name, Rows: map[string]policy.Row{
	"deletion_protection": policy.Protection,

	"name":     {Change: policy.Sent, Default: policy.FromPrefix(types.StringNull()), Over: noSuffix},
	templateID: {Change: policy.Sent},
	// Some deployments answer GPU for a CPU endpoint (contract 2.3): after an import only the answer is known, and it is
	// no reason to destroy the imported endpoint.
	"compute_type": {Change: policy.Replaces, Default: policy.Value(types.StringValue("GPU")),
		Adopts: policy.UntilApplied},
	gpuTypeIDs:         {Change: policy.Sent, Default: gpuTypesDefault, Adopts: gpuTypesOfImport},
	gpuPoolIDs:         {Change: policy.Sent, Default: poolsDefault, Over: poolsOver},
	excludedGPUTypeIDs: {Change: policy.Sent, Default: excludedDefault, Over: poolsOver},
	"gpu_count": {Change: policy.Sent, Default: policy.By("compute_type", defaultGPUCountOf),
		Adopts: policy.AfterImport},
	cpuFlavorIDs: {Change: policy.Sent, Adopts: policy.AfterImport},
	"vcpu_count": {Change: policy.Sent, Default: policy.Value(types.Int64Null()), Adopts: policy.AfterImport,
		Over: powerOfTwo},
	allowedCUDAVersions:    over(oneCUDAConstraint, sent(framework.SetOf())),
	minCUDAVersion:         {Change: policy.Sent, Default: minCUDADefault, Over: oneCUDAConstraint},
	dataCenterIDs:          {Change: policy.Sent, Default: policy.LeftToService, Adopts: policy.AfterImport},
	"network_volume_id":    {Change: policy.Sent},
	"network_volume_ids":   {Change: policy.Sent, Default: volumesDefault, Adopts: policy.AfterImport},
	"workers_min":          sent(types.Int64Value(0)),
	"workers_max":          sent(defaultWorkersMax),
	"idle_timeout":         over(idleTimeoutOver, sent(types.Int64Value(5))),
	"scaler_type":          sent(types.StringValue("QUEUE_DELAY")),
	"scaler_value":         over(wholeScalerValue, sent(types.Float64Value(4))),
	"execution_timeout_ms": sent(types.Int64Value(600000)),
	"flashboot":            sent(types.BoolValue(true)),

	imageName:                    own(nil),
	"container_disk_in_gb":       own(ofOwn(defaultContainerDisk, types.Int64Null())),
	"container_registry_auth_id": own(nil),
	"docker_entrypoint":          own(ofOwn(noElements, types.ListNull(types.StringType))),
	"docker_start_cmd":           own(ofOwn(noElements, types.ListNull(types.StringType))),
	"ports":                      own(ofOwn(noElements, types.ListNull(types.StringType))),
	"env": {Change: policy.Sent, Default: policy.Variables(ofOwn(env.None, types.MapNull(types.StringType))),
		Adopts: policy.LeftOutOfImport, Over: containerOver},
	"env_wo_version": own(nil),
	waitForRollout:   {},
	drainTimeout:     {},
}, Spellings: members.Spellings[api.EndpointFields](), Versions: framework.VersionTable{
	"version": framework.Over2(framework.Partly,
		"read after a create and after a rolling update. A refresh keeps it."),
	"gpu_type_ids": framework.Over2(framework.Partly,
		"a type that is in no pool is refused. The order has no effect, and a warning says so."),
	"vcpu_count":            framework.Over2(framework.Partly, "refused unless it is a power of two, at least 2."),
	"allowed_cuda_versions": framework.Over2(framework.Partly, "refused together with `min_cuda_version`."),
	"min_cuda_version": framework.Over2(framework.Partly,
		"refused together with `allowed_cuda_versions`. It can be cleared."),
	"idle_timeout": framework.Over2(framework.Partly,
		"kept and not sent with `scaler_type = \"REQUEST_COUNT\"`; a warning says so."),
	"scaler_value": framework.ByVersion{V1: framework.Has{How: framework.Partly, Note: "a fraction is refused."},
		V2: framework.Has{How: framework.Partly, Note: "a fraction is refused with `scaler_type = \"REQUEST_COUNT\"`."}},
}.With(framework.Each(framework.Over1(framework.Refused, ""), containerSettings...)).
	With(framework.Each(framework.Over1(framework.Refused, ""), imageName, gpuPoolIDs, excludedGPUTypeIDs)).
	With(framework.Each(framework.Over2(framework.NotReturned, ""), "instance_ids", "user_id", "workers_standby"))}

// maxIdleTimeout is the longest idle timeout in seconds (contract 2.3, contract-v2 5).
const maxIdleTimeout = 3600

// idleTimeoutOver refuses an idle timeout that is too long, and warns of one that is not sent: then the state keeps it
// without its line. The schema has no upper bound: an imported endpoint may have a longer timeout, and plans empty with
// it.
func idleTimeoutOver(f policy.Facts) (s policy.Support) {
	planned, _ := f.Planned.(types.Int64)
	switch {
	case f.Version > 1 && scalesByRequests(f):
		was, _ := f.State("scaler_type").(types.String)
		s.Keeps = f.Exists() && f.Configured.IsNull() && was.ValueString() == requestCount
		s.Warns = `With scaler_type = "REQUEST_COUNT", an endpoint has no idle_timeout in this version. The provider does ` +
			`not send it.`
	case planned.ValueInt64() > maxIdleTimeout:
		s.Refused = fmt.Sprintf("It has no idle timeouts above %d seconds.", maxIdleTimeout)
		s.Next = fmt.Sprintf("set idle_timeout to %d or less.", maxIdleTimeout)
	}
	return s
}

// noSuffix refuses a name with the suffix that some services add over version 1. Over version 2, an endpoint can have
// such a name, and plans empty with it after an import.
func noSuffix(f policy.Facts) (s policy.Support) {
	if name, _ := f.Planned.(types.String); strings.HasSuffix(name.ValueString(), api.FlashbootSuffix) {
		s.Refused = fmt.Sprintf("Some services add the suffix %q to a name over this version, and the provider removes it.",
			api.FlashbootSuffix)
		s.Next = "choose a name that does not end in this suffix."
	}
	return s
}

// over returns a row with what versions have of its values.
func over(support func(policy.Facts) policy.Support, row policy.Row) policy.Row {
	row.Over = support
	return row
}

// sent returns the row of an attribute with a default that an update sends.
func sent(byDefault attr.Value) policy.Row {
	return policy.Row{Change: policy.Sent, Default: policy.Value(byDefault), Adopts: policy.AfterImport}
}

// own returns the row of a setting of endpoints without a template.
func own(byDefault policy.Default) policy.Row {
	return policy.Row{Change: policy.Sent, Default: byDefault, Over: containerOver}
}
