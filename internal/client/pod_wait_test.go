package client_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// await waits for pods until they have an address, side by side.
func await(t *testing.T, c *client.Client, ids ...string) {
	t.Helper()
	var waits sync.WaitGroup
	for _, id := range ids {
		waits.Go(func() {
			pod, err := c.Pods.Await(t.Context(), id, func(p client.Pod) bool { return p.PublicIP.Or("") != "" })
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
		pod, err := c.Pods.Create(t.Context(), client.PodCreate{PodFields: client.PodFields{
			ImageName: client.Some("i"), Env: client.Some(map[string]string{"A": "1"}),
			Ports: client.Some([]string{"22/tcp"}), // Over version 2 a pod shows its address at its ports.
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

// Waits for several pods share one list a poll, without ids: the filter takes one. The first look is a GET for each
// pod.
func TestAwaitPod_togetherShareOneListAPoll(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		env, ids := podsThatStart(t, start, 12)
		env.OnRequest("ListPods", 3, func() { env.Advance(time.Hour) })
		await(t, env.Client(), ids[:10]...)
		gets, lists := env.Requests("GetPod"), env.Requests("ListPods")
		if len(gets) != 10 || len(lists) != 4 {
			t.Errorf("%d GETs and %d lists, want 10 and 4", len(gets), len(lists))
		}
		for _, list := range lists {
			if query, err := url.ParseQuery(list.Query); err != nil || query.Has("id") {
				t.Errorf("a list of %v", query["id"])
			}
		}
	})
}

// If lists serve one wait only, that wait uses GETs too.
func TestAwaitPod_theLastOneToUseLists(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		env, ids := podsThatStart(t, start, 2)
		env.Rewrite().Use(func(a *emulatortest.Answer) {
			if a.Operation != "ListPods" {
				return
			}
			a.ChangeItems(func(pods []map[string]any) []map[string]any {
				for _, pod := range pods {
					if pod["id"] == ids[0] {
						delete(pod, "machine")
						delete(pod, "cost")
					}
				}
				return pods
			})
		})
		env.OnRequest("GetPod", 20, func() { env.Advance(time.Hour) })
		await(t, env.Client(), ids...)
		// A list can be under way, and a second one can have been started, when the first shows it.
		if lists := len(env.Requests("ListPods")); lists == 0 || lists > 2 {
			t.Errorf("%d lists", lists)
		}
	})
}

// One by itself is looked at by itself.
func TestAwaitPod_alone(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		env, ids := podsThatStart(t, start, 1)
		env.OnRequest("GetPod", 3, func() { env.Advance(time.Hour) })
		await(t, env.Client(), ids...)
		env.ExpectRequests("GetPod", "GetPod", "GetPod", "GetPod")
	})
}

// A list that fails, lacks the pod or says less of it leaves it to its own GET.
func TestAwaitPod_listsThatAreOfNoUse(t *testing.T) {
	t.Parallel()
	edit := func(change func([]map[string]any) []map[string]any) func(*emulatortest.Answer) {
		return func(a *emulatortest.Answer) {
			if a.Operation == "ListPods" {
				a.ChangeItems(change)
			}
		}
	}
	for name, change := range map[string]func(*emulatortest.Answer){
		"fails": func(a *emulatortest.Answer) {
			if a.Operation == "ListPods" {
				a.Status, a.Body = http.StatusForbidden, []byte(`{"error":"no lists","status":403}`)
			}
		},
		"lacks them": edit(func([]map[string]any) []map[string]any { return []map[string]any{} }),
		"says less": edit(func(pods []map[string]any) []map[string]any {
			for _, pod := range pods {
				if _, ofVersion1 := pod["machine"]; ofVersion1 {
					delete(pod, "machine")
					pod["publicIp"] = "1.2.3.4" // Which it has not got.
					continue
				}
				delete(pod, "cost")
				pod["runtime"] = map[string]any{"ports": []any{ // Which it has not got.
					map[string]any{"private": 22, "public": 22, "type": "tcp", "ip": "1.2.3.4"}}}
			}
			return pods
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
				t.Helper()
				env, ids := podsThatStart(t, start, 2)
				env.Rewrite().Use(change)
				env.OnRequest("GetPod", 8, func() { env.Advance(time.Hour) })
				await(t, env.Client(), ids...)
				if gets, lists := len(env.Requests("GetPod")), len(env.Requests("ListPods")); gets < 8 || lists == 0 {
					t.Errorf("%d GETs and %d lists", gets, lists)
				}
			})
		})
	}
}

// A wait that begins while a list is under way does not look at it: it may show what was before the wait.
func TestAwaitPod_lateToAList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		listed, release, lists := make(chan struct{}), make(chan struct{}), 0
		c := newClient(t, "http://pods.test/v1")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			name := "fresh"
			_, id, single := strings.Cut(r.URL.Path, "/pods/")
			if !single {
				if lists++; lists == 1 {
					close(listed)
					<-release
					name = "stale"
				}
			} else {
				select {
				case <-release:
				default:
					name = "new"
				}
			}
			pod := func(id string) string { return fmt.Sprintf(`{"id":%q,"name":%q}`, id, name) }
			if single {
				return response(http.StatusOK, pod(id)), nil
			}
			return response(http.StatusOK, "["+pod("a")+","+pod("b")+","+pod("late")+"]"), nil
		}))
		var waits sync.WaitGroup
		wait := func(id string) {
			waits.Go(func() {
				_, err := c.Pods.Await(t.Context(), id, func(p client.Pod) bool {
					name := p.Name.Or("")
					if id == "late" && name == "stale" {
						t.Error("it took a list for its own that began before it")
					}
					return name == "fresh"
				})
				if err != nil {
					t.Errorf("%s: %v", id, err)
				}
			})
		}
		wait("a")
		wait("b")
		<-listed
		wait("late")
		time.Sleep(10 * time.Second) // All wait for the list.
		close(release)
		waits.Wait()
		if lists < 2 {
			t.Errorf("%d lists", lists)
		}
	})
}
