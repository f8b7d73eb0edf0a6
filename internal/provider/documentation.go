package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// VersionTables returns how the versions of the management interface have the attributes of each resource and of each
// data source, by type. A type that uses the queue interface only is in neither.
func VersionTables(ctx context.Context) (ofResources, ofDataSources map[string]framework.VersionTable) {
	ofResources, ofDataSources = map[string]framework.VersionTable{}, map[string]framework.VersionTable{}
	for _, create := range (*Provider)(nil).Resources(ctx) {
		one := create()
		if versioned, ok := one.(framework.Versioned); ok {
			var named resource.MetadataResponse
			one.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: framework.TypePrefix}, &named)
			ofResources[named.TypeName] = versioned.Versions()
		}
	}
	for _, create := range (*Provider)(nil).DataSources(ctx) {
		one := create()
		if versioned, ok := one.(framework.Versioned); ok {
			var named datasource.MetadataResponse
			one.Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: framework.TypePrefix}, &named)
			ofDataSources[named.TypeName] = versioned.Versions()
		}
	}
	return ofResources, ofDataSources
}
