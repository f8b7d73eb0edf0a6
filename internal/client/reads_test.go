package client_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// However many objects a refresh reads: one GET and one list, and what that costs does not depend on the order.
func TestReads_shareOneList(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 50} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			forEachKind(t, n, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				c := env.Client()
				var reads sync.WaitGroup
				for i := range n {
					reads.Go(func() {
						if _, err := k.read(c, t.Context(), object(i)); err != nil {
							t.Error(err)
						}
					})
				}
				reads.Wait()
				want := []string{k.one, k.many}
				if n == 1 {
					want = want[:1]
				}
				if s.readsCatalogue() {
					want = append(want, "ListGPUTypes")
				}
				env.ExpectRequests(want...)
			})
		})
	}
}

// A list shows each member of an object as its own GET does, in whatever way a deployment answers.
func TestReads_itemIsObject(t *testing.T) {
	t.Parallel()
	answers := map[string]emulator.Options{
		"as published": {}, "with a delay": {PodStartDelay: time.Hour}, "suffix": {FlashbootSuffix: true},
		"another spelling": {PlatformName: "Xyz"}, "sparse": {AnswersAs: []string{"sparse"}},
	}
	for _, d := range emulator.Dialects() {
		answers[d.Name] = emulator.Options{AnswersAs: []string{d.Name}}
	}
	for name, options := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 3, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				c := s.client()
				mustRead(t, c, k.read, object(0))
				mustRead(t, c, k.read, object(1))
				env.ExpectRequests(k.one, k.many)
				for _, read := range []getter{k.read, k.find} {
					item := mustRead(t, c, read, object(2))
					env.ExpectRequests()
					if object := mustRead(t, c, k.get, object(2)); !reflect.DeepEqual(item, object) {
						t.Errorf("the list has\n  %+v\nthe object is\n  %+v", item, object)
					}
					env.ExpectRequests(k.one)
				}
			}, options)
		})
	}
}

// Over version 1 the list that answers reads of pods has workers, which are pods, too. Version 2 has none of them.
func TestReads_listHoldsWorkers(t *testing.T) {
	t.Parallel()
	env := stock(t, emulatortest.Start, readKinds[2], 1)
	scaled := map[string]any{"workersMin": 1, "workersMax": 1}
	env.Patch(emulator.KindEndpoints, object(0), scaled)
	c := env.Client()
	worker := fmt.Sprint(env.Objects(emulator.KindPods)[0]["id"])
	if pods, err := c.Pods.ReadAll(t.Context()); err != nil || len(pods) != 0 {
		t.Errorf("a worker counts as a pod: %v %v", pods, err)
	}
	mustRead(t, c, readOf(podsOf), worker) // It is the one that is compared.
	env.ExpectRequests("ListPods", "GetPod")
	if pod, err := c.Pods.Find(t.Context(), worker); err != nil || pod.EndpointID.Or("") != object(0) {
		t.Errorf("%+v %v", pod, err)
	}
}

// The list that answers reads of templates has those that endpoints use, which version 1 leaves out by default.
func TestReads_listHoldsTemplatesOfEndpoints(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		env := stock(t, start, readKinds[2], 1)
		c := env.Client()
		mustRead(t, c, readOf(templatesOf), "shared")
		env.Put(emulator.KindTemplates, "t", map[string]any{"name": "t", "imageName": "i"})
		mustRead(t, c, readOf(templatesOf), "t")
		mustRead(t, c, findOf(templatesOf), "shared")
		env.ExpectRequests("GetTemplate", "ListTemplates")
	})
}

// A list answers for half a minute from its arrival. After that the next read starts one.
func TestReads_listsAge(t *testing.T) {
	t.Parallel()
	forEachKind(t, 6, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		clock := onManualClock(c)
		mustRead(t, c, k.read, object(0))
		env.OnRequest(k.many, 1, func() { clock.advance(20 * time.Second) })
		mustRead(t, c, k.read, object(1))
		clock.advance(30*time.Second - time.Nanosecond)
		mustRead(t, c, k.read, object(2))
		env.ExpectRequests(k.one, k.many)
		clock.advance(time.Nanosecond)
		mustRead(t, c, k.read, object(3))
		mustRead(t, c, k.read, object(4))
		env.ExpectRequests(k.many)
		clock.advance(-time.Minute) // What a clock says that was set back is worth nothing.
		mustRead(t, c, k.read, object(5))
		env.ExpectRequests(k.many)
	})
}

