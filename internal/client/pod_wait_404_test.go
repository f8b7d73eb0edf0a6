package client_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A wait for a pod that answers 404 ends when a list confirms it, and otherwise after some time with an error that is
// not IsGone. A list that still shows the pod, ready or not, makes no wait succeed. A pod that neither a GET nor a list
// has shown may be too new: only several 404s over 10 s and a list end its wait. A front end's 404 ends no wait before
// its time is up: nothing in it is about the pod, and an error would make Terraform replace a pod that exists.
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
			listed: never, gone: true, absent: true},
		"deleted, and lists are behind": {single: func(n int) *http.Response { return from(n, 2, starting, notFound) },
			listed: before(5 * time.Second), gone: true, absent: true, from: 5 * time.Second, until: 15 * time.Second},
		"deleted, and lists stay behind": {single: func(n int) *http.Response { return from(n, 2, starting, notFound) },
			listed: always, absent: true, from: 14 * time.Second, until: 2 * time.Minute},
		"too new": {single: func(n int) *http.Response { return from(n, 3, notFound, ready) }, listed: never},
		"never seen": {single: func(int) *http.Response { return response(http.StatusNotFound, notFound) },
			listed: never, gone: true, absent: true, from: 10 * time.Second, until: 40 * time.Second},
		"seen in lists only": {single: func(int) *http.Response { return response(http.StatusNotFound, notFound) },
			listed: before(time.Second), gone: true, absent: true, from: time.Second, until: 9 * time.Second},
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
					config.PollWait, config.ConsistencyGrace = client.DefaultPollWait, client.DefaultConsistencyGrace
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
				_, err := c.Pods.Await(ctx, "a", func(p client.Pod) bool { return p.PublicIP.Or("") != "" })
				if client.IsGone(err) != test.gone || client.IsNotFound(err) != test.absent || (err == nil) == test.absent {
					t.Errorf("%v", err)
				}
				if took := time.Since(first); err != nil && (took < test.from || took > test.until) {
					t.Errorf("it took %s", took)
				}
				if own := client.IsOwnNotFound(err); err != nil && own != (lists > 0) {
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

// Lists that other waits use do not shorten the pauses of a wait whose pod is too new, so that its 404s keep their
// time.
func TestAwaitPod_tooNewBesideOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, "http://pods.test/v1", func(config *client.Config) {
			config.PollWait, config.ConsistencyGrace = client.DefaultPollWait, client.DefaultConsistencyGrace
		})
		begun, asked := time.Now(), atomic.Int32{}
		pod := func(id string) string {
			if time.Since(begun) < time.Minute {
				return fmt.Sprintf(`{"id":%q}`, id)
			}
			return fmt.Sprintf(`{"id":%q,"publicIp":"1.2.3.4"}`, id)
		}
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			switch _, id, _ := strings.Cut(r.URL.Path, "/pods/"); {
			case id == "":
				return response(http.StatusOK, "["+pod("a")+","+pod("b")+"]"), nil
			case id != "new" || time.Since(begun) > 9*time.Second || asked.Load() > 100: // Without pauses no time passes.
				return response(http.StatusOK, pod(id)), nil
			default:
				asked.Add(1)
				return response(http.StatusNotFound, `{"error":"pod not found","status":404}`), nil
			}
		}))
		var waits sync.WaitGroup
		for _, id := range []string{"a", "b", "new"} {
			waits.Go(func() {
				if _, err := c.Pods.Await(t.Context(), id, func(p client.Pod) bool { return p.PublicIP.Or("") != "" }); err != nil {
					t.Errorf("%s: %v", id, err)
				}
			})
		}
		waits.Wait()
		if n := asked.Load(); n == 0 || n > 5 {
			t.Errorf("%d requests returned 404 in 9 s", n)
		}
	})
}
