package pod

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// The kinds of machine.
const (
	computeGPU = "GPU"
	computeCPU = "CPU"
)

// The kinds of cloud.
const (
	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// gpuOnly and cpuOnly are the attributes that only one kind of pod has. The
// service ignores them on the other.
var (
	gpuOnly = []string{"gpu_type_ids", "gpu_type_priority", "gpu_count", "allowed_cuda_versions", "min_ram_per_gpu", "min_vcpu_per_gpu"}
	cpuOnly = []string{"cpu_flavor_ids", "cpu_flavor_priority", "vcpu_count"}
)

// defaultFor is a default for one kind of pod, and another one for the other.
func defaultFor(kind string, value, otherwise attr.Value) planmodifiers.Default {
	return planmodifiers.DependingOn("compute_type", func(compute types.String) attr.Value {
		if kind == compute.ValueString() || kind == computeGPU && compute.IsNull() {
			return value
		}
		return otherwise
	})
}

// placement lists the attributes of which a change replaces the pod.
var (
	placementSchema = placementAttributes()
	placement       = slices.Sorted(maps.Keys(placementSchema))
)

var (
	noneIDs   = framework.SetOf()
	onGPU     = "Of a GPU pod. "
	onCPU     = "Of a CPU pod. "
	forGood   = " A change replaces the pod."
	unsaid    = " The service never returns it: what is configured after an import is adopted as it is. Any other change replaces the pod."
	agreeing  = " Of an imported pod, a list that contains what the pod has is taken over in place."
	nullText  = types.StringNull()
	nullCount = types.Int64Null()
)

// placementAttributes are what is asked of the machine. None of it can be changed.
func placementAttributes() map[string]schema.Attribute {
	priority := func(of, list string, byDefault planmodifiers.Default) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: of + "How to choose among `" + list + "`: `availability` takes what there is most of, `custom` the first that is free. Default `availability`." + unsaid,
			Validators:          []validator.String{stringvalidator.OneOf("availability", "custom")},
			PlanModifiers:       []planmodifier.String{planmodifiers.CreateOnlyStringOr(byDefault)},
		}
	}
	set := func(description string, shown planmodifiers.Observed, element validator.String) schema.SetAttribute {
		return schema.SetAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: description + unsaid,
			Validators:          []validator.Set{setvalidator.NoNullValues(), setvalidator.ValueStringsAre(element)},
			PlanModifiers:       []planmodifier.Set{planmodifiers.CreateOnlySetObserved(planmodifiers.Always(noneIDs), shown)},
		}
	}
	list := func(description string, shown planmodifiers.Observed) schema.ListAttribute {
		return schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: description + unsaid,
			Validators:          []validator.List{listvalidator.NoNullValues(), listvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1))},
			PlanModifiers:       []planmodifier.List{planmodifiers.CreateOnlyListObserved(planmodifiers.Always(none), shown)},
		}
	}
	number := func(description string, least int64, byDefault planmodifiers.Default) schema.Int64Attribute {
		return schema.Int64Attribute{
			Optional: true, Computed: true, MarkdownDescription: description,
			Validators:    []validator.Int64{int64validator.AtLeast(least)},
			PlanModifiers: []planmodifier.Int64{planmodifiers.CreateOnlyInt64Or(byDefault)},
		}
	}
	least := func(description string) schema.Int64Attribute {
		return schema.Int64Attribute{
			Optional: true, MarkdownDescription: description + unsaid,
			Validators:    []validator.Int64{int64validator.AtLeast(0)},
			PlanModifiers: []planmodifier.Int64{planmodifiers.CreateOnlyInt64()},
		}
	}
	reference := func(description string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, MarkdownDescription: description + forGood,
			Validators:    []validator.String{stringvalidator.LengthAtLeast(1)},
			PlanModifiers: []planmodifier.String{replacesIfTold()},
		}
	}
	oneOf := func(description, byDefault string, shown planmodifiers.Observed, all ...string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, Computed: true, MarkdownDescription: description,
			Validators:    []validator.String{stringvalidator.OneOf(all...)},
			PlanModifiers: []planmodifier.String{planmodifiers.CreateOnlyStringObserved(planmodifiers.Always(types.StringValue(byDefault)), shown)},
		}
	}
	availability := types.StringValue("availability")
	return ofTheirKind(map[string]schema.Attribute{
		"compute_type":          oneOf("`GPU` or `CPU`. Default `GPU`."+unsaid, computeGPU, shown["compute_type"], computeGPU, computeCPU),
		"cloud_type":            oneOf("`SECURE` for the service's own data centers, `COMMUNITY` for other people's machines. Default `SECURE`. An import takes it from the machine."+forGood, cloudSecure, shown["cloud_type"], cloudSecure, cloudCommunity),
		"gpu_type_ids":          list(onGPU+"Kinds of GPU that will do, in order of preference. Default `[]`: any."+agreeing, shown["gpu_type_ids"]),
		"gpu_type_priority":     priority(onGPU, "gpu_type_ids", defaultFor(computeGPU, availability, nullText)),
		"gpu_count":             number(onGPU+"Number of GPUs. Default `1`."+forGood, 1, defaultFor(computeGPU, types.Int64Value(1), nullCount)),
		"cpu_flavor_ids":        list(onCPU+"Kinds of CPU that will do, in order of preference. Default `[]`: any."+agreeing, shown["cpu_flavor_ids"]),
		"cpu_flavor_priority":   priority(onCPU, "cpu_flavor_ids", defaultFor(computeCPU, availability, nullText)),
		"vcpu_count":            number("Number of virtual CPUs. To be set of a CPU pod only, default `2`; a GPU pod has those of its machine, see `min_vcpu_per_gpu`."+forGood, 1, defaultFor(computeCPU, types.Int64Value(2), types.Int64Unknown())),
		"data_center_ids":       set("Data centers that will do. Default `[]`: all."+agreeing, shown["data_center_ids"], stringvalidator.LengthAtLeast(1)),
		"data_center_priority":  priority("", "data_center_ids", planmodifiers.Always(availability)),
		"country_codes":         set("Countries that will do, as codes of two capital letters. Default `[]`: all.", nil, validators.CountryCode()),
		"allowed_cuda_versions": set(onGPU+"CUDA versions that will do. Default `[]`: any.", nil, stringvalidator.LengthAtLeast(1)),
		"min_ram_per_gpu":       number(onGPU+"GB of memory there must be for each GPU. Default `8`."+unsaid, 0, defaultFor(computeGPU, types.Int64Value(8), nullCount)),
		"min_vcpu_per_gpu":      number(onGPU+"Virtual CPUs there must be for each GPU. Default `2`."+unsaid, 0, defaultFor(computeGPU, types.Int64Value(2), nullCount)),
		"min_disk_bandwidth_megabytes_per_second": least("Least speed of the disk, in megabytes a second."),
		"min_download_mbps":                       least("Least speed of the network inwards, in megabits a second."),
		"min_upload_mbps":                         least("Least speed of the network outwards, in megabits a second."),
		"network_volume_id":                       reference("Id of the network volume to mount, which decides on the data center."),
		"template_id": reference("Id of the template that gives what is not configured: image, disks, mount path, ports, entrypoint, command, registry login, and variables. " +
			"It is taken over once."),
		"interruptible": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether the pod is cheaper and may be stopped when others pay more. Newer deployments do not offer it any more, and say so. Default `false`." + forGood,
			PlanModifiers:       []planmodifier.Bool{planmodifiers.CreateOnlyBoolOr(planmodifiers.Always(types.BoolValue(false)))},
		},
		"support_public_ip": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Whether the machine must have a public address. Default is the service's choice." + unsaid,
			PlanModifiers:       []planmodifier.Bool{planmodifiers.CreateOnlyBool()},
		},
	})
}
