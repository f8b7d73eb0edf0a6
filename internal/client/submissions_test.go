package client_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

func jobList(jobs ...string) answer {
	return answer{status: 200, body: `{"requests":[` + strings.Join(jobs, ",") + `]}`}
}

// Of the jobs of an endpoint, each that this process has not submitted can be what a lost submission made, whatever its
// times are: the service's clock is not this machine's. An item that cannot be read hides no other.
func TestUnknownJobs(t *testing.T) {
	t.Parallel()
	const (
		slow = `{"id":"slow","status":"COMPLETED","delayTime":10,"executionTime":900000}`
		own  = `{"id":"own","status":"IN_PROGRESS","delayTime":5}`
	)
	unreadable := jobList(own, `{}`, slow)
	s := serve(t, answer{status: 200, body: own}, jobList(own, slow), jobList(own, slow), unreadable)
	c := s.client(t)
	if _, err := c.RunJob(t.Context(), "e", anInput); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		endpoint   string
		want       []string
		unreadable bool
	}{{"e", []string{"slow"}, false}, {"another", []string{"own", "slow"}, false}, {"e", []string{"slow"}, true}} {
		jobs, err := c.UnknownJobs(t.Context(), test.endpoint)
		var got []string
		for _, job := range jobs {
			got = append(got, job.ID)
		}
		if !slices.Equal(got, test.want) || (transport.UnreadableItems(err) != nil) != test.unreadable {
			t.Errorf("%v, %v, want %v", got, err, test)
		}
	}
}

// A deployment without a list of jobs is asked three times, and says so.
func TestUnknownJobs_noList(t *testing.T) {
	t.Parallel()
	missing := answer{status: 404, body: `{"status":404,"title":"Not Found"}`}
	s := serve(t, missing, missing, missing)
	if _, err := s.client(t).UnknownJobs(t.Context(), "e"); !transport.IsNotFound(err) ||
		len(s.requests()) != 3 {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
	s = serve(t, answer{status: 200, body: `{}`}, answer{status: 200, body: `{"requests":[]}`})
	if jobs, err := s.client(t).UnknownJobs(t.Context(), "e"); err != nil || len(jobs) != 0 {
		t.Errorf("%v %v", jobs, err)
	}
}
