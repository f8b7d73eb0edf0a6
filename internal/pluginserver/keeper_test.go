package pluginserver_test

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// keeper is a framework that keeps the context of the last RPC, as the real one keeps all of them.
type keeper struct {
	tfprotov6.ProviderServer
	tfprotov6.ActionServer
	tfprotov6.ListResourceServer
	tfprotov6.StateStoreServer

	ctx    context.Context
	during any // what its value was then
}

func (k *keeper) keep(ctx context.Context) { k.ctx, k.during = ctx, ctx.Value(key{}) }

func (k *keeper) ValidateResourceConfig(
	ctx context.Context, _ *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (k *keeper) UpgradeResourceState(
	ctx context.Context, _ *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	k.keep(ctx)
	return &tfprotov6.UpgradeResourceStateResponse{}, nil
}

func (k *keeper) UpgradeResourceIdentity(
	ctx context.Context, _ *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	k.keep(ctx)
	return &tfprotov6.UpgradeResourceIdentityResponse{}, nil
}

func (k *keeper) ReadResource(
	ctx context.Context, _ *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ReadResourceResponse{}, nil
}

func (k *keeper) PlanResourceChange(
	ctx context.Context, _ *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	k.keep(ctx)
	return &tfprotov6.PlanResourceChangeResponse{}, nil
}

func (k *keeper) ApplyResourceChange(
	ctx context.Context, _ *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ApplyResourceChangeResponse{}, nil
}

func (k *keeper) ImportResourceState(
	ctx context.Context, _ *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ImportResourceStateResponse{}, nil
}

func (k *keeper) MoveResourceState(
	ctx context.Context, _ *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	k.keep(ctx)
	return &tfprotov6.MoveResourceStateResponse{}, nil
}

func (k *keeper) GenerateResourceConfig(
	ctx context.Context, _ *tfprotov6.GenerateResourceConfigRequest,
) (*tfprotov6.GenerateResourceConfigResponse, error) {
	k.keep(ctx)
	return &tfprotov6.GenerateResourceConfigResponse{}, nil
}

func (k *keeper) ValidateDataResourceConfig(
	ctx context.Context, _ *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ValidateDataResourceConfigResponse{}, nil
}

func (k *keeper) ReadDataSource(
	ctx context.Context, _ *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ReadDataSourceResponse{}, nil
}

func (k *keeper) CallFunction(
	ctx context.Context, _ *tfprotov6.CallFunctionRequest,
) (*tfprotov6.CallFunctionResponse, error) {
	k.keep(ctx)
	return &tfprotov6.CallFunctionResponse{}, nil
}

func (k *keeper) ValidateEphemeralResourceConfig(
	ctx context.Context, _ *tfprotov6.ValidateEphemeralResourceConfigRequest,
) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	k.keep(ctx)
	return &tfprotov6.ValidateEphemeralResourceConfigResponse{}, nil
}

func (k *keeper) OpenEphemeralResource(
	ctx context.Context, _ *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	k.keep(ctx)
	return &tfprotov6.OpenEphemeralResourceResponse{}, nil
}

func (k *keeper) RenewEphemeralResource(
	ctx context.Context, _ *tfprotov6.RenewEphemeralResourceRequest,
) (*tfprotov6.RenewEphemeralResourceResponse, error) {
	k.keep(ctx)
	return &tfprotov6.RenewEphemeralResourceResponse{}, nil
}

func (k *keeper) CloseEphemeralResource(
	ctx context.Context, _ *tfprotov6.CloseEphemeralResourceRequest,
) (*tfprotov6.CloseEphemeralResourceResponse, error) {
	k.keep(ctx)
	return &tfprotov6.CloseEphemeralResourceResponse{}, nil
}
