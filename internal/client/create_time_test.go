package client_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// datedService is a service of one endpoint's creates, with a clock of its own. It is scripted: the create fails, and
// each list after it has these endpoints.
type datedService struct {
	t       *testing.T
	skew    time.Duration // of the service's clock
	noDate  bool
	created []string // createdAt of each endpoint that is listed after the create
	fails   int      // status of the create; 0 cuts the connection
	posted  atomic.Bool
	more    string // members of each endpoint, each after a comma
	// onList is called when a list comes after the create; nil is nothing.
	onList func()
}

func (s *datedService) RoundTrip(r *http.Request) (*http.Response, error) {
	got := response(http.StatusOK, "[]")
	if s.posted.Load() && s.onList != nil && strings.HasSuffix(r.URL.Path, "/endpoints") {
		s.onList()
	}
	if !s.noDate {
		got.Header.Set("Date", time.Now().Add(s.skew).UTC().Format(http.TimeFormat))
	}
	var all []string
	for i, at := range s.created {
		all = append(all, fmt.Sprintf(`{"id":"e%d","name":"x","templateId":"t","computeType":"GPU","gpuTypeIds":[],`+
			`"createdAt":%q%s}`, i+1, at, s.more))
	}
	switch {
	case r.Method == http.MethodPost:
		s.posted.Store(true)
		time.Sleep(time.Millisecond) // No two of the client's times are equal then.
		if s.fails == 0 {
			return nil, errors.New("connection reset by peer")
		}
		return response(s.fails, ""), nil
	case !s.posted.Load():
		return got, nil
	case strings.HasSuffix(r.URL.Path, "/endpoints"):
		got.Body = response(0, "["+strings.Join(all, ",")+"]").Body
		return got, nil
	default:
		for i, object := range all {
			if strings.HasSuffix(r.URL.Path, fmt.Sprint("/e", i+1)) {
				got.Body = response(0, object).Body
			}
		}
		return got, nil
	}
}

// An endpoint shows when it was created, by the service's clock, which can differ from this machine's by any amount. An
// endpoint from before the request, or from long after it, is another client's. Without a Date or a time nothing is
// proven.
func TestCreate_time(t *testing.T) {
	t.Parallel()
	const proven, ambiguous = client.CreateOutcome(-1), client.CreateAmbiguous
	const otherLayout = "2006-01-02 15:04:05.999 -0700 MST"
	for name, test := range map[string]struct {
		fails   int
		noDate  bool
		created []time.Duration // after the request; for each endpoint
		as      string          // the layout; empty is RFC 3339
		outcome client.CreateOutcome
		doubt   client.Doubt
		found   int
		adopted string
	}{
		"at the request": {fails: 500, created: []time.Duration{0}, outcome: proven, adopted: "e1"},
		"in the other layout": {
			fails: 500, created: []time.Duration{0}, as: otherLayout, outcome: proven, adopted: "e1",
		},
		"a second before": {fails: 500, created: []time.Duration{-time.Second}, outcome: proven, adopted: "e1"},
		"minutes before": {
			fails: 500, created: []time.Duration{-5 * time.Minute}, outcome: client.CreateMissing, found: 1,
		},
		"and another client's": {
			fails: 500, created: []time.Duration{-5 * time.Minute, 0}, outcome: proven, adopted: "e2",
		},
		"10 s after":               {created: []time.Duration{9 * time.Second}, outcome: proven, adopted: "e1"},
		"a minute after":           {created: []time.Duration{time.Minute}, outcome: client.CreateMissing, found: 1},
		"a minute after a timeout": {fails: 504, created: []time.Duration{time.Minute}, outcome: proven, adopted: "e1"},
		"3 minutes after a timeout": {
			fails: 504, created: []time.Duration{3 * time.Minute}, outcome: client.CreateMissing, found: 1,
		},
		"two of them": {
			fails: 500, created: []time.Duration{0, time.Second}, outcome: ambiguous, doubt: client.DoubtTwin, found: 2,
		},
		"no Date": {
			fails: 500, noDate: true, created: []time.Duration{0}, outcome: ambiguous, doubt: client.DoubtTime, found: 1,
		},
		"no time that can be read": {
			fails: 500, created: []time.Duration{0}, as: "Monday", outcome: ambiguous, doubt: client.DoubtTime, found: 1,
		},
	} {
		for _, skew := range []time.Duration{0, 72 * time.Hour, -72 * time.Hour} {
			t.Run(fmt.Sprint(name, ", skew ", skew), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					time.Sleep(700 * time.Millisecond) // Date has whole seconds.
					s := &datedService{t: t, skew: skew, noDate: test.noDate, fails: test.fails}
					for _, after := range test.created {
						layout := test.as
						if layout == "" {
							layout = time.RFC3339Nano
						}
						s.created = append(s.created, time.Now().Add(skew+after).UTC().Format(layout))
					}
					c := newClient(t, "http://endpoints.test/v1", func(config *client.Config) { config.LateLook = 0 })
					c.SetTransport(s)
					created, err := c.Endpoints.Create(t.Context(), client.EndpointCreate{EndpointFields: client.EndpointFields{
						Name: client.Some("x"), TemplateID: client.Some("t")}})
					if test.outcome == proven {
						if err != nil || created.Object.ID != test.adopted || !created.Adopted.Dated {
							t.Errorf("%+v %v", created, err)
						}
						return
					}
					failed := outcomeOf(t, err)
					if failed.Outcome != test.outcome || failed.Doubt != test.doubt || len(failed.Found) != test.found ||
						test.found > 0 && failed.Found[0].CreatedAt == "" {
						t.Errorf("%+v", failed)
					}
				})
			})
		}
	}
}

