package billing

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

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
