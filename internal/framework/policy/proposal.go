package policy

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Proposal is a plan that proposes the state of an object that exists.
type Proposal struct {
	Schema        schema.Schema
	Config, State tftypes.Value
	Private       framework.PrivateReader
}

// PlansNothing reports whether the plan is the state: the object has what is configured, and what the rows give the
// attributes that are not. It is false if a row cannot tell: an attribute has no default, or an unknown one. It is
// false too for a state that a later version of the management interface has written.
func (t Table) PlansNothing(ctx context.Context, version int, p Proposal) bool {
	record, diags := Load(ctx, p.Private)
	kind := p.Schema.Type()
	config, state := decode(ctx, kind, p.Config, &diags), decode(ctx, kind, p.State, &diags)
	if diags.HasError() || record.Over > version {
		return false
	}
	all := Facts{Record: record, Version: version, exists: true, config: config, state: state, planned: state}
	for name, attribute := range p.Schema.Attributes {
		if isSettable := attribute.IsOptional() || attribute.IsRequired(); isSettable && !t.stays(all.Of(name)) {
			return false
		}
	}
	return true
}

// stays reports whether the plan of an attribute that can be configured is the state's value.
func (t Table) stays(f Facts) bool {
	if !f.Configured.IsNull() {
		return f.Configured.Equal(f.Was) // Never for a write-only one.
	}
	value, decides := t.Rows[f.Name].planned(f, t.IsOther)
	if !decides {
		return f.Was.IsNull()
	}
	return value != nil && value.Equal(f.Was)
}

// Defaults returns the attributes that the configuration of an object can do without, sorted: a new object gets the
// same values if they are not configured. Where the service would choose, that is an empty list: it asks for nothing.
// Attributes of another kind of object are among them.
func (t Table) Defaults(ctx context.Context, version int, p Proposal) (names []string) {
	var diags diag.Diagnostics
	kind := p.Schema.Type()
	config, state := decode(ctx, kind, p.Config, &diags), decode(ctx, kind, p.State, &diags)
	if diags.HasError() {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(config)) {
		without := maps.Clone(config)
		without[name] = types.StringNull()
		row, created := t.Rows[name], Facts{Version: version, config: without, state: state, planned: state}.Of(name)
		value, decides := row.planned(created, t.IsOther)
		isSame := value != nil && (value.Equal(config[name]) || t.isSame(name, value, config[name]))
		isChosen := (value == nil || value.IsUnknown()) && framework.IsEmpty(config[name])
		if decides && (isSame || isChosen) || row.Only != "" && t.IsOther(created, row.Only) {
			names = append(names, name)
		}
	}
	return names
}
