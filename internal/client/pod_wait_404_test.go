package client_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A wait for a pod ends after several of the service's own 404s over 10 s: a list decides whether the error is IsGone.
// A list that still shows the pod, ready or not, makes no wait succeed. A front end's 404 ends no wait before its time
// is up: nothing in it is about the pod, and an error would make Terraform replace a pod that exists.
func TestAwaitPod_404(t *testing.T) {
	t.Parallel()
	const notFound, page = `{"error":"pod not found","status":404}`, `<html>not found</html>`
	const starting, ready = `{"id":"a","desiredStatus":"RUNNING"}`, `{"id":"a","desiredStatus":"RUNNING","publicIp":"1.2.3.4"}`
	const timeout = 20 * time.Minute
	before := func(end time.Duration) func(time.Duration) bool {
		return func(after time.Duration) bool { return after < end }
	}
	never, always := before(0), before(time.Hour)
	for name, test := range map[string]struct {
		// single returns the answer to the n-th GET of the pod, from 1.
		single func(n int) *http.Response
		// listed reports whether a list has the pod, so long after the first 404.
		listed       func(time.Duration) bool
		gone, absent bool // the error is IsGone, or IsNotFound at least
		// from and until bound the time from the first 404 to the end of a wait with an error.
		from, until time.Duration
	}{
		"deleted": {single: func(n int) *http.Response { return from(n, 2, starting, notFound) },
			listed: never, gone: true, absent: true, from: 10 * time.Second, until: 40 * time.Second},
		"deleted, and lists are behind": {single: func(n int) *http.Response { return from(n, 2, starting, notFound) },
			listed: before(5 * time.Second), gone: true, absent: true, from: 10 * time.Second, until: 40 * time.Second},
		"deleted, and lists stay behind": {single: func(n int) *http.Response { return from(n, 2, starting, notFound) },
			listed: always, absent: true, from: 10 * time.Second, until: 40 * time.Second},
		"too new": {single: func(n int) *http.Response { return from(n, 3, notFound, ready) }, listed: never},
		"never seen": {single: func(int) *http.Response { return response(http.StatusNotFound, notFound) },
			listed: never, gone: true, absent: true, from: 10 * time.Second, until: 40 * time.Second},
		"too new, and a front end's between": {single: func(n int) *http.Response {
			if n < 20 && n%3 != 0 {
				return response(http.StatusNotFound, notFound)
			}
			return from(n, 20, page, ready)
		}, listed: never},
		"a front end's": {single: func(n int) *http.Response { return from(n, 2, starting, page) },
			listed: never, absent: true, from: timeout - 15*time.Second, until: timeout},
		"a front end's, while it restarts": {single: func(n int) *http.Response { return from(n, 20, page, ready) },
			listed: always},
		"now and then": {single: func(n int) *http.Response {
			if n < 40 && n%3 != 0 {
				return response(http.StatusNotFound, notFound)
			}
			return from(n, 40, starting, ready)
		}, listed: always},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := newClient(t, "http://pods.test/v1", func(config *client.Config) {
					config.Times = transport.DefaultTimes
				})
				n, lists, first := 0, 0, time.Time{}
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					if !strings.HasSuffix(r.URL.Path, "/a") {
						if lists++; test.listed(time.Since(first)) {
							return response(http.StatusOK, "["+ready+"]"), nil
						}
						return response(http.StatusOK, "[]"), nil
					}
					n++
					got := test.single(n)
					if got.StatusCode == http.StatusNotFound && first.IsZero() {
						first = time.Now()
					}
					return got, nil
				}))
				ctx, cancel := context.WithTimeout(t.Context(), timeout)
				defer cancel()
				_, err := c.Pods.Await(ctx, "a", func(p api.Pod) bool { return p.PublicIP.Or("") != "" })
				if fleet.IsGone(err) != test.gone || transport.IsNotFound(err) != test.absent || (err == nil) == test.absent {
					t.Errorf("%v", err)
				}
				if took := time.Since(first); err != nil && (took < test.from || took > test.until) {
					t.Errorf("it took %s", took)
				}
				if own := transport.IsOwnNotFound(err); err != nil && own != (lists == 1) || lists > 1 {
					t.Errorf("%d lists, and the error is the service's own: %t", lists, own)
				}
			})
		})
	}
}

// from answers with one body before the n-th GET, and with another one from then on: objects, or errors 404.
func from(n, change int, before, after string) *http.Response {
	body := before
	if n >= change {
		body = after
	}
	if strings.HasPrefix(body, `{"id"`) {
		return response(http.StatusOK, body)
	}
	return response(http.StatusNotFound, body)
}