// An object that another client created in an hour without requests is older than the create: the last Date alone would
// not show that.
func TestCreate_timeAfterALongPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &datedService{t: t, fails: 500}
		c := newClient(t, "http://endpoints.test/v1")
		c.SetTransport(s)
		if _, err := c.Endpoints.ReadAll(t.Context()); err != nil { // The first list of the run.
			t.Fatal(err)
		}
		time.Sleep(30 * time.Minute)
		s.created = []string{time.Now().UTC().Format(time.RFC3339)}
		time.Sleep(30 * time.Minute)
		_, err := c.Endpoints.Create(t.Context(), client.EndpointCreate{EndpointFields: client.EndpointFields{
			Name: client.Some("x"), TemplateID: client.Some("t")}})
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing || len(failed.Found) != 1 {
			t.Errorf("%+v", failed)
		}
	})
}

// The first Date after the failure ends the time in which the create can have acted, whichever request it answers: an
// endpoint from later is another client's, also if the search itself is answered later still.
func TestCreate_timeEndsWithTheFirstAnswer(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answered bool          // A read is answered while the search waits for its list.
		created  time.Duration // of an endpoint, after the request
		adopted  bool
	}{
		"another answer first":               {true, 30 * time.Second, false},
		"another answer first, and its own":  {true, 9 * time.Second, true},
		"the search has the first answer":    {false, 30 * time.Second, true},
		"later than the search has answered": {false, time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &datedService{t: t, created: []string{time.Now().Add(test.created).UTC().Format(time.RFC3339)}}
				c := newClient(t, "http://endpoints.test/v1")
				c.SetTransport(s)
				s.onList = func() {
					time.Sleep(time.Second)
					if test.answered {
						if _, err := c.Endpoints.Get(t.Context(), "e1"); err != nil {
							t.Error(err)
						}
					}
					time.Sleep(40 * time.Second)
				}
				created, err := c.Endpoints.Create(t.Context(), client.EndpointCreate{EndpointFields: client.EndpointFields{
					Name: client.Some("x"), TemplateID: client.Some("t")}})
				if test.adopted {
					if err != nil || created.Object.ID != "e1" {
						t.Errorf("%+v %v", created, err)
					}
				} else if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing || len(failed.Found) != 1 {
					t.Error(told(failed))
				}
			})
		})
	}
}

