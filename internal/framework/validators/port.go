package validators

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Port wants a container's port with its protocol, such as 8888/http (contract 2.2).
func Port() validator.String { return port{} }

type port struct{}

func (port) Description(context.Context) string {
	return "must be a port number from 1 to 65535, a slash, and the protocol http or tcp, such as 8888/http"
}

func (v port) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v port) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if value := req.ConfigValue.ValueString(); !isPort(value) {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a port",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), value))
	}
}

func isPort(value string) bool {
	digits, protocol, found := strings.Cut(value, "/")
	number, err := strconv.ParseUint(digits, 10, 16)
	if !found || err != nil || number == 0 || strconv.FormatUint(number, 10) != digits {
		return false // The last also refuses 08888 and +22, which Go reads and the service does not.
	}
	return protocol == "http" || protocol == "tcp"
}
