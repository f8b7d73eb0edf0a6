package billing

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// warnOfWidened warns of a start or an end within a bucket: version 2 widens the window to whole buckets (contract-v2
// 11), while version 1 cuts the buckets at it.
func warnOfWidened(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) {
	var bucket types.String
	diags.Append(config.GetAttribute(ctx, path.Root("bucket_size"), &bucket)...)
	size := bucket.ValueString()
	if size == "" {
		size = "day"
	}
	for _, attribute := range []string{"start_time", "end_time"} {
		var text types.String
		diags.Append(config.GetAttribute(ctx, path.Root(attribute), &text)...)
		if at, isTime := validators.ParseTimestamp(text.ValueString()); isTime && !isBorder(at.UTC(), size) {
			diags.AddAttributeWarning(path.Root(attribute), "The report covers whole buckets", fmt.Sprintf(
				"The management interface at rest_url is version 2, whose reports have whole buckets only. %s = %q is within a %s, "+
					"so that the report covers all of it.\n\nNext: set %[1]s to the beginning of a %[3]s in UTC.",
				attribute, text.ValueString(), size))
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
