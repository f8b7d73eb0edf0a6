package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

// rare makes a client whose pauses no test outlives: it looks again only where it does not pause.
func rare(config *client.Config) {
	config.MaxRetries, config.Times.Poll = 0, pacing.Backoff{Min: time.Hour, Max: time.Hour}
}

// within bounds a wait that is to be cut short in a pause.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// slow is a service each of whose answers takes so long on the clock of its clients. It gives the last one again and
// again.
func slow(t *testing.T, takes time.Duration, bodies ...string) (c *client.Client, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	begin := time.Now()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := int(asked.Add(1))
		_, _ = w.Write([]byte(bodies[min(n, len(bodies))-1]))
	}))
	t.Cleanup(s.Close)
	c = newClient(t, s.URL+"/v1", rare)
	c.SetNow(func() time.Time { return begin.Add(time.Duration(asked.Load()) * takes) })
	return c, asked
}

// expiringAfter makes a context whose time is up a moment after it was asked for that: time enough to ask once more for
// who should not.
func expiringAfter(t *testing.T) (ctx context.Context, soon func()) {
	t.Helper()
	ctx, expire := contexttest.Expiring(t.Context())
	return ctx, func() { time.AfterFunc(100*time.Millisecond, expire) }
}

// A service that answers a long poll early is not asked again at once.
func TestWaitJob_pausesAfterAnEarlyAnswer(t *testing.T) {
	t.Parallel()
	c, asked := slow(t, 0, inProgress, completed)
	ctx, soon := expiringAfter(t)
	job, err := c.WaitJob(ctx, "ep", "j-1", func(jobs.Job) { soon() })
	if job.Status != jobs.InProgress || !errors.Is(err, context.DeadlineExceeded) || asked.Load() != 1 {
		t.Errorf("got %s, %v after %d looks", job.Status, err, asked.Load())
	}
}

// One that took its time is asked again at once.
func TestWaitJob_doesNotPauseAfterALongPoll(t *testing.T) {
	t.Parallel()
	c, asked := slow(t, time.Minute, inProgress, completed) // Of a long poll of a minute and a half.
	job, err := c.WaitJob(within(t, time.Minute), "ep", "j-1", nil)
	if err != nil || job.Status != jobs.Completed || asked.Load() != 2 {
		t.Errorf("got %s, %v after %d looks", job.Status, err, asked.Load())
	}
}

// Where an attempt may not take long enough for a long poll, there is none.
func TestWaitJob_shortAttemptsAreNoLongPolls(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v2/ep/status/j-1" {
			t.Errorf("asked %s", r.URL)
		}
		body := inProgress
		if asked.Add(1) > 1 {
			body = completed
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(service.Close)
	c := newClient(t, service.URL+"/v1", func(config *client.Config) {
		config.MaxRetries, config.RequestTimeout = 0,
			time.Second
	})
	job, err := c.WaitJob(t.Context(), "ep", "j-1", nil)
	if err != nil || job.Status != jobs.Completed || asked.Load() < 2 {
		t.Errorf("got %s, %v after %d looks", job.Status, err, asked.Load())
	}
}

// A transient failure does not end a wait, and is no answer.
func TestWaitJob_toleratesTransientFailures(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]answer{
		"a page":      {status: http.StatusOK, body: "<html>hello</html>"},
		"another job": {status: http.StatusOK, body: `{"id":"j-2","status":"COMPLETED"}`},
		"no status":   {status: http.StatusOK, body: `{"id":"j-1"}`},
		"rate limit":  {status: http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, trouble, answer{status: http.StatusOK, body: completed})
			c := s.client(t, func(config *client.Config) { config.MaxRetries = 0 })
			seen := 0
			job, err := c.WaitJob(t.Context(), "ep", "j-1",
				func(jobs.Job) { seen++ })
			if err != nil || job.Status != jobs.Completed || seen != 1 || len(s.requests()) != 2 {
				t.Errorf("got %s, %v after %v, told %d times", job.Status, err, s.looks(), seen)
			}
		})
	}
}

// A long poll takes no longer than the caller has time, else there would be no answer.
func TestWaitJob_longPollsWithinTheCallersTime(t *testing.T) {
	t.Parallel()
	for _, left := range []time.Duration{0, 80 * time.Second} {
		s := serve(t, answer{status: http.StatusOK, body: completed})
		ctx, most := t.Context(), 90*time.Second
		if left > 0 {
			ctx, most = within(t, left), left
		}
		if _, err := s.client(t).WaitJob(ctx, "ep", "j-1", nil); err != nil {
			t.Fatal(err)
		}
		query, err := url.ParseQuery(s.requests()[0].query)
		if err != nil {
			t.Fatal(err)
		}
		ms, err := strconv.Atoi(query.Get("wait"))
		if wait := time.Duration(ms) * time.Millisecond; err != nil || wait > most || wait < most/2 {
			t.Errorf("%s left: a long poll of %s, %v", left, wait, err)
		}
	}
}

// What was refused before a look that went well is not why the time was up.
func TestWaitJob_forgetsOldRefusals(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusInternalServerError}, answer{status: http.StatusOK, body: inProgress})
	c := s.client(t, func(config *client.Config) {
		config.MaxRetries, config.Times.Poll = 0, pacing.Backoff{Min: 100 * time.Millisecond, Max: time.Hour}
	})
	ctx, cancel := context.WithCancel(t.Context())
	job, err := c.WaitJob(ctx, "ep", "j-1", func(jobs.Job) { cancel() })
	if refusal := (*transport.Error)(nil); job.Status != jobs.InProgress || !errors.Is(err, context.Canceled) ||
		errors.As(err, &refusal) {
		t.Errorf("got %s, %v", job.Status, err)
	}
}

// A long poll that fails is not sent again as it is: a plain request follows.
func TestWaitJob_sendsALongPollOnce(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]answer{
		"front end":  {status: http.StatusBadGateway},
		"connection": {status: http.StatusOK, cut: true},
	} {
		s := serve(t, trouble, answer{status: http.StatusOK, body: completed})
		_, err := s.client(t).WaitJob(t.Context(), "ep", "j-1",
			nil) // With three retries.
		if looks := s.looks(); err != nil || !slices.Equal(looks, []string{"status-sync?wait=90000", "status"}) {
			t.Errorf("%s: got %v after %v", name, err, looks)
		}
	}
}
