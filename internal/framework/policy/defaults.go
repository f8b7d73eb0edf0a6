package policy

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

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
