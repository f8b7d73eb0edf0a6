package pod

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

func TestFromAPI_members(t *testing.T) {
	t.Parallel()
	none := model{}.fromAPI(api.Pod{ID: "p"}, omittedEnv{})
	if none.PublicIP.IsUnknown() || !none.PublicIP.IsNull() || !none.Machine.IsNull() || !none.GPU.IsNull() ||
		!none.PortMappings.IsNull() ||
		!none.Name.IsNull() || !none.ContainerDiskInGB.IsNull() || !none.Env.IsNull() || !none.GPUCount.IsNull() {
		t.Errorf("of nothing: %+v", none.apiModel)
	}
	full := none.fromAPI(api.Pod{
		ID: "p", MachineID: members.Some("m"), Machine: members.Some(api.PodMachine{Location: members.Some("RO"),
			CostPerHr: members.Some(0.4)}),
		GPU: members.Some(api.PodGPU{ID: members.Some("g"), Count: members.Some(int64(2)),
			SecurePrice: members.Some(0.5)}), PublicIP: members.Some("1.2.3.4"),
		PortMappings:  members.Some(map[string]int64{"22": 1022}),
		NetworkVolume: members.Some(api.NetworkVolume{ID: "v"}), TemplateID: members.Some("t"),
		Status: members.Some("STARTING"),
		SSH: members.Some(api.PodSSH{Direct: members.Some(api.SSHAccess{Host: members.Some("h"),
			Port: members.Some(int64(7)), Username: members.Some("u"), Command: members.Some("ssh u@h")})}),
		GlobalNetworkingIP: members.Some("10.0.0.1"), InternalDNS: members.Some("p.internal"),
		CUDAVersion: members.Some("12.8"),
	}, omittedEnv{})
	if full.PublicIP.ValueString() != "1.2.3.4" || full.NetworkVolumeID.ValueString() != "v" ||
		full.TemplateID.ValueString() != "t" ||
		!full.Machine.Attributes()["cost_per_hr"].Equal(types.Float64Value(0.4)) ||
		!full.GPU.Attributes()["secure_price"].Equal(types.Float64Value(0.5)) ||
		!full.PortMappings.Elements()["22"].Equal(types.Int64Value(1022)) || full.Status.ValueString() != "STARTING" ||
		fmt.Sprint(full.SSH) != `{"direct":{"command":"ssh u@h","host":"h","port":7,"username":"u"},"proxy":<null>}` ||
		full.GlobalNetworkingIP.ValueString() != "10.0.0.1" || full.InternalDNS.ValueString() != "p.internal" ||
		full.CUDAVersion.ValueString() != "12.8" {
		t.Errorf("of everything: %+v", full.apiModel)
	}
	// An answer to a write says nothing of machine and volume: they stay. An address that is not named is none.
	later := full.fromAPI(api.Pod{ID: "p"}, omittedEnv{})
	if later.Machine.IsNull() || later.NetworkVolumeID.ValueString() != "v" || !later.PublicIP.IsNull() ||
		!later.PortMappings.IsNull() || !later.Status.IsNull() || !later.SSH.IsNull() ||
		!later.GlobalNetworkingIP.IsNull() || !later.InternalDNS.IsNull() || !later.CUDAVersion.IsNull() {
		t.Errorf("after a write: %+v", later.apiModel)
	}
	unplaced := full.fromAPI(api.Pod{ID: "p", MachineID: members.Some("")}, omittedEnv{})
	if !unplaced.Machine.IsNull() || !unplaced.MachineID.IsNull() {
		t.Errorf("without a machine: %+v", unplaced.apiModel)
	}
}

