package framework

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// A create of which no state can be made is an error, and its object is in the state all the same: with its id, what
// was planned, and null for the rest.
func TestSavePlanned_answerThatMakesNoState(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	planned := schema.Schema{Attributes: map[string]schema.Attribute{
		"id":      schema.StringAttribute{Computed: true},
		"version": schema.Int64Attribute{Computed: true},
		"tags":    schema.SetAttribute{ElementType: types.StringType, Optional: true},
	}}
	kind := planned.Type().TerraformType(ctx)
	tags := tftypes.Set{ElementType: tftypes.String}
	plan := tfsdk.Plan{Schema: planned, Raw: tftypes.NewValue(kind, map[string]tftypes.Value{
		"id":      tftypes.NewValue(tftypes.String, tftypes.UnknownValue),
		"version": tftypes.NewValue(tftypes.Number, tftypes.UnknownValue),
		"tags":    tftypes.NewValue(tags, []tftypes.Value{tftypes.NewValue(tftypes.String, "a")}),
	})}
	state := tfsdk.State{Schema: planned, Raw: tftypes.NewValue(kind, nil)}
	identified := idIdentitySchema("thing")
	identity := tfsdk.ResourceIdentity{Schema: identified,
		Raw: tftypes.NewValue(identified.Type().TerraformType(ctx), nil)}
	unusable := struct {
		ID      types.String `tfsdk:"id"`
		Version types.Int64  `tfsdk:"version"`
		Tags    types.Set    `tfsdk:"tags"`
	}{types.StringValue("x1"), types.Int64Value(1),
		types.SetValueMust(types.StringType, []attr.Value{types.StringValue("b"), types.StringValue("b")})}

	diags := savePlanned(ctx, "thing", "x1", unusable, saving{plan, &state, &identity})
	if !diags.HasError() {
		t.Error("there is no error")
	}
	if got := read[types.String](ctx, t, state, "id"); got != types.StringValue("x1") {
		t.Errorf("id %s", got)
	}
	if got := read[types.Int64](ctx, t, state, "version"); !got.IsNull() {
		t.Errorf("version %s", got)
	}
	if got := read[types.Set](ctx, t, state, "tags"); !got.Equal(SetOf("a")) {
		t.Errorf("tags %s", got)
	}
}

func read[V any](ctx context.Context, t *testing.T, state tfsdk.State, attribute string) (value V) {
	t.Helper()
	if diags := state.GetAttribute(ctx, path.Root(attribute), &value); diags.HasError() {
		t.Fatal(diags)
	}
	return value
}
