package billing

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

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
