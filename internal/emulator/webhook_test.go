package emulator_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// receiver is a webhook that answers with these statuses in turn; 0 is no answer at all.
type receiver struct {
	*httptest.Server
	calls chan received
}

type received struct {
	method, contentType, body string
}

func receive(t *testing.T, statuses ...int) *receiver {
	t.Helper()
	r := &receiver{calls: make(chan received, 10)}
	var answered atomic.Int64
	r.Server = elsewhere(t, func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		status := statuses[min(int(answered.Add(1)), len(statuses))-1]
		r.calls <- received{request.Method, request.Header.Get("Content-Type"), string(body)}
		if status == 0 {
			<-request.Context().Done()
			return
		}
		if status/100 == 3 {
			w.Header().Set("Location", "/")
		}
		w.WriteHeader(status)
	})
	return r
}

// waiting counts the calls that nobody looked at yet.
func (q *queue) waiting(r *receiver) int {
	q.AwaitOutbound()
	return len(r.calls)
}

// An attempt whose time is up has failed.
func TestWebhook_attemptTimesOut(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", `"workersMin":1`)
	r := receive(t, 200)
	q.SetWebhookTimeout(time.Nanosecond)
	q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, r.URL))
	if got := q.waiting(r); got != 0 {
		t.Errorf("%d calls in no time", got)
	}
	q.SetWebhookTimeout(time.Hour)
	for _, step := range []time.Duration{10 * time.Second, time.Minute} {
		q.Advance(step)
		if got := q.waiting(r); got != 1 {
			t.Errorf("%d calls %s later", got, step)
		}
	}
}

// An attempt that takes longer than the pause is waited for: the next one comes at once when it has failed, and the
// last one ten seconds after that.
func TestWebhook_slowAttempt(t *testing.T) {
	t.Parallel()
	calls, goOn := make(chan struct{}, 10), make(chan struct{}, 10)
	r := elsewhere(t, func(w http.ResponseWriter, request *http.Request) {
		calls <- struct{}{}
		select {
		case <-goOn:
			w.WriteHeader(http.StatusInternalServerError)
		case <-request.Context().Done():
		}
	})
	q := start(t).queue("i", `"workersMin":1`)
	q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, r.URL))
	await(t, calls)
	q.Advance(20 * time.Second)
	for range 3 {
		goOn <- struct{}{}
	}
	q.AwaitOutbound()
	before := len(calls)
	q.Advance(10 * time.Second)
	q.AwaitOutbound()
	if after := len(calls); before != 1 || after != 2 {
		t.Errorf("%d more calls, then %d", before, after)
	}
}

// The call is the finished job with its input and the webhook itself, for every way to end but being deleted.
func TestWebhook_whatAndWhen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		event func(q *queue, job string)
		want  string
	}{
		"COMPLETED": {attempts(`{"ms":5}`), nil, `"status":"COMPLETED","executionTime":5,"output":"done"`},
		"FAILED":    {attempts(`{"error":"boom"}`), nil, `"status":"FAILED","executionTime":0,"error":"boom"`},
		"TIMED_OUT": {attempts(`{"hangs":true}`), nil,
			`"status":"TIMED_OUT","executionTime":30000,"error":"the worker stopped reporting"`},
		"CANCELLED": {attempts(forHours), func(q *queue, job string) { q.call(http.MethodPost, "/cancel/"+job, "") },
			`"status":"CANCELLED","executionTime":0`},
		"ttl": {attempts(forHours) + `,"policy":{"ttl":10000}`, nil, ""},
		"purge": {attempts(forHours), func(q *queue, job string) {
			q.must(q.PatchObject("jobs", job, map[string]any{"status": "IN_QUEUE"}))
			q.call(http.MethodPost, "/purge-queue", "")
		}, ""},
	} {
		q := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": scripted}}).queue("w",
			`"workersMin":1`)
		r := receive(t, 200)
		job := q.submit(fmt.Sprintf(`{%s,"webhook":%q,"s3Config":{"accessSecret":"hidden"}}`, c.body, r.URL))
		if name == "purge" {
			q.submit("{" + attempts(forHours) + "}")
			q.patch(`{"workersMin":0,"workersMax":0}`) // Nobody picks it up again.
		}
		if c.event != nil {
			c.event(q, job)
		}
		q.Advance(30 * time.Second)
		q.AwaitOutbound()
		if c.want == "" {
			if len(r.calls) > 0 {
				t.Errorf("%s: %v", name, <-r.calls)
			}
			continue
		}
		got := await(t, r.calls)
		var input struct{ Input json.RawMessage }
		if err := json.Unmarshal([]byte("{"+c.body+"}"), &input); err != nil {
			t.Fatal(err)
		}
		workerID, _ := q.status(job).object()["workerId"].(string)
		want := fmt.Sprintf(`{"id":%q,"delayTime":0,"workerId":%q,"retries":0,"input":%s,"webhook":%q,%s}`,
			job, workerID, input.Input, r.URL, c.want)
		if got.method != http.MethodPost || got.contentType != "application/json" || !equalJSON(t, got.body, want) {
			t.Errorf("%s: %+v, not %s", name, got, want)
		}
	}
}

// The status decides. What follows it is not waited for, whether it comes or not.
func TestWebhook_bodyOfTheAnswer(t *testing.T) {
	t.Parallel()
	for _, hangs := range []bool{false, true} {
		calls := make(chan struct{}, 10)
		r := elsewhere(t, func(w http.ResponseWriter, request *http.Request) {
			calls <- struct{}{}
			w.Header().Set("Content-Length", "100") // of which nothing comes
			w.WriteHeader(http.StatusOK)
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			if hangs {
				<-request.Context().Done()
			}
		})
		q := start(t).queue("i", `"workersMin":1`)
		q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, r.URL))
		for range 3 {
			q.AwaitOutbound()
			q.Advance(10 * time.Second)
		}
		if got := len(calls); got != 1 {
			t.Errorf("hangs %v: %d calls", hangs, got)
		}
	}
}

// Bodies are as they were sent: nothing is escaped that need not be.
func TestWebhook_notEscaped(t *testing.T) {
	t.Parallel()
	r := receive(t, 200)
	q := overHTTP(t, r.URL, emulator.Options{})
	q.submit(fmt.Sprintf(`{"input":{"a":"<&>"},"webhook":%q}`, r.URL))
	for range 2 { // the worker, then the webhook
		if got := await(t, r.calls); !strings.Contains(got.body, `{"a":"<&>"}`) {
			t.Errorf("%s", got.body)
		}
	}
}
