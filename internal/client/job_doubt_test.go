package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// doubtful is a service in a bubble of testing/synctest that answers requests about jobs in order, 404 after the last
// answer, and has one list of jobs.
type doubtful struct {
	answers []string // bodies; "" is the service's own 404, and a number another status
	list    string   // "" is a 404

	mu    sync.Mutex
	asked []string // operations
}

func (s *doubtful) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	operation := strings.Split(r.URL.Path, "/")[3]
	s.asked = append(s.asked, operation)
	body := s.list
	if operation != "requests" {
		body = ""
		if len(s.answers) > 0 {
			body, s.answers = s.answers[0], s.answers[1:]
		}
	}
	status := http.StatusOK
	if _, err := fmt.Sscanf(body, "%d", &status); err == nil {
		body = `{"detail":"trouble"}`
	}
	if body == "" {
		status, body = http.StatusNotFound, noJob
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
		Request: r}, nil
}

func (s *doubtful) took() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.asked, " ")
}

// doubting is a client of the service with the default times.
func (s *doubtful) doubting(t *testing.T) *client.Client {
	t.Helper()
	c := newClient(t, "http://doubtful.test/v1", func(config *client.Config) {
		config.MaxRetries, config.RequestTimeout = 0, time.Second // No long polls.
		config.Times = client.DefaultTimes
	})
	c.SetTransport(s)
	return c
}

func isGone(err error) bool {
	var gone *client.JobGone
	return errors.As(err, &gone)
}

// jobsBut is a list of n other jobs.
func jobsBut(n int) string {
	others := make([]string, n)
	for i := range others {
		others[i] = fmt.Sprintf(`{"id":"other-%d","status":"IN_QUEUE"}`, i)
	}
	return `{"requests":[` + strings.Join(others, ",") + `]}`
}

// One 404 proves nothing, and neither do two: three in a row do, with ten seconds between the first and the last,
// unless the endpoint's list shows the job.
func TestLookAtJob_doubts404s(t *testing.T) {
	t.Parallel()
	listed := `{"requests":[` + inProgress + `]}`
	for name, test := range map[string]struct {
		answers []string
		list    string
		want    client.JobStatus // empty if it is gone
		asked   string
		least   time.Duration
	}{
		"answered": {answers: []string{inProgress}, want: client.JobInProgress, asked: "status"},
		"one":      {answers: []string{"", inProgress}, want: client.JobInProgress, asked: "status status"},
		"two": {
			answers: []string{"", "", completed}, want: client.JobCompleted, asked: "status status status",
			least: 10 * time.Second,
		},
		"three": {list: jobsBut(3), asked: "status status status requests", least: 10 * time.Second},
		"three, and listed": {
			list: listed, want: client.JobInProgress, asked: "status status status requests", least: 10 * time.Second,
		},
		"three, and a full list": {
			list: jobsBut(1000), asked: "status status status requests", least: 10 * time.Second,
		},
		"three, and no list":           {asked: "status status status requests", least: 10 * time.Second},
		"three, and a list that fails": {list: "500", asked: "status status status requests", least: 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &doubtful{answers: test.answers, list: test.list}
				began := time.Now()
				job, err := s.doubting(t).LookAtJob(t.Context(), "ep", "j-1",
					client.JobHistory{Submitted: time.Now().Add(-time.Minute)})
				if job.Status != test.want || isGone(err) != (test.want == "") {
					t.Errorf("%q, %v", job.Status, err)
				}
				if took := time.Since(began); took < test.least || took > 11*time.Second || s.took() != test.asked {
					t.Errorf("%s within %s", s.took(), took)
				}
				synctest.Wait()
				time.Sleep(time.Minute) // The list is forgotten by then.
			})
		})
	}
}

// A caller without the time for three 404s gets no decision.
func TestLookAtJob_inDoubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		s := &doubtful{}
		_, err := s.doubting(t).LookAtJob(ctx, "ep", "j-1", client.JobHistory{})
		if !client.IsInDoubt(err) || isGone(err) || s.took() != "status status" {
			t.Errorf("%v after %s", err, s.took())
		}
	})
}

// If the clock proves that the service no longer has the job, or an earlier look found it missing, one 404 is enough: a
// refresh of hundreds of such jobs sends one request for each, and waits for none.
func TestLookAtJob_provenByTheClock(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, test := range map[string]struct {
		began, shown time.Duration // ago; 0 is not known
		known        client.JobHistory
		want         bool
	}{
		"nothing is known":      {},
		"ended, just submitted": {known: client.JobHistory{Ended: true, Submitted: time.Now()}}, // Later than now.
		"within its ttl":        {began: 23 * time.Hour, shown: 22 * time.Hour},
		"ttl over, result kept": {began: day + 29*time.Minute},
		"ttl and result over":   {began: day + 31*time.Minute, want: true},
		"a longer ttl":          {began: 3 * day, known: client.JobHistory{TTL: 7 * day}},
		"a shorter ttl":         {began: 32 * time.Minute, known: client.JobHistory{TTL: time.Minute}, want: true},
		"sync": {began: day + 2*time.Minute, known: client.JobHistory{Retention: client.SyncRetention},
			want: true},
		"seen running, long ago":     {began: 20 * time.Hour, shown: 19 * time.Hour},
		"seen to end":                {shown: 31 * time.Minute, known: client.JobHistory{Ended: true}, want: true},
		"seen to end lately":         {shown: 29 * time.Minute, known: client.JobHistory{Ended: true}},
		"of another ttl, days ago":   {shown: 2 * day},
		"of another ttl, weeks ago":  {shown: 8 * day, want: true},
		"found missing":              {began: time.Hour, known: client.JobHistory{Missing: true}, want: true},
		"found missing, just begun":  {known: client.JobHistory{Missing: true}, want: true},
		"ended, and when is unknown": {known: client.JobHistory{Ended: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				known := test.known
				if test.began > 0 {
					known.Began = time.Now().Add(-test.began)
				}
				if test.shown > 0 {
					known.Shown = time.Now().Add(-test.shown)
				}
				s := &doubtful{}
				_, err := s.doubting(t).LookAtJob(t.Context(), "ep", "j-1", known)
				if !isGone(err) || (s.took() == "status") != test.want {
					t.Errorf("%v after %s", err, s.took())
				}
				time.Sleep(time.Minute)
			})
		})
	}
}

