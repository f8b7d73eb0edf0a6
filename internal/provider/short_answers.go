package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// typePrefix is the provider's name, with which the types' begin.
const typePrefix = "podfleet"

// shortReaders are those of all types, by name, for a client.
func shortReaders(ctx context.Context, c *client.Client) map[string]framework.ShortReader {
	readers := map[string]framework.ShortReader{}
	for _, newResource := range resources() {
		r, ok := newResource().(framework.ResourceWithShortReader)
		if !ok {
			continue
		}
		if configurable, ok := r.(resource.ResourceWithConfigure); ok {
			configurable.Configure(ctx, resource.ConfigureRequest{ProviderData: c}, &resource.ConfigureResponse{})
		}
		var named resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: typePrefix}, &named)
		readers[named.TypeName] = r.ShortReader()
	}
	return readers
}

// Refresh implements pluginserver.Refresher.
func (p *Provider) Refresh(
	ctx context.Context, typeName string, state, private []byte,
) (identity []byte, rest context.Context, unchanged bool) {
	readers := p.readers.Load()
	if readers == nil {
		return nil, ctx, false
	}
	reader, found := (*readers)[typeName]
	if !found {
		return nil, ctx, false
	}
	ctx = framework.WithAnswers(ctx)
	identity, unchanged = reader.Unchanged(ctx, state, private)
	return identity, ctx, unchanged
}
