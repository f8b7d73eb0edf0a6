// Package functions holds the provider's functions, one a file. A function knows its arguments and nothing else: the
// CLI calls it before there is a client, and as often as it likes. Texts of errors end without a full stop: the CLI
// adds one.
package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

// declared is a function.
type declared struct {
	name       string
	definition function.Definition
	// run returns the result, or the error about an argument.
	run func(ctx context.Context, arguments function.ArgumentsData) (result any, err *function.FuncError)
}

// Metadata implements function.Function.
func (f declared) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

// Definition implements function.Function.
func (f declared) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = f.definition
}

// Run implements function.Function.
func (f declared) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var result any
	if result, resp.Error = f.run(ctx, req.Arguments); resp.Error == nil {
		resp.Error = resp.Result.Set(ctx, result)
	}
}
