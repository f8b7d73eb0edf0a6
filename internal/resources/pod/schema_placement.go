package pod

import (
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// The values of cloud_type.
const (
	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// majorMinor is the form of a CUDA version in a request (contract-v2 8.1).
var majorMinor = regexp.MustCompile(`^[0-9]+\.[0-9]+$`)

// Parts of descriptions. The section "Placement arguments" of the page says how the provider adopts, after an import,
// the values that the API does not return.
const (
	ofGPUPod       = " For GPU pods."
	ofCPUPod       = " For CPU pods."
	inOrder        = " Over version 2, the list is always tried in its order."
	changeReplaces = " A change replaces the pod."
	neverReturned  = framework.NeverReturned + changeReplaces
	changeOfWish   = " A change replaces the pod unless the pod meets it."
	ofWish         = framework.NeverReturned + changeOfWish
)

// placementAttributes returns those that only a create takes: a change replaces the pod. Most of them choose the
// machine.
func placementAttributes() map[string]schema.Attribute {
	priority := func(of, list string) schema.StringAttribute {
		return attribute.Defaulted.String("Order of choice among `"+list+"`: `availability` prefers the one with the most "+
			"stock, `custom` the first of the list that is free. It counts for the next create only."+of+
			framework.NeverReturned+" Default: `availability`.", validators.OneOf("availability", "custom"))
	}
	set := func(description string, element validator.String) schema.SetAttribute {
		return attribute.Defaulted.Set(framework.BeforeDefault(description, ofWish),
			setvalidator.NoNullValues(), setvalidator.ValueStringsAre(element))
	}
	list := func(description string) schema.ListAttribute {
		return attribute.Defaulted.List(framework.BeforeDefault(description, ofWish),
			listvalidator.NoNullValues(), listvalidator.ValueStringsAre(validators.NotEmpty()))
	}
	reference := func(description string) schema.StringAttribute {
		return attribute.Optional.String(description+changeReplaces, validators.NotEmpty())
	}
	start := func(of string) schema.BoolAttribute {
		return attribute.Defaulted.Bool("Whether to prepare the pod for " + of + ", unless `env` or the template has " +
			"that variable. `env` does not show it. **Version 2 only**. If you remove the line, an existing pod keeps its " +
			"value." + neverReturned + " Default: not set, which is the template's value, or none without a template.")
	}
	return map[string]schema.Attribute{
		"compute_type": attribute.Defaulted.String("Type of the machine: `GPU` or `CPU`."+neverReturned+" Default: `GPU`.",
			validators.OneOf(computeGPU, computeCPU)),
		"cloud_type": attribute.Defaulted.String("Cloud: `SECURE` for the service's own data centers, `COMMUNITY` for "+
			"machines of the community. An import reads it from the machine."+changeOfWish+" Default: `SECURE`.",
			validators.OneOf(cloudSecure, cloudCommunity)),
		"gpu_type_ids": list("GPU types that the pod may have. Over version 1, their order counts only with " +
			"`gpu_type_priority = \"custom\"`: by default, the service takes the type with the most stock, which can cost " +
			"more." + ofGPUPod + " Default: `[]` (any)."),
		"gpu_type_priority": priority(inOrder+ofGPUPod, "gpu_type_ids"),
		"gpu_count": attribute.Defaulted.Int64("Number of GPUs to create the pod with; `gpu.count` is the present number."+
			ofGPUPod+changeReplaces+" Default: `1`.", int64validator.AtLeast(1)),
		"cpu_flavor_ids": list("CPU flavors that the pod may have. Over version 1, their order counts only with " +
			"`cpu_flavor_priority = \"custom\"`: by default, the service takes the flavor with the most stock, which can " +
			"cost more." + ofCPUPod + " Default: `[]` (any)."),
		"cpu_flavor_priority": priority(inOrder+ofCPUPod, "cpu_flavor_ids"),
		"vcpu_count": attribute.Defaulted.Int64("Number of vCPUs. Set it for CPU pods only: a GPU pod gets the vCPUs of "+
			"its machine, see `min_vcpu_per_gpu`. Over version 2, a power of two from 2, such as 4 or 8."+changeReplaces+
			" Default: `2` for a CPU pod.", int64validator.AtLeast(1)),
		"data_center_ids": set("Data centers that the pod may run in. Default: `[]` (all).",
			validators.NotEmpty()),
		"data_center_priority": priority("", "data_center_ids"),
		"country_codes": set("Countries that the pod may run in, as two-letter uppercase codes. Default: `[]` (all).",
			validators.CountryCode()),
		"allowed_cuda_versions": set("CUDA versions that the machine may have."+ofGPUPod+" Default: `[]` (any).",
			validators.NotEmpty()),
		"min_cuda_version": attribute.Defaulted.String("Minimum CUDA version of the machine, as `major.minor`."+ofGPUPod+
			" **Version 2 only**. Conflicts with `allowed_cuda_versions`."+ofWish+" Default: not set.",
			validators.Matches(majorMinor, "be major.minor, such as 12.4")),
		"start_ssh":     start("SSH: it gets the variable `PUBLIC_KEY` with the account's SSH keys"),
		"start_jupyter": start("Jupyter: it gets a generated variable `JUPYTER_PASSWORD`"),
		"min_ram_per_gpu": attribute.Defaulted.Int64("Minimum memory for each GPU, in GB."+ofGPUPod+ofWish+" Default: `8`.",
			int64validator.AtLeast(0)),
		"min_vcpu_per_gpu": attribute.Defaulted.Int64("Minimum number of vCPUs for each GPU."+ofGPUPod+ofWish+
			" Default: `2`.", int64validator.AtLeast(0)),
		"min_disk_bandwidth_megabytes_per_second": attribute.Defaulted.Int64("Minimum speed of the disk, in megabytes a "+
			"second."+ofWish, int64validator.AtLeast(0)),
		"min_download_mbps": attribute.Defaulted.Int64("Minimum download speed, in megabits a second."+ofWish,
			int64validator.AtLeast(0)),
		"min_upload_mbps": attribute.Defaulted.Int64("Minimum upload speed, in megabits a second."+ofWish,
			int64validator.AtLeast(0)),
		"network_volume_id": reference("ID of the network volume to mount. The pod runs in the data center of the " +
			"volume, which keeps its data when the pod is deleted."),
		"template_id": reference("ID of the template. The pod copies from it, once, the settings that the configuration " +
			"does not have: image, disks, mount path, ports, entrypoint, command, registry credentials and variables."),
		"interruptible": attribute.Defaulted.Bool("Whether the service may stop the pod to give its machine to other " +
			"users, for a lower price: a spot pod. Version 1 only: version 2 has no interruptible pods." + changeReplaces +
			" Default: `false`."),
		"support_public_ip": attribute.Defaulted.Bool("Whether the machine must have a public IP. `true` is for version " +
			"1 only: over version 2, expose a TCP port." + ofWish + " Default: the service's choice."),
	}
}
