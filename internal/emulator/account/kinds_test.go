package account_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// Equal seeds and equal calls give equal objects, whatever pods and workers come and go between.
func TestAccount_repeats(t *testing.T) {
	t.Parallel()
	objects := func(seed uint64, more func(*env)) []string {
		e := start(account.Config{Seed: seed, WorkersQuota: 9})
		endpoint := e.endpoint(t)
		more(e)
		v := made(t, e, `"name":"v","size":1,"dataCenterId":"EU-RO-1"`, (*account.Account).CreateNetworkVolume)
		auth := made(t, e, `"name":"a"`, (*account.Account).CreateContainerRegistryAuth)
		return []string{endpoint.TemplateID, endpoint.ID, v.ID, auth.ID}
	}
	nothing := func(*env) {}
	want := objects(7, nothing)
	worker := func(e *env) {
		for i := range 3 {
			w, _, ok := e.StartWorker(slices.Collect(e.Endpoints.All())[0].ID, i, e.Now())
			if !ok {
				t.Fatal("no worker")
			}
			e.WorkerReady(w.ID, e.Now())
			e.NewJobID()
		}
	}
	if got := objects(7, worker); !slices.Equal(got, want) {
		t.Errorf("with workers and jobs %v, not %v", got, want)
	}
	if got := objects(8, nothing); slices.Equal(got, want) {
		t.Error("the seed changes nothing")
	}

	// The sequences differ: the first worker has neither the id nor the machine of the first pod of another account.
	e := start(account.Config{Seed: 7, WorkersQuota: 9})
	w, _, ok := e.StartWorker(e.endpoint(t).ID, 0, e.Now())
	first := start(account.Config{Seed: 7}).pod(t, // It leaves nothing to chance before the machine's id.
		`,"dataCenterPriority":"custom","gpuTypePriority":"custom"`)
	if !ok || w.ID == first.ID || w.MachineID == first.MachineID {
		t.Errorf("the first worker %s on %s, the first pod %s on %s", w.ID, w.MachineID, first.ID, first.MachineID)
	}

	pod := func(worker func(*env)) account.Pod {
		e := start(account.Config{Seed: 7, WorkersQuota: 9})
		e.endpoint(t)
		worker(e)
		return e.pod(t, "")
	}
	with, without := pod(worker), pod(nothing)
	if with.ID != without.ID || with.MachineID != without.MachineID || with.Machine != without.Machine ||
		*with.PublicIP != *without.PublicIP {
		t.Errorf("with workers %+v, not %+v", with, without)
	}
}
