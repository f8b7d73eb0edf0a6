// Package validators holds validators of texts. They refuse only what the service is known to refuse (see the contract)
// and what no container can run with: what the service may come to allow, such as new machine types, they let pass. For
// numbers, sizes and combinations, schemas use the validators of the framework.
package validators

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// text wants a text that a function accepts. The framework's own validators of texts quote secrets, have the value of a
// set's element twice, and do not say what to set for none.
type text struct {
	// must completes "the argument must …".
	must string
	is   func(string) bool
	// isSecret has the message not quote the text.
	isSecret bool
	// notNull refuses null too, as an element of a map.
	notNull bool
}

func (v text) Description(context.Context) string { return "must " + v.must }

func (v text) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v text) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString()
	if req.ConfigValue.IsUnknown() || req.ConfigValue.IsNull() && !v.notNull ||
		!req.ConfigValue.IsNull() && v.is(value) {
		return
	}
	got := ""
	switch {
	case req.ConfigValue.IsNull():
		got = "; got null"
	case !v.isSecret:
		got = fmt.Sprintf("; got %q", value)
	}
	detail := fmt.Sprintf("%s must %s%s.", subject(req.Path), v.must, got)
	if value == "" && isOptional(ctx, req) { // Many modules pass "" for none.
		detail += "\n\nNext: for none, set null or leave it out."
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Invalid value", detail)
}

// subject returns the name of a value at the beginning of a message. The path of an element of a set ends with its
// value: the message has that at its end.
func subject(at path.Path) string {
	last, _ := at.Steps().LastStep()
	if _, isElement := last.(path.PathStepElementKeyValue); isElement {
		return "Each value of " + at.ParentPath().String()
	}
	return at.String()
}

// isOptional reports whether a value is of an argument that can be left out.
func isOptional(ctx context.Context, req validator.StringRequest) bool {
	if req.Config.Schema == nil {
		return false
	}
	attribute, diags := req.Config.Schema.AttributeAtPath(ctx, req.Path)
	return !diags.HasError() && attribute.IsOptional()
}
