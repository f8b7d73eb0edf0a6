package pluginserver_test

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// rpcsOncePerRun are the RPCs that a run makes once. What they leave behind does not grow.
var rpcsOncePerRun = []string{
	"GetMetadata", "GetProviderSchema", "GetResourceIdentitySchemas", "GetFunctions", "ValidateProviderConfig",
	"ConfigureProvider", "StopProvider",
}

type key struct{}

// Every RPC of the protocol that is made for each object gets a context that carries what the RPC's does while it
// lasts, and nothing of it afterwards.
func TestWrap_contextsLetGo(t *testing.T) {
	t.Parallel()
	rpcs := reflect.TypeFor[tfprotov6.ProviderServer]()
	for i := range rpcs.NumMethod() {
		name := rpcs.Method(i).Name
		if slices.Contains(rpcsOncePerRun, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := &keeper{}
			served, err := pluginserver.Wrap(kept, nil, pluginserver.ShortAnswersOn)
			if err != nil {
				t.Fatal(err)
			}
			rpc := reflect.ValueOf(served).MethodByName(name)
			ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "of the RPC"))
			defer cancel()
			rpc.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.New(rpc.Type().In(1).Elem())})
			if kept.during != "of the RPC" {
				t.Errorf("during the RPC its context had %v", kept.during)
			}
			if got := kept.ctx.Value(key{}); got != nil {
				t.Errorf("after the RPC its context still has %v", got)
			}
			if err := kept.ctx.Err(); !errors.Is(err, context.Canceled) {
				t.Errorf("after the RPC its context has ended with %v", err)
			}
		})
	}
}

func TestWrap_wantsTheWholeFramework(t *testing.T) {
	t.Parallel()
	type less struct{ tfprotov6.ProviderServer } // Actions are hidden by it.
	if _, err := pluginserver.Wrap(less{newFramework(nil)}, nil, pluginserver.ShortAnswersOn); err == nil {
		t.Error("a server without actions was wrapped")
	}
	served, err := pluginserver.Wrap(newFramework(nil), nil, pluginserver.ShortAnswersOn)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := served.(tfprotov6.ActionServer); !ok {
		t.Error("the actions are gone")
	}
	if _, ok := served.(tfprotov6.ListResourceServer); !ok {
		t.Error("the list resources are gone")
	}
	if _, ok := served.(tfprotov6.StateStoreServer); !ok {
		t.Error("the state stores are gone")
	}
}

// foreign is a context of no type that package context knows: it watches one from a goroutine.
type foreign struct{ context.Context }

func (foreign) Value(any) any { return nil }

// What an RPC derives from its context ends with it, whatever type that is of, and has a reason.
func TestWrap_derivedContextsEnd(t *testing.T) {
	t.Parallel()
	var derived context.Context
	served, err := pluginserver.Wrap(newFramework(func(ctx context.Context) {
		var cancel context.CancelFunc
		derived, cancel = context.WithCancel(ctx)
		t.Cleanup(cancel) // Until then it lives on, as the framework's does.
	}), nil, pluginserver.ShortAnswersOn)
	if err != nil {
		t.Fatal(err)
	}
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
	served, err := pluginserver.Wrap(newFramework(func(ctx context.Context) {
		close(reading)
		<-ctx.Done()
	}), nil, pluginserver.ShortAnswersOn)
	if err != nil {
		t.Fatal(err)
	}
	stopWhileReading(t, served, reading) // Or the test times out.
}

// stopWhileReading stops the provider while it answers a ReadResource, and returns when that has ended. The reading
// closes the channel once it is under way.
func stopWhileReading(t *testing.T, served tfprotov6.ProviderServer, reading <-chan struct{}) {
	t.Helper()
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
	<-done
}

// An RPC's loggers, stream and request are about 20 KB: 200 MB in all, were they kept.
func TestWrap_memoryIsFlat(t *testing.T) { //nolint:paralleltest // It measures the heap of the whole process.
	const rpcs, weight, maxGrowth = 10_000, 20 << 10, 20 << 20
	served, err := pluginserver.Wrap(newFramework(func(context.Context) {}), nil, pluginserver.ShortAnswersOn)
	if err != nil {
		t.Fatal(err)
	}
	request := readRequest(t)
	before := heap()
	for range rpcs {
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, make([]byte, weight)))
		if _, err := served.ReadResource(ctx, request); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	if after := heap(); after > before+maxGrowth {
		t.Errorf("%d RPCs left %d MB behind", rpcs, (after-before)>>20)
	}
	runtime.KeepAlive(served)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
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
