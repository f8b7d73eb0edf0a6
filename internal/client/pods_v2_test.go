package client_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// podService2 returns a service whose clients use version 2, and one of them.
func podService2(t *testing.T, options ...emulator.Options) (*emulatortest.Service, *client.Client) {
	t.Helper()
	s := emulatortest.Start(t, options...)
	s.UseVersion(2)
	return s, s.Client()
}

// gpuPod is a create with what the provider always sends.
func gpuPod(types ...string) api.PodCreate {
	return api.PodCreate{
		PodFields: api.PodFields{
			Name: members.Some("p"), ImageName: members.Some("i:1"), ContainerDiskInGB: members.Some(int64(50)),
			VolumeInGB: members.Some(int64(20)), VolumeMountPath: members.Some("/workspace"),
			Env: members.Some(map[string]string{"A": "1"}), Ports: members.Some([]string{"8888/http", "22/tcp"}),
			DockerEntrypoint: members.Some([]string{}), DockerStartCmd: members.Some([]string{"run", "a b"}),
			GlobalNetworking: members.Some(false), Locked: members.Some(false),
		},
		PodPlacement: api.PodPlacement{
			ComputeType: members.Some("GPU"), CloudType: members.Some("SECURE"), GPUTypeIDs: members.Some(types),
			GPUTypePriority: members.Some("availability"), GPUCount: members.Some(int64(2)),
			DataCenterPriority: members.Some("availability"), MinRAMPerGPU: members.Some(int64(8)),
			MinVCPUPerGPU: members.Some(int64(2)), Interruptible: members.Some(false),
		},
	}
}

func cpuPod(flavors ...string) api.PodCreate {
	in := gpuPod()
	in.PodPlacement = api.PodPlacement{ComputeType: members.Some("CPU"), CPUFlavorIDs: members.Some(flavors),
		VCPUCount: members.Some(int64(4))}
	in.VolumeInGB = members.Some(int64(0))
	return in
}

const l4, a40 = "NVIDIA L4", "NVIDIA A40"

