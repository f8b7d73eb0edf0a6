package account_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

func TestEndpoint_defaultsAndUpdate(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	made := e.endpoint(t, account.EndpointCreate{
		ComputeType: ptr("CPU"), EndpointUpdate: account.EndpointUpdate{WorkersMax: ptr(2)},
	})
	other := e.template(t, account.TemplateCreate{IsServerless: ptr(true)})
	if made.ComputeType != "CPU" || made.WorkersMax != 2 || made.WorkersStandby != 2 ||
		made.IdleTimeout != 5 || made.Version != 0 {
		t.Errorf("made: %+v", made)
	}
	for _, c := range []struct {
		name    string
		in      account.EndpointUpdate
		version int
	}{
		{"nothing", account.EndpointUpdate{}, 0},
		{"in place", account.EndpointUpdate{
			Name: ptr("n"), WorkersMin: ptr(1), WorkersMax: ptr(3), IdleTimeout: ptr(9),
			ScalerType:  ptr("REQUEST_COUNT"),
			ScalerValue: ptr(7), ExecutionTimeoutMs: ptr(0), Flashboot: ptr(false),
		}, 0},
		{"hardware", account.EndpointUpdate{VcpuCount: ptr(4)}, 1},
		{"data centers", account.EndpointUpdate{DataCenterIDs: &[]string{"US-KS-2", "EU-RO-1"}}, 2},
		{"in another order", account.EndpointUpdate{DataCenterIDs: &[]string{"EU-RO-1", "US-KS-2"}}, 2},
		{"template", account.EndpointUpdate{TemplateID: &other.ID}, 3},
	} {
		after, err := e.UpdateEndpoint(made.ID, c.in, e.Now())
		if err != nil || after.Version != c.version {
			t.Errorf("%s: version %d, not %d: %v", c.name, after.Version, c.version, err)
		}
		if stored, err := e.Endpoints.Find(made.ID); err != nil || stored.Version != c.version {
			t.Errorf("%s: stored %+v, %v", c.name, stored, err)
		}
	}
}

func TestEndpoint_refused(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 5})
	volume := e.volume(t, 1, "EU-RO-1")
	workers := e.template(t, account.TemplateCreate{IsServerless: ptr(true)})
	pods := e.template(t, account.TemplateCreate{})
	first := e.endpoint(t, account.EndpointCreate{EndpointUpdate: account.EndpointUpdate{TemplateID: &workers.ID}})

	outOfReach := `network volume "` + volume.ID + `" is in EU-RO-1, which is none of dataCenterIds`
	elsewhere := &[]string{"US-KS-2"}
	for name, c := range map[string]struct {
		in      account.EndpointUpdate
		reason  account.Reason
		message string
	}{
		"unknown template": {account.EndpointUpdate{TemplateID: ptr("x")}, account.Invalid,
			`templateId "x" does not exist`},
		"pod template": {account.EndpointUpdate{TemplateID: &pods.ID}, account.Conflict,
			`endpoints cannot use pod templates: templateId "` + pods.ID + `" is not serverless`},
		"min over max": {account.EndpointUpdate{WorkersMin: ptr(2), WorkersMax: ptr(1)}, account.Invalid,
			"workersMin must not be more than workersMax: 2, 1"},
		"quota": {account.EndpointUpdate{WorkersMax: ptr(9)}, account.Conflict,
			"workersMax: the workers quota of 5 is exceeded by 4"},
		"out of reach": {account.EndpointUpdate{
			NetworkVolumeID: &volume.ID, DataCenterIDs: elsewhere, WorkersMax: ptr(1),
		}, account.Invalid, outOfReach},
		"one out of reach": {account.EndpointUpdate{
			NetworkVolumeIDs: &[]string{volume.ID}, DataCenterIDs: elsewhere, WorkersMax: ptr(1),
		}, account.Invalid, outOfReach},
	} {
		create := account.EndpointCreate{EndpointUpdate: c.in}
		if create.TemplateID == nil {
			create.TemplateID = &workers.ID
		}
		_, err := e.CreateEndpoint(create, e.Now())
		refused(t, "create: "+name, err, c.reason, c.message)
		_, err = e.UpdateEndpoint(first.ID, c.in, e.Now())
		refused(t, "update: "+name, err, c.reason, c.message)
	}
	in := account.EndpointUpdate{TemplateID: &workers.ID, WorkersMax: ptr(4)}
	_, err := e.CreateEndpoint(account.EndpointCreate{EndpointUpdate: in}, e.Now())
	refused(t, "quota with others", err, account.Conflict, "workersMax: the workers quota of 5 is exceeded by 2")
	in.WorkersMax = ptr(0)
	_, err = e.CreateEndpoint(account.EndpointCreate{EndpointUpdate: in}, e.Now())
	refused(t, "no workers", err, account.NoWorkers, "no body")
	_, err = e.UpdateEndpoint("x", account.EndpointUpdate{}, e.Now())
	refused(t, "unknown", err, account.NotFound, "endpoint not found")
	refused(t, "delete", e.DeleteEndpoint("x", e.Now()), account.NotFound, "endpoint not found")

	if after := e.Endpoints.All(); len(after) != 1 || after[0].Version != 0 || after[0].WorkersMax != 3 {
		t.Errorf("refused, but now there are %+v", after)
	}
	// To pause is an update, and fewer workers are never too many.
	paused, err := e.UpdateEndpoint(first.ID, account.EndpointUpdate{WorkersMax: ptr(0)}, e.Now())
	if err != nil || paused.WorkersMax != 0 {
		t.Errorf("paused: %+v, %v", paused, err)
	}
}

