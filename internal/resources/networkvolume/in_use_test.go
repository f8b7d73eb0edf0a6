package networkvolume_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A volume under a pod that stays is not waited for to no end: the error names the pod and the ways out.
func TestNetworkVolume_inUseByAPod(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start()
		p := env.Process()
		created, diags := p.Apply(typeName, acctest.Instance{},
			acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"})
		if len(diags) != 0 {
			t.Fatal(acctest.Text(diags))
		}
		pod, err := env.Client().Pods.Create(t.Context(), api.PodCreate{
			PodFields:    api.PodFields{Name: members.Some("desk"), ImageName: members.Some("img:1")},
			PodPlacement: api.PodPlacement{NetworkVolumeID: members.Some(id(t, env))},
		})
		if err != nil {
			t.Fatal(err)
		}
		says := destroyed(p, created)
		if !strings.Contains(says, "Cannot delete network volume") ||
			!strings.Contains(says, `used by: pod "desk" (`+pod.Object.ID+`).`) ||
			!strings.Contains(says, "keep the network volume until no pod uses it") ||
			!strings.Contains(says, "if you removed the block of the network volume, put it back") ||
			strings.Contains(says, "allow more time") {
			t.Error(says)
		}
		if err := env.Client().Pods.Delete(t.Context(), pod.Object.ID); err != nil {
			t.Fatal(err)
		}
		if says = destroyed(p, created); says != "" {
			t.Error(says)
		}
	})
}

// So is one under a worker. An endpoint without workers is not in the way. Over version 2 no list has the workers.
func TestNetworkVolume_inUse(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	p := env.Process()
	created, diags := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"})
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	volume := id(t, env)
	endpoint := env.EndpointWith("emulator/sleep", api.EndpointFields{
		Name: members.Some("serve"), NetworkVolumeID: members.Some(volume), ScalerType: members.Some("REQUEST_COUNT"),
		ScalerValue: members.Some(1.0),
	})
	_, err := env.Client().RunJob(t.Context(), endpoint, jobs.Submission{Input: []byte(`{"ms":60000}`)})
	if err != nil {
		t.Fatal(err)
	}
	says := destroyed(p, created)
	if !strings.Contains(says, `used by: worker "serve" (`) ||
		!strings.Contains(says, ") of endpoint "+endpoint+".") ||
		!strings.Contains(says, "put it back for one apply that gives the objects named above (the endpoint of a worker) "+
			"another network volume, and remove it after that.") {
		t.Error(says)
	}
	env.Advance(2 * time.Minute) // The job is done, and its worker has gone for want of another.
	if says = destroyed(p, created); says != "" {
		t.Errorf("only an endpoint without workers names it: %s", says)
	}
}

// A worker that its endpoint has left behind goes when its job ends, however long that takes.
func TestNetworkVolume_waitsForAWorkerThatLeaves(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	var refused atomic.Int32
	env.Tune = append(env.Tune, func(config *client.Config) {
		config.Observers.Attempt = func(_ context.Context, a transport.Attempt) {
			if a.Operation == "DeleteNetworkVolume" && a.Status != 204 && refused.Add(1) == 20 {
				env.Advance(time.Hour)
			}
		}
	})
	p := env.Process()
	created, diags := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"name": "data", "size": 20, "data_center_id": "EU-RO-1"})
	if len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	endpoint := env.EndpointWith("emulator/sleep", api.EndpointFields{
		NetworkVolumeID: members.Some(id(t, env)), ScalerType: members.Some("REQUEST_COUNT"),
		ScalerValue: members.Some(1.0),
	})
	_, err := env.Client().RunJob(t.Context(), endpoint, jobs.Submission{Input: []byte(`{"ms":60000}`)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = env.Client().Endpoints.Update(t.Context(), endpoint, api.EndpointFields{NetworkVolumeID: members.Some("")})
	if err != nil {
		t.Fatal(err)
	}
	if says := destroyed(p, created); says != "" || refused.Load() != 20 {
		t.Errorf("%d times refused: %s", refused.Load(), says)
	}
}

// destroyed returns the errors of a destroy.
func destroyed(p *acctest.Process, was acctest.Instance) string {
	_, diags := p.Destroy(typeName, was)
	return acctest.Text(diags)
}
