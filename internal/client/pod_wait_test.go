package client_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// await waits for pods until they have an address, side by side.
func await(t *testing.T, c *client.Client, ids ...string) {
	t.Helper()
	var waits sync.WaitGroup
	for _, id := range ids {
		waits.Go(func() {
			pod, err := c.Pods.Await(t.Context(), id, func(p api.Pod) bool { return p.PublicIP.Or("") != "" })
			if err != nil || pod.ID != id || pod.PublicIP.Or("") == "" || len(pod.Env.Or(nil)) != 1 {
				t.Errorf("%s: %+v %v", id, pod, err)
			}
		})
	}
	waits.Wait()
}

// podsThatStart are pods that get their address when the emulator's clock moves.
func podsThatStart(t *testing.T, start emulatortest.Starter, n int) (*emulatortest.Service, []string) {
	t.Helper()
	env := start(t, emulator.Options{PodStartDelay: time.Hour})
	c := env.Client()
	ids := make([]string, n)
	for i := range ids {
		pod, err := c.Pods.Create(t.Context(), api.PodCreate{PodFields: api.PodFields{
			ImageName: members.Some("i"), Env: members.Some(map[string]string{"A": "1"}),
			Ports: members.Some([]string{"22/tcp"}), // Over version 2 a pod shows its address at its ports.
		}})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = pod.Object.ID
	}
	slices.Sort(ids)
	env.ClearJournal()
	return env, ids
}

// Each wait sends its own GETs, and no list.
func TestAwaitPod_getsEach(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		env, ids := podsThatStart(t, start, 2)
		env.OnRequest("GetPod", 4, func() { env.Advance(time.Hour) })
		await(t, env.Client(), ids...)
		if gets := len(env.Requests()); gets < 5 || gets != len(env.Requests("GetPod")) {
			t.Errorf("%v", env.Requests())
		}
	})
}
