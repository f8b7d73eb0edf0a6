package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// schemaServer answers the two calls that the export makes; any other panics.
type schemaServer struct {
	tfprotov6.ProviderServer

	schemas    *tfprotov6.GetProviderSchemaResponse
	identities *tfprotov6.GetResourceIdentitySchemasResponse
	err        error
}

func (s schemaServer) GetProviderSchema(
	context.Context, *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	return s.schemas, s.err
}

func (s schemaServer) GetResourceIdentitySchemas(
	context.Context, *tfprotov6.GetResourceIdentitySchemasRequest,
) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return s.identities, nil
}

// What Terraform prints for the same schemas.
const everyKind = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/podfleet":{
"provider":{"version":0,"block":{"description":"Top.","description_kind":"markdown"}},
"resource_schemas":{"podfleet_thing":{"version":2,"block":{
"attributes":{
"parts":{"nested_type":{"attributes":{"size":{"type":"number","description_kind":"plain","required":true}},"nesting_mode":"list"},"description_kind":"plain","optional":true},
"secret_wo":{"type":["map","string"],"description":"\u003cb\u003e","description_kind":"markdown","deprecated":true,"optional":true,"sensitive":true,"write_only":true}},
"block_types":{"timeouts":{"nesting_mode":"single","block":{"description_kind":"plain"},"max_items":1}},
"description_kind":"plain"}}},
"functions":{"first":{"summary":"First.","return_type":"dynamic",
"parameters":[{"name":"list","is_nullable":true,"type":["list","dynamic"]}],"variadic_parameter":{"name":"more","type":"string"}}},
"resource_identity_schemas":{"podfleet_thing":{"version":1,"attributes":{"id":{"type":"string","required_for_import":true}}}},
"action_schemas":{"podfleet_do":{"block":{"attributes":{"id":{"type":"string","description_kind":"plain","required":true}},"description_kind":"plain"}}}
}}}`

func TestExport_everyKindOfSchema(t *testing.T) {
	t.Parallel()
	server := schemaServer{
		schemas: &tfprotov6.GetProviderSchemaResponse{
			Provider: &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Description: "Top.",
				DescriptionKind: tfprotov6.StringKindMarkdown}},
			ResourceSchemas: map[string]*tfprotov6.Schema{"podfleet_thing": {Version: 2, Block: &tfprotov6.SchemaBlock{
				Attributes: []*tfprotov6.SchemaAttribute{
					{
						Name: "secret_wo", Type: tftypes.Map{ElementType: tftypes.String}, Optional: true,
						Sensitive: true, WriteOnly: true,
						Description: "<b>", DescriptionKind: tfprotov6.StringKindMarkdown, Deprecated: true,
					},
					{Name: "parts", Optional: true, NestedType: &tfprotov6.SchemaObject{
						Nesting:    tfprotov6.SchemaObjectNestingModeList,
						Attributes: []*tfprotov6.SchemaAttribute{{Name: "size", Type: tftypes.Number, Required: true}},
					}},
				},
				BlockTypes: []*tfprotov6.SchemaNestedBlock{{
					TypeName: "timeouts", Nesting: tfprotov6.SchemaNestedBlockNestingModeSingle, MaxItems: 1,
					Block: &tfprotov6.SchemaBlock{},
				}},
			}}},
			Functions: map[string]*tfprotov6.Function{"first": {
				Summary: "First.",
				Return:  &tfprotov6.FunctionReturn{Type: tftypes.DynamicPseudoType},
				Parameters: []*tfprotov6.FunctionParameter{{Name: "list",
					Type: tftypes.List{ElementType: tftypes.DynamicPseudoType}, AllowNullValue: true}},
				VariadicParameter: &tfprotov6.FunctionParameter{Name: "more", Type: tftypes.String},
			}},
			ActionSchemas: map[string]*tfprotov6.ActionSchema{
				"podfleet_do": {Schema: &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{
					Attributes: []*tfprotov6.SchemaAttribute{{Name: "id", Type: tftypes.String, Required: true}},
				}}}},
		},
		identities: &tfprotov6.GetResourceIdentitySchemasResponse{
			IdentitySchemas: map[string]*tfprotov6.ResourceIdentitySchema{"podfleet_thing": {
				Version: 1,
				IdentityAttributes: []*tfprotov6.ResourceIdentitySchemaAttribute{{Name: "id", Type: tftypes.String,
					RequiredForImport: true}},
			}}},
	}

	var got strings.Builder
	if err := export(t.Context(), server, &got, false); err != nil {
		t.Fatal(err)
	}
	if want := emulatortest.CanonicalJSON(everyKind); emulatortest.CanonicalJSON(got.String()) != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestExport_failsOnADiagnosticAndOnAnError(t *testing.T) {
	t.Parallel()
	warning := []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: "Odd schema",
		Detail: "It is odd."}}
	for want, server := range map[string]schemaServer{
		"Odd schema: It is odd.": {schemas: &tfprotov6.GetProviderSchemaResponse{Diagnostics: warning},
			identities: &tfprotov6.GetResourceIdentitySchemasResponse{}},
		"get provider schema: hung up": {err: errors.New("hung up")},
	} {
		var got strings.Builder
		err := export(t.Context(), server, &got, false)
		if err == nil || err.Error() != want || got.Len() > 0 {
			t.Errorf("got error %v and %d bytes, want error %q and none", err, got.Len(), want)
		}
	}
}

func TestExport_ofTheProvider(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	if err := export(t.Context(), providerserver.NewProtocol6(provider.New("test")())(), &text, true); err != nil {
		t.Fatal(err)
	}
	var exported struct {
		Schemas map[string]struct {
			Resources map[string]any `json:"resource_schemas"`
			Functions map[string]any `json:"functions"`
		} `json:"provider_schemas"`
	}
	if err := json.Unmarshal([]byte(text.String()), &exported); err != nil {
		t.Fatal(err)
	}
	if len(exported.Schemas[address].Resources) == 0 || len(exported.Schemas[address].Functions) == 0 {
		t.Errorf("no resource schemas or no functions under %s", address)
	}
	// What the templates of the docs take apart.
	for _, part := range []string{versionsMark, subcategoryMark + "Billing", subcategoryMark + "Pods",
		subcategoryMark + "Serverless", subcategoryMark + "Storage and registries"} {
		if quoted, err := json.Marshal(part); err != nil || !strings.Contains(text.String(), strings.Trim(string(quoted), `"`)) {
			t.Errorf("no description has %s (%v)", part, err)
		}
	}
}
