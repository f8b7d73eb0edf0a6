package provider

import (
	"context"
	"slices"
	"strings"

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

// subcategories are the groups of the documentation's navigation, each with parts of the names that are in it. The
// first that has a part of a name counts.
var subcategories = []struct {
	group string
	parts []string
}{
	{"Billing", []string{"_billing_"}},
	{"Serverless", []string{"endpoint", "job", "queue", "template", "duration"}},
	{"Pods", []string{"_pod", "_port", "_types"}},
	{"Storage and registries", []string{"volume", "registry", "data_center"}},
}

// Subcategory returns the group in the documentation's navigation of a resource, data source, action, list resource,
// ephemeral resource or function, by its name; empty if it is in none.
func Subcategory(name string) string {
	for _, s := range subcategories {
		if slices.ContainsFunc(s.parts, func(part string) bool { return strings.Contains(name, part) }) {
			return s.group
		}
	}
	return ""
}
