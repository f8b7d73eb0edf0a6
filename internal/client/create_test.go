package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// outcomeOf is that of a create that failed.
func outcomeOf(t *testing.T, err error) *creates.Error {
	t.Helper()
	var failed *creates.Error
	if !errors.As(err, &failed) {
		t.Fatalf("no error of a create: %v", err)
	}
	return failed
}

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// The client never sends a create of unknown outcome again. If it finds the object, it adopts it. After a timeout it
// searches once more when the service can no longer carry out the create.
func TestCreate_unknownOutcome(t *testing.T) {
	t.Parallel()
	found, foundLate := []string{get, post, get, get}, []string{get, post, get, get, get, get} // A list, and its object.
	lost, lostLate := []string{get, post, get, get}, []string{get, post, get, get, get}
	type row struct {
		first   createAnswer
		asked   []string
		found   bool
		failed  bool
		unknown bool // of a failure
		appears bool // It may, later.
	}
	adopted := func(first createAnswer, asked []string) row {
		first.acts = true
		return row{first: first, asked: asked, found: true}
	}
	missing := func(first createAnswer, asked []string, appears bool) row {
		return row{first: first, asked: asked, unknown: true, failed: true, appears: appears}
	}
	refused := func(status int, message string, asked []string) row {
		return row{first: createAnswer{status: status, body: `{"error":"` + message + `"}`}, asked: asked, failed: true,
			unknown: len(asked) > 2} // It has looked.
	}
	said := func(message string) createAnswer {
		return createAnswer{status: 500, body: `{"error":"` + message + `"}`}
	}
	for name, test := range map[string]row{
		"answered": {first: createAnswer{acts: true, status: http.StatusOK}, asked: []string{get, post}},

		"cut after it":            adopted(createAnswer{}, found),
		"500 after it":            adopted(said("boom"), found),
		"a complaint after it":    adopted(said("must be odd"), found),
		"in use after it":         adopted(said("file in use"), found),
		"502 after it":            adopted(createAnswer{status: 502}, found),
		"524 after it, in words":  adopted(createAnswer{status: 524, body: `{"error":"name must be unique"}`}, foundLate),
		"locked after it":         adopted(said("database is locked"), found),
		"half an answer after it": adopted(createAnswer{status: 200, half: true}, found),
		"a page after it":         adopted(createAnswer{status: 200, body: "<html>"}, found),
		"504 after it":            adopted(createAnswer{status: 504}, foundLate),
		"no answer after it":      adopted(createAnswer{hangs: true}, foundLate),

		"cut before it":             missing(createAnswer{}, lost, false),
		"500 before it":             missing(said("boom"), lost, false),
		"418 before it":             missing(createAnswer{status: 418}, lost, false),
		"half an answer of nothing": missing(createAnswer{status: 200, body: "{}", half: true}, lost, true),
		"a page, and nothing":       missing(createAnswer{status: 200, body: "<html>"}, lost, true),
		"504 before it":             missing(createAnswer{status: 504}, lostLate, true),
		"408 before it":             missing(createAnswer{status: 408}, lostLate, true),
		"no answer, and nothing":    missing(createAnswer{hangs: true}, lostLate, true),

		"a complaint, and nothing":   refused(500, "must be odd", lost[:3]),
		"in use, and nothing":        refused(500, "file in use", lost[:3]),
		"no capacity, and nothing":   refused(500, "no instances", lost),
		"a refusal, and not looked":  refused(400, "odd", lost[:2]),
		"over quota, and not looked": refused(500, "quota", lost[:2]),
		"locked, and nothing":        refused(500, "the file is locked", lost),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{test.first}}
				s.add(volumeCalled("data")) // Another client's, equal to it, and older.
				created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if !slices.Equal(s.asked, test.asked) {
					t.Errorf("asked %v, want %v", s.asked, test.asked)
				}
				if (err != nil) != test.failed || (created.Failure != nil) != test.found {
					t.Fatalf("%v, and found after %v", err, created.Failure)
				}
				if test.failed {
					failed := outcomeOf(t, err)
					if failed.Unknown != test.unknown || failed.MayAppear() != test.appears || failed.Found != nil ||
						failed.IsLikelyRefused() != strings.Contains(name, ", and nothing") && test.first.status == 500 {
						t.Error(told(failed))
					}
				} else if ids := s.ids(); created.Object.ID != "v2" || len(ids) != 2 {
					t.Errorf("got %s of %v", created.Object.ID, ids)
				}
				for i := 3; i < len(s.at); i++ { // Lists after the first look.
					switch at := s.at[i] - s.at[2]; {
					case test.found && at != 0 && at != transport.DefaultTimes.LateLook,
						!test.found && at != transport.DefaultTimes.Look && at != transport.DefaultTimes.LateLook:
						t.Errorf("looked at %v", s.at)
					}
				}
			})
		})
	}
}

// After a timeout the client adopts nothing while a second object can appear, and nothing if one does. The time that
// it waits ends with the caller's, and with an interruption: then the error names what was found.
func TestCreate_timedOut(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		second time.Duration // when another equal volume appears; 0 is never
		until  time.Duration // when the caller's context ends
		doubt  string
		found  int
	}{
		"alone":                   {until: time.Hour},
		"a second one":            {second: time.Minute, until: time.Hour, doubt: "More than one", found: 2},
		"a second one, too late":  {second: 3 * time.Minute, until: time.Hour},
		"the caller's time is up": {until: 30 * time.Second, doubt: "The run ended", found: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.until)
				defer cancel()
				s := &volumeService{creates: []createAnswer{{acts: true, status: 504}}}
				if test.second > 0 {
					time.AfterFunc(test.second, func() { s.add(volumeCalled("data")) })
				}
				created, err := s.client(t).NetworkVolumes.Create(ctx, volumeCalled("data"))
				if test.doubt == "" {
					if err != nil || created.Object.ID != "v1" || created.Failure == nil {
						t.Errorf("%+v %v", created, err)
					}
				} else if failed := outcomeOf(t, err); !strings.HasPrefix(failed.Doubt, test.doubt) ||
					len(failed.Found) != test.found || !failed.MayAppear() {
					t.Error(told(failed))
				}
				if took := time.Since(s.began); took > min(test.until, transport.DefaultTimes.LateLook) {
					t.Errorf("it took %s", took)
				}
				time.Sleep(time.Hour)
			})
		})
	}
}

