package validators

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// PortForm describes a valid port, as the end of a sentence.
const PortForm = "must be a port number from 1 to 65535, a slash, and the protocol http or tcp, such as 8888/http"

// Port wants a container's port with its protocol, such as 8888/http (contract 2.2).
func Port() validator.String { return port{} }

type port struct{}

func (port) Description(context.Context) string { return PortForm }

func (v port) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v port) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	if _, _, ok := ParsePort(value); !ok {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid port",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), value))
	}
}

// ParsePort takes a port such as 8888/http apart: the number, 1 to 65535, and the protocol, http or tcp. Only if ok was
// it one.
func ParsePort(value string) (number int64, protocol string, ok bool) {
	digits, protocol, found := strings.Cut(value, "/")
	number, err := strconv.ParseInt(digits, 10, 64)
	if !found || err != nil || number < 1 || number > 65535 || strconv.FormatInt(number, 10) != digits {
		return 0, "", false // The last also refuses 08888 and +22, which Go reads and the service does not.
	}
	if protocol != "http" && protocol != "tcp" {
		return 0, "", false
	}
	return number, protocol, true
}
