package client_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// That there is no such endpoint is the service's own word: the plain look would say no more.
func TestWaitJob_noSuchEndpoint(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"endpoint not found", "Job not found"} {
		s := serve(t, answer{status: http.StatusNotFound, body: `{"detail":"` + says + `"}`})
		_, err := s.client(t).WaitJob(t.Context(), "ep", "j-1", client.JobHistory{Submitted: time.Now().Add(-time.Hour)}, nil)
		if looks := s.looks(); !client.IsNotFound(err) || client.IsEndpointNotFound(err) != strings.HasPrefix(says, "endpoint") || !slices.Equal(looks, []string{"status-sync?wait=90000"}) {
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
		"never shown":              {client.JobHistory{}, true},
		"shown within the minute":  {client.JobHistory{Shown: time.Now().Add(-30 * time.Second)}, false},
		"shown before that":        {client.JobHistory{Shown: time.Now().Add(-2 * time.Minute)}, true},
		"sync":                     {client.JobHistory{Shown: time.Now().Add(-2 * time.Minute), Retention: client.SyncRetention}, true},
		"async":                    {client.JobHistory{Shown: time.Now().Add(-29 * time.Minute), Retention: client.AsyncRetention}, false},
		"async, longer than that":  {client.JobHistory{Shown: time.Now().Add(-31 * time.Minute), Retention: client.AsyncRetention}, true},
		"shown in a slept machine": {client.JobHistory{Shown: time.Now().Add(-31 * time.Minute).Round(0), Retention: client.AsyncRetention}, true},
	} {
		s := serve(t, gone, gone)
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
