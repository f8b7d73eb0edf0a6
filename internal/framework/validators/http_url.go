package validators

import (
	"context"
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// HTTPURL wants an address that can be called over HTTP. It does not quote what it got: that can have a password.
func HTTPURL() validator.String { return httpURL{} }

type httpURL struct{}

func (httpURL) Description(context.Context) string {
	return "must be a URL that has a host and begins with http or https, such as https://example.com/hook"
}

func (v httpURL) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v httpURL) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	u, err := url.Parse(req.ConfigValue.ValueString())
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid HTTP URL",
			fmt.Sprintf("%s %s.", req.Path, v.Description(ctx))+
				forNone(ctx, req.Config, req.Path, req.ConfigValue.ValueString()))
	}
}
