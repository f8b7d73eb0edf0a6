package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// hasChanged reports whether triggers differ. None and no triggers are the same: a purge deletes jobs.
func hasChanged(_ context.Context, req planmodifier.MapRequest, resp *mapplanmodifier.RequiresReplaceIfFuncResponse) {
	resp.RequiresReplace = req.PlanValue.IsUnknown() ||
		len(req.PlanValue.Elements())+len(req.StateValue.Elements()) > 0 // The value has changed, or this is not asked.
}

// Schema implements resource.Resource.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	endpoint := attribute.Required.String("ID of the endpoint with the queue to empty. A change empties the queue of the "+
		"other endpoint.", validators.NotEmpty())
	endpoint.PlanModifiers = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	triggers := attribute.Optional.Map("Values of your choice. A change of any of them empties the queue again. Use a "+
		"version of the input format, the `config_hash` of a template, or a date. Do not use the `version` of an endpoint: "+
		"it changes only after the plan that changes the template, so the purge would come one apply late.",
		mapvalidator.ValueStringsAre(validators.NotNull()))
	triggers.PlanModifiers = []planmodifier.Map{mapplanmodifier.RequiresReplaceIf(hasChanged, "", "")}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Empties the queue of a serverless endpoint when it is created, and again whenever " +
			"`triggers` change. " + purgeDescription + "\n\n" +
			"It does the same as the action `podfleet_endpoint_purge_queue`, for CLIs without actions. It has no object in " +
			"the service: a refresh sends no request, and a destroy does nothing. You cannot import it.",
		Attributes: map[string]schema.Attribute{
			"endpoint_id": endpoint, "triggers": triggers,
			"removed": attribute.Kept.Int64("Number of jobs that the last purge removed. Null if the response was lost."),
		},
		Blocks: map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}
