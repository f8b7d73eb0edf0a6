package provider

import (
	"context"
	"crypto/sha256"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/shortanswers"
)

// shortAnswers holds what is known of the resource types without the framework, by name.
type shortAnswers struct {
	readers  map[string]shortanswers.Reader
	planners map[string]shortanswers.Planner
}

func newShortAnswers(ctx context.Context, configured framework.Configured) *shortAnswers {
	s := &shortAnswers{readers: map[string]shortanswers.Reader{}, planners: map[string]shortanswers.Planner{}}
	for _, newResource := range resources() {
		r := newResource()
		if configurable, ok := r.(resource.ResourceWithConfigure); ok {
			configurable.Configure(ctx, resource.ConfigureRequest{ProviderData: configured}, &resource.ConfigureResponse{})
		}
		var named resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: framework.TypePrefix}, &named)
		if known, ok := r.(shortanswers.Resource); ok {
			s.readers[named.TypeName], s.planners[named.TypeName] = known.ShortReader(), known.ShortPlanner()
		}
	}
	return s
}

// Refresh implements pluginserver.Refresher.
func (p *Provider) Refresh(
	ctx context.Context, typeName string, state, private []byte,
) (identity []byte, rest context.Context, unchanged bool) {
	short := p.short.Load()
	if short == nil {
		return nil, ctx, false
	}
	reader, found := short.readers[typeName]
	if !found {
		return nil, ctx, false
	}
	ctx = framework.WithAnswers(ctx)
	identity, unchanged = reader.Unchanged(ctx, state, private)
	return identity, ctx, unchanged
}

// PlanShape implements pluginserver.Planner.
func (p *Provider) PlanShape(
	ctx context.Context, typeName string, config, state, private []byte,
) (shape [sha256.Size]byte, ok bool) {
	short := p.short.Load()
	if short == nil {
		return shape, false
	}
	planner, found := short.planners[typeName]
	if !found {
		return shape, false
	}
	return planner.Shape(ctx, config, state, private)
}
