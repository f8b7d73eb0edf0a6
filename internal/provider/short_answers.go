package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// unchanging is a resource whose policies tell, without the framework, which plans change nothing.
type unchanging interface {
	resource.ResourceWithConfigure
	Policies() policy.Table
	Version() int
}

// keeping is an unchanging resource whose plans depend on more than its policies. Keeps reports whether that leaves a
// plan which proposes the state as it is.
type keeping interface {
	Keeps(ctx context.Context, p policy.Proposal) bool
}

// planner is an unchanging resource with its schema.
type planner struct {
	unchanging
	schema schema.Schema
	kind   tftypes.Object
}

// newPlanners returns the unchanging resources by type. A process that only applies never needs them.
func (p *Provider) newPlanners(ctx context.Context, configured framework.Configured) func() map[string]planner {
	return sync.OnceValue(func() map[string]planner {
		all := map[string]planner{}
		for _, newResource := range p.Resources(ctx) {
			r, ok := newResource().(unchanging)
			if !ok {
				continue
			}
			r.Configure(ctx, resource.ConfigureRequest{ProviderData: configured}, &resource.ConfigureResponse{})
			var named resource.MetadataResponse
			r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: framework.TypePrefix}, &named)
			var described resource.SchemaResponse
			r.Schema(ctx, resource.SchemaRequest{}, &described)
			kind, _ := described.Schema.Type().TerraformType(ctx).(tftypes.Object)
			all[named.TypeName] = planner{r, described.Schema, kind}
		}
		return all
	})
}

// IsOfToday implements pluginserver.Planner.
func (p *Provider) IsOfToday(typeName string, version int64, state *tfprotov6.RawState) bool {
	of, found := p.known(typeName)
	var stored map[string]json.RawMessage
	if !found || of.schema.Version != version || json.Unmarshal(state.JSON, &stored) != nil {
		return false
	}
	for name, value := range stored {
		kind, found := of.kind.AttributeTypes[name]
		if !found {
			return false
		}
		if bytes.IndexByte(value, '{') < 0 { // No object, which could have a member that the schema lacks.
			continue
		}
		if _, err := (tfprotov6.RawState{JSON: value}).Unmarshal(kind); err != nil {
			return false
		}
	}
	return true
}

// PlansNothing implements pluginserver.Planner.
func (p *Provider) PlansNothing(
	ctx context.Context, typeName string, config, state *tfprotov6.DynamicValue, private []byte,
) bool {
	of, wanted, was, found := p.planner(typeName, config, state)
	var kept framework.PrivateValues
	if !found || was.IsNull() || len(private) > 0 && json.Unmarshal(private, &kept) != nil {
		return false
	}
	proposal := policy.Proposal{Schema: of.schema, Config: wanted, State: was, Private: kept}
	more, depends := of.unchanging.(keeping)
	return (!depends || more.Keeps(ctx, proposal)) &&
		of.Policies().PlansNothing(ctx, of.Version(), proposal)
}

// Defaults returns the arguments of the configuration of an object that it can do without, as the type's policies say:
// see policy.Table.Defaults.
func (p *Provider) Defaults(ctx context.Context, typeName string, config, state *tfprotov6.DynamicValue) []string {
	of, wanted, was, found := p.planner(typeName, config, state)
	if !found {
		return nil
	}
	return of.Policies().Defaults(ctx, of.Version(), policy.Proposal{Schema: of.schema, Config: wanted, State: was})
}

// planner returns the planner of a type, with two of its values, if the provider is configured.
func (p *Provider) planner(
	typeName string, config, state *tfprotov6.DynamicValue,
) (of planner, wanted, was tftypes.Value, found bool) {
	if of, found = p.known(typeName); !found {
		return of, wanted, was, false
	}
	wanted, errWanted := config.Unmarshal(of.kind)
	was, errWas := state.Unmarshal(of.kind)
	return of, wanted, was, errWanted == nil && errWas == nil
}

// known returns the planner of a type, if it has one and the provider is configured.
func (p *Provider) known(typeName string) (of planner, found bool) {
	if all := p.planners.Load(); all != nil {
		of, found = (*all)()[typeName]
	}
	return of, found
}

// selective is a resource that leaves arguments out of generated configuration.
type selective interface {
	// Superfluous returns arguments of a generated configuration whose meaning another argument has.
	Superfluous(config map[string]tftypes.Value) []string
}

// WithoutSuperfluous implements pluginserver.Planner. If the configuration cannot be decoded, it stays as it is: it is
// complete.
func (p *Provider) WithoutSuperfluous(typeName string, config *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	of, value, _, found := p.planner(typeName, config, config)
	selects, ok := of.unchanging.(selective)
	members := map[string]tftypes.Value{}
	if !found || !ok || value.As(&members) != nil {
		return config
	}
	for _, name := range selects.Superfluous(members) {
		members[name] = tftypes.NewValue(members[name].Type(), nil)
	}
	less, err := tfprotov6.NewDynamicValue(of.kind, tftypes.NewValue(of.kind, members))
	if err != nil {
		return config
	}
	return &less
}
