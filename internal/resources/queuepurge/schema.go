package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Schema implements resource.Resource.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Empties the queue of a serverless endpoint when it is created, and again whenever " +
			"`triggers` change. " + purgeDescription + "\n\n" +
			"It does what the action `podfleet_endpoint_purge_queue` does, for CLIs without actions. Nothing at the " +
			"service belongs to it: a refresh asks nothing, and a destroy does nothing. It cannot be imported.",
		Attributes: map[string]schema.Attribute{
			"endpoint_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Id of the endpoint whose queue is emptied. A change empties the other one's.",
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"triggers": schema.MapAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Values of your own. A change of any empties the queue again: a version of the " +
					"input format, the `config_hash` of a template, a date. " +
					"Not the `version` of an endpoint: it moves only when the service has a changed template, and " +
					"the purge would come one apply late.",
				Validators:    []validator.Map{validators.NoNullValues()},
				PlanModifiers: []planmodifier.Map{mapplanmodifier.RequiresReplace()},
			},
			"removed": schema.Int64Attribute{
				Computed:            true,
				MarkdownDescription: "How many jobs the last purge removed. Null if its answer was lost.",
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}
