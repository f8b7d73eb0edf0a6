package client_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Where items of lists say less than the object does, reads are not answered with them. The object of the first read
// shows that.
func TestReads_leanItems(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(item map[string]any){
		"without a member": func(item map[string]any) { delete(item, "name") },
		"null":             func(item map[string]any) { item["name"] = nil },
		"without a member of a member": func(item map[string]any) {
			for name, of := range map[string]string{"gpuTypeId": "machine", "count": "gpu"} {
				if member, ok := item[of].(map[string]any); ok {
					delete(member, name)
					return
				}
			}
			item["name"] = nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const n = 12
			forEachKind(t, n, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				rewriteList(env, k, func(items []map[string]any) []map[string]any {
					for _, item := range items {
						change(item)
					}
					return items
				})
				c := s.client()
				var reads sync.WaitGroup
				for i := range n {
					reads.Go(func() {
						got := mustRead(t, c, k.read, object(i))
						if want := mustRead(t, c, k.get, object(i)); !reflect.DeepEqual(got, want) {
							t.Errorf("got\n  %+v\nwant\n  %+v", got, want)
						}
					})
				}
				reads.Wait()
				if gets, lists := len(env.Requests(k.one)), len(env.Requests(k.many)); gets != 2*n || lists != 1 {
					t.Errorf("%d GETs and %d lists", gets, lists)
				}
			})
		})
	}
}

// A list that was requested for all objects answers reads too: the first one is a GET, to compare with, and the others
// wait for that.
func TestReads_afterAListOfAll(t *testing.T) {
	t.Parallel()
	forEachKind(t, 20, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		c := s.client()
		if _, err := k.all(c, t.Context()); err != nil {
			t.Fatal(err)
		}
		var reads sync.WaitGroup
		for i := range 20 {
			reads.Go(func() { mustRead(t, c, k.read, object(i)) })
		}
		reads.Wait()
		env.ExpectRequests(k.many, k.one)
	})
}

// What a list has twice it does not answer, and it is not missing in it either.
func TestReads_listedTwice(t *testing.T) {
	t.Parallel()
	forEachKind(t, 4, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		rewriteList(env, k, func(items []map[string]any) []map[string]any {
			for _, id := range []string{object(2), "gone"} {
				for range 2 {
					items = append(items, map[string]any{"id": id, "name": "wrong"})
				}
			}
			return items
		})
		c := s.client()
		for i := range 4 {
			if got, want := mustRead(t, c, k.read, object(i)), mustRead(t, c, k.get, object(i)); !reflect.DeepEqual(got, want) {
				t.Errorf("got\n  %+v\nwant\n  %+v", got, want)
			}
		}
		// One each to compare with, that of the first read, that of what is there twice.
		if gets, lists := len(env.Requests(k.one)), len(env.Requests(k.many)); gets != 4+2 || lists != 1 {
			t.Errorf("%d GETs and %d lists", gets, lists)
		}
		if _, err := k.read(c, t.Context(), "gone"); err == nil || fleet.IsGone(err) {
			t.Errorf("it is listed, and yet gone: %v", err)
		}
	})
}

// rewriteList has the items of a kind's lists changed on their way.
func rewriteList(env *emulatortest.Service, k readKind, change func([]map[string]any) []map[string]any) {
	env.Rewrite().Use(func(a *emulatortest.Answer) {
		if a.Operation == k.many {
			a.ChangeItems(change)
		}
	})
}
