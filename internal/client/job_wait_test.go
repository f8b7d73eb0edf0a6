package client_test

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
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
	const longPoll = "status-sync?wait=45000" // three quarters of a minute
	for name, test := range map[string]struct {
		answers []answer
		want    jobs.Status
		failed  func(error) bool
		looks   []string
		attempt time.Duration // a minute by default
	}{
		"a page": {answers: []answer{ok("<html>hello</html>"), ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, longPoll}},
		"another job": {answers: []answer{ok(`{"id":"j-2","status":"COMPLETED"}`), ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, longPoll}},
		"no status": {answers: []answer{ok(`{"id":"j-1"}`), ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, longPoll}},
		"rate limit": {answers: []answer{{status: http.StatusTooManyRequests}, ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, longPoll}},
		"short attempts": {answers: []answer{ok(inProgress), ok(completed)}, attempt: time.Second,
			want: jobs.Completed, looks: []string{"status", "status"}},
		"long polls until done": {answers: []answer{ok(inProgress), ok(completed)}, want: jobs.Completed,
			looks: []string{longPoll, longPoll}},
		"unknown status": {answers: []answer{ok(checking), ok(completed)}, want: jobs.Completed,
			looks: []string{longPoll, longPoll}},
		"no long polls": {answers: []answer{{status: http.StatusNotFound, body: noSuchPath}, ok(queued),
			ok(completed)}, want: jobs.Completed, looks: []string{longPoll, "status", "status"}},
		"method refused": {answers: []answer{{status: http.StatusMethodNotAllowed}, ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, "status"}},
		"long polls cut off": {answers: []answer{{status: http.StatusGatewayTimeout}, ok(inProgress), ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, "status", "status"}},
		"connection lost": {answers: []answer{{status: http.StatusOK, cut: true}, ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, "status"}},
		"a bad moment": {
			answers: []answer{{status: http.StatusInternalServerError, body: `{"detail":"internal error"}`},
				ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, longPoll},
		},
		"not known yet": {answers: []answer{gone, ok(queued), ok(completed)}, want: jobs.Completed,
			looks: []string{longPoll, longPoll, longPoll}},
		"gone": {answers: []answer{ok(queued), gone, gone, gone}, want: jobs.InQueue,
			failed: isGone, looks: []string{longPoll, longPoll, longPoll, longPoll, "requests"}},
		"key revoked": {
			answers: []answer{ok(queued), revoked, revoked, revoked},
			want:    jobs.InQueue, failed: func(err error) bool { return err != nil && !transport.IsNotFound(err) },
			looks: []string{longPoll, longPoll, longPoll, longPoll},
		},
		"a front end's refusal": {answers: []answer{ok(queued), {status: http.StatusForbidden, body: "<html>"},
			revoked, ok(completed)}, want: jobs.Completed, looks: []string{longPoll, longPoll, longPoll,
			longPoll}},
		"a front end's own words": {answers: []answer{{status: 524, body: "<html>"}, ok(inProgress), ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, "status", "status"}},
		"refusals around an outage": {
			answers: []answer{ok(queued), revoked, revoked, {status: http.StatusServiceUnavailable}, revoked, revoked,
				ok(completed)},
			want: jobs.Completed, looks: []string{longPoll, longPoll, longPoll, longPoll, "status", "status",
				"status"},
		},
		"gone after trouble": {
			answers: []answer{ok(queued), {status: http.StatusInternalServerError}, gone, gone, gone},
			want:    jobs.InQueue, failed: isGone,
			looks: []string{longPoll, longPoll, longPoll, longPoll, longPoll, "requests"},
		},
		"somebody else's 404": {
			answers: []answer{ok(queued), pageNotFound, pageNotFound, ok(completed)},
			want:    jobs.Completed, looks: []string{longPoll, longPoll, "status", "status"},
		},
		"a wrong URL": {
			answers: append([]answer{ok(queued)}, slices.Repeat([]answer{pageNotFound}, 8)...),
			want:    jobs.InQueue, failed: func(err error) bool { return transport.IsNotFound(err) && !isGone(err) },
			looks: []string{longPoll, longPoll, "status", "status", "status", "requests"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.answers...)
			c := s.client(t, func(config *client.Config) {
				config.MaxRetries, config.RequestTimeout = 0, cmp.Or(test.attempt, time.Minute)
			})
			var seen []jobs.Status
			job, err := c.FollowJob(t.Context(), "ep", "j-1",
				func(j jobs.Job) { seen = append(seen, j.Status) }, nil)
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

// That there is no such endpoint is the service's own word: the plain look would say no more.
func TestWaitJob_noSuchEndpoint(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"endpoint not found", "Job not found"} {
		s := serve(t, slices.Repeat([]answer{{status: http.StatusNotFound, body: `{"detail":"` + says + `"}`}}, 4)...)
		_, err := s.client(t).FollowJob(t.Context(), "ep", "j-1", nil, nil)
		if looks := s.looks(); !transport.IsNotFound(err) ||
			client.IsEndpointNotFound(err) != strings.HasPrefix(says, "endpoint") ||
			!slices.Equal(looks, append(slices.Repeat([]string{"status-sync?wait=90000"}, 3), "requests")) {
			t.Errorf("%s: got %v after %v", says, err, looks)
		}
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
		_, err := s.client(t).FollowJob(t.Context(), "ep", "j-1",
			nil, nil) // With three retries.
		if looks := s.looks(); err != nil || !slices.Equal(looks, []string{"status-sync?wait=90000", "status"}) {
			t.Errorf("%s: got %v after %v", name, err, looks)
		}
	}
}