// Every member of a request has its attribute.
func TestToCreate_everyMember(t *testing.T) {
	t.Parallel()
	ids, set, list := types.StringValue("x"), framework.SetOf("s"), framework.ListOf("l")
	m := model{
		Env: framework.MapOf(map[string]string{"A": "1"}),
		apiModel: apiModel{
			Name: ids, Locked: types.BoolValue(true), ImageName: ids, ContainerDiskInGB: types.Int64Value(1),
			VolumeInGB: types.Int64Value(2), VolumeMountPath: ids,
			Ports: list, DockerEntrypoint: list, DockerStartCmd: list, ContainerRegistryAuthID: ids,
			TemplateID: ids, NetworkVolumeID: ids, Interruptible: types.BoolValue(true), GPUCount: types.Int64Value(3),
			VCPUCount: types.Int64Value(4),
		},
		createOnlyModel: createOnlyModel{
			GlobalNetworking: types.BoolValue(true), ComputeType: ids, CloudType: ids, GPUTypeIDs: list,
			GPUTypePriority: ids, CPUFlavorIDs: list,
			CPUFlavorPriority: ids, DataCenterIDs: set, DataCenterPriority: ids, CountryCodes: set,
			AllowedCUDAVersions: set, MinRAMPerGPU: types.Int64Value(5),
			MinVCPUPerGPU: types.Int64Value(6), MinDiskBandwidthMBps: types.Int64Value(7),
			MinDownloadMbps: types.Int64Value(8), MinUploadMbps: types.Int64Value(9),
			SupportPublicIP: types.BoolValue(true), MinCUDAVersion: ids, StartSSH: types.BoolValue(true),
			StartJupyter: types.BoolValue(true),
		},
	}
	request := m.toCreate(nil)
	for _, part := range []reflect.Value{reflect.ValueOf(request.PodFields), reflect.ValueOf(request.PodPlacement)} {
		for i := range part.NumField() {
			if part.Field(i).IsZero() {
				t.Errorf("%s is not sent", part.Type().Field(i).Name)
			}
		}
	}
	change := m.toUpdate(model{}, policy.Record{})
	for i := range reflect.TypeFor[api.PodFields]().NumField() {
		if name := reflect.TypeFor[api.PodFields]().Field(i).Name; name != "Env" &&
			reflect.ValueOf(change).Field(i).IsZero() {
			t.Errorf("a change of %s is not sent", name)
		}
	}
	if again := m.toUpdate(m, policy.Record{}); !members.IsEmpty(again) {
		t.Errorf("no change is sent as %+v", again)
	}
	if adopted := m.toUpdate(model{}, policy.Record{Imported: true}); !adopted.GlobalNetworking.IsZero() {
		t.Error("what is adopted is sent")
	}
}

func TestToCreate_leavesOut(t *testing.T) {
	t.Parallel()
	m := model{Env: env.None, apiModel: apiModel{TemplateID: types.StringValue("t")},
		createOnlyModel: createOnlyModel{CountryCodes: framework.SetOf(), GPUTypeIDs: none}}
	request := m.toCreate(nil)
	if !request.Env.IsZero() || !request.CountryCodes.IsZero() || !request.GPUTypeIDs.IsZero() {
		t.Errorf("%+v", request)
	}
	if env := m.toCreate(map[string]string{"TOKEN": "1"}).Env.Or(nil); env["TOKEN"] != "1" {
		t.Errorf("%v", env)
	}
}

