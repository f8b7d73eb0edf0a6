package billing

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// endAfterStart refuses a window that contains no time: its cost would always be zero.
type endAfterStart struct{}

func (endAfterStart) Description(context.Context) string { return "end_time must be after start_time" }

func (v endAfterStart) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

// ValidateDataSource compares the two. Other validators check that they are times; unknown ones are not compared.
func (v endAfterStart) ValidateDataSource(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	var start, end types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("start_time"), &start)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("end_time"), &end)...)
	from, isTime := validators.ParseTimestamp(start.ValueString())
	to, areTimes := validators.ParseTimestamp(end.ValueString())
	if isTime && areTimes && !to.After(from) {
		resp.Diagnostics.AddAttributeError(path.Root("end_time"), "end_time is not after start_time",
			fmt.Sprintf("%s, which is %q; got %q.", v.Description(ctx), start.ValueString(), end.ValueString()))
	}
}
