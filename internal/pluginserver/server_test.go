package pluginserver_test

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"weak"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// rpcsLeftAlone are the RPCs that a run makes once, so that what they leave behind does not grow, and those for which
// the provider has no code.
var rpcsLeftAlone = []string{
	"GetMetadata", "GetProviderSchema", "GetResourceIdentitySchemas", "GetFunctions", "ValidateProviderConfig",
	"ConfigureProvider", "StopProvider", "MoveResourceState", "RenewEphemeralResource",
}

type key struct{}

// Of an RPC that is made for each object, nothing is left when it has ended: its loggers, stream and request are about
// 20 KB, and the framework keeps what it derives from its context.
func TestWrap_contextsLetGo(t *testing.T) {
	t.Parallel()
	served := wrapped(t, nil)
	rpcs := reflect.TypeFor[tfprotov6.ProviderServer]()
	for i := range rpcs.NumMethod() {
		name := rpcs.Method(i).Name
		if slices.Contains(rpcsLeftAlone, name) {
			continue
		}
		rpc := reflect.ValueOf(served).MethodByName(name)
		value := &[64]byte{}
		kept := weak.Make(value)
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, value))
		rpc.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.New(rpc.Type().In(1).Elem())})
		cancel()
		runtime.GC()
		if kept.Value() != nil {
			t.Errorf("%s: its context is still there", name)
		}
	}
	runtime.KeepAlive(served)
}

func TestWrap_wantsTheWholeFramework(t *testing.T) {
	t.Parallel()
	type less struct{ tfprotov6.ProviderServer } // Actions are hidden by it.
	if _, err := pluginserver.Wrap(less{newFramework(nil)}, nil, true); err == nil {
		t.Error("a server without actions was wrapped")
	}
}

// foreign is a context of no type that package context knows: it watches one from a goroutine.
type foreign struct{ context.Context }

func (foreign) Value(any) any { return nil }

// What an RPC derives from its context ends with it, whatever type that is of, and has a reason.
func TestWrap_derivedContextsEnd(t *testing.T) {
	t.Parallel()
	var derived context.Context
	served := wrapped(t, func(ctx context.Context) {
		var cancel context.CancelFunc
		derived, cancel = context.WithCancel(ctx)
		t.Cleanup(cancel) // Until then it lives on, as the framework's does.
	})
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := served.ReadResource(foreign{ctx}, readRequest(t)); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-derived.Done() // Or the test times out.
	if derived.Err() == nil {
		t.Error("the context has ended without a reason")
	}
}

// Ctrl-C reaches an RPC that is under way.
func TestWrap_stopCancels(t *testing.T) {
	t.Parallel()
	reading := make(chan struct{})
	served := wrapped(t, func(ctx context.Context) {
		close(reading)
		<-ctx.Done()
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := served.ReadResource(t.Context(), readRequest(t)); err != nil {
			t.Error(err)
		}
	}()
	<-reading
	if _, err := served.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
		t.Fatal(err)
	}
	<-done // Or the test times out.
}

func wrapped(t *testing.T, read func(context.Context)) pluginserver.Server {
	t.Helper()
	served, err := pluginserver.Wrap(newFramework(read), nil, true)
	if err != nil {
		t.Fatal(err)
	}
	return served
}

// newFramework is the framework's server of a provider with one resource, whose refresh does this.
func newFramework(read func(context.Context)) tfprotov6.ProviderServer {
	return providerserver.NewProtocol6(small{read: read})()
}

func readRequest(t *testing.T) *tfprotov6.ReadResourceRequest {
	t.Helper()
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	state, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, map[string]tftypes.Value{
		"id": tftypes.NewValue(tftypes.String, "1"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.ReadResourceRequest{TypeName: "small_thing", CurrentState: &state}
}

type small struct{ read func(context.Context) }

func (small) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "small"
}
func (small) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse)          {}
func (small) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}
func (small) DataSources(context.Context) []func() datasource.DataSource                        { return nil }
func (s small) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing(s) }}
}

type thing struct{ read func(context.Context) }

func (thing) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_thing"
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{"id": schema.StringAttribute{Computed: true}}}
}
func (thing) Create(context.Context, resource.CreateRequest, *resource.CreateResponse) {}
func (t thing) Read(ctx context.Context, _ resource.ReadRequest, _ *resource.ReadResponse) {
	t.read(ctx)
}
func (thing) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}
func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