// Every attribute of the service's own is in one of the lists of what a plan keeps.
func TestSchema_computedAttributesHaveALifetime(t *testing.T) {
	t.Parallel()
	listed := slices.Sorted(slices.Values(slices.Concat(stable, volatileOnReset, volatileOnNetworking,
		namesOnNetworking, volatileOnMove)))
	if want := slices.Sorted(maps.Keys(apiAttributes())); !slices.Equal(listed, want) {
		t.Errorf("listed %v, in the schema %v", listed, want)
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	machine := func(address bool) members.Optional[api.PodMachine] {
		return members.Some(api.PodMachine{SupportPublicIP: members.Some(address)})
	}
	for name, test := range map[string]struct {
		pod       api.Pod
		noAddress bool
		want      bool
	}{
		"new":                   {pod: api.Pod{}},
		"with an address":       {pod: api.Pod{PublicIP: members.Some("1.2.3.4")}, want: true},
		"with an empty address": {pod: api.Pod{PublicIP: members.Some(""), MachineID: members.Some("m")}},
		"on its machine":        {pod: api.Pod{MachineID: members.Some("m"), Machine: machine(true)}},
		"the machine has no addresses": {pod: api.Pod{MachineID: members.Some("m"), Machine: machine(false)},
			want: true},
		"none asked for": {pod: api.Pod{DesiredStatus: members.Some(running)}, noAddress: true,
			want: true},
		"ports without mappings": {
			pod: api.Pod{PublicIP: members.Some("1.2.3.4"),
				PodFields:    api.PodFields{Ports: members.Some([]string{"22/tcp"})},
				PortMappings: members.Null[map[string]int64]()},
		},
		"ports with empty mappings": {
			pod: api.Pod{PublicIP: members.Some("1.2.3.4"),
				PodFields:    api.PodFields{Ports: members.Some([]string{"22/tcp"})},
				PortMappings: members.Some(map[string]int64{})},
		},
		"ports with mappings": {
			pod: api.Pod{PublicIP: members.Some("1.2.3.4"),
				PodFields:    api.PodFields{Ports: members.Some([]string{"22/tcp"})},
				PortMappings: members.Some(map[string]int64{"22": 10022})},
			want: true,
		},
		"mappings are never answered": {pod: api.Pod{PublicIP: members.Some("1.2.3.4"),
			PodFields: api.PodFields{Ports: members.Some([]string{"22/tcp"})}}, want: true},
		"no tcp ports": {
			pod: api.Pod{PublicIP: members.Some("1.2.3.4"),
				PodFields:    api.PodFields{Ports: members.Some([]string{"80/http"})},
				PortMappings: members.Null[map[string]int64]()},
			want: true,
		},
		"stopped by somebody":          {pod: api.Pod{DesiredStatus: members.Some(exited)}, want: true},
		"running, which is not enough": {pod: api.Pod{DesiredStatus: members.Some(running)}},
	} {
		m := model{}
		if test.noAddress {
			m.SupportPublicIP = types.BoolValue(false)
		}
		if got := m.ready(test.pod); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A pod that was restarted is back once it is ready and shows a new start. One that shows none is not waited for as
// long as the timeout lasts.
func TestBack(t *testing.T) {
	t.Parallel()
	state := model{apiModel: apiModel{LastStartedAt: types.StringValue("1"), LastStatusChange: types.StringNull()}}
	ready := func(started string) api.Pod {
		return api.Pod{PublicIP: members.Some("1.2.3.4"), LastStartedAt: members.Some(started)}
	}
	readyAgain := state.readyAgain(state)
	if readyAgain(ready("1")) || readyAgain(api.Pod{LastStartedAt: members.Some("2")}) || !readyAgain(ready("2")) {
		t.Error("back without a new start or an address, or not back with both")
	}
	readyAgain, looks := state.readyAgain(state), 1
	for !readyAgain(ready("1")) {
		looks++
	}
	if looks != maxLooksForRestart+1 { // The first is at the answer.
		t.Errorf("%d looks", looks)
	}
	if !state.readyAgain(state)(api.Pod{DesiredStatus: members.Some(exited), LastStatusChange: members.Some("2"),
		LastStartedAt: members.Some("2")}) {
		t.Error("somebody stopped it, and it is waited for")
	}
}

// Placement in the schema is placement in the request.
func TestPlacement_isWhatTheServiceCannotChange(t *testing.T) {
	t.Parallel()
	if got, want := len(placement), reflect.TypeFor[api.PodPlacement]().NumField(); got != want {
		t.Errorf("%d attributes (%s) for %d members", got, strings.Join(placement, ", "), want)
	}
}

// BenchmarkFromAPI measures what a refresh does with each pod that it has found in a list.
func BenchmarkFromAPI(b *testing.B) {
	list := members.Some([]string{"8888/http", "22/tcp"})
	found := api.Pod{
		ID: "p", MachineID: members.Some("m"), CostPerHr: members.Some(0.69), PublicIP: members.Some("192.0.2.1"),
		Machine:      members.Some(api.PodMachine{Location: members.Some("RO"), CostPerHr: members.Some(0.4)}),
		PortMappings: members.Some(map[string]int64{"22": 10341}), DesiredStatus: members.Some("RUNNING"),
		PodFields: api.PodFields{
			Name: members.Some("fleet-1"), ImageName: members.Some("registry.example.com/a:1"),
			ContainerDiskInGB: members.Some(int64(50)), VolumeInGB: members.Some(int64(20)), Ports: list,
			DockerStartCmd: list, Env: members.Some(map[string]string{"MODEL": "large-v3", "NUMBER": "1"}),
		},
	}
	before := model{}.fromAPI(found, omittedEnv{})
	b.ReportAllocs()
	for b.Loop() {
		before.fromAPI(found, omittedEnv{})
	}
}
