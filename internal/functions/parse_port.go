// Package functions holds the provider's functions, one a file. A function knows its arguments and nothing else: the
// CLI calls it before there is a client, and as often as it likes. Texts of errors end without a full stop: the CLI
// adds one.
package functions

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// ParsePort is parse_port: "8888/http" → {port = 8888, protocol = "http"}. What is no port by contract 2.2 is an error.
// Null and unknown never get here.
type ParsePort struct{}

var _ function.Function = (*ParsePort)(nil)

// NewParsePort returns the function.
func NewParsePort() function.Function { return &ParsePort{} }

// Metadata implements function.Function.
func (f *ParsePort) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "parse_port"
}

// Definition implements function.Function.
func (f *ParsePort) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Splits a port such as 8888/http",
		MarkdownDescription: "Splits a port from `ports` of pods and templates, such as `\"8888/http\"`, into an object " +
			"with the number `port` and the string `protocol`, which is `http` or `tcp`. Any other text is an error.",
		Parameters: []function.Parameter{function.StringParameter{
			Name: "port", MarkdownDescription: "Port as a number from 1 to 65535, a slash, and the protocol `http` or `tcp`.",
		}},
		Return: function.ObjectReturn{AttributeTypes: map[string]attr.Type{"port": types.Int64Type,
			"protocol": types.StringType}},
	}
}

// Run takes the port apart.
func (f *ParsePort) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	number, protocol, ok := validators.ParsePort(text)
	if !ok {
		resp.Error = function.NewArgumentFuncError(0, fmt.Sprintf("port %s; got %q", validators.PortForm, text))
		return
	}
	resp.Error = resp.Result.Set(ctx, struct {
		Port     int64  `tfsdk:"port"`
		Protocol string `tfsdk:"protocol"`
	}{number, protocol})
}
