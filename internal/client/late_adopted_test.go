package client_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// exchange answers requests without a network.
type exchange func(*http.Request) (*http.Response, error)

func (e exchange) RoundTrip(r *http.Request) (*http.Response, error) { return e(r) }

// A second object that is like a lost create which has adopted another one is reported once, whichever list shows it.
func TestLateObjects_afterAnAdoption(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]func(*testing.T, *volumeService, *client.Client){
		"a refresh": func(t *testing.T, _ *volumeService, c *client.Client) {
			t.Helper()
			if _, err := c.NetworkVolumes.ReadAll(t.Context()); err != nil {
				t.Error(err)
			}
		},
		"a data source": func(t *testing.T, _ *volumeService, c *client.Client) {
			t.Helper()
			if _, err := c.NetworkVolumes.ListAll(t.Context()); err != nil {
				t.Error(err)
			}
		},
		"a search for another create": func(t *testing.T, s *volumeService, c *client.Client) {
			t.Helper()
			s.creates = []createAnswer{{status: 500, body: `{"error":"data center does not exist"}`}}
			_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("third"))
			if failed := outcomeOf(t, err); failed.Outcome != client.CreateRejected {
				t.Errorf("%+v", failed)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true}}}
				c := s.client(t)
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if err != nil || created.Adopted == nil {
					t.Fatalf("%+v %v", created, err)
				}
				s.add(volumeCalled("other"))
				second := s.add(volumeCalled("data"))
				list(t, s, c)
				want := []client.LateObject{{ID: second.ID, Name: "data", Adopted: created.Object.ID}}
				if got := c.NetworkVolumes.Late(); !slices.Equal(got, want) {
					t.Errorf("%+v, want %+v", got, want)
				}
				if got := c.NetworkVolumes.Late(); len(got) != 0 {
					t.Errorf("once more: %+v", got)
				}
			})
		})
	}
}

// An object that can be the late result of two creates is reported for the create that has no object.
func TestLateObjects_ofTheCreateWithoutAnObject(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true}, {}}}
		c := s.client(t)
		if created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil || created.Adopted == nil {
			t.Fatalf("%+v %v", created, err)
		}
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
			t.Fatal(told(failed))
		}
		late := s.add(volumeCalled("data"))
		if _, err := c.NetworkVolumes.ReadAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.NetworkVolumes.Late(); !slices.Equal(got, []client.LateObject{{ID: late.ID, Name: "data"}}) {
			t.Errorf("%+v", got)
		}
	})
}

// An object that appears while an equal create is under way may be the result of that create. The client reports it as
// late only after that create has ended with another object.
func TestLateObjects_ofACreateUnderWay(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer createAnswer // to the create that is under way
		late   bool
	}{
		"it is that one's":     {createAnswer{acts: true, status: http.StatusOK}, false},
		"that one has another": {createAnswer{status: http.StatusOK, body: `{"id":"own","name":"data"}`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{status: 504}, test.answer}}
				c := s.client(t)
				if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err == nil {
					t.Fatal("it is known")
				}
				if test.late {
					s.onCreate = func(int) { s.add(volumeCalled("data")) }
				}
				under, release := make(chan struct{}), make(chan struct{})
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					answer, err := s.RoundTrip(r)
					if r.Method == http.MethodPost {
						close(under)
						<-release
					}
					return answer, err
				}))
				var work sync.WaitGroup
				work.Go(func() {
					if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil {
						t.Error(err)
					}
				})
				<-under
				if _, err := c.NetworkVolumes.ListAll(t.Context()); err != nil {
					t.Error(err)
				}
				if got := c.NetworkVolumes.Late(); len(got) != 0 {
					t.Errorf("while it was under way: %+v", got)
				}
				close(release)
				work.Wait()
				if got := c.NetworkVolumes.Late(); (len(got) == 1) != test.late {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// The client does not report an object that may be the result of a lost create during its search either.
func TestLateObjects_ofALostCreate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{status: 504}, {acts: true, status: 504}}}
		c := s.client(t)
		if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err == nil {
			t.Fatal("it is known")
		}
		var work sync.WaitGroup
		work.Go(func() {
			if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil {
				t.Error(err)
			}
		})
		for range 3 { // The search goes on for two minutes.
			time.Sleep(30 * time.Second)
			if got := c.NetworkVolumes.Late(); len(got) != 0 {
				t.Errorf("%+v", got)
			}
		}
		work.Wait()
		if got := c.NetworkVolumes.Late(); len(got) != 0 {
			t.Errorf("after the search: %+v", got)
		}
	})
}

// The lists of a wait for pods show what appeared late, too.
func TestLateObjects_inAWaitForPods(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		posted, listed := false, 0
		pod := func(id, name string) string {
			return fmt.Sprintf(`{"id":%q,"name":%q,"imageName":"i","desiredStatus":"RUNNING"}`, id, name)
		}
		c := newClient(t, "http://pods.test/v1")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			id, single := strings.CutPrefix(r.URL.Path, "/v1/pods/")
			switch {
			case r.Method == http.MethodPost:
				posted = true
				return response(http.StatusInternalServerError, `{"error":"data center does not exist","status":500}`), nil
			case single:
				return response(http.StatusOK, pod(id, "x")), nil
			case !posted:
				return response(http.StatusOK, `[]`), nil
			}
			all := []string{pod("a", "x"), pod("b", "x")}
			if listed++; listed > 1 {
				all = append(all, pod("late", "desk"))
			}
			return response(http.StatusOK, "["+strings.Join(all, ",")+"]"), nil
		}))
		_, err := c.Pods.Create(t.Context(), client.PodCreate{PodFields: client.PodFields{
			Name: client.Some("desk"), ImageName: client.Some("i")}})
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateRejected {
			t.Fatalf("%+v", failed)
		}
		var waits sync.WaitGroup
		for _, id := range []string{"a", "b"} {
			waits.Go(func() {
				_, err := c.Pods.Await(t.Context(), id, func(client.Pod) bool { return listed > 2 })
				if err != nil {
					t.Error(err)
				}
			})
		}
		waits.Wait()
		if got := c.Pods.Late(); !slices.Equal(got, []client.LateObject{{ID: "late", Name: "desk"}}) {
			t.Errorf("%+v", got)
		}
	})
}
