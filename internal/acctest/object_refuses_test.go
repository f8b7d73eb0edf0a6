package acctest

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// recorder is a test that may fail: it keeps what it failed of.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()        {}
func (r *recorder) Cleanup(func()) {}
func (r *recorder) Failed() bool   { return len(r.failures) > 0 }
func (r *recorder) Error(values ...any) {
	r.failures = append(r.failures, fmt.Sprintln(values...))
}

func (r *recorder) Errorf(format string, values ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, values...))
}

func (r *recorder) Fatal(values ...any) {
	r.Error(values...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, values ...any) {
	r.Errorf(format, values...)
	runtime.Goexit()
}

// changedProvider is a provider whose responses are changed.
type changedProvider struct {
	pluginserver.Server
	planned func(*tfprotov6.PlanResourceChangeRequest, *tfprotov6.PlanResourceChangeResponse)
	applied func(*tfprotov6.ApplyResourceChangeRequest, *tfprotov6.ApplyResourceChangeResponse)
	read    func(*tfprotov6.ReadResourceResponse)
}

func (p *changedProvider) PlanResourceChange(
	ctx context.Context, request *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	response, err := p.Server.PlanResourceChange(ctx, request)
	if p.planned != nil && err == nil {
		p.planned(request, response)
	}
	return response, err
}

func (p *changedProvider) ApplyResourceChange(
	ctx context.Context, request *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	response, err := p.Server.ApplyResourceChange(ctx, request)
	if p.applied != nil && err == nil {
		p.applied(request, response)
	}
	return response, err
}

func (p *changedProvider) ReadResource(
	ctx context.Context, request *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	response, err := p.Server.ReadResource(ctx, request)
	if p.read != nil && err == nil {
		p.read(response)
	}
	return response, err
}

const (
	authType   = "podfleet_container_registry_auth"
	volumeType = "podfleet_network_volume"
	volume     = `resource "podfleet_network_volume" "it" {
  name           = "data"
  size           = 10
  data_center_id = "EU-RO-1"
}`
	auth = `resource "podfleet_container_registry_auth" "it" {
  name                = "hub"
  username            = "bob"
  password_wo         = "hunter2"
  password_wo_version = 1
}`
)

// setter changes an attribute of a value.
type setter func(value *tfprotov6.DynamicValue, name string, to cty.Value)

// change changes what a provider responds.
type change func(*changedProvider, setter)

// planned puts another value of an attribute into plans, and applied into results.
func planned(name string, to cty.Value) change {
	return func(p *changedProvider, set setter) {
		p.planned = func(_ *tfprotov6.PlanResourceChangeRequest, r *tfprotov6.PlanResourceChangeResponse) {
			set(r.PlannedState, name, to)
		}
	}
}

func applied(name string, to cty.Value) change {
	return func(p *changedProvider, set setter) {
		p.applied = func(_ *tfprotov6.ApplyResourceChangeRequest, r *tfprotov6.ApplyResourceChangeResponse) {
			set(r.NewState, name, to)
		}
	}
}

// A test whose provider does what core does not accept fails, and says why.
func TestObject_refuses(t *testing.T) {
	t.Parallel()
	type test struct {
		typeName, config string
		change           change
		steps            func(*Object) // beside an apply
		want             string
	}
	for name, test := range map[string]test{
		"a planned value that is not the configured one": {typeName: volumeType, config: volume,
			change: planned("name", cty.StringVal("other")), want: `core would refuse the plan: name: planned "other", configured "data"`},
		"a planned value where none is configured and none computed": {typeName: authType, config: auth,
			change: planned("name_prefix", cty.StringVal("h")), want: `core would refuse the plan: name_prefix: planned "h" for an attribute that is not computed`},
		"a planned write-only value": {typeName: authType, config: auth,
			change: planned("password_wo", cty.StringVal("hunter2")), want: `core would refuse the plan: password_wo: planned "hunter2" for a write-only attribute`},
		"a final plan that changes what was known": {typeName: volumeType,
			config: strings.Replace(volume, `"data"`, `late("data")`, 1),
			change: func(p *changedProvider, set setter) {
				calls := 0
				p.planned = func(_ *tfprotov6.PlanResourceChangeRequest, r *tfprotov6.PlanResourceChangeResponse) {
					if calls++; calls == 1 {
						set(r.PlannedState, "id", cty.StringVal("known-before"))
					}
				}
			}, want: `core would refuse the final plan: id: planned "known-before", got (unknown)`},
		"another result than was planned": {typeName: volumeType, config: volume,
			change: applied("size", cty.NumberIntVal(11)), want: `core would refuse the result of apply: size: planned 10, got 11`},
		"an unknown value in a result": {typeName: volumeType, config: volume,
			change: applied("id", cty.UnknownVal(cty.String)), want: `core would refuse the state after apply: unknown values are left`},
		"a write-only value in a result": {typeName: authType, config: auth,
			change: applied("password_wo", cty.StringVal("hunter2")), want: `core would refuse the state after apply: password_wo: "hunter2" for a write-only attribute`},
		"no result": {typeName: volumeType, config: volume,
			change: func(p *changedProvider, _ setter) {
				p.applied = func(request *tfprotov6.ApplyResourceChangeRequest, r *tfprotov6.ApplyResourceChangeResponse) {
					r.NewState = request.PriorState
				}
			}, want: `core would refuse the result of apply`},
		"no identity": {typeName: volumeType, config: volume,
			change: func(p *changedProvider, _ setter) {
				p.applied = func(_ *tfprotov6.ApplyResourceChangeRequest, r *tfprotov6.ApplyResourceChangeResponse) {
					r.NewIdentity = nil
				}
			}, want: `core would refuse the identity after apply: the object has no identity`},
		"an identity that changes": {typeName: volumeType, config: volume,
			change: func(p *changedProvider, _ setter) {
				p.read = func(r *tfprotov6.ReadResourceResponse) {
					identity := *r.NewIdentity.IdentityData
					identity.MsgPack = append([]byte{}, identity.MsgPack...)
					identity.MsgPack[len(identity.MsgPack)-1]++
					r.NewIdentity.IdentityData = &identity
				}
			}, want: `core would refuse the identity after refresh: the identity changed`},
		"a difference right after the apply": {typeName: volumeType, config: volume,
			change: func(p *changedProvider, set setter) {
				p.read = func(r *tfprotov6.ReadResourceResponse) { set(r.NewState, "name", cty.StringVal("DATA")) }
			},
			want: `after the apply, and after a refresh, there is something to update:` + "\n" + `  name from "DATA" to "data"`},
		"an object that is there after its destroy": {typeName: volumeType, config: volume,
			change: func(p *changedProvider, _ setter) {
				p.applied = func(request *tfprotov6.ApplyResourceChangeRequest,
					r *tfprotov6.ApplyResourceChangeResponse) {
					if null, err := request.PlannedState.IsNull(); err == nil && null {
						r.NewState = request.PriorState
					}
				}
			}, steps: func(o *Object) { o.Destroy() }, want: `core would refuse the result of apply: planned null, got {`},
		"an import that reads something else": {typeName: volumeType, config: volume, steps: func(o *Object) {
			server, ok := o.Process.server.(*changedProvider)
			if !ok {
				o.Process.t.Fatal("the provider is not one whose responses are changed")
			}
			server.read = func(r *tfprotov6.ReadResourceResponse) {
				state := o.Process.decode(o.schema, r.NewState).AsValueMap()
				state["size"] = cty.NumberIntVal(99)
				r.NewState = o.Process.encode(o.schema, cty.ObjectVal(state))
			}
			o.VerifyImport()
		}, want: `imported with size = 99, and it is 10`},
		"another action": {typeName: volumeType, config: volume, steps: func(o *Object) {
			o.Apply(strings.Replace(volume, "EU-RO-1", "US-TX-3", 1), Update)
		}, want: `the plan is "destroy before create", want "update"; it replaces for [data_center_id]`},
		"no error": {typeName: volumeType, config: volume, steps: func(o *Object) { o.ExpectPlanError(volume, "anything") },
			want: `no error; want one that matches anything`},
		"another error": {typeName: volumeType, config: volume, steps: func(o *Object) {
			o.ExpectPlanError(strings.Replace(volume, "10", "0", 1), "anything else")
		}, want: `want an error that matches anything else; got`},
		"another value": {typeName: volumeType, config: volume, steps: func(o *Object) { o.Expect("size", 11) },
			want: `size is 10, want 11`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Start(t).Process()
			recorded, unchanged := &recorder{TB: t}, p.server
			p.t.TB = recorded
			changed := &changedProvider{Server: unchanged}
			p.server = changed
			if test.change != nil {
				test.change(changed, func(value *tfprotov6.DynamicValue, name string, to cty.Value) {
					schema := p.Schema(test.typeName)
					if decoded := p.decode(schema, value); !decoded.IsNull() {
						members := decoded.AsValueMap()
						members[name] = to
						*value = *p.encode(schema, cty.ObjectVal(members))
					}
				})
			}
			untilItFails(func() {
				o := p.Object(test.typeName)
				o.Apply(test.config, Create)
				if test.steps != nil {
					test.steps(o)
				}
			})
			if got := strings.Join(recorded.failures, "\n"); !strings.Contains(got, test.want) {
				t.Errorf("it fails with %q, want %s", got, test.want)
			}
		})
	}
}

