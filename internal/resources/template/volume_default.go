package template

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// volumeDefault is the default of volume_in_gb, which depends on is_serverless:
// a serverless template has no local volume. A schema's Default sees no other
// attribute.
type volumeDefault struct{}

func (volumeDefault) Description(context.Context) string {
	return "Without a value: 0 for a serverless template, else 20."
}

func (m volumeDefault) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (volumeDefault) PlanModifyInt64(ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response) {
	if !req.ConfigValue.IsNull() {
		return
	}
	var serverless types.Bool
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("is_serverless"), &serverless)...)
	if serverless.IsUnknown() {
		resp.PlanValue = types.Int64Unknown()
		return
	}
	resp.PlanValue = defaultVolumeOf(serverless)
}

// defaultVolumeOf is the same for an answer that leaves the member out.
func defaultVolumeOf(serverless types.Bool) types.Int64 {
	if serverless.ValueBool() {
		return types.Int64Value(0)
	}
	return defaultVolume
}
