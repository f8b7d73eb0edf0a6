package client_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Each chunk is passed on as it comes. Whatever fails about the stream, and how the job ended, the job itself tells.
func TestFollowJob(t *testing.T) {
	t.Parallel()
	const (
		one  = `{"status":"IN_PROGRESS","stream":[{"output":1}]}`
		none = `{"status":"IN_PROGRESS","stream":[]}`
		end  = `{"status":"COMPLETED","stream":[{"output":2},{"output":{"n":3}}]}`
	)
	for name, test := range map[string]struct {
		answers       []string
		asked, chunks string
		pauses        bool
	}{
		"at once while chunks come": {answers: []string{one, one, end, completed},
			asked: "stream stream stream status", chunks: `1 1 2 {"n":3}`},
		"a pause without chunks": {answers: []string{one, none, end, completed},
			asked: "stream stream stream status", chunks: `1 2 {"n":3}`, pauses: true},
		"trouble": {answers: []string{"503", inProgress, `{"stream":[]}`, inProgress, `{"status":"ok"}`, inProgress, end,
			completed}, asked: "stream status stream status stream status stream status", chunks: `2 {"n":3}`, pauses: true},
		"not known yet": {answers: []string{"", "", "", queued, end, completed},
			asked: "stream status stream status stream status", chunks: `2 {"n":3}`, pauses: true},
		"no streams": {answers: []string{"405", inProgress, completed},
			asked: "stream status-sync status-sync", pauses: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &doubtful{answers: test.answers}
				c := newClient(t, "http://doubtful.test/v1", func(config *client.Config) {
					config.MaxRetries, config.RequestTimeout, config.Times = 0, time.Minute, transport.DefaultTimes
				})
				c.SetTransport(s)
				var chunks []string
				began := time.Now()
				job, err := c.FollowJob(t.Context(), "ep", "j-1", nil, func(stream jobs.Stream) {
					for _, chunk := range stream.Chunks {
						chunks = append(chunks, string(chunk.Output))
					}
				})
				if err != nil || job.Output == nil || s.took() != test.asked || strings.Join(chunks, " ") != test.chunks ||
					time.Since(began) > 0 != test.pauses {
					t.Errorf("%v, %v after %s and %s, with %v", job, err, s.took(), time.Since(began), chunks)
				}
			})
		})
	}
}

// limitedStream is a service with a job that has ended, and always too many requests for streams.
type limitedStream struct{ doubtful }

func (s *limitedStream) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := completed
	if strings.Contains(r.URL.Path, "/stream/") {
		answer = "429"
	}
	s.answers = []string{answer}
	return s.doubtful.RoundTrip(r)
}

// Streams have a rate limit of their own, which other clients can use up: that does not hide the end of the job.
func TestFollowJob_limited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, "http://doubtful.test/v1", func(config *client.Config) {
			config.RequestTimeout, config.Times = time.Minute, transport.DefaultTimes
		})
		c.SetTransport(&limitedStream{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		began := time.Now()
		job, err := c.FollowJob(ctx, "ep", "j-1", nil, func(jobs.Stream) {})
		if took := time.Since(began); err != nil || job.Status != jobs.Completed || took > 2*time.Minute {
			t.Errorf("%v, %v after %s", job.Status, err, took)
		}
	})
}
