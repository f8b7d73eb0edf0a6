package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

// rare makes a client whose pauses no test outlives: it looks again only where it does not pause.
func rare(config *client.Config) {
	config.MaxRetries, config.PollWait = 0, client.Backoff{Min: time.Hour, Max: time.Hour}
}

// within bounds a wait that is to be cut short in a pause.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// slow is a service each of whose answers takes so long on the clock of its clients. It gives the last one again and again.
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

// A service that answers early, though asked to hold, is not asked again at once.
func TestWaitJob_pausesAfterAnEarlyAnswer(t *testing.T) {
	t.Parallel()
	c, asked := slow(t, 0, inProgress, completed)
	ctx, soon := expiringAfter(t)
	job, err := c.WaitJob(ctx, "ep", "j-1", client.JobHistory{Submitted: time.Now()}, func(client.Job) { soon() })
	if job.Status != client.JobInProgress || !errors.Is(err, context.DeadlineExceeded) || asked.Load() != 1 {
		t.Errorf("got %s, %v after %d looks", job.Status, err, asked.Load())
	}
}

// One that held is asked again at once.
func TestWaitJob_doesNotPauseAfterAHold(t *testing.T) {
	t.Parallel()
	c, asked := slow(t, time.Minute, inProgress, completed) // Of a hold of a minute and a half.
	if job, err := c.WaitJob(within(t, time.Minute), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil); err != nil || job.Status != client.JobCompleted || asked.Load() != 2 {
		t.Errorf("got %s, %v after %d looks", job.Status, err, asked.Load())
	}
}

// An attempt that may not take long enough for a hold is none. Here it does not matter how many attempts are too short.
func TestWaitJob_shortAttemptsAreNotHeld(t *testing.T) {
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
	c := newClient(t, service.URL+"/v1", func(config *client.Config) { config.MaxRetries, config.RequestTimeout = 0, time.Second })
	job, err := c.WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil)
	if err != nil || job.Status != client.JobCompleted || asked.Load() < 2 {
		t.Errorf("got %s, %v after %d looks", job.Status, err, asked.Load())
	}
}

// Nothing that passes ends a wait, and it is not told as a look.
func TestWaitJob_outlivesWhatPasses(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]answer{
		"a page":      {status: http.StatusOK, body: "<html>hello</html>"},
		"another job": {status: http.StatusOK, body: `{"id":"j-2","status":"COMPLETED"}`},
		"no status":   {status: http.StatusOK, body: `{"id":"j-1"}`},
		"rate limit":  {status: http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, trouble, answer{status: http.StatusOK, body: completed})
			c := s.client(t, func(config *client.Config) { config.MaxRetries = 0 })
			seen := 0
			job, err := c.WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, func(client.Job) { seen++ })
			if err != nil || job.Status != client.JobCompleted || seen != 1 || len(s.requests()) != 2 {
				t.Errorf("got %s, %v after %v, told %d times", job.Status, err, s.looks(), seen)
			}
		})
	}
}

// The hold is no longer than the caller has time, else there would be no answer.
func TestWaitJob_holdsWithinTheCallersTime(t *testing.T) {
	t.Parallel()
	for _, left := range []time.Duration{0, 80 * time.Second} {
		s := play(t, answer{status: http.StatusOK, body: completed})
		ctx, most := t.Context(), 90*time.Second
		if left > 0 {
			ctx, most = within(t, left), left
		}
		if _, err := s.client(t).WaitJob(ctx, "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil); err != nil {
			t.Fatal(err)
		}
		query, err := url.ParseQuery(s.requests()[0].query)
		if err != nil {
			t.Fatal(err)
		}
		ms, err := strconv.Atoi(query.Get("wait"))
		if hold := time.Duration(ms) * time.Millisecond; err != nil || hold > most || hold < most/2 {
			t.Errorf("%s left: a hold of %s, %v", left, hold, err)
		}
	}
}

// What was refused before a look that went well is not why the time was up.
func TestWaitJob_forgetsOldTrouble(t *testing.T) {
	t.Parallel()
	s := play(t, answer{status: http.StatusInternalServerError}, answer{status: http.StatusOK, body: inProgress})
	c := s.client(t, func(config *client.Config) {
		config.MaxRetries, config.PollWait = 0, client.Backoff{Min: 100 * time.Millisecond, Max: time.Hour}
	})
	ctx, cancel := context.WithCancel(t.Context())
	job, err := c.WaitJob(ctx, "ep", "j-1", client.JobHistory{Submitted: time.Now()}, func(client.Job) { cancel() })
	if refusal := (*client.Error)(nil); job.Status != client.JobInProgress || !errors.Is(err, context.Canceled) || errors.As(err, &refusal) {
		t.Errorf("got %s, %v", job.Status, err)
	}
}

// That there is no such endpoint is the service's own word: the plain look would say no more.
func TestWaitJob_noSuchEndpoint(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"endpoint not found", "Job not found"} {
		s := play(t, answer{status: http.StatusNotFound, body: `{"detail":"` + says + `"}`})
		_, err := s.client(t).WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now().Add(-time.Hour)}, nil)
		if looks := s.looks(); !client.IsNotFound(err) || client.IsEndpointNotFound(err) != strings.HasPrefix(says, "endpoint") || !slices.Equal(looks, []string{"status-sync?wait=90000"}) {
			t.Errorf("%s: got %v after %v", says, err, looks)
		}
	}
}

// A held look that fails is not sent again as it is: the wait knows another way.
func TestWaitJob_sendsAHoldOnce(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]answer{
		"front end":  {status: http.StatusBadGateway},
		"connection": {status: http.StatusOK, cut: true},
	} {
		s := play(t, trouble, answer{status: http.StatusOK, body: completed})
		_, err := s.client(t).WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil) // With three retries.
		if looks := s.looks(); err != nil || !slices.Equal(looks, []string{"status-sync?wait=90000", "status"}) {
			t.Errorf("%s: got %v after %v", name, err, looks)
		}
	}
}

