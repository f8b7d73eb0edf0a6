package functions

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// NewParsePort returns parse_port: "8888/http" → {port = 8888, protocol = "http"}. What is no port by contract 2.2 is
// an error. Null and unknown never get here.
func NewParsePort() function.Function {
	return declared{name: "parse_port", run: runParsePort, definition: function.Definition{
		Summary: "Splits a port such as 8888/http",
		MarkdownDescription: "Splits a port from `ports` of pods and templates, such as `\"8888/http\"`, into an object " +
			"with the number `port` and the string `protocol`, which is `http` or `tcp`. Any other text is an error.",
		Parameters: []function.Parameter{function.StringParameter{
			Name: "port", MarkdownDescription: "Port as a number from 1 to 65535, a slash, and the protocol `http` or `tcp`.",
		}},
		Return: function.ObjectReturn{AttributeTypes: map[string]attr.Type{"port": types.Int64Type,
			"protocol": types.StringType}},
	}}
}

func runParsePort(ctx context.Context, arguments function.ArgumentsData) (any, *function.FuncError) {
	var text string
	if err := arguments.Get(ctx, &text); err != nil {
		return nil, err
	}
	number, protocol, ok := validators.ParsePort(text)
	if !ok {
		return nil, function.NewArgumentFuncError(0, fmt.Sprintf("port %s; got %q", validators.PortForm, text))
	}
	return struct {
		Port     int64  `tfsdk:"port"`
		Protocol string `tfsdk:"protocol"`
	}{number, protocol}, nil
}
