package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// inBackground calls f, and returns a function that waits for its end and returns the time that it took.
func inBackground(f func()) (wait func() time.Duration) {
	began, took := time.Now(), make(chan time.Duration, 1)
	go func() {
		f()
		took <- time.Since(began)
	}()
	return func() time.Duration { return <-took }
}

// usersOfTemplate requests the endpoints of a template, from the first list of the run, for which it has patience.
func usersOfTemplate(t *testing.T, c *client.Client) func() time.Duration {
	t.Helper()
	wait := inBackground(func() {
		if _, err := c.Endpoints.WithTemplate(t.Context(), "any"); err != nil {
			t.Error(err)
		}
	})
	synctest.Wait()
	return wait
}

// Readers share the first list of the run, whose caller waits for it for two minutes. They themselves wait no longer
// than for any list: when the service has been silent for 15 s, each gets its own object. Once the list has arrived, it
// answers them.
func TestReads_besideAPatientList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 100, oneTakes: oneTakes(0), manyTakes: listTakes(50 * time.Second)}
		c := s.of(t)
		readEndpoint(t, c, 0, time.Hour)
		first := usersOfTemplate(t, c)
		time.Sleep(time.Second)
		if took := inParallel(10, 10, func(i int) { readEndpoint(t, c, i+1, time.Hour) }); took != 14*time.Second {
			t.Errorf("readers waited for %s", took)
		}
		if all := inBackground(func() {
			if all, err := c.Endpoints.ReadAll(t.Context()); err != nil || len(all) != 100 {
				t.Errorf("%d %v", len(all), err)
			}
		})(); all != 50*time.Second {
			t.Errorf("all objects took %s, want the time of a list of its own", all)
		}
		if took := first(); took != 50*time.Second || s.listed() != 2 || s.got() != 11 {
			t.Errorf("the patient caller waited for %s; %d lists, %d GETs", took, s.listed(), s.got())
		}
		gets := s.got()
		for i := range 10 {
			readEndpoint(t, c, i+11, time.Hour)
		}
		if s.got() != gets || s.listed() != 2 {
			t.Errorf("%d more GETs, and %d lists", s.got()-gets, s.listed())
		}
	})
}

// A patient list that arrives after a long silence answers reads like any: one object is compared with it.
func TestReads_afterAPatientList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 10, oneTakes: oneTakes(time.Second), manyTakes: listTakes(50 * time.Second)}
		c := s.of(t)
		usersOfTemplate(t, c)()
		inParallel(10, 10, func(i int) { readEndpoint(t, c, i, time.Hour) })
		if s.got() != 1 || s.listed() != 1 {
			t.Errorf("%d GETs and %d lists", s.got(), s.listed())
		}
	})
}

// A patient list that waits for its turn at the rate limit is not silent: its readers wait with it.
func TestReads_besideAPatientListInLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		until := time.Now().Add(70 * time.Second)
		s := &slowService{objects: 100, oneTakes: oneTakes(0), manyTakes: listTakes(5 * time.Second)}
		c := s.of(t)
		readEndpoint(t, c, 0, time.Hour)
		s.refuses = func() (time.Duration, bool) { return time.Until(until), time.Now().Before(until) }
		first := usersOfTemplate(t, c)
		inParallel(99, 99, func(i int) { readEndpoint(t, c, i+1, time.Hour) })
		if took := first(); took > 80*time.Second || s.got() != 1 || s.listed() != 1 {
			t.Errorf("%s, %d GETs and %d lists", took, s.got(), s.listed())
		}
	})
}

// Waits for pods do without lists after one that hung: two silent attempts of 15 s are all that it costs.
func TestAwaitPod_listThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, lists := newClient(t, "http://service.test/v1", func(config *client.Config) {
			config.PollWait = client.DefaultPollWait
		}), 0
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			if _, id, single := strings.Cut(r.URL.Path, "/pods/"); single {
				return response(http.StatusOK, `{"id":"`+id+`","name":"new"}`), nil
			}
			lists++
			<-r.Context().Done()
			return nil, r.Context().Err()
		}))
		ctx := interruptedAfter(t, 20*time.Minute)
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				_, err := c.Pods.Await(ctx, object(i), func(client.Pod) bool { return false })
				if !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		time.Sleep(time.Minute) // Any list in flight ends.
		synctest.Wait()
		if lists != 2 {
			t.Errorf("%d lists", lists)
		}
	})
}

