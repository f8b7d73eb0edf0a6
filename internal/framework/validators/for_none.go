package validators

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// forNone returns the next step after an empty text of an argument that can be left out: many modules pass "" for none.
// It is empty for any other text, for a required argument and for an element.
func forNone(ctx context.Context, config tfsdk.Config, at path.Path, value string) string {
	if value != "" || config.Schema == nil {
		return ""
	}
	attribute, diags := config.Schema.AttributeAtPath(ctx, at)
	if diags.HasError() || !attribute.IsOptional() {
		return ""
	}
	return "\n\nNext: for none, set null or leave it out."
}
