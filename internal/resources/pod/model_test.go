package pod

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

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
		"without a runtime, over version 2": {pod: api.Pod{Status: members.Some(running),
			PodFields: api.PodFields{Ports: members.Some([]string{"22/tcp"})}}},
		"with its ports, over version 2": {pod: api.Pod{Status: members.Some(running),
			PodFields:    api.PodFields{Ports: members.Some([]string{"22/tcp"})},
			PortMappings: members.Some(map[string]int64{"22": 10022})}, want: true},
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
	// After a reset by values, only a pod with something to answer needs that sign.
	state.DesiredStatus, state.WaitForReady = types.StringValue(running), types.BoolValue(true)
	for _, check := range []types.Object{types.ObjectNull(nil), types.ObjectUnknown(nil)} {
		state.ReadyCheck = check
		last := ready("1")
		again, waits := effects{resetBy: []string{"image_name"}}.readiness(state, state, last)
		if waits == check.IsNull() || again(last) != check.IsNull() {
			t.Errorf("with the check %s: %v", check, waits)
		}
	}
}

// Placement in the schema is placement in the request.
func TestPlacement_isWhatTheServiceCannotChange(t *testing.T) {
	t.Parallel()
	if got, want := len(placementAttributes()), reflect.TypeFor[api.PodPlacement]().NumField(); got != want {
		t.Errorf("%d attributes for %d members", got, want)
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
