package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// burst sends a request n times and counts those that are refused, with what they have to say.
func (q *queue) burst(n int, method, path, body string) (refused int) {
	q.t.Helper()
	for range n {
		r := q.call(method, path, body)
		if r.status != http.StatusTooManyRequests {
			continue
		}
		refused++
		if r.header.Get("Retry-After") == "" || r.message() != "rate limit exceeded" {
			q.t.Errorf("%s: %v %s", path, r.header, r.text)
		}
	}
	return refused
}

// Of n+1 requests in a window exactly one is refused, for each operation by itself; what is on other endpoints does not
// matter, nor does what is refused.
func TestQueueLimits_oneTooMany(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method, path, body string
		limit              int
	}{
		{method: http.MethodPost, path: "/run", body: `{"input":{}}`, limit: 1000},
		{method: http.MethodPost, path: "/runsync", body: `{"input":{}}`, limit: 2000},
		{method: http.MethodGet, path: "/status/JOB", limit: 2000},
		{method: http.MethodPost, path: "/cancel/JOB", limit: 100},
		{method: http.MethodPost, path: "/purge-queue", limit: 2},
		{method: http.MethodGet, path: "/requests", limit: 10},
		{method: http.MethodPost, path: "/openai/v1/x", body: "{}", limit: 2000},
		{method: http.MethodPost, path: "/retry/JOB", limit: 1000},
		{method: http.MethodGet, path: "/stream/JOB", limit: 2000},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			a := start(t)
			q, other := a.queue("i", `"workersMin":1`), a.queue("i", `"workersMin":1`)
			path := c.path
			if at := len(path) - len("JOB"); path[at:] == "JOB" {
				path = path[:at] + q.run(`{}`)
			}
			if got := q.burst(c.limit, c.method, path, c.body); got != 0 {
				t.Errorf("%d of %d refused", got, c.limit)
			}
			if got := q.burst(1, c.method, path, c.body); got != 1 {
				t.Error("the next is let through")
			}
			if path == c.path && other.burst(1, c.method, path, c.body) != 0 {
				t.Error("the limit is that of all endpoints")
			}
		})
	}
}

// The synonyms share a bucket; health has no limit, and a job that does not exist costs nothing.
func TestQueueLimits_buckets(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	q := start(t).queue("i", `"workersMin":1`)
	job := q.run(`{}`)
	if got := q.burst(2100, http.MethodGet, "/status/nope", "") +
		q.burst(2100, http.MethodGet, "/health", ""); got != 0 {
		t.Errorf("%d refused", got)
	}
	refused := 0
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		for _, path := range []string{"/status/", "/status-sync/"} {
			refused += q.burst(501, method, path+job, "")
		}
	}
	if refused != 4 {
		t.Errorf("%d of 2004 refused", refused)
	}
}

// The window slides: each request gives its place back ten seconds later, and the answer says when that is.
func TestQueueLimits_windowSlides(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", "")
	for i, step := range []struct {
		advance    time.Duration
		status     int
		retryAfter string
	}{
		{0, 200, ""},
		{4 * time.Second, 200, ""},
		{0, 429, "6"},
		{5500 * time.Millisecond, 429, "1"},
		{500 * time.Millisecond, 200, ""},
		{0, 429, "4"},
		{4 * time.Second, 200, ""},
		{5999 * time.Millisecond, 429, "1"},
		{time.Millisecond, 200, ""},
	} {
		q.Advance(step.advance)
		if r := q.call(http.MethodPost, "/purge-queue", ""); r.status != step.status ||
			r.header.Get("Retry-After") != step.retryAfter {
			t.Errorf("step %d: %d, Retry-After %q", i, r.status, r.header.Get("Retry-After"))
		}
	}
}

// Requests that are held count as long as they are: one too many at the same time is refused, and there is room again
// as soon as one has its answer.
func TestQueueLimits_concurrency(t *testing.T) {
	t.Parallel()
	const limit = 400
	q := start(t).queue("emulator/sleep", `"workersMin":1`)
	job := q.run(`{"ms":60000}`)
	path := fmt.Sprintf("/status-sync/%s?wait=300000", job)
	answered := make(chan reply, limit)
	for range limit {
		go func() { answered <- q.call(http.MethodGet, path, "") }()
	}
	q.awaitWaiting(limit)
	r := q.call(http.MethodGet, path, "")
	if r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") != "1" {
		t.Errorf("%d %v", r.status, r.header)
	}
	q.Advance(time.Minute)
	for range limit {
		if r := await(t, answered); r.object()["status"] != "COMPLETED" {
			t.Fatalf("%d %s", r.status, r.text)
		}
	}
	if r := q.call(http.MethodGet, path, ""); r.status != http.StatusOK {
		t.Errorf("then %d %s", r.status, r.text)
	}
}

// The order of checks: the key, the object, the limit, the pause, the body.
func TestQueueLimits_orderOfChecks(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", "")
	q.patch(`{"workersMax":0}`)
	for _, path := range []string{"/run", "/runsync", "/openai/v1/x"} {
		if r := q.call(http.MethodPost, path, "nonsense"); r.status != 409 ||
			r.message() != "endpoint is paused" || !strings.Contains(r.text, `"code":"ENDPOINT_PAUSED"`) {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
	q.burst(999, http.MethodPost, "/run", "nonsense")
	if r := q.call(http.MethodPost, "/run", "nonsense"); r.status != 429 {
		t.Errorf("over the limit: %d %s", r.status, r.text)
	}
	if r := q.call(http.MethodPost, "/run", "nonsense", "Authorization", "other"); r.status != 401 {
		t.Errorf("without the key: %d %s", r.status, r.text)
	}
	if r, err := q.send(http.MethodPost, q.QueueURL()+"/nope/run", "nonsense"); err != nil || r.status != 404 ||
		r.message() != "endpoint not found" {
		t.Errorf("of nothing: %d %s, %v", r.status, r.text, err)
	}
	for _, operation := range []string{"status", "status-sync", "stream"} {
		if r := q.call(http.MethodGet, "/"+operation+"/nope", ""); r.status != 404 || r.message() != "job not found" {
			t.Errorf("%s: %d %s", operation, r.status, r.text)
		}
	}
	for _, operation := range []string{"cancel", "retry"} {
		if r := q.call(http.MethodPost, "/"+operation+"/nope", ""); r.status != 404 || r.message() != "job not found" {
			t.Errorf("%s: %d %s", operation, r.status, r.text)
		}
	}
}

// The window slides: each request frees its place a second after it came, and refused ones take none.
func TestRateLimit_slidingWindow(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RESTRateLimit: 2, ReadOnlyAPIKeys: []string{"other"}})
	for i, step := range []struct {
		advance time.Duration
		key     string
		status  int
	}{
		{0, "emulator-key", 200},
		{400 * time.Millisecond, "other", 200}, // One limit for the whole account.
		{0, "emulator-key", 429},
		{599 * time.Millisecond, "emulator-key", 429},
		{time.Millisecond, "emulator-key", 200},
		{0, "other", 429},
	} {
		a.Advance(step.advance)
		r := a.call(http.MethodGet, "/templates", "", "Authorization", "Bearer "+step.key)
		if r.status != step.status {
			t.Errorf("step %d: %d, not %d", i, r.status, step.status)
		}
		if r.status == http.StatusTooManyRequests &&
			(r.header.Get("Retry-After") != "1" || r.message() != "rate limit exceeded") {
			t.Errorf("step %d: Retry-After %q, %s", i, r.header.Get("Retry-After"), r.text)
		}
	}
}
