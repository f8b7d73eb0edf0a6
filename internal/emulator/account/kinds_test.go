package account_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// Behind the API's back no rule is checked, but what costs something is billed.
func TestKinds(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	pods := e.Kinds()[account.KindPods]
	as := func(change func(*account.Pod)) func(any) error {
		return func(target any) error {
			p, ok := target.(*account.Pod)
			if !ok {
				t.Fatalf("the target is a %T", target)
			}
			change(p)
			return nil
		}
	}
	dangling := as(func(p *account.Pod) { p.TemplateID = "nope" })
	if err := pods.Inject("p", dangling, e.Now()); err != nil {
		t.Fatal(err)
	}
	p, err := e.Pods.Find("p")
	if err != nil || p.TemplateID != "nope" || p.Name != "my pod" || p.DesiredStatus != "RUNNING" {
		t.Errorf("injected: %+v, %v", p, err)
	}
	if p, ok := pods.Defaults("q", e.Now()).(account.Pod); !ok || p.ID != "q" || p.Name != "my pod" {
		t.Errorf("defaults: %+v", p)
	}

	failed := errors.New("no")
	fails := func(any) error { return failed }
	if err := pods.Inject("p", fails, e.Now()); !errors.Is(err, failed) {
		t.Error(err)
	}
	if err := pods.Replace("p", fails, e.Now()); !errors.Is(err, failed) {
		t.Error(err)
	}
	if p, err := e.Pods.Find("p"); err != nil || p.TemplateID != "nope" {
		t.Errorf("a change that failed: %+v, %v", p, err)
	}

	e.Advance(time.Hour)
	err = pods.Replace("p", as(func(p *account.Pod) { p.ID, p.DesiredStatus = "p", "EXITED" }),
		e.Now())
	if err != nil {
		t.Fatal(err)
	}
	object, _ := pods.Object("p")
	if p, ok := object.(account.Pod); !ok || p.Name != "" || p.DesiredStatus != "EXITED" {
		t.Errorf("replaced: %+v", object)
	}
	if len(pods.Objects()) != 1 || !pods.Remove("p", e.Now()) || pods.Remove("p", e.Now()) {
		t.Error("it is removed once")
	}
	if objects := pods.Objects(); objects == nil || len(objects) > 0 {
		t.Errorf("none, not %v", objects)
	}
	if _, ok := pods.Object("p"); ok {
		t.Error("removed, but there")
	}
	refused(t, "not found", pods.NotFound(), account.NotFound, "pod not found")
}

// Equal seeds and equal calls give equal objects, whatever pods and workers come and go between.
func TestAccount_repeats(t *testing.T) {
	t.Parallel()
	objects := func(seed uint64, more func(*env)) []string {
		e := start(account.Config{Seed: seed, WorkersQuota: 9})
		endpoint := e.endpoint(t, account.EndpointCreate{})
		more(e)
		v := e.volume(t, 1, "EU-RO-1")
		return []string{endpoint.TemplateID, endpoint.ID, v.ID, e.auth(t).ID}
	}
	nothing := func(*env) {}
	want := objects(7, nothing)
	worker := func(e *env) {
		for i := range 3 {
			w, ok := e.StartWorker(e.Endpoints.All()[0].ID, i, e.Now())
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
	w, ok := e.StartWorker(e.endpoint(t, account.EndpointCreate{}).ID, 0, e.Now())
	custom := ptr("custom") // It leaves nothing to chance before the machine's id.
	first := start(account.Config{Seed: 7}).pod(t, account.PodCreate{
		MachineRequest: account.MachineRequest{DataCenterPriority: custom, GpuTypePriority: custom},
	})
	if !ok || w.ID == first.ID || w.MachineID == first.MachineID {
		t.Errorf("the first worker %s on %s, the first pod %s on %s", w.ID, w.MachineID, first.ID, first.MachineID)
	}

	pod := func(worker func(*env)) account.Pod {
		e := start(account.Config{Seed: 7, WorkersQuota: 9})
		e.endpoint(t, account.EndpointCreate{})
		worker(e)
		return e.pod(t, account.PodCreate{})
	}
	with, without := pod(worker), pod(nothing)
	if with.ID != without.ID || with.MachineID != without.MachineID || with.Machine != without.Machine ||
		*with.PublicIP != *without.PublicIP {
		t.Errorf("with workers %+v, not %+v", with, without)
	}
}
