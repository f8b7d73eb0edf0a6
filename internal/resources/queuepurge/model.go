package queuepurge

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type model struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Triggers   types.Map      `tfsdk:"triggers"`
	Removed    types.Int64    `tfsdk:"removed"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}
