package client_test

import (
	"context"
	"errors"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Of each kind: a reader that is interrupted, or whose time is up, leaves the list to the others, also if it started
// the list. A list that all readers left did not fail: the next reader gets one, and no object by itself.
func TestReads_leftByReaders(t *testing.T) {
	t.Parallel()
	for _, k := range readKinds {
		for name, leaves := range map[string]func(*testing.T) (context.Context, context.CancelFunc){
			"interrupted": func(t *testing.T) (context.Context, context.CancelFunc) {
				t.Helper()
				return interruptedAfter(t, 5*time.Second), func() {}
			},
			"out of time": func(t *testing.T) (context.Context, context.CancelFunc) {
				t.Helper()
				return context.WithTimeout(t.Context(), 8*time.Second) // It waits for the list for half of that.
			},
		} {
			t.Run(k.kind+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					gets, lists := 0, 0
					var mu sync.Mutex
					c := newClient(t, "http://service.test/v1")
					c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
						mu.Lock()
						defer mu.Unlock()
						if id := path.Base(r.URL.Path); strings.HasPrefix(id, "o") {
							gets++
							return response(http.StatusOK, `{"id":"`+id+`"}`), nil
						}
						lists++
						mu.Unlock()
						time.Sleep(10 * time.Second)
						mu.Lock()
						return response(http.StatusOK, `[{"id":"o0"},{"id":"o1"},{"id":"o2"},{"id":"o3"},{"id":"o4"}]`), nil
					}))
					leave := func(i int) {
						ctx, cancel := leaves(t)
						defer cancel()
						_, err := k.read(c, ctx, object(i))
						interrupted := name == "interrupted"
						if interrupted != errors.Is(err, context.Canceled) || !interrupted && err != nil {
							t.Error(err)
						}
					}
					own := map[string]int{"interrupted": 0, "out of time": 1}[name] // GETs of a reader that leaves
					mustRead(t, c, k.read, object(0))
					first := inBackground(func() { leave(1) })
					synctest.Wait()
					if took := inBackground(func() { mustRead(t, c, k.read, object(2)) })(); took != 10*time.Second {
						t.Errorf("the other reader waited for %s", took)
					}
					first()
					synctest.Wait()
					if lists != 1 || gets != 1+own {
						t.Errorf("%d lists, %d GETs", lists, gets)
					}
					time.Sleep(time.Hour)
					leave(3)
					time.Sleep(10 * time.Second)
					mustRead(t, c, k.read, object(4))
					synctest.Wait()
					if lists != 3 || gets != 1+2*own {
						t.Errorf("after all left one: %d lists, %d GETs", lists, gets)
					}
				})
			})
		}
	}
}

// The list that confirms for several readers that templates are gone does not end with the reader that started it.
func TestReads_goneConfirmedForOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var confirmations atomic.Int32
		c := newClient(t, "http://service.test/v1")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			switch {
			case strings.Contains(r.URL.Path, "/templates/"):
				return response(http.StatusNotFound, `{"error":"template not found","status":404}`), nil
			case !strings.Contains(r.URL.RawQuery, "Public"): // the list that answers reads
				return response(http.StatusInternalServerError, `{"error":"no disk","status":500}`), nil
			default:
				confirmations.Add(1)
				time.Sleep(10 * time.Second)
				return response(http.StatusOK, `[]`), nil
			}
		}))
		first := inBackground(func() {
			if _, err := c.Templates.Read(interruptedAfter(t, 5*time.Second), "a", nil); err == nil || client.IsGone(err) {
				t.Error(err)
			}
		})
		time.Sleep(time.Second)
		if _, err := c.Templates.Read(t.Context(), "b", nil); !client.IsGone(err) {
			t.Error(err)
		}
		if first(); confirmations.Load() != 1 {
			t.Errorf("%d lists", confirmations.Load())
		}
	})
}

// A wait for a pod that is interrupted leaves the list to the other waits, also if it started the list.
func TestAwaitPod_leavesTheList(t *testing.T) {
	t.Parallel()
	for interrupted := range 2 {
		synctest.Test(t, func(t *testing.T) {
			var gets, lists atomic.Int32
			c := newClient(t, "http://service.test/v1", func(config *client.Config) {
				config.PollWait = client.DefaultPollWait
			})
			c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
				if id := path.Base(r.URL.Path); strings.HasPrefix(id, "o") {
					gets.Add(1)
					return response(http.StatusOK, `{"id":"`+id+`","name":"new"}`), nil
				}
				lists.Add(1)
				time.Sleep(10 * time.Second)
				return response(http.StatusOK, `[{"id":"o0","name":"done"},{"id":"o1","name":"done"}]`), nil
			}))
			var all sync.WaitGroup
			for i := range 2 {
				all.Go(func() {
					ctx := interruptedAfter(t, map[bool]time.Duration{true: 5 * time.Second, false: 5 * time.Minute}[i == interrupted])
					_, err := c.Pods.Await(ctx, object(i), func(p client.Pod) bool { return p.Name.Or("") == "done" })
					if i == interrupted != errors.Is(err, context.Canceled) || i != interrupted && err != nil {
						t.Error(err)
					}
				})
			}
			if all.Wait(); gets.Load() != 2 || lists.Load() != 1 {
				t.Errorf("%d GETs and %d lists", gets.Load(), lists.Load())
			}
		})
	}
}

// A reader with two minutes waits for a list in line for one of them. Its own GET waits in the same line, so it costs
// no time; and only the readers that wait at the same time send one.
func TestReads_listInLineForShortReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		until := began.Add(70 * time.Second)
		s := &slowService{objects: 300, oneTakes: oneTakes(50 * time.Millisecond), manyTakes: listTakes(5 * time.Second)}
		s.refuses = func() (time.Duration, bool) {
			now := time.Now()
			return until.Sub(now), now.After(began) && now.Before(until)
		}
		c := s.of(t)
		readEndpoint(t, c, 0, 2*time.Minute)
		took := inParallel(s.objects-1, 10, func(i int) { readEndpoint(t, c, i+1, 2*time.Minute) })
		if took > 80*time.Second || s.got() > 1+10 || s.listed() != 1 {
			t.Errorf("it took %s, %d GETs and %d lists", took, s.got(), s.listed())
		}
	})
}