// Hundreds of jobs that are in doubt at the same time share a list, which keeps the limit of that operation.
func TestLookAtJob_inDoubtShareAList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &doubtful{list: jobsBut(2)}
		c := s.doubting(t)
		took := inParallel(100, 10, func(i int) {
			if _, err := c.LookAtJob(t.Context(), "ep", fmt.Sprint("j-", i), client.JobHistory{}); !isGone(err) {
				t.Error(err)
			}
		})
		if lists := strings.Count(s.took(), "requests"); lists > 10 || took > 101*time.Second {
			t.Errorf("%d lists within %s, want one for ten jobs", lists, took)
		}
		time.Sleep(time.Minute)
	})
}

// A wait believes 404s like a look does, and any other answer resets the count.
func TestWaitJob_doubts404s(t *testing.T) {
	t.Parallel()
	listed := `{"requests":[` + inProgress + `]}`
	for name, test := range map[string]struct {
		answers []string
		list    string
		want    client.JobStatus
		gone    bool
	}{
		"one":                  {answers: []string{inProgress, "", completed}, want: client.JobCompleted},
		"three within seconds": {answers: []string{"", "", "", completed}, want: client.JobCompleted},
		"trouble between":      {answers: []string{"", "", "503", "", "", completed}, want: client.JobCompleted},
		"a rejection between":  {answers: []string{"", "", "401", "", "", completed}, want: client.JobCompleted},
		"three, and listed": {
			answers: []string{"", "", "", "", "", completed}, list: listed, want: client.JobCompleted,
		},
		"listed, and gone by then": {answers: []string{queued}, list: jobsBut(1), want: client.JobInQueue, gone: true},
		"listed ended, and no more": {
			answers: []string{queued}, list: `{"requests":[` + completed + `]}`, want: client.JobCompleted,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &doubtful{answers: test.answers, list: test.list}
				began := time.Now()
				job, err := s.doubting(t).WaitJob(t.Context(), "ep", "j-1",
					client.JobHistory{Submitted: time.Now().Add(-time.Minute)}, nil)
				if job.Status != test.want || isGone(err) != test.gone || !test.gone && err != nil {
					t.Errorf("%q, %v after %s", job.Status, err, s.took())
				}
				if test.gone && time.Since(began) < 10*time.Second {
					t.Errorf("believed after %s", time.Since(began))
				}
				time.Sleep(time.Minute)
			})
		})
	}
}

// The client repeats a cancel that is answered 404 until it believes the 404, and also while the list shows that the
// job is running.
func TestCancelSubmitted_doubts404s(t *testing.T) {
	t.Parallel()
	cancelled := `{"id":"j-1","status":"CANCELLED"}`
	for name, test := range map[string]struct {
		answers []string
		list    string
		known   client.JobHistory
		gone    bool
		asked   string
	}{
		"one":   {answers: []string{"", cancelled}, asked: "cancel cancel"},
		"three": {gone: true, asked: "cancel cancel cancel requests"},
		"listed": {answers: []string{"", "", "", cancelled}, list: `{"requests":[` + inProgress + `]}`,
			asked: "cancel cancel cancel requests cancel"},
		"listed as cancelled": {list: `{"requests":[` + cancelled + `]}`, asked: "cancel cancel cancel requests"},
		"known to be missing": {known: client.JobHistory{Missing: true}, gone: true, asked: "cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &doubtful{answers: test.answers, list: test.list}
				job, err := s.doubting(t).CancelSubmitted(t.Context(), "ep", "j-1", test.known)
				if isGone(err) != test.gone || !test.gone && job.Status != client.JobCancelled || s.took() != test.asked {
					t.Errorf("%q, %v after %s", job.Status, err, s.took())
				}
				time.Sleep(time.Minute)
			})
		})
	}
}

// A job that is listed and cannot be cancelled is not one that was cancelled.
func TestCancelSubmitted_listedToTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s := &doubtful{list: `{"requests":[` + inProgress + `]}`}
		_, err := s.doubting(t).CancelSubmitted(ctx, "ep", "j-1", client.JobHistory{})
		if err == nil || isGone(err) {
			t.Errorf("%v after %s", err, s.took())
		}
		time.Sleep(time.Minute)
	})
}

// A cause that the clock excludes is not named: 16 s after a submission a ttl of a day is not over.
func TestJobHistory_ttlOver(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for name, test := range map[string]struct {
		began time.Duration // ago; 0 is not known
		ttl   time.Duration
		want  bool
	}{
		"16 s of a day":        {16 * time.Second, 0, false},
		"a day":                {24 * time.Hour, 0, true},
		"a day, less a moment": {24*time.Hour - 5*time.Second, 0, true},
		"a minute of two":      {time.Minute, 2 * time.Minute, false},
		"not known":            {0, time.Hour, true},
	} {
		known := client.JobHistory{TTL: test.ttl}
		if test.began > 0 {
			known.Began = now.Add(-test.began)
		}
		if got := known.TTLOver(now); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
