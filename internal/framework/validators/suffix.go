package validators

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// NotEndingIn refuses a suffix; why completes the sentence.
func NotEndingIn(suffix, why string) validator.String { return notEndingIn{suffix, why} }

type notEndingIn struct{ suffix, why string }

func (v notEndingIn) Description(context.Context) string {
	return fmt.Sprintf("must not end in %q: %s", v.suffix, v.why)
}

func (v notEndingIn) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v notEndingIn) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); strings.HasSuffix(value, v.suffix) {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid name suffix",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), value))
	}
}