// An endpoint's own workers do not count against it, and numbers that stay are not checked: direct access may have set
// them.
func TestEndpoint_quota(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 5})
	endpoint := e.endpoint(t, account.EndpointCreate{})
	update := func(in account.EndpointUpdate) error { return second(e.UpdateEndpoint(endpoint.ID, in, e.Now())) }
	if err := update(account.EndpointUpdate{WorkersMax: ptr(5)}); err != nil {
		t.Errorf("all of the quota: %v", err)
	}
	err := e.Kinds()[account.KindEndpoints].Inject("over", func(target any) error {
		over, ok := target.(*account.Endpoint)
		if !ok {
			t.Fatalf("the target is a %T", target)
		}
		over.WorkersMax = 9
		return nil
	}, e.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := update(account.EndpointUpdate{WorkersMin: ptr(1)}); err != nil {
		t.Errorf("the same maximum: %v", err)
	}
	if err := update(account.EndpointUpdate{WorkersMax: ptr(4)}); err != nil {
		t.Errorf("fewer: %v", err)
	}
	refused(t, "more again", update(account.EndpointUpdate{WorkersMax: ptr(5)}), account.Conflict,
		"workersMax: the workers quota of 5 is exceeded by 9")
}

// Workers are pods, on what their endpoint and its template say at the moment, each with one of the endpoint's volumes
// in turn. They go with their endpoint, and nobody but it changes them.
func TestEndpoint_workers(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	volumes := []string{e.volume(t, 1, "EU-RO-1").ID, e.volume(t, 1, "US-KS-2").ID}
	template := e.template(t, account.TemplateCreate{
		IsServerless: ptr(true), TemplateUpdate: account.TemplateUpdate{Env: &map[string]string{"A": "1"}},
	})
	endpoint := e.endpoint(t, account.EndpointCreate{EndpointUpdate: account.EndpointUpdate{
		TemplateID: &template.ID, NetworkVolumeIDs: &volumes, GpuTypeIDs: &[]string{"NVIDIA L4"}, GpuCount: ptr(2),
	}})
	other := e.endpoint(t, account.EndpointCreate{})
	for i, dataCenter := range []string{"EU-RO-1", "US-KS-2", "EU-RO-1"} {
		w, ok := e.StartWorker(endpoint.ID, i, e.Now())
		if !ok || w.EndpointID != endpoint.ID || w.Env["A"] != "1" || w.Gpu.ID != "NVIDIA L4" || w.GpuCount != 2 {
			t.Fatalf("worker %d: %+v", i, w)
		}
		if w.NetworkVolumeID != volumes[i%2] || w.Machine.DataCenterID != dataCenter {
			t.Errorf("worker %d runs in %s with volume %s", i, w.Machine.DataCenterID, w.NetworkVolumeID)
		}
	}
	if _, ok := e.StartWorker(other.ID, 0, e.Now()); !ok {
		t.Error("no worker of the other endpoint")
	}
	workers := e.Workers(endpoint.ID)
	if len(workers) != 3 {
		t.Fatalf("workers: %+v", workers)
	}
	e.WorkerReady(workers[0].ID, e.Now())
	e.WorkerReady("gone", e.Now())
	if ready, err := e.Pods.Find(workers[0].ID); err != nil || ready.PublicIP == nil || workers[0].PublicIP != nil {
		t.Errorf("ready: %+v, %v", ready, err)
	}
	e.EndWorker(workers[1].ID, e.Now())
	e.EndWorker(workers[1].ID, e.Now())

	message := `the pod is a worker of endpoint "` + endpoint.ID + `" and cannot be changed by itself`
	refused(t, "delete", e.DeletePod(workers[0].ID, e.Now()), account.Invalid, message)
	_, err := e.StopPod(workers[0].ID, e.Now())
	refused(t, "stop", err, account.Invalid, message)
	_, err = e.UpdatePod(workers[0].ID, account.PodUpdate{Name: ptr("n")}, e.Now())
	refused(t, "update", err, account.Invalid, message)
	refused(t, "volume of a worker", e.DeleteNetworkVolume(volumes[0], e.Now()), account.Conflict,
		"you must remove this network volume from all pods before deleting it")

	if err := e.DeleteEndpoint(endpoint.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	if left := e.Pods.All(); len(left) != 1 || left[0].EndpointID != other.ID {
		t.Errorf("left are %+v", left)
	}
	if err := e.DeleteNetworkVolume(volumes[0], e.Now()); err != nil {
		t.Error(err)
	}
	if _, ok := e.StartWorker(endpoint.ID, 0, e.Now()); ok {
		t.Error("a worker of an endpoint that is gone")
	}
	in := account.EndpointUpdate{GpuCount: ptr(9)}
	if _, err := e.UpdateEndpoint(other.ID, in, e.Now()); err != nil {
		t.Fatal(err)
	}
	if _, ok := e.StartWorker(other.ID, 0, e.Now()); ok {
		t.Error("a worker with nine GPUs")
	}
}
