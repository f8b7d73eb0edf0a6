// Package planmodifiers holds plan modifiers that read as a sentence in a schema.
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

// CreateOnlyString is for an attribute that the service takes at creation, cannot
// change, and never returns. A change replaces. But after an import the state
// knows nothing of it, and that is no reason to destroy what was imported: the
// configured value is adopted, in place, with a warning that it was not checked.
func CreateOnlyString() planmodifier.String { return createOnly{} }

// CreateOnlyInt64 is CreateOnlyString for whole numbers.
func CreateOnlyInt64() planmodifier.Int64 { return createOnly{} }

// CreateOnlyBool is CreateOnlyString for booleans.
func CreateOnlyBool() planmodifier.Bool { return createOnly{} }

// Default is what an attribute is if nothing is configured. It may depend on the
// rest of the configuration, and be unknown for as long as that is: or for good,
// if only the service knows.
type Default func(ctx context.Context, config tfsdk.Config) attr.Value

// Always is a default that depends on nothing.
func Always(value attr.Value) Default {
	return func(context.Context, tfsdk.Config) attr.Value { return value }
}

// CreateOnlyStringOr is CreateOnlyString for an Optional and Computed attribute
// with a default. The default stands in at creation; an import leaves null what
// is not returned, and null it stays until it is configured. What an import
// brought, and what nobody ever configured, stays as it is; what was configured
// and is no longer goes back to the default: see framework.Owned.
func CreateOnlyStringOr(byDefault Default) planmodifier.String {
	return createOnly{byDefault: byDefault}
}

// CreateOnlyInt64Or is CreateOnlyStringOr for whole numbers.
func CreateOnlyInt64Or(byDefault Default) planmodifier.Int64 { return createOnly{byDefault: byDefault} }

// CreateOnlyBoolOr is CreateOnlyStringOr for booleans.
func CreateOnlyBoolOr(byDefault Default) planmodifier.Bool { return createOnly{byDefault: byDefault} }

// CreateOnlyListOr is CreateOnlyStringOr for lists.
func CreateOnlyListOr(byDefault Default) planmodifier.List { return createOnly{byDefault: byDefault} }

// CreateOnlySetOr is CreateOnlyStringOr for sets.
func CreateOnlySetOr(byDefault Default) planmodifier.Set { return createOnly{byDefault: byDefault} }

// Shown is what the state shows that the object got of what was asked for: null where the service's answer shows nothing.
type Shown func(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) types.String

// CreateOnlyStringShown is CreateOnlyStringOr for what the service never returns, and shows all the same: see Judge.
func CreateOnlyStringShown(byDefault Default, shown Shown) planmodifier.String {
	return createOnly{byDefault: byDefault, shown: shown}
}

// CreateOnlyListShown is CreateOnlyStringShown for a list of what will do.
func CreateOnlyListShown(byDefault Default, shown Shown) planmodifier.List {
	return createOnly{byDefault: byDefault, shown: shown}
}

// CreateOnlySetShown is CreateOnlyListShown for sets.
func CreateOnlySetShown(byDefault Default, shown Shown) planmodifier.Set {
	return createOnly{byDefault: byDefault, shown: shown}
}

type createOnly struct {
	byDefault Default
	// shown is nil where the service does not show what the object got either.
	shown Shown
}

func (createOnly) Description(context.Context) string {
	return "A change replaces the object, but for the first value after an import, which is adopted as it is."
}

func (m createOnly) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// Adopts reports whether a change of such an attribute is taken over in place
// instead of replacing: it was null, and only an import leaves it so. An attribute
// with a default (withDefault) is never null otherwise; without one it takes the
// mark of the import to tell.
func Adopts(wasNull, imported, withDefault bool) bool { return wasNull && (imported || withDefault) }

// situation is what all kinds of request have in common.
type situation struct {
	at      path.Path
	config  tfsdk.Config
	state   tfsdk.State
	private interface {
		GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	}
}

// decide returns what to plan, and whether that replaces the object.
func decide[V attr.Value](ctx context.Context, m createOnly, s situation, configured, was, planned V, diags *diag.Diagnostics) (V, bool) {
	if configured.IsNull() && m.byDefault != nil {
		planned = unconfigured(ctx, m, s, was, planned, diags)
	}
	if s.state.Raw.IsNull() || planned.Equal(was) {
		return planned, false
	}
	imported, found := framework.Imported(ctx, s.private)
	diags.Append(found...)
	var shown types.String
	if m.shown != nil {
		shown = m.shown(ctx, s.state, diags)
	}
	switch Judge(was, planned, shown, imported, m.byDefault != nil) {
	case Replaces:
		return planned, true
	case AdoptedUnchecked:
		framework.WarnAdopted(s.at, "replaces the object", diags)
	case Agrees, AdoptedContradicting: // Of the contradiction the entity warns, which knows what to call the object.
	}
	return planned, false
}

// unconfigured is the value of an attribute with a default that is not configured.
func unconfigured[V attr.Value](ctx context.Context, m createOnly, s situation, was, planned V, diags *diag.Diagnostics) V {
	value := m.byDefault(ctx, s.config)
	byDefault, ok := value.(V)
	if !ok {
		diags.AddAttributeError(s.at, "Wrong default", "The default has another type than the attribute. This is a bug in the provider; please report it.")
		return planned
	}
	if s.state.Raw.IsNull() {
		return byDefault
	}
	owned, found := framework.Owned(ctx, s.private, s.at.String())
	diags.Append(found...)
	if !owned || was.IsNull() || byDefault.IsUnknown() {
		return was
	}
	return byDefault
}

func (m createOnly) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	resp.PlanValue, resp.RequiresReplace = decide(ctx, m, situation{req.Path, req.Config, req.State, req.Private},
		req.ConfigValue, req.StateValue, req.PlanValue, &resp.Diagnostics)
}

func (m createOnly) PlanModifyInt64(ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response) {
	resp.PlanValue, resp.RequiresReplace = decide(ctx, m, situation{req.Path, req.Config, req.State, req.Private},
		req.ConfigValue, req.StateValue, req.PlanValue, &resp.Diagnostics)
}

func (m createOnly) PlanModifyBool(ctx context.Context, req planmodifier.BoolRequest, resp *planmodifier.BoolResponse) {
	resp.PlanValue, resp.RequiresReplace = decide(ctx, m, situation{req.Path, req.Config, req.State, req.Private},
		req.ConfigValue, req.StateValue, req.PlanValue, &resp.Diagnostics)
}

func (m createOnly) PlanModifyList(ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	resp.PlanValue, resp.RequiresReplace = decide(ctx, m, situation{req.Path, req.Config, req.State, req.Private},
		req.ConfigValue, req.StateValue, req.PlanValue, &resp.Diagnostics)
}

func (m createOnly) PlanModifySet(ctx context.Context, req planmodifier.SetRequest, resp *planmodifier.SetResponse) {
	resp.PlanValue, resp.RequiresReplace = decide(ctx, m, situation{req.Path, req.Config, req.State, req.Private},
		req.ConfigValue, req.StateValue, req.PlanValue, &resp.Diagnostics)
}
