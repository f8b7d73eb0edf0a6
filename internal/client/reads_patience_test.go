package client_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
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

// A caller that needs the first list has it, or its error, after two silent attempts of 15 s, and two of two minutes.
func TestReads_patienceEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{oneTakes: oneTakes(0), manyTakes: listTakes(never)}
		c := s.of(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		took := inBackground(func() {
			if _, err := c.Endpoints.WithTemplate(ctx, "any"); !transport.IsAttemptTimeout(err) {
				t.Error(err)
			}
		})()
		if took != 4*time.Minute+30*time.Second || s.listed() != 4 {
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

// A list resource whose shared list fails, because the service was silent for as long as readers wait, sends a list of
// its own. It shows each object once.
func TestReadReadable_afterAFailedList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 5, oneTakes: oneTakes(0), manyTakes: listTakes(20 * time.Second)}
		c := s.of(t)
		readEndpoint(t, c, 0, time.Hour)
		refresh := inBackground(func() { readEndpoint(t, c, 1, time.Hour) })
		time.Sleep(time.Second)
		var ids []string
		took := inBackground(func() {
			all, err := c.Endpoints.ReadReadable(t.Context())
			if err != nil {
				t.Error(err)
			}
			for _, e := range all {
				ids = append(ids, e.ID)
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

// A refusal is everyone's: a list resource does not repeat the list.
func TestReadReadable_refused(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusForbidden, body: `{"error":"no","status":403}`})
	_, err := s.client(t).Endpoints.ReadReadable(t.Context())
	if err == nil || len(s.requests()) != 1 {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
}
