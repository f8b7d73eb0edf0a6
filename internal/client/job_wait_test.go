package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

const (
	inProgress = `{"id":"j-1","status":"IN_PROGRESS","delayTime":1,"workerId":"w-1"}`
	noSuchPath = `{"status":404,"title":"Not Found","detail":"404 page not found"}`
	checking   = `{"id":"j-1","status":"CHECKING"}` // a status that the contract does not have
)

// looks are the operations that a wait called: "status", or "status-sync" with how long it may take.
func (s *fakeService) looks() []string {
	var all []string
	for _, r := range s.requests() {
		look := strings.Split(r.path, "/")[3]
		if r.query != "" {
			look += "?" + r.query
		}
		all = append(all, look)
	}
	return all
}

func TestWaitJob(t *testing.T) {
	t.Parallel()
	ok := func(body string) answer { return answer{status: http.StatusOK, body: body} }
	gone := answer{status: http.StatusNotFound, body: noJob}
	revoked := answer{status: http.StatusUnauthorized, body: `{"detail":"missing or invalid API key"}`}
	pageNotFound := answer{status: http.StatusNotFound, body: "<html><title>404 Not Found</title></html>"}
	goneUnseen := func(unseen bool) func(error) bool {
		return func(err error) bool {
			var gone *client.JobGone
			return errors.As(err, &gone) && gone.Unseen == unseen && transport.IsNotFound(err)
		}
	}
	const longPoll = "status-sync?wait=45000" // three quarters of a minute
	for name, test := range map[string]struct {
		answers []answer
		old     bool // submitted long ago
		want    client.JobStatus
		failed  func(error) bool
		looks   []string
	}{
		"long polls until done": {answers: []answer{ok(inProgress), ok(completed)}, want: client.JobCompleted,
			looks: []string{longPoll, longPoll}},
		"unknown status": {answers: []answer{ok(checking), ok(completed)}, want: client.JobCompleted,
			looks: []string{longPoll, longPoll}},
		"no long polls": {answers: []answer{{status: http.StatusNotFound, body: noSuchPath}, ok(queued),
			ok(completed)}, want: client.JobCompleted, looks: []string{longPoll, "status", "status"}},
		"method refused": {answers: []answer{{status: http.StatusMethodNotAllowed}, ok(completed)},
			want: client.JobCompleted, looks: []string{longPoll, "status"}},
		"long polls cut off": {answers: []answer{{status: http.StatusGatewayTimeout}, ok(inProgress), ok(completed)},
			want: client.JobCompleted, looks: []string{longPoll, "status", "status"}},
		"connection lost": {answers: []answer{{status: http.StatusOK, cut: true}, ok(completed)},
			want: client.JobCompleted, looks: []string{longPoll, "status"}},
		"a bad moment": {
			answers: []answer{{status: http.StatusInternalServerError, body: `{"detail":"internal error"}`},
				ok(completed)},
			want: client.JobCompleted, looks: []string{longPoll, longPoll},
		},
		"not known yet": {answers: []answer{gone, ok(queued), ok(completed)}, want: client.JobCompleted,
			looks: []string{longPoll, longPoll, longPoll}},
		"gone": {answers: []answer{ok(queued), gone, gone, gone}, old: true, want: client.JobInQueue,
			failed: transport.IsNotFound, looks: []string{longPoll, longPoll, longPoll, longPoll, "requests"}},
		"key revoked": {
			answers: []answer{ok(queued), revoked, revoked, revoked},
			want:    client.JobInQueue, failed: func(err error) bool { return err != nil && !transport.IsNotFound(err) },
			looks: []string{longPoll, longPoll, longPoll, longPoll},
		},
		"a front end's refusal": {answers: []answer{ok(queued), {status: http.StatusForbidden, body: "<html>"},
			revoked, ok(completed)}, want: client.JobCompleted, looks: []string{longPoll, longPoll, longPoll,
			longPoll}},
		"a front end's own words": {answers: []answer{{status: 524, body: "<html>"}, ok(inProgress), ok(completed)},
			want: client.JobCompleted, looks: []string{longPoll, "status", "status"}},
		"refusals around an outage": {
			answers: []answer{ok(queued), revoked, revoked, {status: http.StatusServiceUnavailable}, revoked, revoked,
				ok(completed)},
			want: client.JobCompleted, looks: []string{longPoll, longPoll, longPoll, longPoll, "status", "status",
				"status"},
		},
		"gone while out of sight": {
			answers: []answer{ok(queued), {status: http.StatusInternalServerError}, gone, gone, gone}, old: true,
			want: client.JobInQueue, failed: goneUnseen(false),
			looks: []string{longPoll, longPoll, longPoll, longPoll, longPoll, "requests"},
		},
		"gone in sight": {answers: []answer{ok(queued), gone, gone, gone}, old: true, want: client.JobInQueue,
			failed: goneUnseen(false), looks: []string{longPoll, longPoll, longPoll, longPoll, "requests"}},
		"gone without a word": {
			answers: append(append([]answer{ok(queued)},
				slices.Repeat([]answer{{status: http.StatusNotFound}}, 7)...), ok(`{"jobs":{},"workers":{}}`)), old: true,
			want: client.JobInQueue, failed: transport.IsNotFound,
			looks: []string{longPoll, longPoll, "status", longPoll, "status", longPoll, "status", "requests", "health"},
		},
		"somebody else's 404": {
			answers: []answer{ok(queued), pageNotFound, pageNotFound, pageNotFound, pageNotFound, ok(completed)}, old: true,
			want: client.JobCompleted, looks: []string{longPoll, longPoll, "status", longPoll, "status", longPoll},
		},
		"a wrong URL": {
			answers: append([]answer{ok(queued)}, slices.Repeat([]answer{pageNotFound}, 8)...), old: true,
			want: client.JobInQueue, failed: func(err error) bool { return transport.IsNotFound(err) && !isGone(err) },
			looks: []string{longPoll, longPoll, "status", longPoll, "status", longPoll, "status", "requests", "health"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.answers...)
			c := s.client(t, func(config *client.Config) {
				config.MaxRetries, config.RequestTimeout = 0, time.Minute
			})
			submitted := time.Now()
			if test.old {
				submitted = submitted.Add(-time.Hour)
			}
			var seen []client.JobStatus
			job, err := c.WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: submitted},
				func(j client.Job) { seen = append(seen, j.Status) })
			if test.failed == nil && err != nil || test.failed != nil && !test.failed(err) {
				t.Errorf("got %v", err)
			}
			if job.Status != test.want || len(seen) == 0 || seen[len(seen)-1] != test.want {
				t.Errorf("got %s, saw %v, want %s", job.Status, seen, test.want)
			}
			if got := s.looks(); !slices.Equal(got, test.looks) {
				t.Errorf("looked %v, want %v", got, test.looks)
			}
		})
	}
}

