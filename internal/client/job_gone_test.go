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

// That there is no such endpoint is the service's own word: the plain look would say no more.
func TestWaitJob_noSuchEndpoint(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"endpoint not found", "Job not found"} {
		s := serve(t, slices.Repeat([]answer{{status: http.StatusNotFound, body: `{"detail":"` + says + `"}`}}, 4)...)
		_, err := s.client(t).WaitJob(t.Context(), "ep", "j-1",
			client.JobHistory{Submitted: time.Now().Add(-time.Hour)}, nil)
		if looks := s.looks(); !transport.IsNotFound(err) ||
			client.IsEndpointNotFound(err) != strings.HasPrefix(says, "endpoint") ||
			!slices.Equal(looks, append(slices.Repeat([]string{"status-sync?wait=90000"}, 3), "requests")) {
			t.Errorf("%s: got %v after %v", says, err, looks)
		}
	}
}

// Whether a job that is gone may have ended is a matter of how long nobody has looked, and of how long its result is
// kept.
func TestWaitJob_goneAndUnseen(t *testing.T) {
	t.Parallel()
	gone := answer{status: http.StatusNotFound, body: noJob}
	for name, test := range map[string]struct {
		known client.JobHistory
		want  bool
	}{
		"never shown":             {client.JobHistory{}, true},
		"shown within the minute": {client.JobHistory{Shown: time.Now().Add(-30 * time.Second)}, false},
		"shown before that":       {client.JobHistory{Shown: time.Now().Add(-2 * time.Minute)}, true},
		"sync": {client.JobHistory{Shown: time.Now().Add(-2 * time.Minute),
			Retention: client.SyncRetention}, true},
		"async": {client.JobHistory{Shown: time.Now().Add(-29 * time.Minute),
			Retention: client.AsyncRetention}, false},
		"async, longer than that": {client.JobHistory{Shown: time.Now().Add(-31 * time.Minute),
			Retention: client.AsyncRetention}, true},
		"shown in a slept machine": {client.JobHistory{Shown: time.Now().Add(-31 * time.Minute).Round(0),
			Retention: client.AsyncRetention}, true},
	} {
		s := serve(t, slices.Repeat([]answer{gone}, 8)...)
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

// A job that was just submitted may not be known yet where it is to be cancelled; one that was submitted long ago is
// gone.
func TestCancelSubmitted(t *testing.T) {
	t.Parallel()
	gone, cancelled := answer{status: http.StatusNotFound, body: noJob},
		answer{status: http.StatusOK, body: `{"id":"j-1","status":"CANCELLED"}`}
	s := serve(t, gone, gone, cancelled)
	job, err := s.client(t).CancelSubmitted(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()})
	if err != nil || job.Status != client.JobCancelled || len(s.requests()) != 3 {
		t.Errorf("just submitted: got %v, %v after %d requests", job, err, len(s.requests()))
	}
	s = serve(t, gone, gone, gone, gone, cancelled)
	var jobGone *client.JobGone
	_, err = s.client(t).CancelSubmitted(t.Context(), "ep", "j-1",
		client.JobHistory{Submitted: time.Now().Add(-time.Hour)})
	if !errors.As(err, &jobGone) || !jobGone.Unseen {
		t.Errorf("submitted long ago: got %v", err)
	}
	s = serve(t, gone)
	ctx, expire := contexttest.Expiring(t.Context())
	c := s.client(t, rare, func(config *client.Config) {
		config.Observers.Attempt = func(context.Context, transport.Attempt) { expire() }
	})
	if _, err := c.CancelSubmitted(ctx, "ep", "j-1",
		client.JobHistory{Submitted: time.Now()}); !transport.IsNotFound(err) ||
		errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no time left: got %v", err)
	}
}

// A 404 about a job that was just submitted means nothing, also to somebody who thinks about it only later.
func TestLookAtJob_tooEarly(t *testing.T) {
	t.Parallel()
	s := serve(t, slices.Repeat([]answer{{status: http.StatusNotFound, body: noJob}}, 5)...)
	c := s.client(t, func(config *client.Config) { config.Times.Submitted = time.Hour })
	_, err := c.LookAtJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now()})
	if !client.IsTooEarly(err) || !transport.IsNotFound(err) {
		t.Errorf("just submitted: %v", err)
	}
	_, err = c.LookAtJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now().Add(-2 * time.Hour)})
	if client.IsTooEarly(err) {
		t.Errorf("submitted long ago: %v", err)
	}
}
