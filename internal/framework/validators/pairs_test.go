package validators

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestPair(t *testing.T) {
	t.Parallel()
	const (
		neither = "Neither id nor name is set"
		both    = "Both id and name are set"
	)
	text := func(value any) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }
	set, null, unknown := text("x"), text(nil), text(tftypes.UnknownValue)
	for _, test := range []struct {
		id, name                        tftypes.Value
		exactlyOne, atLeastOne, notBoth string
	}{
		{id: null, name: null, exactlyOne: neither, atLeastOne: neither},
		{id: set, name: null},
		{id: null, name: set},
		{id: set, name: set, exactlyOne: both, notBoth: both},
		{id: unknown, name: null},
		{id: unknown, name: set},
		{id: set, name: unknown},
	} {
		typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String, "name": tftypes.String}}
		config := tfsdk.Config{
			Raw: tftypes.NewValue(typ, map[string]tftypes.Value{"id": test.id, "name": test.name}),
			Schema: dataschema.Schema{Attributes: map[string]dataschema.Attribute{
				"id": dataschema.StringAttribute{Optional: true}, "name": dataschema.StringAttribute{Optional: true},
			}},
		}
		for want, pair := range map[*string]Pair{
			&test.exactlyOne: ExactlyOneOf("id", "name"),
			&test.atLeastOne: AtLeastOneOf("id", "name"),
			&test.notBoth:    NotBoth("id", "name"),
		} {
			var ofData datasource.ValidateConfigResponse
			pair.ValidateDataSource(t.Context(), datasource.ValidateConfigRequest{Config: config}, &ofData)
			var ofResource resource.ValidateConfigResponse
			pair.ValidateResource(t.Context(), resource.ValidateConfigRequest{Config: config}, &ofResource)
			for _, diags := range []diag.Diagnostics{ofData.Diagnostics, ofResource.Diagnostics} {
				got := ""
				for _, d := range diags {
					got += d.Summary()
					if at, ok := d.(diag.DiagnosticWithPath); ok != (got == both) || ok && !at.Path().Equal(path.Root("id")) {
						t.Errorf("%v, %v: %s is not at id", test.id, test.name, got)
					}
				}
				if got != *want {
					t.Errorf("%s: %v, %v: %q, want %q", pair.Description(t.Context()), test.id, test.name, got, *want)
				}
			}
		}
	}
}
