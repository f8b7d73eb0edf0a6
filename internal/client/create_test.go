package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// outcomeOf is that of a create that failed.
func outcomeOf(t *testing.T, err error) *client.CreateError {
	t.Helper()
	var failed *client.CreateError
	if !errors.As(err, &failed) {
		t.Fatalf("no error of a create: %v", err)
	}
	return failed
}

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// What a create of unknown outcome has made is adopted. What made nothing is sent again some time later, if nobody is
// at work on it any more.
func TestCreate_unknownOutcome(t *testing.T) {
	t.Parallel()
	lost, found := []string{get, post, get, get}, []string{get, post, get, get} // The last is a look at the object.
	again := []string{get, post, get, get, post, get}
	made := createAnswer{acts: true, status: http.StatusOK}
	for name, test := range map[string]struct {
		first   createAnswer
		asked   []string
		adopted bool
		failed  bool
		appears bool // It may, later.
	}{
		"answered":                   {made, []string{get, post}, false, false, false},
		"cut after it":               {createAnswer{acts: true}, found, true, false, false},
		"500 after it":               {createAnswer{acts: true, status: 500, body: `{"error":"boom"}`}, found, true, false, false},
		"a complaint after it":       {createAnswer{acts: true, status: 500, body: `{"error":"must be odd"}`}, found, true, false, false},
		"no capacity after it":       {createAnswer{acts: true, status: 500, body: `{"error":"no instances"}`}, found, true, false, false},
		"in use after it":            {createAnswer{acts: true, status: 500, body: `{"error":"file in use"}`}, found, true, false, false},
		"trouble after it":           {createAnswer{acts: true, status: 500, body: `{"error":"balance service unreachable"}`}, found, true, false, false},
		"502 after it":               {createAnswer{acts: true, status: 502}, found, true, false, false},
		"504 after it":               {createAnswer{acts: true, status: 504}, found, true, false, false},
		"524 after it":               {createAnswer{acts: true, status: 524}, found, true, false, false},
		"no answer after it":         {createAnswer{acts: true, hangs: true}, found, true, false, false},
		"half an answer after it":    {createAnswer{acts: true, status: 200, half: true}, found, true, false, false},
		"a page after it":            {createAnswer{acts: true, status: 200, body: "<html>"}, found, true, false, false},
		"nothing after it":           {createAnswer{acts: true, status: 200, body: " "}, found, true, false, false},
		"no id after it":             {createAnswer{acts: true, status: 200, body: "{}"}, found, true, false, false},
		"cut before it":              {createAnswer{}, again, false, false, false},
		"500 before it":              {createAnswer{status: 500, body: `{"error":"boom"}`}, again, false, false, false},
		"502 before it":              {createAnswer{status: 502}, again, false, false, false},
		"503 before it":              {createAnswer{status: 503}, again, false, false, false},
		"504 before it":              {createAnswer{status: 504}, lost, false, true, true},
		"408 before it":              {createAnswer{status: 408}, lost, false, true, true},
		"524 before it":              {createAnswer{status: 524}, lost, false, true, true},
		"501 before it":              {createAnswer{status: 501}, lost, false, true, true},
		"418 before it":              {createAnswer{status: 418}, lost, false, true, true},
		"no answer, and nothing":     {createAnswer{hangs: true}, lost, false, true, true},
		"half an answer of nothing":  {createAnswer{status: 200, body: "{}", half: true}, lost, false, true, true},
		"a page, and nothing":        {createAnswer{status: 200, body: "<html>"}, lost, false, true, true},
		"a complaint, and nothing":   {createAnswer{status: 500, body: `{"error":"must be odd"}`}, lost[:3], false, true, false},
		"no capacity, and nothing":   {createAnswer{status: 500, body: `{"error":"no instances"}`}, lost, false, true, true},
		"in use, and nothing":        {createAnswer{status: 500, body: `{"error":"file in use"}`}, lost[:3], false, true, false},
		"an unknown error":           {createAnswer{status: 500, body: `{"error":"an unknown error occurred"}`}, again, false, false, false},
		"a refusal, and not looked":  {createAnswer{status: 400, body: `{"error":"odd"}`}, []string{get, post}, false, true, false},
		"over quota, and not looked": {createAnswer{status: 500, body: `{"error":"quota"}`}, []string{get, post}, false, true, false},
		"locked, and not looked":     {createAnswer{status: 500, body: `{"error":"locked"}`}, []string{get, post}, false, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{test.first, made}}
				s.add(volumeCalled("data")) // Somebody else's, like it in everything, and there before.
				created, err := s.client(t).CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if !slices.Equal(s.asked, test.asked) {
					t.Errorf("asked %v, want %v", s.asked, test.asked)
				}
				if (err != nil) != test.failed || (created.Adopted != nil) != test.adopted {
					t.Fatalf("%v, and adopted %v", err, created.Adopted)
				}
				if test.failed {
					failed := outcomeOf(t, err)
					if failed.Sent != 1 || failed.MayAppear() != test.appears || failed.Found != nil {
						t.Errorf("%+v", failed)
					}
					return
				}
				if ids := s.ids(); created.Object.ID != "v2" || len(ids) != 2 {
					t.Errorf("got %s of %v", created.Object.ID, ids)
				}
				if len(test.asked) == 6 && s.at[3]-s.at[2] != client.DefaultSecondLook {
					t.Errorf("looked at %v", s.at)
				}
			})
		})
	}
}

