// Package planmodifiers holds the plan modifiers of attributes that two or more entities use.
package planmodifiers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// CreateOnlyString is for an attribute that the service takes at creation, cannot change, and never returns. A change
// replaces. But after an import the state knows nothing of it, and that is no reason to destroy what was imported: the
// configured value is adopted, in place, with a warning that it was not checked.
func CreateOnlyString() planmodifier.String { return createOnly{} }

// CreateOnlyInt64 is CreateOnlyString for whole numbers.
func CreateOnlyInt64() planmodifier.Int64 { return createOnly{} }

// CreateOnlyBool is CreateOnlyString for booleans.
func CreateOnlyBool() planmodifier.Bool { return createOnly{} }

// CreateOnlyStringOr is CreateOnlyString for an Optional and Computed attribute with a default. The default stands in
// at creation; an import leaves null what is not returned, and null it stays until it is configured. What an import
// brought, and what was never configured, stays as it is; what was configured and is no longer goes back to the
// default: see framework.Owned.
func CreateOnlyStringOr(byDefault Default) planmodifier.String {
	return createOnly{byDefault: byDefault}
}

// CreateOnlyInt64Or is CreateOnlyStringOr for whole numbers.
func CreateOnlyInt64Or(byDefault Default) planmodifier.Int64 { return createOnly{byDefault: byDefault} }

// CreateOnlyBoolOr is CreateOnlyStringOr for booleans.
func CreateOnlyBoolOr(byDefault Default) planmodifier.Bool { return createOnly{byDefault: byDefault} }

// Observed is what the object got of what was asked for, as far as the service's answers show it: null where they do
// not.
type Observed func(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String

// CreateOnlyStringObserved is CreateOnlyStringOr for what the service never returns, but whose result it does: see
// ClassifyChange.
func CreateOnlyStringObserved(byDefault Default, observed Observed) planmodifier.String {
	return createOnly{byDefault: byDefault, observed: observed}
}

// CreateOnlyListObserved is CreateOnlyStringObserved for a list of acceptable values.
func CreateOnlyListObserved(byDefault Default, observed Observed) planmodifier.List {
	return createOnly{byDefault: byDefault, observed: observed}
}

// CreateOnlySetObserved is CreateOnlyListObserved for sets.
func CreateOnlySetObserved(byDefault Default, observed Observed) planmodifier.Set {
	return createOnly{byDefault: byDefault, observed: observed}
}

type createOnly struct {
	byDefault Default
	// observed is nil where the service does not return what the object got either.
	observed Observed
}

func (createOnly) Description(context.Context) string {
	return "A change replaces the object, but for the first value after an import, which is adopted as it is."
}

func (m createOnly) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// Adopts reports whether a change of such an attribute is taken over in place instead of replacing: it was null, and
// only an import leaves it so. An attribute with a default (withDefault) is never null otherwise; without one it takes
// the mark of the import to tell.
func Adopts(wasNull, imported, withDefault bool) bool { return wasNull && (imported || withDefault) }

// attributeChange is what the requests for all types of attribute have in common.
type attributeChange[V attr.Value] struct {
	at                       path.Path
	config                   tfsdk.Config
	state                    tfsdk.State
	private                  framework.PrivateReader
	configured, was, planned V
}

// plan returns what to plan, and whether that replaces the object.
func (c attributeChange[V]) plan(
	ctx context.Context, m createOnly, diags *diag.Diagnostics,
) (planned V, replaces bool) {
	planned = c.planned
	if c.configured.IsNull() && m.byDefault != nil {
		planned = c.unconfigured(ctx, m.byDefault, diags)
	}
	if c.state.Raw.IsNull() || planned.Equal(c.was) {
		return planned, false
	}
	imported, found := framework.Imported(ctx, c.private)
	diags.Append(found...)
	var observed types.String
	if m.observed != nil {
		observed = m.observed(ctx, c.state, diags)
	}
	switch ClassifyChange(c.was, planned, observed, imported, m.byDefault != nil) {
	case Replaces:
		return planned, true
	case AdoptedUnverified:
		framework.WarnAdopted(c.at, "replaces the object", diags)
	case Matches, AdoptedMismatch: // The entity warns of a mismatch: it knows what to call the object.
	}
	return planned, false
}

// unconfigured is what to plan for an attribute with a default that is not configured.
func (c attributeChange[V]) unconfigured(ctx context.Context, byDefault Default, diags *diag.Diagnostics) V {
	value, ok := byDefault(ctx, c.config).(V)
	if !ok {
		AddWrongDefault(c.at, diags)
		return c.planned
	}
	if c.state.Raw.IsNull() {
		return value
	}
	owned, found := framework.Owned(ctx, c.private, c.at.String())
	diags.Append(found...)
	if !owned || c.was.IsNull() || value.IsUnknown() {
		return c.was
	}
	return value
}

func (m createOnly) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	resp.PlanValue, resp.RequiresReplace = attributeChange[types.String]{
		at: req.Path, config: req.Config, state: req.State, private: req.Private,
		configured: req.ConfigValue, was: req.StateValue, planned: req.PlanValue,
	}.plan(ctx, m, &resp.Diagnostics)
}

func (m createOnly) PlanModifyInt64(
	ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response,
) {
	resp.PlanValue, resp.RequiresReplace = attributeChange[types.Int64]{
		at: req.Path, config: req.Config, state: req.State, private: req.Private,
		configured: req.ConfigValue, was: req.StateValue, planned: req.PlanValue,
	}.plan(ctx, m, &resp.Diagnostics)
}

func (m createOnly) PlanModifyBool(
	ctx context.Context, req planmodifier.BoolRequest, resp *planmodifier.BoolResponse,
) {
	resp.PlanValue, resp.RequiresReplace = attributeChange[types.Bool]{
		at: req.Path, config: req.Config, state: req.State, private: req.Private,
		configured: req.ConfigValue, was: req.StateValue, planned: req.PlanValue,
	}.plan(ctx, m, &resp.Diagnostics)
}

func (m createOnly) PlanModifyList(
	ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse,
) {
	resp.PlanValue, resp.RequiresReplace = attributeChange[types.List]{
		at: req.Path, config: req.Config, state: req.State, private: req.Private,
		configured: req.ConfigValue, was: req.StateValue, planned: req.PlanValue,
	}.plan(ctx, m, &resp.Diagnostics)
}

func (m createOnly) PlanModifySet(
	ctx context.Context, req planmodifier.SetRequest, resp *planmodifier.SetResponse,
) {
	resp.PlanValue, resp.RequiresReplace = attributeChange[types.Set]{
		at: req.Path, config: req.Config, state: req.State, private: req.Private,
		configured: req.ConfigValue, was: req.StateValue, planned: req.PlanValue,
	}.plan(ctx, m, &resp.Diagnostics)
}