// A create sends every default: what version 2 does without a member is something else.
func TestPodV2_create(t *testing.T) {
	t.Parallel()
	const container = `"image":"i:1","disk":50,"env":{"A":"1"},"ports":["8888/http","22/tcp"],
		"args":"{\"cmd\":[\"run\",\"a b\"]}","name":"p","globalNetworking":false,"startSsh":false,"startJupyter":false`
	for name, test := range map[string]struct {
		in     api.PodCreate
		change func(in *api.PodCreate, s *emulatortest.Service)
		want   string
	}{
		"gpu": {in: gpuPod(l4), want: `{` + container + `,"cloud":"SECURE","gpu":{"id":"NVIDIA L4","count":2},
			"mounts":{"persistent":{"size":20,"path":"/workspace"}}}`},
		"cpu": {in: cpuPod("cpu3c"), change: func(in *api.PodCreate, _ *emulatortest.Service) {
			in.MinRAMPerGPU, in.AllowedCUDAVersions = members.Some(int64(9)), members.Some([]string{"12.8"})
		}, want: `{` + container + `,"cpu":{"id":"cpu3c","vcpuCount":4}}`},
		"constraints": {in: gpuPod(l4), change: func(in *api.PodCreate, _ *emulatortest.Service) {
			in.MinRAMPerGPU, in.MinVCPUPerGPU = members.Some(int64(9)), members.Some(int64(3))
			in.AllowedCUDAVersions = members.Some([]string{"12.8"})
			in.DataCenterIDs = members.Some([]string{"EU-RO-1", "US-TX-3"})
			in.VolumeInGB, in.CloudType = members.Some(int64(0)), members.Some("COMMUNITY")
		}, want: `{` + container + `,"cloud":"COMMUNITY","dataCenterIds":["EU-RO-1","US-TX-3"],
			"gpu":{"id":"NVIDIA L4","count":2,"allowedCudaVersions":["12.8"],"minRamPerGpu":9,"minVcpuCountPerGpu":3}}`},
		"least CUDA version": {in: gpuPod(l4), change: func(in *api.PodCreate, _ *emulatortest.Service) {
			in.MinCUDAVersion = members.Some("12.4")
		}, want: `{` + container + `,"cloud":"SECURE","gpu":{"id":"NVIDIA L4","count":2,"minCudaVersion":"12.4"},
			"mounts":{"persistent":{"size":20,"path":"/workspace"}}}`},
		"network volume": {in: gpuPod(l4), change: func(in *api.PodCreate, s *emulatortest.Service) {
			in.NetworkVolumeID = members.Some(mustCreate(t, s.Client().NetworkVolumes.Create, volumeCalled("v")).ID)
			in.VolumeMountPath = members.Optional[string]{}
		}, want: `{` + container + `,"cloud":"SECURE","gpu":{"id":"NVIDIA L4","count":2},
			"mounts":{"network":[{"volumeId":"VOLUME","path":"/workspace"}]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t)
			if test.change != nil {
				test.change(&test.in, s)
			}
			s.ClearJournal()
			mustCreate(t, c.Pods.Create, test.in)
			s.ExpectSent("CreatePod", strings.Replace(test.want, "VOLUME", test.in.NetworkVolumeID.Or(""), 1))
		})
	}
}

// An answer of version 2 is the same pod as over version 1, as far as both say something.
func TestPodV2_answers(t *testing.T) {
	t.Parallel()
	s, c2 := podService2(t)
	s.UseVersion(1)
	c1 := s.Client()
	onVolume := cpuPod("cpu3c")
	volume := mustCreate(t, c1.NetworkVolumes.Create, volumeCalled("v"))
	onVolume.NetworkVolumeID = members.Some(volume.ID)
	for name, in := range map[string]api.PodCreate{"gpu": gpuPod(l4), "cpu": cpuPod("cpu3c"), "volume": onVolume} {
		for _, by := range []*client.Client{c1, c2} {
			made := mustCreate(t, by.Pods.Create, in)
			one, err1 := c1.Pods.Get(t.Context(), made.ID)
			two, err2 := c2.Pods.Get(t.Context(), made.ID)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			only2 := map[string]bool{"GlobalNetworking": true, "Status": true, "SSH": true, "CUDAVersion": true}
			first, second := reflect.ValueOf(one), reflect.ValueOf(two)
			for _, field := range reflect.VisibleFields(first.Type()) {
				a, b := first.FieldByIndex(field.Index), second.FieldByIndex(field.Index)
				if field.Anonymous || field.Name == "GPU" || field.Name == "Machine" || field.Name == "NetworkVolume" {
					continue
				}
				if !b.IsZero() && !only2[field.Name] && !reflect.DeepEqual(a.Interface(), b.Interface()) {
					t.Errorf("%s: %s is %v over version 1 and %v over version 2", name, field.Name, a, b)
				}
			}
			gpu, machine := two.GPU.Or(api.PodGPU{}), two.Machine.Or(api.PodMachine{})
			if gpu.ID != one.GPU.Or(api.PodGPU{}).ID || gpu.Count != one.GPU.Or(api.PodGPU{}).Count ||
				machine.DataCenterID != one.Machine.Or(api.PodMachine{}).DataCenterID ||
				machine.GPUTypeID != one.Machine.Or(api.PodMachine{}).GPUTypeID ||
				machine.SecureCloud != one.Machine.Or(api.PodMachine{}).SecureCloud ||
				two.NetworkVolume.Or(api.NetworkVolume{}).ID != one.NetworkVolume.Or(api.NetworkVolume{}).ID {
				t.Errorf("%s: %+v\nwant %+v", name, two, one)
			}
			if _, hasSize := two.VolumeInGB.Get(); hasSize != (name == "gpu") { // Over version 1, each can have a size.
				t.Errorf("%s has a volume of %+v", name, two.VolumeInGB)
			}
			if two.Status.Or("") != "RUNNING" || two.PublicIP.Or("") == "" || two.PortMappings.Or(nil)["22"] == 0 ||
				len(two.PortMappings.Or(nil)) != 1 || two.GlobalNetworking != members.Some(false) ||
				!two.TemplateID.IsZero() || two.CostPerHr.Or(0) == 0 || two.MemoryInGB.Or(0) == 0 {
				t.Errorf("%s: %+v", name, two)
			}
		}
	}
}

// An update sends what changed, and the rest of what the service replaces together with it. It sends nothing about a
// volume that the pod does not have.
func TestPodV2_update(t *testing.T) {
	t.Parallel()
	network := func(in *api.PodCreate, id string) { in.NetworkVolumeID = members.Some(id) }
	for name, test := range map[string]struct {
		create func(in *api.PodCreate, volume string)
		change api.PodFields
		want   string // empty for no request
	}{
		"name, lock": {change: api.PodFields{Name: members.Some("q"), Locked: members.Some(true)},
			want: `{"name":"q","locked":true}`},
		"one list of the command": {change: api.PodFields{DockerEntrypoint: members.Some([]string{"sh"})},
			want: `{"args":"{\"entrypoint\":[\"sh\"],\"cmd\":[\"run\",\"a b\"]}"}`},
		"size": {change: api.PodFields{VolumeInGB: members.Some(int64(30))},
			want: `{"mounts":{"persistent":{"size":30,"path":"/workspace"}}}`},
		"path": {change: api.PodFields{VolumeMountPath: members.Some("/data")},
			want: `{"mounts":{"persistent":{"size":20,"path":"/data"}}}`},
		"path of a network volume": {create: network, change: api.PodFields{VolumeMountPath: members.Some("/data")},
			want: `{"mounts":{"network":[{"volumeId":"VOLUME","path":"/data"}]}}`},
		"size beside a network volume": {create: network, change: api.PodFields{VolumeInGB: members.Some(int64(30)),
			Name: members.Some("q")}, want: `{"name":"q"}`},
		"path without a volume": {
			create: func(in *api.PodCreate, _ string) { in.VolumeInGB = members.Some(int64(0)) },
			change: api.PodFields{VolumeMountPath: members.Some("/data")},
		},
		"no credentials": {change: api.PodFields{ContainerRegistryAuthID: members.Some("")}, want: `{"registry":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := podService2(t)
			volume := mustCreate(t, c.NetworkVolumes.Create, volumeCalled("v"))
			in := gpuPod(l4)
			if test.create != nil {
				test.create(&in, volume.ID)
			}
			made := mustCreate(t, c.Pods.Create, in)
			s.ClearJournal()
			if _, err := c.Pods.Update(t.Context(), made.ID, test.change); err != nil {
				t.Fatal(err)
			}
			if test.want == "" {
				s.ExpectWrites()
			} else {
				s.ExpectSent("UpdatePod", strings.Replace(test.want, "VOLUME", volume.ID, 1))
			}
		})
	}
}