// A create that is never answered is sent as often as any request, and each time looked for.
func TestCreate_isSentAgainUpToABound(t *testing.T) {
	t.Parallel()
	for retries := range 3 {
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{creates: []createAnswer{{status: 500, body: `{"error":"boom"}`}}}
			c := s.client(t, func(config *client.Config) { config.MaxRetries = retries })
			_, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
			want := append([]string{get}, slices.Repeat([]string{post, get, get}, retries+1)...)
			failed := outcomeOf(t, err)
			if failed.Outcome != client.CreateMissing || failed.Sent != retries+1 || !slices.Equal(s.asked, want) {
				t.Errorf("%+v after %v", failed, s.asked)
			}
		})
	}
}

// An object that is listed late is found at the second look.
func TestCreate_appearsLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{}}}
		s.onList = func(n int) {
			if n == 3 {
				s.add(volumeCalled("data"))
			}
		}
		created, err := s.client(t).CreateNetworkVolume(t.Context(), volumeCalled("data"))
		if err != nil || created.Adopted == nil || created.Object.ID != "v1" {
			t.Errorf("%+v %v", created, err)
		}
	})
}

// If there are more new objects like it than creates, nobody knows which is whose: all are named, and none is taken.
func TestCreate_ambiguous(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true}}}
		s.onCreate = func(int) { s.add(volumeCalled("data")) }
		_, err := s.client(t).CreateNetworkVolume(t.Context(), volumeCalled("data"))
		failed := outcomeOf(t, err)
		if failed.Outcome != client.CreateAmbiguous || len(failed.Found) != 2 || failed.Found[0].Name != "data" ||
			!slices.Equal(s.asked, []string{get, post, get, get, get}) {
			t.Errorf("%+v after %v", failed, s.asked)
		}
	})
}

// Equal creates side by side, of two clients of an account, of which some are not answered: each gets one of its own,
// and there is none too many. One list tells all that are lost at the same time.
func TestCreate_sideBySide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const n = 12
		s := &volumeService{}
		for i := range n {
			answer := createAnswer{acts: true, status: 200}
			switch i % 4 {
			case 0:
				answer = createAnswer{acts: true}
			case 1:
				answer = createAnswer{acts: true, status: 502}
			}
			s.creates = append(s.creates, answer)
		}
		// All are under way together, and end one after the other.
		under := make(chan struct{})
		s.onCreate = func(i int) {
			if i == n {
				close(under)
			}
			<-under
			time.Sleep(time.Duration(i) * time.Second)
		}
		accounts := client.NewAccounts()
		var clients []*client.Client
		for range 2 {
			clients = append(clients, s.client(t, func(config *client.Config) { config.Accounts = accounts }))
		}
		var all sync.WaitGroup
		ids, adopted := make([]string, n), make([]bool, n)
		for i := range n {
			all.Go(func() {
				created, err := clients[i%2].CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if err != nil {
					t.Error(err)
				}
				ids[i], adopted[i] = created.Object.ID, created.Adopted != nil
			})
		}
		all.Wait()
		slices.Sort(ids)
		if len(slices.Compact(ids)) != n || len(s.ids()) != n {
			t.Errorf("got %v of %v", ids, s.ids())
		}
		if got := len(slices.DeleteFunc(adopted, func(a bool) bool { return !a })); got != n/2 {
			t.Errorf("%d are adopted, want %d", got, n/2)
		}
		// Two baselines, one list for all that were lost, and a look at each of them.
		if gets := len(slices.DeleteFunc(s.asked, func(m string) bool { return m != get })); gets != 2+1+n/2 {
			t.Errorf("%d reads", gets)
		}
	})
}

