package billing

import (
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// withWindow adds the attributes of window.
func withWindow(own map[string]schema.Attribute) map[string]schema.Attribute {
	all := map[string]schema.Attribute{
		"bucket_size": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "What one record is about: an `hour`, `day`, `week`, `month` or `year` of the " +
				"calendar in UTC; weeks begin on Monday. " +
				"The service's default is `day`.",
			Validators: []validator.String{stringvalidator.OneOf("hour", "day", "week", "month", "year")},
		},
		"start_time": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "From when on, as an RFC 3339 time such as `2026-01-31T00:00:00Z`. The service's " +
				"default is 30 days ago, which is " +
				"another time in every plan.",
			Validators: []validator.String{validators.Timestamp()},
		},
		"end_time": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Until when, as an RFC 3339 time after `start_time`; what was used then or later " +
				"does not count. The service's default is now.",
			Validators: []validator.String{validators.Timestamp()},
		},
	}
	maps.Copy(all, own)
	return all
}

// grouping returns the attribute of that name. The first of the choices is the default of version 1; over2 is the only
// one of version 2.
func grouping(over2 string, choices ...string) schema.Attribute {
	return schema.StringAttribute{
		Optional: true,
		MarkdownDescription: "The member by which a bucket has several records: `" + strings.Join(choices, "`, `") +
			"`. Over version 1 the default is `" + choices[0] + "`; version 2 has only `" + over2 +
			"`. Only the attribute of that name has a value in the records.",
		Validators: []validator.String{stringvalidator.OneOf(choices...)},
	}
}

// only returns a filter; whose completes its description.
func only(whose string) schema.Attribute {
	return schema.StringAttribute{
		Optional: true, MarkdownDescription: "Only what " + whose + " cost.",
		Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
	}
}

// onlyAny returns a filter with several values.
func onlyAny(whose string) schema.Attribute {
	return schema.ListAttribute{
		ElementType: types.StringType, Optional: true, MarkdownDescription: "Only what " + whose +
			" cost. An empty list is as good as none.",
		Validators: []validator.List{
			listvalidator.NoNullValues(), listvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1)),
		},
	}
}

func total() schema.Attribute {
	return schema.Float64Attribute{Computed: true,
		MarkdownDescription: "Sum of the records' amounts, in USD; 0 if there are none."}
}

// records returns the attribute of that name; of are the attributes of a record.
func records(of map[string]schema.Attribute) schema.Attribute {
	return schema.ListNestedAttribute{
		Computed: true,
		MarkdownDescription: "The records, sorted by time and then by group; empty if nothing was used. A bucket in " +
			"which nothing was used has none.",
		NestedObject: schema.NestedAttributeObject{Attributes: of},
	}
}

// record returns the attributes that all records have.
func record() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"time": schema.StringAttribute{Computed: true,
			MarkdownDescription: "Start of the bucket, also where the window begins later."},
		"amount": schema.Float64Attribute{
			Computed: true, MarkdownDescription: "What it cost, in USD. Of the first and last bucket only what is in " +
				"the window counts.",
		},
		"disk_space_billed_gb": schema.Int64Attribute{Computed: true,
			MarkdownDescription: "Disk space that was billed, in GB as the service counts them."},
	}
}

// usage returns the attributes of a record of pods or endpoints. groups are the attributes that grouping can set.
func usage(groups ...string) map[string]schema.Attribute {
	all := record()
	all["time_billed_ms"] = schema.Int64Attribute{Computed: true,
		MarkdownDescription: "How long it ran, in milliseconds."}
	for _, name := range groups {
		means := map[string]string{
			"pod_id":      "Id of the pod, grouped by `podId`; else null.",
			"endpoint_id": "Id of the endpoint, grouped by `endpointId`; else null.",
			"gpu_type_id": "GPU type, grouped by `gpuTypeId`, and empty for what has no GPU; else null.",
		}[name]
		all[name] = schema.StringAttribute{Computed: true, MarkdownDescription: means}
	}
	for name, of := range map[string]string{"gpu_amount": "GPUs", "cpu_amount": "CPUs", "disk_amount": "disks"} {
		all[name] = schema.Float64Attribute{Computed: true,
			MarkdownDescription: "Part of `amount` for " + of + ", in USD. Null over version 1, which does not return it."}
	}
	return all
}

// storage returns the attributes of a record of volumes.
func storage() map[string]schema.Attribute {
	all := record()
	all["high_performance_storage_amount"] = schema.Float64Attribute{Computed: true,
		MarkdownDescription: "What high-performance storage cost, in USD."}
	all["high_performance_storage_disk_space_billed_gb"] = schema.Int64Attribute{
		Computed: true, MarkdownDescription: "High-performance storage that was billed, in GB as the service counts " +
			"them.",
	}
	all["network_volume_id"] = schema.StringAttribute{Computed: true,
		MarkdownDescription: "ID of the network volume, grouped by `networkVolumeId`; else null."}
	return all
}
