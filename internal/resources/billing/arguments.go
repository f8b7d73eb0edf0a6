package billing

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
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
