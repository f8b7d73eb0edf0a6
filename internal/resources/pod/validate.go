package pod

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// rules checks the rules that span attributes.
func rules(ctx context.Context, config model, diags *diag.Diagnostics) {
	values := framework.Attributes(config)
	config.RefuseTwice(diags)
	config.validateReadyCheck(diags)
	if config.MinCUDAVersion.ValueString() != "" && len(config.AllowedCUDAVersions.Elements()) > 0 {
		diags.AddAttributeError(path.Root("min_cuda_version"), "Two CUDA constraints",
			"The service accepts min_cuda_version or allowed_cuda_versions, not both.\n\nNext: remove one of them.")
	}
	config.refuseAlternatives(diags)
	config.refuseLongWait(ctx, diags)
	if config.ComputeType.IsUnknown() {
		return
	}
	foreign := policies.Only(computeCPU)
	if config.ComputeType.ValueString() == computeCPU {
		foreign = policies.Only(computeGPU)
	}
	for _, name := range foreign {
		for i, alternative := range config.Alternatives.Elements() {
			if value := said(alternative)[name]; value != nil && !value.IsUnknown() && len(allowedBy(name, value)) > 0 {
				var found diag.Diagnostics
				config.refuseForeign(config.at(i+1, name), name, &found)
				diags.Append(ofAlternative(i+1, found)...)
			}
		}
		switch {
		case !framework.AsksFor(values[name]):
		case name == "vcpu_count":
			// The configuration that an import generates for a GPU pod has the vCPUs of its machine. Over version 1, one of a
			// CPU pod has no compute_type.
			diags.AddAttributeWarning(path.Root(name), "vcpu_count is ignored without compute_type",
				"A pod gets the vCPUs of its machine unless compute_type is \"CPU\". A plan ignores vcpu_count of a pod that "+
					"exists, and refuses it for a new one.\n\n"+
					"Next: remove vcpu_count, or set compute_type = \"CPU\" if the pod is a CPU pod, with the "+
					"vCPUs that it has: another number replaces it.")
		default:
			config.refuseForeign(path.Root(name), name, diags)
		}
	}
}

// refuseForeign refuses an attribute of the other kind of pod.
func (m model) refuseForeign(at path.Path, name string, diags *diag.Diagnostics) {
	compute, other := computeGPU, computeCPU
	if m.ComputeType.ValueString() == computeCPU {
		compute, other = computeCPU, computeGPU
	}
	is := fmt.Sprintf("compute_type is %q", compute)
	if m.ComputeType.IsNull() {
		is = "Without compute_type, a pod is a GPU pod"
	}
	diags.AddAttributeError(at, "Invalid attribute of a "+compute+" pod", fmt.Sprintf(
		"%s, and the service ignores %s for such a pod.\n\n"+
			"Next: remove %[2]s, which is for pods with compute_type = %[3]q. A change of compute_type replaces an "+
			"existing pod, which deletes the data on its volume.",
		is, name, other))
}

// refuseLongWait refuses a search that cannot end within the timeout of the create: each candidate can need a look for
// a pod after its refusal (contract 2.6).
func (m model) refuseLongWait(ctx context.Context, diags *diag.Diagnostics) {
	wait, candidates := m.capacityWait(), len(m.candidates())
	timeout, found := m.Timeouts.Create(ctx, defaults.Create)
	diags.Append(found...)
	looks := time.Duration(candidates) * transport.DefaultTimes.Look
	configured, isSet := m.Timeouts.Attributes()["create"]
	if wait == 0 && candidates == 1 || isSet && configured.IsUnknown() || wait+looks < timeout {
		return
	}
	at := path.Root("wait_for_capacity")
	if wait == 0 {
		at = path.Root(alternatives)
	}
	diags.AddAttributeError(at, "The timeout of the create is too short", fmt.Sprintf(
		"The search for capacity can take %s: wait_for_capacity, which is %s, and %s for a look after each of the %d "+
			"candidates (the pod's own attributes, and each alternative). The timeout of the create is %s.\n\n"+
			"Next: set timeouts { create = \"…\" } to more than %[1]s, with the time that the pod needs to start. Or shorten "+
			"wait_for_capacity or alternatives.", wait+looks, wait, transport.DefaultTimes.Look, candidates, timeout))
}
