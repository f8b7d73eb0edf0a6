package account_test

import (
	"maps"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// A pod gets what its template has, and its own input over that. Later changes of the template do not reach it.
func TestPod_inherits(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	template := e.template(t, account.TemplateCreate{TemplateUpdate: account.TemplateUpdate{
		ImageName: ptr("of the template"), Env: &map[string]string{"A": "1", "B": "1"}, Ports: &[]string{"1/tcp"},
		ContainerDiskInGb: ptr(7), DockerStartCmd: &[]string{"c"},
	}})
	p := e.pod(t, account.PodCreate{TemplateID: &template.ID, PodUpdate: account.PodUpdate{
		Env: &map[string]string{"B": "2"}, ContainerDiskInGb: ptr(8),
	}})
	if p.ImageName != "of the template" || p.ContainerDiskInGb != 8 ||
		p.Ports[0] != "1/tcp" || p.DockerStartCmd[0] != "c" {
		t.Errorf("%+v", p)
	}
	if want := map[string]string{"A": "1", "B": "2"}; !maps.Equal(p.Env, want) {
		t.Errorf("env %v, not %v", p.Env, want)
	}
	if want := map[string]string{"A": "1", "B": "1"}; !maps.Equal(template.Env, want) {
		t.Errorf("the template's env became %v", template.Env)
	}
	_, _, err := e.UpdateTemplate(template.ID, account.TemplateUpdate{ImageName: ptr("later")}, e.Now())
	if err != nil {
		t.Fatal(err)
	}
	if p, err := e.Pods.Find(p.ID); err != nil || p.ImageName != "of the template" {
		t.Errorf("later: %+v, %v", p, err)
	}
}

func TestPod_machine(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	volume := e.volume(t, 1, "US-KS-2")
	gpus := &[]string{"NVIDIA L4", "NVIDIA A40"}
	custom := ptr("custom")

	p := e.pod(t, account.PodCreate{NetworkVolumeID: &volume.ID, MachineRequest: account.MachineRequest{
		GpuTypeIDs: gpus, GpuTypePriority: custom, GpuCount: ptr(2), MinRAMPerGPU: ptr(60),
	}})
	if p.Machine.DataCenterID != "US-KS-2" || p.Machine.Location != "US" || p.Gpu.ID != "NVIDIA L4" ||
		p.CPUFlavorID != "" {
		t.Errorf("%+v", p)
	}
	if p.CostPerHr != 0.86 || p.MemoryInGb != 120 || p.VcpuCount != 24 { // 2 × 0.43, 2 × 60, 2 × 12
		t.Errorf("%v USD, %d GB, %d vCPUs", p.CostPerHr, p.MemoryInGb, p.VcpuCount)
	}
	p = e.pod(t, account.PodCreate{ComputeType: ptr("CPU"), MachineRequest: account.MachineRequest{
		GpuCount: ptr(99), CPUFlavorIDs: &[]string{"cpu3g"}, VcpuCount: ptr(4), CountryCodes: &[]string{"JP"},
	}})
	if p.Gpu != nil || p.CPUFlavorID != "cpu3g" || p.VcpuCount != 4 || p.MemoryInGb != 16 || p.CostPerHr != 0.16 ||
		p.Machine.DataCenterID != "AP-JP-1" || p.Machine.GpuTypeID != "unknown" {
		t.Errorf("%+v", p)
	}
	spot := e.pod(t, account.PodCreate{
		CloudType: ptr("COMMUNITY"), Interruptible: ptr(true),
		MachineRequest: account.MachineRequest{GpuTypeIDs: &[]string{"NVIDIA L4"}},
	})
	if spot.CostPerHr != spot.Gpu.CommunitySpotPrice || spot.PublicIP != nil || len(spot.PortMappings) > 0 {
		t.Errorf("a spot pod in the community cloud: %+v", spot)
	}

	const (
		noMachine = "the machines do not have the resources to deploy the pod"
		noPlace   = "there are no instances currently available in these places"
	)
	outOfReach := `networkVolumeId "` + volume.ID + `" is in US-KS-2, which is none of dataCenterIds`
	on := func(in account.MachineRequest) account.PodCreate { return account.PodCreate{MachineRequest: in} }
	vcpus := on(account.MachineRequest{VcpuCount: ptr(129)})
	vcpus.ComputeType = ptr("CPU")
	far := on(account.MachineRequest{DataCenterIDs: &[]string{"EU-RO-1"}})
	far.NetworkVolumeID = &volume.ID
	login := account.PodCreate{PodUpdate: account.PodUpdate{ContainerRegistryAuthID: ptr("x")}}
	for name, c := range map[string]struct {
		in      account.PodCreate
		reason  account.Reason
		message string
	}{
		"no image": {account.PodCreate{TemplateID: ptr("")}, account.Invalid,
			"imageName or templateId is required"},
		"nine GPUs":     {on(account.MachineRequest{GpuCount: ptr(9)}), account.Conflict, noMachine},
		"much memory":   {on(account.MachineRequest{MinRAMPerGPU: ptr(513)}), account.Conflict, noMachine},
		"many vCPUs":    {vcpus, account.Conflict, noMachine},
		"no country":    {on(account.MachineRequest{CountryCodes: &[]string{"XX"}}), account.Conflict, noPlace},
		"out of reach":  {far, account.Invalid, outOfReach},
		"no such login": {login, account.Invalid, `containerRegistryAuthId "x" does not exist`},
	} {
		if c.in.TemplateID == nil {
			c.in.ImageName = ptr("i")
		}
		_, err := e.CreatePod(c.in, e.Now())
		refused(t, name, err, c.reason, c.message)
	}
	if pods := e.Pods.All(); len(pods) != 3 {
		t.Errorf("refused, but there are %+v", pods)
	}
}

// A pod has its address when it is ready, and until it stops. A timer of an earlier start means nothing.
func TestPod_lifecycle(t *testing.T) {
	t.Parallel()
	e := start(account.Config{PodStartDelay: time.Minute})
	id := e.pod(t, account.PodCreate{}).ID
	is := func(moment, status string, ready bool) account.Pod {
		t.Helper()
		p, err := e.Pods.Find(id)
		if err != nil || p.DesiredStatus != status || (p.PublicIP != nil) != ready ||
			(len(p.PortMappings) > 0) != ready {
			t.Fatalf("%s: %+v, %v", moment, p, err)
		}
		return p
	}
	do := func(operation func(string, time.Time) (account.Pod, error)) {
		t.Helper()
		if _, err := operation(id, e.Now()); err != nil {
			t.Fatal(err)
		}
	}
	is("created", "RUNNING", false)
	e.Advance(30 * time.Second)
	do(e.StopPod)
	is("stopped", "EXITED", false)
	e.Advance(10 * time.Second)
	do(e.StartPod)
	e.Advance(time.Minute - 1) // The timer of the first start is over.
	is("not yet", "RUNNING", false)
	e.Advance(1)
	before := is("ready", "RUNNING", true)
	do(e.StartPod) // It runs already.
	do(e.ResetPod)
	if after := is("reset", "RUNNING", true); after.PortMappings["22"] != before.PortMappings["22"] {
		t.Errorf("a reset gives port %d, not %d", after.PortMappings["22"], before.PortMappings["22"])
	}
	do(e.RestartPod)
	if after := is("restarted", "RUNNING", true); after.PortMappings["22"] == before.PortMappings["22"] {
		t.Error("a restart leaves the ports")
	}
	do(e.StopPod)
	is("stopped again", "EXITED", false)

	for name, err := range map[string]error{
		"reset":     second(e.ResetPod(id, e.Now())),
		"restarted": second(e.RestartPod(id, e.Now())),
	} {
		refused(t, name, err, account.Invalid, "the pod is EXITED and cannot be "+name)
	}
	_, err := e.StartPod("x", e.Now())
	refused(t, "unknown", err, account.NotFound, "pod not found")
}

func second[A, B any](_ A, b B) B { return b }

// A lock forbids what loses data; an update that unlocks may do the rest too.
func TestPod_locked(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	id := e.pod(t, account.PodCreate{PodUpdate: account.PodUpdate{Locked: ptr(true)}}).ID
	update := func(in account.PodUpdate) error { return second(e.UpdatePod(id, in, e.Now())) }
	for participle, err := range map[string]error{
		"stopped": second(e.StopPod(id, e.Now())),
		"deleted": e.DeletePod(id, e.Now()),
		"reset":   update(account.PodUpdate{ImageName: ptr("j")}),
	} {
		refused(t, participle, err, account.Conflict, "the pod is locked and cannot be "+participle)
	}
	refused(t, "shrink", update(account.PodUpdate{VolumeInGb: ptr(19)}), account.Invalid,
		"volumeInGb must not be less than the current 20 GB, not 19")
	before, _ := e.Pods.Find(id)
	e.Advance(time.Second)
	if err := update(account.PodUpdate{Name: ptr("n")}); err != nil {
		t.Error(err)
	}
	if after, err := e.Pods.Find(id); err != nil || after.Name != "n" || after.LastStartedAt != before.LastStartedAt {
		t.Errorf("renamed: %+v, %v", after, err)
	}
	if err := update(account.PodUpdate{Locked: ptr(false), ImageName: ptr("j")}); err != nil {
		t.Error(err)
	}
	if after, err := e.Pods.Find(id); err != nil || after.ImageName != "j" ||
		after.LastStartedAt == before.LastStartedAt {
		t.Errorf("unlocked: %+v, %v", after, err)
	}
	if err := e.DeletePod(id, e.Now()); err != nil {
		t.Error(err)
	}
	refused(t, "gone", e.DeletePod(id, e.Now()), account.NotFound, "pod not found")
}

func TestPod_filter(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	gpu := e.pod(t, account.PodCreate{PodUpdate: account.PodUpdate{Name: ptr("gpu")}})
	cpu := e.pod(t, account.PodCreate{ComputeType: ptr("CPU"), PodUpdate: account.PodUpdate{Name: ptr("cpu")}})
	worker, ok := e.StartWorker(e.endpoint(t, account.EndpointCreate{}).ID, 0, e.Now())
	if !ok {
		t.Fatal("no worker")
	}
	for _, c := range []struct {
		filter  account.PodFilter
		workers bool
		want    []string
	}{
		{nil, false, []string{gpu.ID, cpu.ID}},
		{nil, true, []string{gpu.ID, cpu.ID, worker.ID}},
		{account.PodFilter{"name": {"cpu", "other"}}, false, []string{cpu.ID}},
		{account.PodFilter{"computeType": {"GPU"}, "gpuTypeId": {gpu.Gpu.ID}, "id": {gpu.ID}}, true, []string{gpu.ID}},
		{account.PodFilter{"computeType": {"CPU"}, "gpuTypeId": {gpu.Gpu.ID}}, true, nil},
		{account.PodFilter{"whatever": {"x"}}, false, []string{gpu.ID, cpu.ID}},
	} {
		pods, err := e.ListPods(c.filter, c.workers, e.Now())
		got := ids(pods, func(p account.Pod) string { return p.ID })
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%v: %v, not %v: %v", c.filter, got, c.want, err)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, not %v", c.filter, got, c.want)
			}
		}
	}
	_, err := e.ListPods(account.PodFilter{"desiredStatus": {"RUNNING", "BUSY"}}, false, e.Now())
	refused(t, "status", err, account.Invalid, `desiredStatus must be one of RUNNING, EXITED, TERMINATED, not "BUSY"`)
}