// Two API keys of one account: what one client's create made, whose answer is under way, is not what the other's made;
// and one object is never taken by both.
func TestCreate_twoKeysOfOneAccount(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string][]createAnswer{
		"one is answered": {{}, {acts: true, status: 200}, {acts: true, status: 200}},
		"both are lost":   {{}, {acts: true}, {acts: true, status: 200}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: answers}
				s.onCreate = func(n int) { time.Sleep(time.Duration(n) * time.Second) }
				accounts := client.NewAccounts()
				with := func(key string) *client.Client {
					return s.client(t, func(config *client.Config) { config.Accounts, config.APIKey = accounts, key })
				}
				ids := createEach(t, with("one"), with("two"))
				if ids[0] == ids[1] || len(s.ids()) != 2 {
					t.Errorf("got %v of %v", ids, s.ids())
				}
			})
		})
	}
}

// Equal creates of which nothing is there are sent again, each once, and no more than what they made is there.
func TestCreate_sideBySideAndNothingMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const n = 5
		s := &volumeService{creates: append(slices.Repeat([]createAnswer{{}}, n-2),
			createAnswer{acts: true}, createAnswer{acts: true}, createAnswer{acts: true, status: 200})}
		under := make(chan struct{})
		s.onCreate = func(i int) {
			if i == n {
				close(under)
			}
			<-under
		}
		ids := createEach(t, slices.Repeat([]*client.Client{s.client(t)}, n)...)
		if slices.Sort(ids); len(slices.Compact(ids)) != n || len(s.ids()) != n {
			t.Errorf("got %v of %v", ids, s.ids())
		}
	})
}

// Without a list from before nothing is sent, but it is asked for again and again.
func TestCreate_listsFail(t *testing.T) {
	t.Parallel()
	failures := func(n, status int) []int { return slices.Repeat([]int{status}, n) }
	after := func(lists []int) []int { return append([]int{200}, lists...) }
	for name, test := range map[string]struct {
		lists   []int
		outcome client.CreateOutcome
		adopted bool
		sent    int
		gets    int // lists, and the object's own
	}{
		"before, nine times":            {failures(9, 500), 0, true, 1, 12},
		"before, too often":             {failures(10, 500), client.CreateNotSent, false, 0, 10},
		"before, rejected nine times":   {failures(9, 404), 0, true, 1, 12},
		"before, rejected":              {failures(10, 404), client.CreateNotSent, false, 0, 10},
		"before, not permitted":         {failures(3, 403), client.CreateUnlooked, false, 1, 3},
		"afterwards, nine times":        {after(failures(9, 502)), 0, true, 1, 12},
		"afterwards, too often":         {after(failures(10, 500)), client.CreateUnlooked, false, 1, 11},
		"afterwards, a front end's 502": {after(failures(100, 502)), client.CreateUnlooked, false, 1, 11},
		"afterwards, never mended":      {after(failures(100, 400)), client.CreateUnlooked, false, 1, 11},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true}}, lists: test.lists}
				created, err := s.client(t).CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if s.count(get) != test.gets {
					t.Errorf("%d GETs, not %d", s.count(get), test.gets)
				}
				if test.adopted {
					if err != nil || created.Adopted == nil {
						t.Errorf("%v", err)
					}
					return
				}
				failed := outcomeOf(t, err)
				posts := len(slices.DeleteFunc(slices.Clone(s.asked), func(m string) bool { return m != post }))
				if failed.Outcome != test.outcome || failed.Sent != test.sent || posts != test.sent || failed.Look == nil {
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
		answer  createAnswer
		at      string // when
		made    bool
		adopted bool
	}{
		"before anything":               {createAnswer{acts: true, status: 200}, "before", false, false},
		"while it is listed":            {createAnswer{acts: true, status: 200}, "first list", false, false},
		"before the answer":             {createAnswer{acts: true, status: 200}, "create", true, false},
		"and the answer is lost":        {createAnswer{acts: true}, "create", true, true},
		"and never answered":            {createAnswer{acts: true, hangs: true}, "create", true, true},
		"and never answered or made":    {createAnswer{hangs: true}, "create", false, false},
		"before the look":               {createAnswer{acts: true, status: 500}, "second list", true, true},
		"after a look that found none":  {createAnswer{status: 500}, "second list", false, false},
		"before the second of the look": {createAnswer{status: 500}, "third list", false, false},
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
				created, err := c.CreateNetworkVolume(ctx, volumeCalled("data"))
				if (err == nil) != test.made || (created.Adopted != nil) != test.adopted {
					t.Errorf("%v, adopted %v", err, created.Adopted)
				}
				if s.count(post) > 1 {
					t.Errorf("asked %v", s.asked)
				}
				if !test.made && s.count(post) == 1 {
					// What is not answered because of the interruption may appear; a 500 was an answer.
					failed := outcomeOf(t, err)
					if failed.Outcome != client.CreateMissing || failed.MayAppear() != test.answer.hangs {
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
