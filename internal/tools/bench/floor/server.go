package main

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// floor answers the calls that come for each resource from memory, and needs no configuration. The rest, the schemas
// above all, is the framework's.
type floor struct {
	tfprotov6.ProviderServer
	resources map[string]object
	made      atomic.Int64
}

// object is a resource type as far as a new one has to be made up.
type object struct {
	kind tftypes.Type
	// computed are the attributes that the service has the last word on, with their types.
	computed map[string]tftypes.Type
}

// identity is that of every type here.
var identity = tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}

func newFloor(ctx context.Context, framework tfprotov6.ProviderServer) (*floor, error) {
	schemas, err := framework.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	f := &floor{ProviderServer: framework, resources: map[string]object{}}
	for name, schema := range schemas.ResourceSchemas {
		o := object{kind: schema.ValueType(), computed: map[string]tftypes.Type{}}
		for _, attribute := range schema.Block.Attributes {
			if attribute.Computed {
				o.computed[attribute.Name] = attribute.ValueType()
			}
		}
		f.resources[name] = o
	}
	return f, nil
}

// ConfigureProvider needs no configuration.
func (f *floor) ConfigureProvider(
	context.Context, *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

// ValidateResourceConfig finds every configuration valid.
func (f *floor) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

// UpgradeResourceState gives the state back.
func (f *floor) UpgradeResourceState(
	_ context.Context, q *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return &tfprotov6.UpgradeResourceStateResponse{
		UpgradedState: &tfprotov6.DynamicValue{JSON: q.RawState.JSON},
	}, nil
}

// UpgradeResourceIdentity gives the identity back.
func (f *floor) UpgradeResourceIdentity(
	_ context.Context, q *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return &tfprotov6.UpgradeResourceIdentityResponse{
		UpgradedIdentity: &tfprotov6.ResourceIdentityData{
			IdentityData: &tfprotov6.DynamicValue{JSON: q.RawIdentity.JSON},
		},
	}, nil
}

// ReadResource finds everything as it was.
func (f *floor) ReadResource(
	_ context.Context, q *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{
		NewState: q.CurrentState, Private: q.Private, NewIdentity: q.CurrentIdentity,
	}, nil
}

// PlanResourceChange plans the proposal of core. In a new object, attributes without configuration are unknown.
func (f *floor) PlanResourceChange(
	_ context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	planned := &tfprotov6.PlanResourceChangeResponse{
		PlannedState: q.ProposedNewState, PlannedPrivate: q.PriorPrivate, PlannedIdentity: q.PriorIdentity,
	}
	isNew, err := q.PriorState.IsNull()
	if err != nil || !isNew {
		return planned, err
	}
	o := f.resources[q.TypeName]
	planned.PlannedState, _, err = o.filled(q.ProposedNewState, tftypes.Value.IsNull, func(kind tftypes.Type) any {
		return tftypes.UnknownValue
	})
	return planned, err
}

// ApplyResourceChange returns the planned object, with invented values for the unknown ones.
func (f *floor) ApplyResourceChange(
	_ context.Context, q *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	applied := &tfprotov6.ApplyResourceChangeResponse{
		NewState: q.PlannedState, Private: q.PlannedPrivate, NewIdentity: q.PlannedIdentity,
	}
	isNew, err := q.PriorState.IsNull()
	if err != nil || !isNew {
		return applied, err
	}
	o := f.resources[q.TypeName]
	unknown := func(v tftypes.Value) bool { return !v.IsKnown() }
	var attributes map[string]tftypes.Value
	if applied.NewState, attributes, err = o.filled(q.PlannedState, unknown, f.invented); err != nil {
		return nil, err
	}
	id, found := attributes["id"]
	if !found {
		return applied, nil
	}
	data, err := tfprotov6.NewDynamicValue(identity, tftypes.NewValue(identity, map[string]tftypes.Value{"id": id}))
	applied.NewIdentity = &tfprotov6.ResourceIdentityData{IdentityData: &data}
	return applied, err
}

// invented returns a value that the service could have chosen.
func (f *floor) invented(kind tftypes.Type) any {
	switch {
	case kind.Is(tftypes.String):
		return fmt.Sprintf("floor-%d", f.made.Add(1))
	case kind.Is(tftypes.Number):
		return 0
	case kind.Is(tftypes.Bool):
		return false
	case kind.Is(tftypes.List{}), kind.Is(tftypes.Set{}):
		return []tftypes.Value{}
	case kind.Is(tftypes.Map{}):
		return map[string]tftypes.Value{}
	default:
		return nil
	}
}

// filled returns the object with another value for each of these computed attributes.
func (o object) filled(
	value *tfprotov6.DynamicValue, which func(tftypes.Value) bool, with func(tftypes.Type) any,
) (*tfprotov6.DynamicValue, map[string]tftypes.Value, error) {
	decoded, err := value.Unmarshal(o.kind)
	if err != nil {
		return nil, nil, err
	}
	var attributes map[string]tftypes.Value
	if err := decoded.As(&attributes); err != nil {
		return nil, nil, err
	}
	for name, kind := range o.computed {
		if which(attributes[name]) {
			attributes[name] = tftypes.NewValue(kind, with(kind))
		}
	}
	encoded, err := tfprotov6.NewDynamicValue(o.kind, tftypes.NewValue(o.kind, attributes))
	return &encoded, attributes, err
}
