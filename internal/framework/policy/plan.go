package policy

import (
	"context"
	"fmt"
	"maps"
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

// Verdict is the result of Table.Plan, for the rest of ModifyPlan: Resource.OnPlan.
type Verdict struct {
	Record Record
	// Replaces reports whether a change replaces the object.
	Replaces bool
	// Contradictions are adopted values, and Unmet those that replace the object, that it is known not to have.
	Contradictions, Unmet []Mismatch

	adopted, changed, unverified []string
	keepsVariables               bool // see Variables
}

// Mismatch is a planned value, and what the object has instead.
type Mismatch struct {
	Name         string
	Planned, Has attr.Value
}

// Adopts reports whether the planned value of an attribute is adopted.
func (v Verdict) Adopts(name string) bool { return slices.Contains(v.adopted, name) }

// Plan begins a ModifyPlan: it plans the value of each attribute, marks those that replace the object, and adds one
// warning that names all adopted values that nothing verifies. A plan that deletes the object stays as it is.
//
// version is the version of the management interface that the client uses. After all rows, because any of them can
// replace the object, Plan refuses the values that the apply would have to send and that the version does not have.
func (t Table) Plan(
	ctx context.Context, version int, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (v Verdict) {
	if req.Plan.Raw.IsNull() {
		return v
	}
	var found diag.Diagnostics
	v.Record, found = Load(ctx, req.Private)
	resp.Diagnostics.Append(found...)
	kind, diags := req.Plan.Schema.Type(), &resp.Diagnostics
	all := Facts{Record: v.Record, Version: version, exists: !req.State.Raw.IsNull(),
		config: decode(ctx, kind, req.Config.Raw, diags),
		state:  decode(ctx, kind, req.State.Raw, diags), planned: decode(ctx, kind, req.Plan.Raw, diags)}
	raw := framework.Members(req.Plan.Raw, diags)
	if diags.HasError() {
		return v
	}
	planned := t.decide(ctx, all, raw, diags)
	if diags.HasError() {
		return v
	}
	for _, f := range planned {
		if f.Exists() && !f.Planned.Equal(f.Was) {
			v.judge(t.Rows[f.Name], f, resp)
		}
	}
	whole := tftypes.NewValue(req.Plan.Raw.Type(), raw)
	if v.Record.Over < version && all.exists && !whole.Equal(req.State.Raw) {
		framework.RefuseUnrefreshed(t.Entity, v.Record.Over, version, req.State, diags)
		return v
	}
	for _, f := range planned {
		v.support(t.Rows[f.Name].support(f), f, diags)
	}
	v.keepsVariables = all.keepsVariables()
	t.warnOfForcedLoss(all, diags)
	resp.Plan.Raw = whole
	framework.WarnAdopted(framework.ObjectOf(t.Entity, req.State), v.unverified, diags)
	return v
}

// decide plans the value of each attribute, also in raw. It returns the facts with the planned values of all.
func (t Table) decide(
	ctx context.Context, all Facts, raw map[string]tftypes.Value, diags *diag.Diagnostics,
) (planned []Facts) {
	values := maps.Clone(all.planned)
	for _, name := range slices.Sorted(maps.Keys(t.Rows)) {
		row, f := t.Rows[name], all.Of(name)
		value, decides := row.planned(f, t.IsOther)
		switch {
		case !decides:
			value = f.Planned
		case value == nil:
			value = unknownLike(ctx, f.Planned)
		}
		if t.isSame(name, value, f.Was) {
			value, decides = f.Was, true
		}
		if f.Planned = value; decides {
			stored, err := value.ToTerraformValue(ctx)
			if err != nil {
				diags.AddAttributeError(path.Root(name), "Cannot plan the value", err.Error())
			}
			raw[name], values[name] = stored, value
		}
		planned = append(planned, f)
	}
	for i := range planned {
		planned[i].planned = values
	}
	return planned
}

// judge adds the effect of another value than the state's.
func (v *Verdict) judge(row Row, f Facts, resp *resource.ModifyPlanResponse) {
	var judged Judgement
	if row.Judge != nil {
		judged = row.Judge(f)
	}
	mismatch := Mismatch{f.Name, f.Planned, judged.Has}
	switch adopts := row.adoption(f).adopts(); {
	case judged.Met:
	case !adopts:
		v.changed = append(v.changed, f.Name)
		if support := row.support(f); !support.Keeps && row.Change >= Replaces || support.Replaces {
			v.Replaces = true
			resp.RequiresReplace = append(resp.RequiresReplace, path.Root(f.Name))
			if judged.Has != nil {
				v.Unmet = append(v.Unmet, mismatch)
			}
		}
		return
	case judged.Has != nil:
		v.Contradictions = append(v.Contradictions, mismatch)
	case row.warns(f):
		v.unverified = append(v.unverified, f.Name)
	}
	v.adopted = append(v.adopted, f.Name)
}

// support refuses a configured value, or warns of it, if the apply would have to send it: in a create, in a
// replacement, or as a change.
func (v *Verdict) support(s Support, f Facts, diags *diag.Diagnostics) {
	isSent := !f.Exists() || v.Replaces || slices.Contains(v.changed, f.Name) || slices.Contains(v.changed, s.With)
	if !isSent || f.Configured.IsNull() || f.Planned.IsUnknown() {
		return
	}
	s.Refuse(f.Version, path.Root(f.Name), diags)
	if s.Warns != "" {
		diags.AddAttributeWarning(path.Root(f.Name), fmt.Sprintf("No effect over version %d", f.Version),
			fmt.Sprintf("The management interface at rest_url is version %d. %s", f.Version, s.Warns))
	}
}

// Refuse refuses a value that the version does not have, where the apply would have to send it.
func (s Support) Refuse(version int, at path.Path, diags *diag.Diagnostics) {
	if s.Refused != "" {
		framework.RefuseOver(version, at, s.Refused+" The provider sent nothing. An existing object can keep "+
			"the value that it has: it is refused only in a create, in a replacement, and as a change.", s.Next, diags)
	}
}

// decode returns the attributes of an object, all of them null if it is null.
func decode(ctx context.Context, kind attr.Type, raw tftypes.Value, diags *diag.Diagnostics) attributes {
	if object, ok := kind.TerraformType(ctx).(tftypes.Object); ok && raw.IsNull() {
		none := map[string]tftypes.Value{}
		for name, of := range object.AttributeTypes {
			none[name] = tftypes.NewValue(of, nil)
		}
		raw = tftypes.NewValue(object, none)
	}
	value, err := kind.ValueFromTerraform(ctx, raw)
	object, ok := value.(basetypes.ObjectValue)
	if err != nil || !ok {
		diags.AddError("Cannot read the plan", fmt.Sprintf("It is a %T: %v", value, err))
	}
	return object.Attributes()
}

// unknownLike returns the unknown value of a value's type.
func unknownLike(ctx context.Context, value attr.Value) attr.Value {
	kind := value.Type(ctx)
	unknown, err := kind.ValueFromTerraform(ctx, tftypes.NewValue(kind.TerraformType(ctx), tftypes.UnknownValue))
	if err != nil {
		return value // Every type of the framework has one.
	}
	return unknown
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
	values := framework.Attributes(state)
	maps.DeleteFunc(values, func(name string, was attr.Value) bool { return !was.IsNull() || !t.Adopts(name, record) })
	return framework.WithAttributes(planned, values)
}
