package policy

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Verdict is what Table.Plan found, for the rest of a ModifyPlan.
type Verdict struct {
	Record Record
	// Replaces reports whether a change replaces the object.
	Replaces bool
	// Contradictions are adopted values of which the object got something else.
	Contradictions []Contradiction

	adopted []string
}

// Contradiction is an adopted value, and what the object got.
type Contradiction struct {
	Name    string
	Planned attr.Value
	Got     types.String
}

// Adopts reports whether the planned value of an attribute is adopted.
func (v Verdict) Adopts(name string) bool { return slices.Contains(v.adopted, name) }

// Plan begins a ModifyPlan: it plans the value of each attribute, says which of them replace the object, and adds one
// warning of all that is adopted without a comparison. A plan that deletes the object stays as it is.
func (t Table) Plan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (v Verdict) {
	if req.Plan.Raw.IsNull() {
		return v
	}
	var found diag.Diagnostics
	v.Record, found = Load(ctx, req.Private)
	resp.Diagnostics.Append(found...)
	kind, diags := req.Plan.Schema.Type(), &resp.Diagnostics
	all := Facts{Record: v.Record, config: decode(ctx, kind, req.Config.Raw, diags),
		state: decode(ctx, kind, req.State.Raw, diags), planned: decode(ctx, kind, req.Plan.Raw, diags)}
	raw := framework.Members(req.Plan.Raw, diags)
	if diags.HasError() {
		return v
	}
	for _, name := range slices.Sorted(maps.Keys(t.Rows)) {
		row, f := t.Rows[name], all.Of(name)
		if value, decides := row.planned(f, t.IsOther); decides {
			if value == nil {
				value = like(ctx, f.Planned, tftypes.UnknownValue)
			}
			f.Planned = value
			stored, err := f.Planned.ToTerraformValue(ctx)
			if err != nil {
				diags.AddAttributeError(path.Root(name), "Cannot plan the value", err.Error())
				return v
			}
			raw[name] = stored
		}
		if f.Exists() {
			v.judge(row, f, resp)
		}
	}
	resp.Plan.Raw = tftypes.NewValue(req.Plan.Raw.Type(), raw)
	framework.JoinAdopted(t.Entity, req.State, &resp.Diagnostics)
	return v
}

// judge adds what a change of one attribute does.
func (v *Verdict) judge(row Row, f Facts, resp *resource.ModifyPlanResponse) {
	is, got := row.outcome(f)
	switch is {
	case unchanged:
		return
	case changes:
		if row.Change.Replaces {
			v.Replaces = true
			resp.RequiresReplace = append(resp.RequiresReplace, path.Root(f.Name))
		}
		return
	case adopted:
		if row.warns(f) {
			framework.WarnAdopted(path.Root(cmp.Or(row.As, f.Name)), row.Change.Later, &resp.Diagnostics)
		}
	case contradicts:
		v.Contradictions = append(v.Contradictions, Contradiction{f.Name, f.Planned, got})
	case matches:
	}
	v.adopted = append(v.adopted, f.Name)
}

// decode returns the attributes of an object, nil if it is null.
func decode(ctx context.Context, kind attr.Type, raw tftypes.Value, diags *diag.Diagnostics) attributes {
	if raw.IsNull() {
		return nil
	}
	value, err := kind.ValueFromTerraform(ctx, raw)
	object, ok := value.(basetypes.ObjectValue)
	if err != nil || !ok {
		diags.AddError("Cannot read the plan", fmt.Sprintf("It is a %T: %v", value, err))
	}
	return object.Attributes()
}

// like is the null value of a value's type, or the unknown one.
func like(ctx context.Context, value attr.Value, nullOrUnknown any) attr.Value {
	kind := value.Type(ctx)
	made, err := kind.ValueFromTerraform(ctx, tftypes.NewValue(kind.TerraformType(ctx), nullOrUnknown))
	if err != nil {
		return value // Every type of the framework has both.
	}
	return made
}

// Adopts reports whether an update adopts the first value of an attribute that is null in the state, and does not send
// it.
func (t Table) Adopts(name string, record Record) bool {
	row, listed := t.Rows[name]
	return listed && row.adoption(Facts{Name: name, Record: record, Was: types.StringNull()}).adopts()
}

// WithoutAdopted returns a planned model without the values that are adopted and not sent: they are null, as in the
// state. M is a struct with tfsdk tags, embedded structs included.
func WithoutAdopted[M any](t Table, record Record, planned, state M) M {
	plan, was := reflect.ValueOf(&planned).Elem(), reflect.ValueOf(state)
	for _, field := range reflect.VisibleFields(plan.Type()) {
		if !t.Adopts(field.Tag.Get("tfsdk"), record) {
			continue
		}
		before := was.FieldByIndex(field.Index)
		if value, ok := before.Interface().(attr.Value); ok && value.IsNull() {
			plan.FieldByIndex(field.Index).Set(before)
		}
	}
	return planned
}
