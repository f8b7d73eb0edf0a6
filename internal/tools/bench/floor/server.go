package main

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

// floor answers the calls that come for each resource from memory, and needs no configuration. The rest, the schemas
// above all, is the framework's.
type floor struct {
	tfprotov6.ProviderServer
	schemas map[string]*tfprotov6.Schema
	made    atomic.Int64
}

func newFloor(ctx context.Context, framework tfprotov6.ProviderServer) (*floor, error) {
	schemas, err := framework.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	return &floor{ProviderServer: framework, schemas: schemas.ResourceSchemas}, nil
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
	planned.PlannedState, err = f.changed(q.TypeName, q.ProposedNewState, func(attributes map[string]cty.Value) {
		for _, attribute := range f.schemas[q.TypeName].Block.Attributes {
			if value := attributes[attribute.Name]; attribute.Computed && value.IsNull() {
				attributes[attribute.Name] = cty.UnknownVal(value.Type())
			}
		}
	})
	return planned, err
}

// ApplyResourceChange returns the planned object, with an invented id, and null for the other unknown values.
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
	id := fmt.Sprintf("floor-%d", f.made.Add(1))
	applied.NewState, err = f.changed(q.TypeName, q.PlannedState, func(attributes map[string]cty.Value) {
		for name, value := range attributes {
			if !value.IsKnown() {
				attributes[name] = cty.NullVal(value.Type())
			}
		}
		attributes["id"] = cty.StringVal(id)
	})
	applied.NewIdentity = &tfprotov6.ResourceIdentityData{
		IdentityData: &tfprotov6.DynamicValue{JSON: fmt.Appendf(nil, `{"id":%q}`, id)},
	}
	return applied, err
}

// changed returns an object with other attributes.
func (f *floor) changed(
	typeName string, value *tfprotov6.DynamicValue, change func(attributes map[string]cty.Value),
) (*tfprotov6.DynamicValue, error) {
	decoded, err := core.Decode(f.schemas[typeName], value)
	if err != nil {
		return nil, err
	}
	attributes := decoded.AsValueMap()
	change(attributes)
	return core.Encode(f.schemas[typeName], cty.ObjectVal(attributes))
}
