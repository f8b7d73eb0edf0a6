package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// selective is a resource that leaves arguments out of generated configuration.
type selective interface {
	// Superfluous returns arguments of a generated configuration whose meaning another argument has.
	Superfluous(config map[string]tftypes.Value) []string
}

// Superfluous implements pluginserver.Generator.
func (p *Provider) Superfluous(ctx context.Context, typeName string, config map[string]tftypes.Value) []string {
	for _, newResource := range resources() {
		r := newResource()
		var named resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: framework.TypePrefix}, &named)
		if s, ok := r.(selective); ok && named.TypeName == typeName {
			return s.Superfluous(config)
		}
	}
	return nil
}
