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
)

// rare makes a client whose pauses no test outlives: it looks again only where it does not pause.
func rare(config *client.Config) {
	config.MaxRetries, config.PollWait = 0, client.Pace{Min: time.Hour, Max: time.Hour}
}

// within bounds a wait that is to be cut short in a pause.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// slow is a service that takes its time for each answer, and gives the last one again and again.
func slow(t *testing.T, takes time.Duration, bodies ...string) (base string, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(asked.Add(1))
		select {
		case <-time.After(takes):
		case <-r.Context().Done():
		}
		_, _ = w.Write([]byte(bodies[min(n, len(bodies))-1]))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", asked
}

// A service that answers early, though asked to hold, is not asked again at once.
func TestWaitJob_pausesAfterAnEarlyAnswer(t *testing.T) {
	t.Parallel()
	s := play(t, answer{status: http.StatusOK, body: inProgress}, answer{status: http.StatusOK, body: completed})
	job, err := s.client(t, rare).WaitJob(within(t, 3*time.Second), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil)
	if looks := s.looks(); job.Status != client.JobInProgress || !errors.Is(err, context.DeadlineExceeded) || len(looks) != 1 || !strings.HasPrefix(looks[0], "status-sync?") {
		t.Errorf("got %s, %v after %v", job.Status, err, looks)
	}
}

// One that held is asked again at once.
func TestWaitJob_doesNotPauseAfterAHold(t *testing.T) {
	t.Parallel()
	base, asked := slow(t, 900*time.Millisecond, inProgress, completed)
	c := newClient(t, base, rare, func(config *client.Config) { config.RequestTimeout = 2 * time.Second }) // Holds of 1.5 s.
	if job, err := c.WaitJob(within(t, 20*time.Second), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil); err != nil || job.Status != client.JobCompleted || asked.Load() != 2 {
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
	for _, left := range []time.Duration{0, 20 * time.Second} {
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
	s := play(t, answer{status: http.StatusOK, body: queued})
	if _, err := s.client(t, rare).WaitJob(within(t, 900*time.Millisecond), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if looks := s.looks(); !slices.Equal(looks, []string{"status"}) {
		t.Errorf("less time than the shortest hold: looked %v", looks)
	}
}

// What was refused before a look that went well is not why the time was up.
func TestWaitJob_forgetsOldTrouble(t *testing.T) {
	t.Parallel()
	s := play(t, answer{status: http.StatusInternalServerError}, answer{status: http.StatusOK, body: inProgress})
	c := s.client(t, func(config *client.Config) {
		config.MaxRetries, config.PollWait = 0, client.Pace{Min: 100 * time.Millisecond, Max: time.Hour}
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
	base, asked := slow(t, 1100*time.Millisecond, nothing, end)
	if err := newClient(t, base, rare).FollowStream(within(t, 20*time.Second), "ep", "j-1", time.Now(), func(client.JobStream) {}); err != nil || asked.Load() != 2 {
		t.Errorf("held: got %v after %d looks", err, asked.Load())
	}
	chunk := answer{status: http.StatusOK, body: `{"status":"IN_PROGRESS","stream":[{"output":1}]}`}
	s := play(t, chunk, answer{status: http.StatusOK, body: nothing}, answer{status: http.StatusOK, body: end})
	err := s.client(t, rare).FollowStream(within(t, 2*time.Second), "ep", "j-1", time.Now(), func(client.JobStream) {})
	if !errors.Is(err, context.DeadlineExceeded) || len(s.requests()) != 2 {
		t.Errorf("early: got %v after %v", err, s.looks())
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
