package planmodifiers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Default is the value of an attribute that is not configured. It may depend on the rest of the configuration, which a
// schema's own Default cannot, and is unknown for as long as that is; or always, where only the service knows it.
type Default func(ctx context.Context, config tfsdk.Config) attr.Value

// Always is a default that depends on nothing.
func Always(value attr.Value) Default {
	return func(context.Context, tfsdk.Config) attr.Value { return value }
}

// DependingOn is a default that another attribute of the configuration decides: value gets what is configured there,
// null included. While that is unknown, so is the default; it then has the type of what value returns for null.
func DependingOn[V, D attr.Value](attribute string, value func(V) D) Default {
	return func(ctx context.Context, config tfsdk.Config) attr.Value {
		var configured, null V
		diags := config.GetAttribute(ctx, path.Root(attribute), &configured)
		if diags.HasError() || configured.IsUnknown() {
			return UnknownLike(ctx, value(null))
		}
		return value(configured)
	}
}

// UnknownLike is the unknown value of a value's type.
func UnknownLike[V attr.Value](ctx context.Context, value V) V {
	kind := value.Type(ctx)
	unknown, err := kind.ValueFromTerraform(ctx, tftypes.NewValue(kind.TerraformType(ctx), tftypes.UnknownValue))
	typed, ok := unknown.(V)
	if err != nil || !ok {
		return value // Every type of the framework has an unknown value.
	}
	return typed
}

// Int64Default plans a default that depends on the configuration. description completes "Without a value: ".
func Int64Default(description string, byDefault Default) planmodifier.Int64 {
	return defaultValue{description, byDefault}
}

type defaultValue struct {
	description string
	byDefault   Default
}

func (m defaultValue) Description(context.Context) string {
	return "Without a value: " + m.description + "."
}

func (m defaultValue) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m defaultValue) PlanModifyInt64(
	ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response,
) {
	if !req.ConfigValue.IsNull() {
		return
	}
	value, ok := m.byDefault(ctx, req.Config).(types.Int64)
	if !ok {
		AddWrongDefault(req.Path, &resp.Diagnostics)
		return
	}
	resp.PlanValue = value
}

// AddWrongDefault reports a default whose type is not the attribute's.
func AddWrongDefault(at path.Path, diags *diag.Diagnostics) {
	diags.AddAttributeError(at, "Wrong default",
		"The default has another type than the attribute. This is a bug in the provider; please report it.")
}
