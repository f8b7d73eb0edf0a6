package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// InvokeTimeout returns the timeouts block of an action, which has one operation.
func InvokeTimeout(ctx context.Context, fallback time.Duration) schema.Block {
	block := timeouts.BlockWithOpts(ctx, timeouts.Opts{
		InvokeDescription: describeTimeout("the action", fallback),
	})
	if nested, ok := block.(schema.SingleNestedBlock); ok {
		for name, attribute := range nested.Attributes {
			if text, ok := attribute.(schema.StringAttribute); ok {
				text.Validators = []validator.String{validators.Duration()}
				nested.Attributes[name] = text
			}
		}
	}
	return block
}

// SendProgress sends one line of progress. An action has no state: these lines are all that a person sees of what it
// did.
func SendProgress(resp *action.InvokeResponse, format string, values ...any) {
	resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf(format, values...)})
}
