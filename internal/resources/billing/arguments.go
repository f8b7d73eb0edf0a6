package billing

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// ValidateConfig implements datasource.DataSourceWithValidateConfig. It refuses a window that contains no time: its
// cost would always be zero. Other validators check that both are times; unknown ones are not compared.
func (*report) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	var start, end types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("start_time"), &start)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("end_time"), &end)...)
	from, isTime := validators.ParseTimestamp(start.ValueString())
	to, areTimes := validators.ParseTimestamp(end.ValueString())
	if isTime && areTimes && !to.After(from) {
		resp.Diagnostics.AddAttributeError(path.Root("end_time"), "end_time is not after start_time",
			fmt.Sprintf("end_time must be after start_time, which is %q; got %q.", start.ValueString(), end.ValueString()))
	}
}

// warnOfWindow warns if a report of version 2 does not cover the time that was configured, or has other buckets.
// Version 2 widens the window to whole buckets (contract-v2 11), while version 1 cuts the buckets at it. covers is the
// window of the answer. What the answer does not show is not compared.
func warnOfWindow(asked, covers api.BillingWindow, diags *diag.Diagnostics) {
	if size := asked.BucketSize; size != "" && covers.BucketSize != "" && covers.BucketSize != size {
		diags.AddAttributeWarning(path.Root("bucket_size"), "The report has other buckets", fmt.Sprintf(
			"bucket_size = %q, and the service returned a report by %s.\n\nNext: add up the records, or leave bucket_size out.",
			size, covers.BucketSize))
	}
	for attribute, times := range map[string][2]string{
		"start_time": {asked.StartTime, covers.StartTime}, "end_time": {asked.EndTime, covers.EndTime},
	} {
		at, isTime := validators.ParseTimestamp(times[0])
		covered, isShown := validators.ParseTimestamp(times[1])
		if isTime && isShown && !covered.Equal(at) {
			diags.AddAttributeWarning(path.Root(attribute), "The report covers another time", fmt.Sprintf(
				"%s = %q, and the service returned a report with %s instead. The management interface at rest_url is version "+
					"2, whose reports have whole buckets only.\n\nNext: set %[1]s to the beginning of a bucket in UTC, or check "+
					"whether the records cover your period.", attribute, times[0], times[1]))
		}
	}
}

// windowAttributes returns the arguments that all reports have.
func windowAttributes() attribute.Attributes {
	return attribute.Attributes{
		"bucket_size": attribute.Optional.String("Time span of one record: an `hour`, `day`, `week`, `month` or `year` of "+
			"the calendar in UTC. Weeks begin on Monday. Default: the service's, `day`.",
			validators.OneOf("hour", "day", "week", "month", "year")),
		"start_time": attribute.Optional.String("Start of the report, as an RFC 3339 time such as `2026-01-31T00:00:00Z`. "+
			"Default: the service's, 30 days ago, which is another time in every plan.", validators.Timestamp()),
		"end_time": attribute.Optional.String("End of the report, as an RFC 3339 time after `start_time`. Usage at or "+
			"after that time does not count. Default: the service's, now.", validators.Timestamp()),
	}
}

// grouping returns the argument of that name. The first of the choices is the default of version 1; over2 is the only
// one of version 2, and why the reason.
func grouping(over2, why string, choices ...string) filter {
	return filter{attribute.Optional.String("Dimension that divides a bucket into records: `"+
		strings.Join(choices, "`, `")+"`. Only the attribute of that name has a value in the records. Default: `"+
		choices[0]+"` over version 1, and `"+over2+"` over version 2, which has no other.", validators.OneOf(choices...)),
		lookups.Missing{Over: 2, Except: types.StringValue(over2), Why: why}}
}

func byVolume() schema.Attribute {
	return attribute.Optional.String("Set it to `networkVolumeId` for one record for each volume and bucket. Version 2 "+
		"only. Null returns one record for each bucket, the sum of all volumes.", validators.OneOf("networkVolumeId"))
}

// only returns a filter; whose completes its description.
func only(whose string) schema.Attribute {
	return attribute.Optional.String("Reports only the cost of "+whose+".", validators.NotEmpty())
}

// onlyAny returns a filter with several values.
func onlyAny(whose string) schema.Attribute {
	return attribute.Optional.List("Reports only the cost of "+whose+". An empty list selects all.",
		listvalidator.NoNullValues(), listvalidator.ValueStringsAre(validators.NotEmpty()))
}
