package client_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Where items of lists say less than the object does, or something else, reads are not answered with them. That is
// found out by the first read, and no list is asked for afterwards.
func TestReads_leanItems(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(item map[string]any){
		"without a member": func(item map[string]any) { delete(item, "name") },
		"null":             func(item map[string]any) { item["name"] = nil },
		"empty":            func(item map[string]any) { item["name"] = "" },
		"masked":           func(item map[string]any) { item["name"] = "***" },
		"masked within": func(item map[string]any) {
			switch env, ok := item["env"].(map[string]any); {
			case ok && len(env) > 0:
				env["A"] = "***"
			default:
				item["name"] = "***"
			}
		},
		"an empty list": func(item map[string]any) {
			if _, ok := item["ports"]; ok {
				item["ports"] = []any{}
			} else {
				item["name"] = nil
			}
		},
		"without a member of a member": func(item map[string]any) {
			if machine, ok := item["machine"].(map[string]any); ok {
				delete(machine, "gpuTypeId")
			} else {
				item["name"] = nil
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const n = 12
			forEachKind(t, n, func(s stocked) {
				t, k, env := s.t, s.k, s.env
				env.Rewrite().Use(func(a *acctest.Answer) {
					var items []map[string]any
					if a.Operation != k.many || json.Unmarshal(a.Body, &items) != nil {
						return
					}
					for _, item := range items {
						change(item)
					}
					a.Body, _ = json.Marshal(items) //nolint:errchkjson // It was JSON before.
				})
				c := env.Client()
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

// The order of lists, and what only counts, do not make an item worse; and the answer to the first read may come last.
func TestReads_itemsThatAreAsGood(t *testing.T) {
	t.Parallel()
	const n = 12
	forEachKind(t, n, func(s stocked) {
		t, k, env := s.t, s.k, s.env
		env.Rewrite().Use(func(a *acctest.Answer) {
			var items []map[string]any
			if a.Operation != k.many || json.Unmarshal(a.Body, &items) != nil {
				return
			}
			for _, item := range items {
				for name, value := range item {
					switch value := value.(type) {
					case []any:
						slices.Reverse(value)
					case float64:
						item[name] = value + 1
					}
				}
			}
			a.Body, _ = json.Marshal(items) //nolint:errchkjson // It was JSON before.
		})
		c := env.Client()
		listed := make(chan struct{})
		env.OnRequest(k.many, 1, func() { close(listed) })
		asked := make(chan struct{})
		env.OnRequest(k.one, 1, func() { close(asked); <-listed })
		var reads sync.WaitGroup
		reads.Go(func() { mustRead(t, c, k.read, object(0)) })
		<-asked
		for i := range n - 1 {
			reads.Go(func() { mustRead(t, c, k.read, object(i+1)) })
		}
		reads.Wait()
		env.ExpectRequests(k.one, k.many)
	})
}
