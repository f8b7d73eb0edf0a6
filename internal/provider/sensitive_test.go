package provider_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// hiddenPaths are the attributes of a schema that a CLI does not show, by their paths.
func hiddenPaths(under string, attributes []*tfprotov6.SchemaAttribute) []string {
	var all []string
	for _, attribute := range attributes {
		path := under + attribute.Name
		if attribute.Sensitive {
			all = append(all, path)
		}
		if attribute.NestedType != nil {
			all = append(all, hiddenPaths(path+".", attribute.NestedType.Attributes)...)
		}
	}
	return all
}

// What may hold a credential is shown by no CLI, in any schema; and nothing else is hidden from who reviews a plan.
func TestSecrets_sensitiveAttributes(t *testing.T) {
	t.Parallel()
	server := providerserver.NewProtocol6(provider.New("test")())()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	collect := func(name string, schema *tfprotov6.Schema) {
		if paths := hiddenPaths("", schema.Block.Attributes); len(paths) > 0 {
			slices.Sort(paths)
			got[name] = paths
		}
	}
	collect("provider", schemas.Provider)
	for name, schema := range schemas.ResourceSchemas {
		collect("resource "+name, schema)
	}
	for name, schema := range schemas.DataSourceSchemas {
		collect("data "+name, schema)
	}
	for name, schema := range schemas.EphemeralResourceSchemas {
		collect("ephemeral "+name, schema)
	}
	for name, schema := range schemas.ListResourceSchemas {
		collect("list "+name, schema)
	}
	for name, schema := range schemas.ActionSchemas {
		collect("action "+name, schema.Schema)
	}
	want := map[string][]string{
		"provider":                                  {"api_key"},
		"ephemeral podfleet_job_result":             {"output"},
		"resource podfleet_container_registry_auth": {"password", "password_wo"},
		"resource podfleet_job": {
			"input_wo", "s3_config.access_secret", "s3_config.access_secret_wo", "webhook",
		},
		"resource podfleet_endpoint": {"env", "env_wo"},
		"resource podfleet_pod":      {"env", "env_wo"},
		"resource podfleet_template": {"env", "env_wo"},
	}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("hidden are\n%v\nnot\n%v", got, want)
	}
}
