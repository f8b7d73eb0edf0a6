// Command schemajson prints the provider's schema as `terraform providers schema -json` of the newest Terraform would,
// straight from the provider server, as far as the docs generator reads it. `make generate` makes the docs from it, so
// they need no CLI and no network, and do not depend on features that an older CLI lacks. `make check-docs` tests it.
//
// A description has more than that, which the templates of the docs take apart: a section that says how the versions of
// the management interface have the attributes of a type, and the group of the page in the navigation.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// address is the one under which tfplugindocs looks for a provider named podfleet; it takes no other, although the
// provider is podfleet/podfleet.
const address = "registry.terraform.io/hashicorp/podfleet"

func main() {
	ctx, server := context.Background(), providerserver.NewProtocol6(provider.New("dev")())()
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	identities, failed := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err := errors.Join(err, failed); err != nil {
		log.Fatal(err)
	}
	addVersions(ctx, schemas)
	addSubcategories(schemas)
	err = json.NewEncoder(os.Stdout).Encode(object{
		"format_version": "1.0", "provider_schemas": object{address: providerOf(schemas, identities)},
	})
	if err != nil {
		log.Fatal(err)
	}
}

// versionsMark separates a description from the section about the versions. The templates of the docs have it too.
const versionsMark = "<!-- versions -->"

// addVersions adds the section about the versions to the description of each type that has a table.
func addVersions(ctx context.Context, schemas *tfprotov6.GetProviderSchemaResponse) {
	ofResources, ofDataSources := provider.VersionTables(ctx)
	for typeName, table := range ofResources {
		schemas.ResourceSchemas[typeName].Block.Description += "\n\n" + versionsMark + "\n\n" + table.Markdown()
	}
	for typeName, table := range ofDataSources {
		schemas.DataSourceSchemas[typeName].Block.Description += "\n\n" + versionsMark + "\n\n" + table.Markdown()
	}
}

// subcategoryMark separates a description, or the summary of a function, from the name of its group in the navigation,
// which is last. The templates of the docs have it too.
const subcategoryMark = "<!-- subcategory -->"

// addSubcategories adds its group to the description of everything that has a page of its own. Without one, the page is
// at the top of the navigation: a test of package provider requires one.
func addSubcategories(all *tfprotov6.GetProviderSchemaResponse) {
	for _, types := range []map[string]*tfprotov6.Schema{
		all.ResourceSchemas, all.DataSourceSchemas, all.EphemeralResourceSchemas, all.ListResourceSchemas,
	} {
		for name, one := range types {
			one.Block.Description += subcategoryMark + provider.Subcategory(name)
		}
	}
	for name, one := range all.ActionSchemas {
		one.Schema.Block.Description += subcategoryMark + provider.Subcategory(name)
	}
	for name, one := range all.Functions {
		one.Summary += subcategoryMark + provider.Subcategory(name)
	}
}