// Only a plain look that went well shows that it is the hold which is not offered.
func TestWaitJob_believesInHoldsUntilAPlainLookWorks(t *testing.T) {
	t.Parallel()
	noHold := answer{status: http.StatusNotFound, body: noSuchPath}
	s := play(t, noHold, answer{status: http.StatusInternalServerError}, answer{status: http.StatusOK, body: completed}, answer{status: http.StatusOK, body: completed})
	c := s.client(t, func(config *client.Config) { config.MaxRetries = 0 })
	for range 2 {
		if _, err := c.WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil); err != nil {
			t.Fatal(err)
		}
	}
	const hold = "status-sync?wait=90000"
	if looks := s.looks(); !slices.Equal(looks, []string{hold, "status", hold, hold}) {
		t.Errorf("looked %v", looks)
	}
}

// The service waits for the next chunk: who pauses as well sees it late.
func TestFollowStream_pausesOnlyAfterAnEarlyAnswer(t *testing.T) {
	t.Parallel()
	const nothing, end = `{"status":"IN_PROGRESS","stream":[]}`, `{"status":"COMPLETED","stream":[]}`
	held, asked := slow(t, time.Minute, nothing, end)
	if err := held.FollowStream(within(t, time.Minute), "ep", "j-1", time.Now(), func(client.JobStream) {}); err != nil || asked.Load() != 2 {
		t.Errorf("held: got %v after %d looks", err, asked.Load())
	}
	early, asked := slow(t, 0, `{"status":"IN_PROGRESS","stream":[{"output":1}]}`, nothing, end)
	ctx, soon := expiringAfter(t)
	err := early.FollowStream(ctx, "ep", "j-1", time.Now(), func(seen client.JobStream) {
		if len(seen.Chunks) == 0 {
			soon()
		}
	})
	if !errors.Is(err, context.DeadlineExceeded) || asked.Load() != 2 {
		t.Errorf("early: got %v after %d looks", err, asked.Load())
	}
}

// Whether a job that is gone may have ended is a matter of how long nobody has looked, and of how long its result is kept.
func TestWaitJob_goneAndUnseen(t *testing.T) {
	t.Parallel()
	gone := answer{status: http.StatusNotFound, body: noJob}
	for name, test := range map[string]struct {
		known client.JobHistory
		want  bool
	}{
		"never shown":              {client.JobHistory{}, true},
		"shown within the minute":  {client.JobHistory{Shown: time.Now().Add(-30 * time.Second)}, false},
		"shown before that":        {client.JobHistory{Shown: time.Now().Add(-2 * time.Minute)}, true},
		"sync":                     {client.JobHistory{Shown: time.Now().Add(-2 * time.Minute), Retention: client.SyncRetention}, true},
		"async":                    {client.JobHistory{Shown: time.Now().Add(-29 * time.Minute), Retention: client.AsyncRetention}, false},
		"async, longer than that":  {client.JobHistory{Shown: time.Now().Add(-31 * time.Minute), Retention: client.AsyncRetention}, true},
		"shown in a slept machine": {client.JobHistory{Shown: time.Now().Add(-31 * time.Minute).Round(0), Retention: client.AsyncRetention}, true},
	} {
		s := play(t, gone, gone)
		c := s.client(t)
		for _, look := range []func() (client.Job, error){
			func() (client.Job, error) { return c.WaitJob(t.Context(), "ep", "j-1", test.known, nil) },
			func() (client.Job, error) {
				known := test.known
				known.Submitted = time.Now().Add(-time.Hour)
				return c.LookAtJob(t.Context(), "ep", "j-1", known)
			},
		} {
			var gone *client.JobGone
			if _, err := look(); !errors.As(err, &gone) || gone.Unseen != test.want {
				t.Errorf("%s: got %v, want unseen: %t", name, err, test.want)
			}
		}
	}
}

// Who has no time left takes the first answer that was held, and looks on only where nothing is held.
func TestLastLookAtJob(t *testing.T) {
	t.Parallel()
	ok := func(body string) answer { return answer{status: http.StatusOK, body: body} }
	noHold := answer{status: http.StatusNotFound, body: noSuchPath}
	for name, test := range map[string]struct {
		answers []answer
		want    client.JobStatus
		looks   []string
	}{
		"held":              {[]answer{ok(inProgress), ok(completed)}, client.JobInProgress, []string{"status-sync"}},
		"held to the end":   {[]answer{ok(completed)}, client.JobCompleted, []string{"status-sync"}},
		"not held":          {[]answer{noHold, ok(queued), ok(inProgress), ok(completed)}, client.JobCompleted, []string{"status-sync", "status", "status", "status"}},
		"refused at first":  {[]answer{{status: http.StatusInternalServerError}, ok(completed)}, client.JobCompleted, []string{"status-sync", "status-sync"}},
		"a front end in it": {[]answer{{status: http.StatusBadGateway}, ok(queued), ok(completed)}, client.JobCompleted, []string{"status-sync", "status", "status"}},
	} {
		s := play(t, test.answers...)
		job, err := s.client(t).LastLookAtJob(within(t, time.Minute), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil)
		var looks []string
		for _, look := range s.looks() {
			operation, _, _ := strings.Cut(look, "?")
			looks = append(looks, operation)
		}
		if err != nil || job.Status != test.want || !slices.Equal(looks, test.looks) {
			t.Errorf("%s: got %s, %v after %v", name, job.Status, err, looks)
		}
	}
}
