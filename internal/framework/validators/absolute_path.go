// Package validators holds validators of attributes. They refuse only what the service is known to refuse (see the
// contract): what it may come to allow, such as new machine types, they let pass.
package validators

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// AbsolutePath wants a path in a container, from its root.
func AbsolutePath() validator.String { return absolutePath{} }

type absolutePath struct{}

func (absolutePath) Description(context.Context) string {
	return "must be an absolute path, such as /workspace"
}

func (v absolutePath) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v absolutePath) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if value := req.ConfigValue.ValueString(); !strings.HasPrefix(value, "/") {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid absolute path",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), value)+
				forNone(ctx, req.Config, req.Path, value))
	}
}