// untilItFails returns once a test with a recorder has ended.
func untilItFails(test func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		test()
	}()
	<-done
}

// A test that goes on with what it did not get fails by itself, at its own line: a panic would take its whole package
// with it, and hide why.
func TestProcess_reportsWhatIsNotThere(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]func(p *Process, failed Instance){
		"read":         func(p *Process, failed Instance) { p.Read(volumeType, failed) },
		"destroy":      func(p *Process, failed Instance) { p.Destroy(volumeType, failed) },
		"plan destroy": func(p *Process, failed Instance) { p.PlanDestroy(volumeType, failed) },
		"attributes":   func(p *Process, _ Instance) { p.Attributes(volumeType, Instance{}.State) },
	} {
		recorded, p := &recorder{TB: t}, Start(t).Process()
		p.t.TB = recorded
		untilItFails(func() { step(p, Instance{State: p.prior(p.Schema(volumeType), Instance{})}) })
		got := strings.Join(recorded.failures, "\n")
		if !strings.HasPrefix(got, "object_refuses_test.go:") ||
			!strings.Contains(got, "what should have made it has failed") {
			t.Errorf("%s: it fails with %q", name, got)
		}
	}
}

// A refresh that writes is not hidden with the other requests of a look at what was applied.
func TestObject_refusesWritesOfARefresh(t *testing.T) {
	t.Parallel()
	env := Start(t)
	recorded, c := &recorder{TB: t}, env.Client()
	env.Unobserved(recorded, func() {
		volume := api.NetworkVolumeCreate{
			NetworkVolumeFields: api.NetworkVolumeFields{Name: members.Some("data"), Size: members.Some(int64(1))},
			DataCenterID:        "EU-RO-1",
		}
		if _, err := c.NetworkVolumes.Create(t.Context(), volume); err != nil {
			t.Error(err)
		}
	})
	got := strings.Join(recorded.failures, "\n")
	if !strings.Contains(got, "a refresh, a plan or an import called CreateNetworkVolume") {
		t.Errorf("it fails with %q", got)
	}
}
