// Package pluginserver stands between the plugin protocol and the framework. Planning 1,000 unchanged objects
// (Terraform 1.11, two cores, no latency) cost the provider 11.8 s of CPU and 175 MB before it, and 4.3 s and 58 MB
// with the first three of these:
//
//   - Logging. Framework and protocol render every trace line to standard error, whether the user asked for logs or
//     not: 45 % of the CPU. See disableLogs.
//   - Memory. Framework 1.19 keeps what belongs to an RPC, about 20 KB, until the provider stops. See detached.
//   - Garbage collection. The process lives for seconds and throws 1.8 MB away for each object. See tuneCollector.
//   - Short answers. Where a plan changes nothing, the framework is not asked. See answering. Of the CPU of a plan of
//     1,001 objects, of 5 to 55 attributes, the first three leave 0.44, and short answers 0.20. A server that only
//     echoes leaves 0.03.
package pluginserver

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Serve serves a provider to the CLI that has started this process, until that is done with it. Under a debugger
// (debug) it prints how a CLI can attach instead. It changes settings of the whole process: main calls it, once.
func Serve(address string, debug bool, newProvider func() provider.Provider) error {
	if err := disableLogs(os.Environ(), os.Setenv); err != nil {
		return err
	}
	tuneCollector(os.LookupEnv)
	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	} else {
		exitWithParent(os.Getppid, time.Sleep, func() { os.Exit(1) })
	}
	mode, err := shortAnswersFrom(os.Getenv)
	if err != nil {
		return err
	}
	served, err := New(newProvider(), mode)
	if err != nil {
		return err
	}
	return tf6server.Serve(address, func() tfprotov6.ProviderServer { return served }, options...)
}

// New returns the server of a provider.
func New(p provider.Provider, mode ShortAnswers) (tfprotov6.ProviderServer, error) {
	planner, _ := p.(Planner)
	return Wrap(providerserver.NewProtocol6(p)(), planner, mode)
}

// whole holds all that the framework serves. Actions, list resources and state stores are interfaces of their own: a
// wrapper without them would have none.
type whole interface {
	tfprotov6.ProviderServer
	tfprotov6.ActionServer
	tfprotov6.ListResourceServer
	tfprotov6.StateStoreServer
}

// server hands each RPC on with a context of its own. Those with a stream (InvokeAction, ListResource and the state
// stores' transfers) go on after the method has returned, so they keep theirs; and what a run does once is left alone.
type server struct {
	whole
	generator Generator // nil: the framework's configurations stay as they are
	// kinds are the types of states by type of resource. They are asked for once, and only when they are needed.
	kinds func() map[string]tftypes.Type
}

// Wrap returns the framework's server such that an RPC that has ended leaves nothing behind. It does not call the
// framework if the planner knows that a plan changes nothing; nil knows nothing.
func Wrap(
	framework tfprotov6.ProviderServer, planner Planner, mode ShortAnswers,
) (tfprotov6.ProviderServer, error) {
	all, ok := framework.(whole)
	if !ok {
		return nil, errors.New("the framework's server lacks actions, list resources or state stores")
	}
	generator, _ := planner.(Generator)
	served := server{all, generator, sync.OnceValue(func() map[string]tftypes.Type { return kindsOf(all) })}
	if mode == ShortAnswersOff || planner == nil {
		return served, nil
	}
	return answering{served, planner, mode == ShortAnswersCompared}, nil
}

// kindsOf asks for the schemas. Without an answer it knows no type.
func kindsOf(framework whole) map[string]tftypes.Type {
	kinds := map[string]tftypes.Type{}
	answer, err := framework.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return kinds
	}
	for name, schema := range answer.ResourceSchemas {
		kinds[name] = schema.ValueType()
	}
	return kinds
}

func (s server) ValidateResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return call(ctx, q, s.whole.ValidateResourceConfig)
}

func (s server) UpgradeResourceState(
	ctx context.Context, q *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return call(ctx, q, s.whole.UpgradeResourceState)
}

func (s server) UpgradeResourceIdentity(
	ctx context.Context, q *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return call(ctx, q, s.whole.UpgradeResourceIdentity)
}

func (s server) ReadResource(
	ctx context.Context, q *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return call(ctx, q, s.whole.ReadResource)
}

func (s server) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return call(ctx, q, s.whole.PlanResourceChange)
}

func (s server) ApplyResourceChange(
	ctx context.Context, q *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return call(ctx, q, s.whole.ApplyResourceChange)
}

func (s server) ImportResourceState(
	ctx context.Context, q *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	return call(ctx, q, s.whole.ImportResourceState)
}

func (s server) MoveResourceState(
	ctx context.Context, q *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	return call(ctx, q, s.whole.MoveResourceState)
}

func (s server) ValidateDataResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return call(ctx, q, s.whole.ValidateDataResourceConfig)
}

func (s server) ReadDataSource(
	ctx context.Context, q *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	return call(ctx, q, s.whole.ReadDataSource)
}

func (s server) CallFunction(
	ctx context.Context, q *tfprotov6.CallFunctionRequest,
) (*tfprotov6.CallFunctionResponse, error) {
	return call(ctx, q, s.whole.CallFunction)
}

func (s server) ValidateEphemeralResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateEphemeralResourceConfigRequest,
) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return call(ctx, q, s.whole.ValidateEphemeralResourceConfig)
}

func (s server) OpenEphemeralResource(
	ctx context.Context, q *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return call(ctx, q, s.whole.OpenEphemeralResource)
}

func (s server) RenewEphemeralResource(
	ctx context.Context, q *tfprotov6.RenewEphemeralResourceRequest,
) (*tfprotov6.RenewEphemeralResourceResponse, error) {
	return call(ctx, q, s.whole.RenewEphemeralResource)
}

func (s server) CloseEphemeralResource(
	ctx context.Context, q *tfprotov6.CloseEphemeralResourceRequest,
) (*tfprotov6.CloseEphemeralResourceResponse, error) {
	return call(ctx, q, s.whole.CloseEphemeralResource)
}
