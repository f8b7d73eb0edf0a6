package policy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
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
