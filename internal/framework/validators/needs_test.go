package validators

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestNeeds(t *testing.T) {
	t.Parallel()
	object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"secret": tftypes.String, "version": tftypes.Number,
	}}
	root := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"s3": object}}
	for _, c := range []struct {
		secret types.String
		// version is the Go value of the other attribute.
		version any
		fails   bool
	}{
		{secret: types.StringNull()},
		{secret: types.StringNull(), version: 1},
		{secret: types.StringValue("x"), version: 1},
		{secret: types.StringValue("x"), version: tftypes.UnknownValue},
		{secret: types.StringValue("x"), fails: true},
		{secret: types.StringUnknown()},
	} {
		config := tfsdk.Config{
			Raw: tftypes.NewValue(root, map[string]tftypes.Value{"s3": tftypes.NewValue(object, map[string]tftypes.Value{
				"secret": tftypes.NewValue(tftypes.String, nil), "version": tftypes.NewValue(tftypes.Number, c.version),
			})}),
			Schema: schema.Schema{Attributes: map[string]schema.Attribute{"s3": schema.SingleNestedAttribute{
				Attributes: map[string]schema.Attribute{
					"secret": schema.StringAttribute{}, "version": schema.Int64Attribute{},
				},
			}}},
		}
		var resp validator.StringResponse
		Needs("version").ValidateString(t.Context(), validator.StringRequest{
			Config: config, Path: path.Root("s3").AtName("secret"), ConfigValue: c.secret,
		}, &resp)
		if resp.Diagnostics.HasError() != c.fails ||
			c.fails && resp.Diagnostics[0].Summary() != "Missing s3.version" {
			t.Errorf("secret %s, version %v: %v, want an error: %t", c.secret, c.version, resp.Diagnostics, c.fails)
		}
	}
}