// slowBody is a body of which a part arrives every ten seconds.
type slowBody struct{ parts *strings.Reader }

func (b slowBody) Read(p []byte) (int, error) {
	time.Sleep(10 * time.Second)
	return b.parts.Read(p[:12])
}

// Close implements io.Closer.
func (slowBody) Close() error { return nil }

// A patient list that keeps arriving is not silent: its readers wait for its end, as for any list.
func TestReads_besideAPatientListThatArrives(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, gets, lists := newClient(t, "http://service.test/v1"), 0, 0
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			if _, id, single := strings.Cut(r.URL.Path, "/endpoints/"); single {
				gets++
				return response(http.StatusOK, `{"id":"`+id+`"}`), nil
			}
			lists++
			list := response(http.StatusOK, "")
			list.Body = slowBody{strings.NewReader(`[{"id":"o0"},{"id":"o1"},{"id":"o2"},{"id":"o3"}]`)}
			return list, nil
		}))
		readEndpoint(t, c, 0, time.Hour)
		first := usersOfTemplate(t, c)
		took := inParallel(3, 3, func(i int) { readEndpoint(t, c, i+1, time.Hour) })
		held := first()
		synctest.Wait()
		if held != took || took != 60*time.Second || gets != 1 || lists != 1 {
			t.Errorf("%s, %d GETs and %d lists", took, gets, lists)
		}
	})
}

// A caller that needs the first list joins the one of a refresh. If that fails because the service is silent, the
// caller has a list with its own patience, and no reader waits for a second one.
func TestReads_patienceBesideARefresh(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		takes time.Duration
		want  time.Duration
		lists int
	}{
		"in time": {takes: 10 * time.Second, want: 9 * time.Second, lists: 1},
		"silent":  {takes: 40 * time.Second, want: 29*time.Second + 40*time.Second, lists: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &slowService{objects: 100, oneTakes: oneTakes(0), manyTakes: listTakes(test.takes)}
				c := s.of(t)
				readEndpoint(t, c, 0, time.Hour)
				refresh := inBackground(func() { readEndpoint(t, c, 1, time.Hour) })
				time.Sleep(time.Second)
				users := []func() time.Duration{usersOfTemplate(t, c), usersOfTemplate(t, c)}
				if took := refresh(); took != min(test.takes, 30*time.Second) {
					t.Errorf("the reader waited for %s", took)
				}
				synctest.Wait()
				began := time.Now()
				readEndpoint(t, c, 2, time.Hour)
				if took := time.Since(began); took != 0 {
					t.Errorf("the next reader waited for %s", took)
				}
				for _, user := range users {
					if took := user(); took != test.want || s.listed() != test.lists {
						t.Errorf("%s and %d lists, want %s and %d", took, s.listed(), test.want, test.lists)
					}
				}
			})
		})
	}
}

// A caller that needs the first list has it, or its error, after two silent attempts of two minutes.
func TestReads_patienceEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{oneTakes: oneTakes(0), manyTakes: listTakes(never)}
		c := s.of(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		took := inBackground(func() {
			if _, err := c.Endpoints.WithTemplate(ctx, "any"); !client.IsAttemptTimeout(err) {
				t.Error(err)
			}
		})()
		if took != 4*time.Minute || s.listed() != 2 {
			t.Errorf("%s and %d lists", took, s.listed())
		}
	})
}