// The Date of the response ends the time of the create, however slow the response was: an endpoint from later can be
// another client's. A Date from before the create is that of a cached page, or the clocks of two front ends disagree.
// That proves nothing, and excludes nothing.
func TestCreate_timeOfResponses(t *testing.T) {
	t.Parallel()
	const proven = client.CreateOutcome(-1)
	atOnce := []time.Duration{0}
	for name, test := range map[string]struct {
		status      int             // of the create; 0 cuts the connection
		first, date time.Duration   // of the Date of the first list and of the response, against the service's time
		later       time.Duration   // the same, of all later responses
		after       time.Duration   // when the response comes, after the request
		made        []time.Duration // when each endpoint is created, after the request
		outcome     client.CreateOutcome
		doubt       client.Doubt
	}{
		"exact":             {status: 502, made: atOnce, outcome: proven},
		"slow":              {status: 502, after: 25 * time.Second, made: atOnce, outcome: proven},
		"a front end ahead": {status: 502, date: 10 * time.Minute, made: atOnce, outcome: proven},
		"slow, and another's": {
			status: 502, after: 25 * time.Second, made: []time.Duration{20 * time.Second}, outcome: client.CreateMissing,
		},
		"cached": {
			status: 502, made: atOnce, date: -10 * time.Minute, outcome: client.CreateAmbiguous,
			doubt: client.DoubtTime,
		},
		"a page": {
			status: 200, made: atOnce, date: -10 * time.Minute, outcome: client.CreateAmbiguous,
			doubt: client.DoubtTime,
		},
		"a front end behind": {
			status: 502, made: atOnce, date: -15 * time.Second, outcome: client.CreateAmbiguous,
			doubt: client.DoubtTime,
		},
		"no clock": {
			status: 502, made: atOnce, date: -50 * 365 * 24 * time.Hour, outcome: client.CreateAmbiguous,
			doubt: client.DoubtTime,
		},
		"the first list ahead, and another's": {
			status: 502, first: 10 * time.Second, made: []time.Duration{0, 14 * time.Second},
			outcome: client.CreateAmbiguous, doubt: client.DoubtTime,
		},
		"cut, and the search behind": {
			made: atOnce, later: -15 * time.Second, outcome: client.CreateAmbiguous,
			doubt: client.DoubtTime,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(700 * time.Millisecond) // Date has whole seconds.
				s := &datedService{t: t, skew: test.first, fails: test.status}
				c := newClient(t, "http://endpoints.test/v1", func(config *client.Config) { config.LateLook = 0 })
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					if r.Method != http.MethodPost {
						return s.RoundTrip(r)
					}
					for _, made := range test.made {
						s.created = append(s.created, time.Now().Add(made).UTC().Format(time.RFC3339Nano))
					}
					got, err := s.RoundTrip(r)
					if err == nil {
						got.Body = response(0, "<html>").Body
						got.Header.Set("Date", time.Now().Add(test.date).UTC().Format(http.TimeFormat))
					}
					s.skew = test.later
					time.Sleep(test.after)
					return got, err
				}))
				created, err := c.Endpoints.Create(t.Context(), client.EndpointCreate{EndpointFields: client.EndpointFields{
					Name: client.Some("x"), TemplateID: client.Some("t")}})
				if test.outcome == proven {
					if err != nil || created.Object.ID != "e1" {
						t.Error(created.Object.ID, err)
					}
					return
				}
				failed := outcomeOf(t, err)
				if failed.Outcome != test.outcome || failed.Doubt != test.doubt || len(failed.Found) != len(test.made) {
					t.Error(told(failed))
				}
			})
		})
	}
}

// Volumes do not show when they were created. A create is compared with a list that is at most 30 s older; one list
// serves all creates of that time.
func TestCreate_baselineIsRecent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true, status: 200}}}
		c := s.client(t)
		for range 60 {
			if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
		}
		if lists := s.count(get); lists != 2 {
			t.Errorf("%d lists in a minute, want 2", lists)
		}
		time.Sleep(time.Hour)
		foreign := s.add(volumeCalled("late"))
		s.creates = []createAnswer{{status: 500, body: `{"error":"boom"}`}}
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("late"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
			t.Errorf("%+v; %s is another client's", failed, foreign.ID)
		}
	})
}
