package pod

import (
	"maps"
	"regexp"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// The values of cloud_type.
const (
	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// placement are the attributes that decide on the machine, and others that only a create takes: a change replaces the
// pod.
var placement = slices.Sorted(maps.Keys(placementAttributes()))

// majorMinor is the form of a CUDA version in a request (contract-v2 8.1).
var majorMinor = regexp.MustCompile(`^[0-9]+\.[0-9]+$`)

// Parts of descriptions.
const (
	ofGPUPod       = "Of a GPU pod. "
	ofCPUPod       = "Of a CPU pod. "
	changeReplaces = " A change replaces the pod."
	neverReturned  = " The service never returns it: what is configured after an import is adopted as it is. Any " +
		"other change replaces the pod."
	matchingList = " Of an imported pod, a list that contains what the pod has is taken over in place."
)

// placementAttributes returns those that only a create takes. Most of them choose the machine.
func placementAttributes() map[string]schema.Attribute {
	priority := func(of, list string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: of + "How to choose among `" + list +
				"`: `availability` takes what there is most of, `custom` the first that is free. Default " +
				"`availability`." + neverReturned,
			Validators: []validator.String{stringvalidator.OneOf("availability", "custom")},
		}
	}
	set := func(description string, element validator.String) schema.SetAttribute {
		return schema.SetAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: description + neverReturned,
			Validators:          []validator.Set{setvalidator.NoNullValues(), setvalidator.ValueStringsAre(element)},
		}
	}
	list := func(description string) schema.ListAttribute {
		return schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: description + neverReturned,
			Validators: []validator.List{listvalidator.NoNullValues(),
				listvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1))},
		}
	}
	number := func(description string, least int64) schema.Int64Attribute {
		return schema.Int64Attribute{
			Optional: true, Computed: true, MarkdownDescription: description,
			Validators: []validator.Int64{int64validator.AtLeast(least)},
		}
	}
	least := func(description string) schema.Int64Attribute {
		return schema.Int64Attribute{
			Optional: true, Computed: true, MarkdownDescription: description + neverReturned,
			Validators: []validator.Int64{int64validator.AtLeast(0)},
		}
	}
	reference := func(description string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, MarkdownDescription: description + changeReplaces,
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		}
	}
	start := func(of string) schema.BoolAttribute {
		return schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether to prepare the pod for " + of + ", unless `env` or the template has that " +
				"variable. `env` does not show it. **Version 2 only**. Default: the template's value, or `false` without a " +
				"template; without the line, an existing pod keeps its value." + neverReturned,
		}
	}
	oneOf := func(description string, all ...string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, Computed: true, MarkdownDescription: description,
			Validators: []validator.String{stringvalidator.OneOf(all...)},
		}
	}
	return map[string]schema.Attribute{
		"compute_type": oneOf("`GPU` or `CPU`. Default `GPU`."+neverReturned, computeGPU, computeCPU),
		"cloud_type": oneOf("`SECURE` for the service's own data centers, `COMMUNITY` for other people's "+
			"machines. Default `SECURE`. An import takes it from the machine."+changeReplaces, cloudSecure, cloudCommunity),
		"gpu_type_ids": list(ofGPUPod + "Kinds of GPU that will do, in order of preference. Default `[]`: any." +
			matchingList),
		"gpu_type_priority": priority(ofGPUPod, "gpu_type_ids"),
		"gpu_count":         number(ofGPUPod+"Number of GPUs. Default `1`."+changeReplaces, 1),
		"cpu_flavor_ids": list(ofCPUPod + "Kinds of CPU that will do, in order of preference. Default `[]`: any." +
			matchingList),
		"cpu_flavor_priority": priority(ofCPUPod, "cpu_flavor_ids"),
		"vcpu_count": number("Number of virtual CPUs. To be set of a CPU pod only, default `2`; a GPU pod "+
			"has those of its machine, see `min_vcpu_per_gpu`."+changeReplaces, 1),
		"data_center_ids": set("Data centers that will do. Default `[]`: all."+matchingList,
			stringvalidator.LengthAtLeast(1)),
		"data_center_priority": priority("", "data_center_ids"),
		"country_codes": set("Countries that will do, as codes of two capital letters. Default `[]`: all.",
			validators.CountryCode()),
		"allowed_cuda_versions": set(ofGPUPod+"CUDA versions that will do. Default `[]`: any.",
			stringvalidator.LengthAtLeast(1)),
		"min_cuda_version": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: ofGPUPod + "Minimum CUDA version of the machine, as `major.minor`. **Version 2 only**. It " +
				"excludes `allowed_cuda_versions`. Default none." + neverReturned,
			Validators: []validator.String{stringvalidator.RegexMatches(majorMinor, "must be major.minor, such as 12.4")},
		},
		"start_ssh":       start("SSH: it gets the variable `PUBLIC_KEY` with the account's SSH keys"),
		"start_jupyter":   start("Jupyter: it gets a generated variable `JUPYTER_PASSWORD`"),
		"min_ram_per_gpu": number(ofGPUPod+"GB of memory there must be for each GPU. Default `8`."+neverReturned, 0),
		"min_vcpu_per_gpu": number(ofGPUPod+"Virtual CPUs there must be for each GPU. Default `2`."+neverReturned,
			0),
		"min_disk_bandwidth_megabytes_per_second": least("Least speed of the disk, in megabytes a second."),
		"min_download_mbps":                       least("Least speed of the network inwards, in megabits a second."),
		"min_upload_mbps":                         least("Least speed of the network outwards, in megabits a second."),
		"network_volume_id": reference("Id of the network volume to mount, which decides on " +
			"the data center."),
		"template_id": reference("Id of the template that gives what is not configured: image, disks, mount path, " +
			"ports, entrypoint, command, registry login, and variables. It is taken over once."),
		"interruptible": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether the pod is cheaper and may be stopped when others pay more. Newer " +
				"deployments do not offer it any more, and say so. Default `false`." + changeReplaces,
		},
		"support_public_ip": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether the machine must have a public address. Default is the service's choice." +
				neverReturned,
		},
	}
}
