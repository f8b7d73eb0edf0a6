package client_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

func jobList(jobs ...string) answer {
	return answer{status: 200, body: `{"requests":[` + strings.Join(jobs, ",") + `]}`}
}

// Of the jobs of an endpoint, one that this process submitted is not what a lost submission made, nor one that took
// longer than the time since then, nor one that was listed before it.
func TestUnknownJobs(t *testing.T) {
	t.Parallel()
	const (
		quick  = `{"id":"quick","status":"COMPLETED","delayTime":10,"executionTime":900}`
		slow   = `{"id":"slow","status":"COMPLETED","delayTime":10,"executionTime":900000}`
		queued = `{"id":"queued","status":"IN_QUEUE"}`
		own    = `{"id":"own","status":"IN_PROGRESS","delayTime":5}`
		fresh  = `{"id":"fresh","status":"IN_QUEUE"}`
		skewed = `{"id":"skewed","status":"COMPLETED","delayTime":0,"executionTime":12000}`
	)
	s := serve(t, answer{status: 200, body: own}, jobList(own, quick, slow, queued, skewed),
		jobList(own, quick, slow, queued, skewed),
		jobList(fresh, quick, slow, queued), jobList(fresh, quick))
	c := s.client(t)
	if _, err := c.RunJob(t.Context(), "e", anInput); err != nil {
		t.Fatal(err)
	}
	unknown := func(endpointID string, since time.Time, want ...string) {
		t.Helper()
		jobs, err := c.UnknownJobs(t.Context(), endpointID, since)
		var got []string
		for _, job := range jobs {
			got = append(got, job.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	before := time.Now().Add(-5 * time.Second)
	unknown("e", before, "quick", "queued", "skewed")
	unknown("e", before, "quick", "queued", "skewed") // To another one, lost at the same time, nothing is older for it.
	unknown("e", time.Now(), "fresh")                 // The others were there before.
	unknown("another", time.Now(), "fresh", "quick")
}

// A deployment without a list of jobs is asked three times, and says so.
func TestUnknownJobs_noList(t *testing.T) {
	t.Parallel()
	missing := answer{status: 404, body: `{"status":404,"title":"Not Found"}`}
	s := serve(t, missing, missing, missing)
	if _, err := s.client(t).UnknownJobs(t.Context(), "e", time.Now()); !client.IsNotFound(err) ||
		len(s.requests()) != 3 {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
	s = serve(t, answer{status: 200, body: `{}`}, answer{status: 200, body: `{"requests":[]}`})
	if jobs, err := s.client(t).UnknownJobs(t.Context(), "e", time.Now()); err != nil || len(jobs) != 0 {
		t.Errorf("%v %v", jobs, err)
	}
}