// Without a list from before nothing is sent, but it is asked for again and again.
func TestCreate_listsFail(t *testing.T) {
	t.Parallel()
	failures := func(n, status int) []int { return slices.Repeat([]int{status}, n) }
	after := func(lists []int) []int { return append([]int{200}, lists...) }
	for name, test := range map[string]struct {
		lists []int
		found bool
		sent  int
		gets  int // lists, and the object's own
	}{
		"before, nine times":          {lists: failures(9, 500), found: true, sent: 1, gets: 12},
		"before, too often":           {lists: failures(10, 500), gets: 10},
		"before, rejected nine times": {lists: failures(9, 404), found: true, sent: 1, gets: 12},
		"before, rejected":            {lists: failures(10, 404), gets: 10},
		"before, not permitted":       {lists: failures(3, 403), sent: 1, gets: 3},
		"afterwards, nine times":      {lists: after(failures(9, 502)), found: true, sent: 1, gets: 12},
		"afterwards, too often": {
			lists: after(failures(10, 500)), sent: 1, gets: 11,
		},
		"afterwards, never mended": {
			lists: after(failures(100, 400)), sent: 1, gets: 11,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true}}, lists: test.lists}
				created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if s.count(get) != test.gets {
					t.Errorf("%d GETs, not %d", s.count(get), test.gets)
				}
				if test.found {
					if err != nil || created.Failure == nil {
						t.Errorf("%v", err)
					}
					return
				}
				failed := outcomeOf(t, err)
				posts := len(slices.DeleteFunc(slices.Clone(s.asked), func(m string) bool { return m != post }))
				if failed.Unknown != (test.sent > 0) || posts != test.sent || failed.Look == nil {
					t.Errorf("%+v after %v", failed, s.asked)
				}
			})
		})
	}
}

// An interruption does not lose what is being made: the answer is waited for, and looked for if it does not come.
// Nothing is sent again.
func TestCreate_interrupted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer createAnswer
		at     string // when
		made   bool
		found  bool
	}{
		"before anything":        {answer: createAnswer{acts: true, status: 200}, at: "before"},
		"while it is listed":     {answer: createAnswer{acts: true, status: 200}, at: "first list"},
		"before the answer":      {answer: createAnswer{acts: true, status: 200}, at: "create", made: true},
		"and the answer is lost": {answer: createAnswer{acts: true}, at: "create", made: true, found: true},
		"and never answered": {
			answer: createAnswer{acts: true, hangs: true}, at: "create",
		},
		"and never answered or made": {answer: createAnswer{hangs: true}, at: "create"},
		"before the look": {
			answer: createAnswer{acts: true, status: 500}, at: "second list", made: true, found: true,
		},
		"after a look that found none": {
			answer: createAnswer{status: 500}, at: "second list",
		},
		"before the second look": {
			answer: createAnswer{status: 500}, at: "third list",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, interrupt := context.WithCancel(t.Context())
				defer interrupt()
				s := &volumeService{creates: []createAnswer{test.answer, {acts: true, status: 200}}}
				s.onCreate = func(int) {
					if test.at == "create" {
						interrupt()
					}
				}
				s.onList = func(n int) {
					if test.at == []string{"first list", "second list", "third list"}[min(n, 3)-1] {
						interrupt()
					}
				}
				if test.at == "before" {
					interrupt()
				}
				c := s.client(t)
				created, err := c.NetworkVolumes.Create(ctx, volumeCalled("data"))
				if (err == nil) != test.made || (created.Failure != nil) != test.found {
					t.Errorf("%v, found after %v", err, created.Failure)
				}
				if s.count(post) > 1 {
					t.Errorf("asked %v", s.asked)
				}
				if !test.made && s.count(post) == 1 {
					// What is not answered because of the interruption may appear; a 500 was an answer.
					failed := outcomeOf(t, err)
					if !failed.Unknown || failed.MayAppear() != test.answer.hangs ||
						test.answer.acts != (len(failed.Found) == 1) {
						t.Errorf("%+v", failed)
					}
				}
				if took := time.Since(s.began); took > 2*time.Minute {
					t.Errorf("it took %s", took)
				}
			})
		})
	}
}

// A create whose timeout ends before the response is reported as timed out: nobody interrupted it. The client waits a
// little longer for the response, and the end of that wait is no interruption either.
func TestCreate_ofTheCallerTimedOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		s := &volumeService{creates: []createAnswer{{hangs: true}}}
		c := s.client(t)
		_, err := c.NetworkVolumes.Create(ctx, volumeCalled("data"))
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
			!strings.Contains(err.Error(), ": the operation timed out (") {
			t.Error(err)
		}
	})
}

// The first create of a process can end while it waits for its turn.
func TestCreate_endedBeforeItLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		s := &volumeService{}
		c := s.client(t, func(config *client.Config) {
			config.Accounts, config.RequestsPerSecond = client.NewAccounts(), 0.1
		})
		_, err := c.NetworkVolumes.Create(ctx, volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Unknown || s.count(http.MethodPost) != 0 {
			t.Errorf("%d creates: %s", s.count(http.MethodPost), told(failed))
		}
	})
}