// The time that a list waits for the rate limit does not count when it fails: the service was not silent, and the next
// list follows as soon as the failure is 30 s old.
func TestReads_failedAfterTheLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		until := time.Now().Add(20 * time.Second)
		s := &slowService{objects: 400, oneTakes: oneTakes(0), manyTakes: listTakes(0), broken: 4}
		c := s.of(t)
		readEndpoint(t, c, 0, time.Hour)
		s.refuses = func() (time.Duration, bool) { return time.Until(until), time.Now().Before(until) }
		readEndpoint(t, c, 1, time.Hour)
		if s.listed() != 4 || s.got() != 2 {
			t.Fatalf("%d lists, %d GETs", s.listed(), s.got())
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		for i := range 398 {
			readEndpoint(t, c, i+2, time.Hour)
		}
		if s.listed() != 5 || s.got() != 2 {
			t.Errorf("%d lists and %d GETs, want one more list and no GET", s.listed(), s.got())
		}
	})
}

// The time of pages that arrived does not count either when a later page fails.
func TestReads_failedAfterPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, gets, lists := newClient(t, "http://service.test/v2"), 0, 0
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			if _, id, single := strings.Cut(r.URL.Path, "/templates/"); single {
				gets++
				return response(http.StatusOK, `{"id":"`+id+`"}`), nil
			}
			page := func(id, next string) (*http.Response, error) {
				time.Sleep(10 * time.Second)
				return response(http.StatusOK, `{"templates":[{"id":"`+id+`"}],"pagination":{"hasNextPage":true,"nextCursor":"`+
					next+`"}}`), nil
			}
			switch r.URL.Query().Get("cursor") {
			case "":
				lists++
				return page("a", "x")
			case "x":
				return page("b", "y")
			default:
				if lists == 1 {
					return response(http.StatusInternalServerError, `{"error":"no disk"}`), nil
				}
				return response(http.StatusOK, `{"templates":[{"id":"c"},{"id":"d"}]}`), nil
			}
		}))
		for _, id := range []string{"a", "b"} {
			mustRead(t, c, readOf(templatesOf), id)
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		for _, id := range []string{"c", "d"} {
			mustRead(t, c, readOf(templatesOf), id)
		}
		if gets != 2 || lists != 2 {
			t.Errorf("%d GETs and %d lists", gets, lists)
		}
	})
}

// A list resource whose shared list fails, because the service was silent for as long as readers wait, sends a list of
// its own. It shows each object once.
func TestStream_afterAFailedList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 5, oneTakes: oneTakes(0), manyTakes: listTakes(20 * time.Second)}
		c := s.of(t)
		readEndpoint(t, c, 0, time.Hour)
		refresh := inBackground(func() { readEndpoint(t, c, 1, time.Hour) })
		time.Sleep(time.Second)
		var ids []string
		took := inBackground(func() {
			err := c.Endpoints.Stream(t.Context(), func(e client.Endpoint) bool {
				ids = append(ids, e.ID)
				return true
			})
			if err != nil {
				t.Error(err)
			}
		})()
		refresh()
		if want := []string{"o0", "o1", "o2", "o3", "o4"}; !slices.Equal(ids, want) {
			t.Errorf("%q", ids)
		}
		if took != 29*time.Second+20*time.Second || s.listed() != 3 {
			t.Errorf("%s and %d lists", took, s.listed())
		}
	})
}

// A list resource that joins a patient list sends its own when the service has been silent for 15 s.
func TestStream_besideAPatientList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 5, oneTakes: oneTakes(0), manyTakes: func(number int) time.Duration {
			return map[bool]time.Duration{true: 50 * time.Second, false: 10 * time.Second}[number == 1]
		}}
		c := s.of(t)
		first := usersOfTemplate(t, c)
		shown := 0
		took := inBackground(func() {
			if err := c.Endpoints.Stream(t.Context(), func(client.Endpoint) bool { shown++; return true }); err != nil {
				t.Error(err)
			}
		})()
		if first(); took != 25*time.Second || shown != 5 || s.listed() != 2 {
			t.Errorf("%d shown after %s and %d lists", shown, took, s.listed())
		}
	})
}

// A refusal is everyone's: a list resource does not repeat the list.
func TestStream_refused(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusForbidden, body: `{"error":"no","status":403}`})
	err := s.client(t).Endpoints.Stream(t.Context(), func(client.Endpoint) bool { return true })
	if err == nil || len(s.requests()) != 1 {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
}
