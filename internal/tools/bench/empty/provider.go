package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// emptyProvider has no arguments and one type.
type emptyProvider struct{}

func newProvider() provider.Provider { return emptyProvider{} }

func (emptyProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "podfleet"
}

func (emptyProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (emptyProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (emptyProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (emptyProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return emptyResource{} }}
}

// emptyResource has no attribute, and no configuration makes one.
type emptyResource struct{}

func (emptyResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "podfleet_empty"
}

func (emptyResource) Schema(context.Context, resource.SchemaRequest, *resource.SchemaResponse) {}

func (emptyResource) Create(context.Context, resource.CreateRequest, *resource.CreateResponse) {}

func (emptyResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (emptyResource) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}

func (emptyResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
