package client_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A wait for a pod that answers 404 ends when a list confirms it, and otherwise after some time with an error that is
// not IsGone. A list that still shows the pod, ready or not, makes no wait succeed.
func TestAwaitPod_404(t *testing.T) {
	t.Parallel()
	const notFound, page = `{"error":"pod not found","status":404}`, `<html>not found</html>`
	const starting, ready = `{"id":"a","desiredStatus":"RUNNING"}`, `{"id":"a","desiredStatus":"RUNNING","publicIp":"1.2.3.4"}`
	for name, test := range map[string]struct {
		// single returns the answer to the n-th GET of the pod, from 1.
		single func(n int) *http.Response
		// behind is for how long lists show the pod after the first 404.
		behind       time.Duration
		gone, absent bool // the error is IsGone, or IsNotFound at least
	}{
		"deleted": {func(n int) *http.Response { return from(n, 2, starting, notFound) }, 0, true, true},
		"deleted, and lists are behind": {func(n int) *http.Response { return from(n, 2, starting, notFound) },
			5 * time.Second, true, true},
		"deleted, and lists stay behind": {func(n int) *http.Response { return from(n, 2, starting, notFound) },
			time.Hour, false, true},
		"a front end's": {func(n int) *http.Response { return from(n, 2, starting, page) }, 0, false, true},
		"a few of them": {func(n int) *http.Response { return from(n, 9, page, ready) }, time.Hour, false, false},
		"now and then": {func(n int) *http.Response {
			if n < 40 && n%3 != 0 {
				return response(http.StatusNotFound, notFound)
			}
			return from(n, 40, starting, ready)
		}, time.Hour, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := newClient(t, "http://pods.test/v1", func(config *client.Config) {
					config.PollWait = client.DefaultPollWait
				})
				n, first := 0, time.Time{}
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					if !strings.HasSuffix(r.URL.Path, "/a") {
						if time.Since(first) < test.behind {
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
				_, err := c.AwaitPod(t.Context(), "a", func(p client.Pod) bool { return p.PublicIP.Or("") != "" })
				if client.IsGone(err) != test.gone || client.IsNotFound(err) != test.absent || (err == nil) == test.absent {
					t.Errorf("%v", err)
				}
				if took := time.Since(first); err != nil && !test.gone && (took < 14*time.Second || took > 2*time.Minute) {
					t.Errorf("it took %s", took)
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
