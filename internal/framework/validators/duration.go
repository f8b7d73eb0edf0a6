package validators

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Duration wants a timeout: a duration above zero, as the timeouts blocks spell it.
func Duration() validator.String { return duration{} }

type duration struct{}

func (duration) Description(context.Context) string {
	return "must be a duration above zero, such as 90s or 10m"
}

func (v duration) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v duration) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if d, err := time.ParseDuration(req.ConfigValue.ValueString()); err != nil || d <= 0 {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid timeout",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), req.ConfigValue.ValueString()))
	}
}
