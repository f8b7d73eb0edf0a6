package pluginserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Generator is a provider that leaves arguments out of the configuration that Terraform generates. The framework
// generates an argument of every attribute of the state that can be configured.
type Generator interface {
	// Superfluous returns arguments of a generated configuration whose meaning another argument has.
	Superfluous(ctx context.Context, typeName string, config map[string]tftypes.Value) []string
}

// GenerateResourceConfig returns the framework's configuration without superfluous arguments. If it cannot be decoded,
// it stays as it is.
func (s server) GenerateResourceConfig(
	ctx context.Context, q *tfprotov6.GenerateResourceConfigRequest,
) (*tfprotov6.GenerateResourceConfigResponse, error) {
	response, err := call(ctx, q, s.whole.GenerateResourceConfig)
	if err != nil || s.generator == nil || response == nil || response.Config == nil {
		return response, err
	}
	of := s.kinds()[q.TypeName]
	if of == nil {
		return response, nil
	}
	config, err := response.Config.Unmarshal(of)
	members := map[string]tftypes.Value{}
	if err != nil || config.As(&members) != nil {
		return response, nil //nolint:nilerr // The configuration of the framework is complete.
	}
	for _, name := range s.generator.Superfluous(ctx, q.TypeName, members) {
		members[name] = tftypes.NewValue(members[name].Type(), nil)
	}
	less, err := tfprotov6.NewDynamicValue(of, tftypes.NewValue(of, members))
	if err == nil {
		response.Config = &less
	}
	return response, err
}