func TestWaitJob_remembersThatThereAreNoLongPolls(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusNotFound, body: noSuchPath}, answer{status: http.StatusOK, body: completed},
		answer{status: http.StatusOK, body: completed})
	c := s.client(t)
	for range 2 {
		if _, err := c.WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := s.looks(), []string{"status-sync?wait=90000", "status", "status"}; !slices.Equal(got, want) {
		t.Errorf("looked %v, want %v", got, want)
	}
}

func TestWaitJob_endsWithItsContext(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer answer
		also   func(error) bool
	}{
		"unfinished": {answer{status: http.StatusOK, body: queued},
			func(err error) bool { return !transport.IsNotFound(err) }},
		"unreachable": {answer{status: http.StatusBadGateway},
			func(err error) bool { return strings.Contains(err.Error(), "HTTP 502") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.answer)
			ctx, expire := contexttest.Expiring(t.Context())
			c := s.client(t, rare, func(config *client.Config) {
				config.Observers.Attempt = func(context.Context, transport.Attempt) { expire() } // Once there was an answer.
			})
			_, err := c.WaitJob(ctx, "ep", "j-1", client.JobHistory{Submitted: time.Now()}, nil)
			if !errors.Is(err, context.DeadlineExceeded) || !test.also(err) {
				t.Errorf("got %v", err)
			}
		})
	}
}
