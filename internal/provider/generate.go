package provider

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// selective is a resource that leaves arguments out of generated configuration.
type selective interface {
	// Superfluous returns arguments of a generated configuration whose meaning another argument has.
	Superfluous(config map[string]tftypes.Value) []string
}

// WithoutSuperfluous implements pluginserver.Planner. If the configuration cannot be decoded, it stays as it is: it is
// complete.
func (p *Provider) WithoutSuperfluous(typeName string, config *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	of, value, _, found := p.planner(typeName, config, config)
	selects, ok := of.unchanging.(selective)
	members := map[string]tftypes.Value{}
	if !found || !ok || value.As(&members) != nil {
		return config
	}
	for _, name := range selects.Superfluous(members) {
		members[name] = tftypes.NewValue(members[name].Type(), nil)
	}
	less, err := tfprotov6.NewDynamicValue(of.kind, tftypes.NewValue(of.kind, members))
	if err != nil {
		return config
	}
	return &less
}
