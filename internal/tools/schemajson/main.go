// Command schemajson prints the provider's schema as `terraform providers schema -json` of the newest Terraform would,
// straight from the provider server, as far as the docs generator reads it. `make generate` makes the docs from it, so
// they need no CLI and no network, and do not depend on features that an older CLI lacks.
//
// With -docs, a description has more, which the templates of the docs take apart: a section that says how the versions
// of the management interface have the attributes of a type, and the group of the page in the navigation.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// address is the one under which tfplugindocs looks for a provider named podfleet; it takes no other, although the
// provider is podfleet/podfleet.
const address = "registry.terraform.io/hashicorp/podfleet"

func main() {
	docs := flag.Bool("docs", false, "add to each description what the templates of the docs need")
	flag.Parse()
	server := providerserver.NewProtocol6(provider.New("dev")())()
	if err := export(context.Background(), server, os.Stdout, *docs); err != nil {
		fmt.Fprintln(os.Stderr, "schemajson:", err)
		os.Exit(1)
	}
}

// export writes the schema document of server to w, in one line. docs adds what the templates of the docs need.
func export(ctx context.Context, server tfprotov6.ProviderServer, w io.Writer, docs bool) error {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return fmt.Errorf("get provider schema: %w", err)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return fmt.Errorf("get resource identity schemas: %w", err)
	}
	if err := diagnosed(slices.Concat(schemas.Diagnostics, identities.Diagnostics)); err != nil {
		return err
	}

	if docs {
		addVersions(ctx, schemas)
		addSubcategories(schemas)
	}
	return json.NewEncoder(w).Encode(object{
		"format_version": "1.0", "provider_schemas": object{address: providerOf(schemas, identities)},
	})
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

// diagnosed makes one error of all diagnostics. A warning counts: a schema has nothing to warn of that should be
// released.
func diagnosed(list []*tfprotov6.Diagnostic) error {
	var errs []error
	for _, d := range list {
		errs = append(errs, fmt.Errorf("%s: %s", d.Summary, d.Detail))
	}
	return errors.Join(errs...)
}
