package client_test

import (
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
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
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
		config.Times = transport.DefaultTimes
	})
	c.SetTransport(s)
	return c
}

func isGone(err error) bool {
	var gone *jobs.Gone
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
		want    jobs.Status // empty if it is gone
		asked   string
		least   time.Duration
	}{
		"answered": {answers: []string{inProgress}, want: jobs.InProgress, asked: "status"},
		"one":      {answers: []string{"", inProgress}, want: jobs.InProgress, asked: "status status"},
		"two": {
			answers: []string{"", "", completed}, want: jobs.Completed, asked: "status status status",
			least: 10 * time.Second,
		},
		"three": {list: jobsBut(3), asked: "status status status requests", least: 10 * time.Second},
		"three, and listed": {
			list: listed, want: jobs.InProgress, asked: "status status status requests", least: 10 * time.Second,
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
				job, err := s.doubting(t).LookAtJob(t.Context(), "ep", "j-1")
				if job.Status != test.want || isGone(err) != (test.want == "") {
					t.Errorf("%q, %v", job.Status, err)
				}
				if took := time.Since(began); took < test.least || took > 11*time.Second || s.took() != test.asked {
					t.Errorf("%s within %s", s.took(), took)
				}
			})
		})
	}
}

// A wait believes 404s like a look does, and any other answer resets the count.
func TestWaitJob_doubts404s(t *testing.T) {
	t.Parallel()
	listed := `{"requests":[` + inProgress + `]}`
	for name, test := range map[string]struct {
		answers []string
		list    string
		want    jobs.Status
		gone    bool
	}{
		"one":                  {answers: []string{inProgress, "", completed}, want: jobs.Completed},
		"three within seconds": {answers: []string{"", "", "", completed}, want: jobs.Completed},
		"trouble between":      {answers: []string{"", "", "503", "", "", completed}, want: jobs.Completed},
		"a rejection between":  {answers: []string{"", "", "401", "", "", completed}, want: jobs.Completed},
		"three, and listed": {
			answers: []string{"", "", "", "", "", completed}, list: listed, want: jobs.Completed,
		},
		"listed, and gone by then": {answers: []string{queued}, list: jobsBut(1), want: jobs.InQueue, gone: true},
		"listed ended, and no more": {
			answers: []string{queued}, list: `{"requests":[` + completed + `]}`, want: jobs.Completed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &doubtful{answers: test.answers, list: test.list}
				began := time.Now()
				job, err := s.doubting(t).FollowJob(t.Context(), "ep", "j-1", nil, nil)
				if job.Status != test.want || isGone(err) != test.gone || !test.gone && err != nil {
					t.Errorf("%q, %v after %s", job.Status, err, s.took())
				}
				if test.gone && time.Since(began) < 10*time.Second {
					t.Errorf("believed after %s", time.Since(began))
				}
			})
		})
	}
}
