package billing

import (
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
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
			MarkdownDescription: "Time span of one record: an `hour`, `day`, `week`, `month` or `year` of the calendar in " +
				"UTC. Weeks begin on Monday. Default: the service's, `day`.",
			Validators: []validator.String{validators.OneOf("hour", "day", "week", "month", "year")},
		},
		"start_time": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Start of the report, as an RFC 3339 time such as `2026-01-31T00:00:00Z`. Default: the " +
				"service's, 30 days ago, which is another time in every plan.",
			Validators: []validator.String{validators.Timestamp()},
		},
		"end_time": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "End of the report, as an RFC 3339 time after `start_time`. Usage at or after that time " +
				"does not count. Default: the service's, now.",
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
		MarkdownDescription: "Dimension that divides a bucket into records: `" + strings.Join(choices, "`, `") + "`. Only " +
			"the attribute of that name has a value in the records. Default: `" + choices[0] + "` over version 1, and `" +
			over2 + "` over version 2, which has no other.",
		Validators: []validator.String{validators.OneOf(choices...)},
	}
}

// only returns a filter; whose completes its description.
func only(whose string) schema.Attribute {
	return schema.StringAttribute{
		Optional: true, MarkdownDescription: "Reports only the cost of " + whose + ".",
		Validators: []validator.String{validators.NotEmpty()},
	}
}

// onlyAny returns a filter with several values.
func onlyAny(whose string) schema.Attribute {
	return schema.ListAttribute{
		ElementType: types.StringType, Optional: true, MarkdownDescription: "Reports only the cost of " + whose + ". An " +
			"empty list selects all.",
		Validators: []validator.List{
			listvalidator.NoNullValues(), listvalidator.ValueStringsAre(validators.NotEmpty()),
		},
	}
}

func total() schema.Attribute {
	return schema.Float64Attribute{Computed: true,
		MarkdownDescription: "Sum of the records' amounts, in USD. 0 without records."}
}

// records returns the attribute of that name; of are the attributes of a record.
func records(of map[string]schema.Attribute) schema.Attribute {
	return schema.ListNestedAttribute{
		Computed:            true,
		MarkdownDescription: "Records, sorted by time and then by group. A bucket without usage has no record.",
		NestedObject:        schema.NestedAttributeObject{Attributes: of},
	}
}

// record returns the attributes that all records have.
func record() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"time": schema.StringAttribute{Computed: true,
			MarkdownDescription: "Start of the bucket, even if the report begins later."},
		"amount": schema.Float64Attribute{
			Computed: true, MarkdownDescription: "Cost in USD. For the first and last bucket, only usage within the report " +
				"counts.",
		},
		"disk_space_billed_gb": schema.Int64Attribute{Computed: true,
			MarkdownDescription: "Disk space that was billed, in GB as the service counts them."},
	}
}

// usage returns the attributes of a record of pods or endpoints. groups are the attributes that grouping can set.
func usage(groups ...string) map[string]schema.Attribute {
	all := record()
	all["time_billed_ms"] = schema.Int64Attribute{Computed: true,
		MarkdownDescription: "Run time in milliseconds."}
	for _, name := range groups {
		means := map[string]string{
			"pod_id":      "ID of the pod if grouped by `podId`, else null.",
			"endpoint_id": "ID of the endpoint if grouped by `endpointId`, else null.",
			"gpu_type_id": "GPU type if grouped by `gpuTypeId`, else null. Empty for usage without a GPU.",
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
		MarkdownDescription: "Cost of high-performance storage, in USD."}
	all["high_performance_storage_disk_space_billed_gb"] = schema.Int64Attribute{
		Computed: true, MarkdownDescription: "High-performance storage that was billed, in GB as the service counts " +
			"them.",
	}
	all["network_volume_id"] = schema.StringAttribute{Computed: true,
		MarkdownDescription: "ID of the network volume if grouped by `networkVolumeId`, else null."}
	return all
}
