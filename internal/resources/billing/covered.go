package billing

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

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