// Whoever refreshes an object once more wants to know what has become of it.
func TestReads_refreshAgain(t *testing.T) {
	t.Parallel()
	forEachKind(t, 4, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		for i := range 3 {
			mustRead(t, c, k.read, object(i))
		}
		env.ExpectRequests(k.one, k.many)
		env.Patch(k.kind, object(1), map[string]any{"name": "drifted"})
		if got := fmt.Sprintf("%+v", mustRead(t, c, k.read, object(1))); !strings.Contains(got, "drifted") {
			t.Error("it is as it was: " + got)
		}
		mustRead(t, c, k.read, object(0))
		mustRead(t, c, k.read, object(2))
		mustRead(t, c, k.read, object(3))
		mustRead(t, c, k.find, object(3)) // Which is not to refresh.
		env.ExpectRequests(k.one, k.many)
	})
}

// Where lists fail, everybody asks for his own object, and nobody tries another list.
func TestReads_failedList(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]emulator.Fault{
		"refused": {Kind: emulator.FaultStatus, Status: http.StatusForbidden},
		"broken":  {Kind: emulator.FaultStatus, Status: http.StatusBadGateway},
		"a page":  {Kind: emulator.FaultHTML},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, 20, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				c := s.client(func(config *client.Config) { config.MaxRetries = 0 })
				fault := fault
				fault.Operation = k.many
				env.SetFaults(fault)
				mustRead(t, c, k.read, object(0))
				var reads sync.WaitGroup
				for i := range 19 {
					reads.Go(func() {
						if _, err := k.read(c, t.Context(), object(i+1)); err != nil {
							t.Error(err)
						}
					})
				}
				reads.Wait()
				if gets, lists := len(env.Requests(k.one)), len(env.Requests(k.many)); gets != 20 || lists != 1 {
					t.Errorf("%d GETs and %d lists", gets, lists)
				}
				// Who wants a list tries again, and so does everybody after a write.
				if _, err := k.all(c, t.Context()); err == nil {
					t.Error("no error")
				}
				env.SetFaults()
				if err := writes["update"].write(c, t.Context()); err != nil {
					t.Error(err)
				}
				env.ClearJournal()
				for i := range 5 {
					mustRead(t, c, k.read, object(i))
				}
				env.ExpectRequests(k.one, k.many)
			})
		})
	}
}

// Reads can be had one by one.
func TestReads_separate(t *testing.T) {
	t.Parallel()
	forEachKind(t, 3, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client(func(config *client.Config) { config.SeparateReads = true })
		for i := range 3 {
			mustRead(t, c, k.read, object(i))
			mustRead(t, c, k.find, object(i))
		}
		for range 2 {
			if _, err := k.all(c, t.Context()); err != nil {
				t.Error(err)
			}
		}
		if _, err := k.read(c, t.Context(), "gone"); !fleet.IsGone(err) {
			t.Error(err)
		}
		env.ExpectRequests(k.one, k.one, k.one, k.one, k.one, k.one, k.many, k.many, k.one, k.many)
	})
}

// What warnings are made of is from the first list, whatever was written since, and that may be a refresh's.
// Over version 2 no answer shows an endpoint's template.
func TestReads_firstList(t *testing.T) {
	t.Parallel()
	env := stock(t, emulatortest.Start, readKinds[2], 3)
	c := env.Client()
	for i := range 2 {
		mustRead(t, c, readOf(endpointsOf), object(i))
	}
	env.ClearJournal()
	for range 2 {
		users, err := c.Endpoints.WithTemplate(t.Context(), "shared")
		if err != nil || len(users) != 3 {
			t.Errorf("%v %v", users, err)
		}
		if err := writes["update"].write(c, t.Context()); err != nil {
			t.Error(err)
		}
	}
	env.ExpectRequests("UpdateTemplate", "UpdateTemplate")
	// Nor does a later list take its place.
	if err := c.Endpoints.Delete(t.Context(), object(2)); err != nil {
		t.Error(err)
	}
	if now, err := c.Endpoints.ReadAll(t.Context()); err != nil || len(now) != 2 {
		t.Errorf("%v %v", now, err)
	}
	if users, err := c.Endpoints.WithTemplate(t.Context(), "shared"); err != nil || len(users) != 3 {
		t.Errorf("%v %v", users, err)
	}
	if none, err := c.Endpoints.WithTemplate(t.Context(), "other"); err != nil || len(none) != 0 {
		t.Errorf("%v %v", none, err)
	}
	// A failure is not kept.
	c = env.Client()
	env.SetFaults(emulator.Fault{Operation: "ListEndpoints", Kind: emulator.FaultStatus, Status: http.StatusForbidden,
		Count: 1})
	if _, err := c.Endpoints.WithTemplate(t.Context(), "shared"); err == nil {
		t.Error("no error")
	}
	if users, err := c.Endpoints.WithTemplate(t.Context(), "shared"); err != nil || len(users) != 2 {
		t.Errorf("%v %v", users, err)
	}
}
