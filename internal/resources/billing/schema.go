package billing

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// windowAttributes returns the arguments that all reports have.
func windowAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
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
}

// grouping returns the argument of that name. The first of the choices is the default of version 1; over2 is the only
// one of version 2, and why the reason.
func grouping(over2, why string, choices ...string) filter {
	return filter{attribute: schema.StringAttribute{
		Optional: true,
		MarkdownDescription: "Dimension that divides a bucket into records: `" + strings.Join(choices, "`, `") + "`. Only " +
			"the attribute of that name has a value in the records. Default: `" + choices[0] + "` over version 1, and `" +
			over2 + "` over version 2, which has no other.",
		Validators: []validator.String{validators.OneOf(choices...)},
	}, Missing: lookups.Missing{Over: 2, Except: types.StringValue(over2), Why: why}}
}

func byVolume() schema.Attribute {
	return schema.StringAttribute{
		Optional: true, MarkdownDescription: "Set it to `networkVolumeId` for one record for each volume and bucket. " +
			"Version 2 only. Null returns one record for each bucket, the sum of all volumes.",
		Validators: []validator.String{validators.OneOf("networkVolumeId")},
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