// The client applies the filters that version 1's service applies.
func TestPodV2_filters(t *testing.T) {
	t.Parallel()
	s, c2 := podService2(t)
	s.UseVersion(1)
	c1 := s.Client()
	for i, in := range []api.PodCreate{gpuPod(l4), gpuPod(a40), cpuPod("cpu3c"), cpuPod("cpu5g")} {
		in.Name = members.Some(string(rune('a' + i)))
		in.DataCenterIDs = members.Some([]string{[]string{"EU-RO-1", "US-TX-3"}[i%2]})
		made := mustCreate(t, c1.Pods.Create, in)
		if i == 3 {
			if _, err := c1.Pods.Do(t.Context(), made.ID, api.StopPod, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, filter := range []api.PodFilter{
		{}, {ComputeType: "CPU"}, {ComputeType: "GPU"}, {DesiredStatus: "EXITED"}, {DesiredStatus: "RUNNING"},
		{Name: "b"}, {Name: "z"}, {CPUFlavorIDs: []string{"cpu5g", "x"}}, {DataCenterIDs: []string{"US-TX-3"}},
		{GPUTypeIDs: []string{l4}}, {GPUTypeIDs: []string{l4, a40}}, {ImageName: "i:1"}, {ImageName: "i"},
		{NetworkVolumeID: "v"}, {ComputeType: "CPU", DesiredStatus: "RUNNING"},
	} {
		names := func(c *client.Client) []string {
			all, err := c.Pods.List(t.Context(), filter)
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, p := range all {
				found = append(found, p.Name.Or(""))
			}
			slices.Sort(found)
			return found
		}
		if one, two := names(c1), names(c2); !slices.Equal(one, two) {
			t.Errorf("%+v: %v over version 1, %v over version 2", filter, one, two)
		}
	}
}

// A start of what runs and a stop of what is stopped succeed, as over version 1, and so does an action whose answer was
// lost: the service answers the second request with 409.
func TestPodV2_actions(t *testing.T) {
	t.Parallel()
	s, c := podService2(t)
	id := mustCreate(t, c.Pods.Create, gpuPod(l4)).ID
	expect := func(pod api.Pod, err error, status string, operations ...string) {
		t.Helper()
		if err != nil || pod.DesiredStatus.Or("") != status {
			t.Errorf("%v %v", pod.DesiredStatus, err)
		}
		s.ExpectRequests(operations...)
	}
	s.ClearJournal()
	pod, err := c.Pods.Do(t.Context(), id, api.StartPod, 0)
	expect(pod, err, "RUNNING", "StartPod", "GetPod")
	pod, err = c.Pods.Do(t.Context(), id, api.StopPod, 0)
	expect(pod, err, "EXITED", "StopPod")
	pod, err = c.Pods.Do(t.Context(), id, api.StopPod, 0)
	expect(pod, err, "EXITED", "StopPod", "GetPod")
	s.SetFaults(emulator.Fault{Operation: "StartPod", Kind: emulator.FaultResetAfter, Count: 1},
		emulator.Fault{Operation: "StopPod", Kind: emulator.FaultResetAfter, Count: 1})
	pod, err = c.Pods.Do(t.Context(), id, api.StartPod, 0)
	expect(pod, err, "RUNNING", "StartPod", "StartPod", "GetPod")
	pod, err = c.Pods.Do(t.Context(), id, api.StopPod, 0)
	expect(pod, err, "EXITED", "StopPod", "StopPod", "GetPod")
	pod, err = c.Pods.Do(t.Context(), id, api.StartPod, 0)
	expect(pod, err, "RUNNING", "StartPod")
	pod, err = c.Pods.Do(t.Context(), id, api.ResetPod, 0)
	expect(pod, err, "RUNNING", "RestartPod")
	if _, err := c.Pods.Do(t.Context(), id, api.StopPod, 0); err != nil {
		t.Fatal(err)
	}
	s.ClearJournal()
	var rejected *transport.Error
	_, err = c.Pods.Do(t.Context(), id, api.RestartPod, 0)
	if !errors.As(err, &rejected) || rejected.Status != http.StatusConflict {
		t.Errorf("the restart of a stopped pod: %v", err)
	}
	s.ExpectRequests("RestartPod", "GetPod")
}

// A start or stop whose failed response leaves its outcome open has succeeded if the pod shows it. One that has not
// taken effect is sent once more, and fails after that.
func TestPod_actionsOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		kind   string
		status int
		times  int // of the fault; 0 is all requests
		// over are the requests over each version; * is the action.
		over  [2][]string
		fails bool
	}{
		"500 after acting":   {emulator.FaultStatusAfter, 500, 1, [2][]string{{"*", "GetPod"}, {"*", "*", "GetPod"}}, false},
		"408 after acting":   {emulator.FaultStatusAfter, 408, 1, [2][]string{{"*", "GetPod"}, {"*", "GetPod"}}, false},
		"500 without acting": {emulator.FaultStatus, 500, 1, [2][]string{{"*", "GetPod", "*"}, {"*", "*"}}, false},
		"408 without acting": {emulator.FaultStatus, 408, 1, [2][]string{{"*", "GetPod", "*"}, {"*", "GetPod", "*"}}, false},
		"500 for ever": {emulator.FaultStatus, 500, 0,
			[2][]string{{"*", "GetPod", "*", "GetPod"}, {"*", "*", "*", "GetPod"}}, true},
		"rejected": {emulator.FaultStatus, 400, 0, [2][]string{{"*"}, {"*"}}, true},
	} {
		for i, requests := range test.over {
			s := emulatortest.Start(t)
			if i == 1 {
				s.UseVersion(2)
			}
			c := s.Client()
			made := mustCreate(t, c.Pods.Create, gpuPod(l4))
			for _, action := range []struct {
				name, status string
				do           api.PodAction
			}{{"StopPod", "EXITED", api.StopPod}, {"StartPod", "RUNNING", api.StartPod}} {
				s.ClearJournal()
				s.SetFaults(emulator.Fault{Operation: action.name, Kind: test.kind, Status: test.status, Count: test.times})
				pod, err := c.Pods.Do(t.Context(), made.ID, action.do, 0)
				if (err != nil) != test.fails || err == nil && pod.DesiredStatus.Or("") != action.status {
					t.Errorf("version %d, %s, %s: %v %v", i+1, name, action.name, pod.DesiredStatus, err)
				}
				var got []string
				for _, call := range s.Requests() {
					got = append(got, strings.Replace(call.Operation, action.name, "*", 1))
				}
				if !slices.Equal(got, requests) {
					t.Errorf("version %d, %s, %s: %v, want %v", i+1, name, action.name, got, requests)
				}
				s.SetFaults()
				if _, err := c.Pods.Do(t.Context(), made.ID, action.do, 0); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// A pod that still starts is one that is to run, and has no address yet.
func TestPodV2_states(t *testing.T) {
	t.Parallel()
	s, c := podService2(t, emulator.Options{PodStartDelay: time.Minute})
	made := mustCreate(t, c.Pods.Create, gpuPod(l4))
	for _, want := range []string{"PROVISIONING", "STARTING", "RUNNING"} {
		pod, err := c.Pods.Get(t.Context(), made.ID)
		if err != nil || pod.Status.Or("") != want || pod.DesiredStatus.Or("") != "RUNNING" ||
			(pod.PublicIP.Or("") != "") != (want == "RUNNING") {
			t.Errorf("%s: %+v %v", want, pod, err)
		}
		if want == "STARTING" { // A restart has nothing to do.
			if _, err := c.Pods.Do(t.Context(), made.ID, api.RestartPod, 0); err != nil {
				t.Error(err)
			}
		}
		s.Advance(30 * time.Second)
	}
}

// A pod that the service shows as TERMINATED is deleted: if no list has it either, it is gone.
func TestPodV2_terminated(t *testing.T) {
	t.Parallel()
	const answered = `{"id":"p1","name":"p","status":"TERMINATED","actions":[],"cloud":"SECURE"}`
	s := serve(t, answer{status: http.StatusOK, body: answered},
		answer{status: http.StatusOK, body: `{"pods":[` + answered + `,{"id":"p2","status":"RUNNING"}]}`},
		answer{status: http.StatusOK, body: `{"pods":[` + answered + `]}`})
	c := newClient(t, s.URL+"/management/v2", func(config *client.Config) { config.SeparateReads = true })
	if _, err := c.Pods.Read(t.Context(), "p1", nil); !fleet.IsGone(err) {
		t.Error(err)
	}
	all, err := c.Pods.ListAll(t.Context())
	if text, _ := json.Marshal(all); err != nil || len(all) != 0 {
		t.Errorf("%s %v", text, err)
	}
}
