package billing

import (
	"cmp"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// warnOfWindow warns if a report of version 2 does not cover the time that was configured, or has other buckets.
// Version 2 widens the window to whole buckets (contract-v2 11), while version 1 cuts the buckets at it. covers is the
// window of the answer; without it, the warning is about a time within a bucket.
func warnOfWindow(asked, covers api.BillingWindow, diags *diag.Diagnostics) {
	size := asked.BucketSize
	if size != "" && covers.BucketSize != "" && covers.BucketSize != size {
		diags.AddAttributeWarning(path.Root("bucket_size"), "The report has other buckets", fmt.Sprintf(
			"bucket_size = %q, and the service returned a report by %s.\n\nNext: add up the records, or leave bucket_size out.",
			size, covers.BucketSize))
	}
	size = cmp.Or(covers.BucketSize, size, "day")
	for attribute, times := range map[string][2]string{
		"start_time": {asked.StartTime, covers.StartTime}, "end_time": {asked.EndTime, covers.EndTime},
	} {
		text, got := times[0], times[1]
		at, isTime := validators.ParseTimestamp(text)
		covered, isShown := validators.ParseTimestamp(got)
		whole := isBorder(at.UTC(), size)
		switch {
		case !isTime, isShown && covered.Equal(at), !isShown && whole:
		case !whole:
			diags.AddAttributeWarning(path.Root(attribute), "The report covers whole buckets", fmt.Sprintf(
				"The management interface at rest_url is version 2, whose reports have whole buckets only. %s = %q is within a "+
					"%s, and the report covers the whole %[3]s.\n\nNext: set %[1]s to the beginning of a %[3]s in UTC.",
				attribute, text, size))
		default:
			diags.AddAttributeWarning(path.Root(attribute), "The report covers another time", fmt.Sprintf(
				"%s = %q, and the service returned a report with %s instead.\n\nNext: check whether the records cover your "+
					"period, or configure a time that the service accepts.", attribute, text, got))
		}
	}
}

// isBorder reports whether a time, in UTC, begins a bucket of a size.
func isBorder(at time.Time, size string) bool {
	day := at.Truncate(24 * time.Hour).Equal(at)
	switch size {
	case "hour":
		return at.Truncate(time.Hour).Equal(at)
	case "week":
		return day && at.Weekday() == time.Monday
	case "month":
		return day && at.Day() == 1
	case "year":
		return day && at.YearDay() == 1
	default:
		return day
	}
}
