package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// timeline shows a job as "seconds event, detail @worker", with the workers as W1, W2 and so on.
func (q *queue) timeline(job string) string {
	q.t.Helper()
	r := q.control(http.MethodGet, "jobs/"+q.id+"/"+job, "")
	if r.status != http.StatusOK {
		return r.message()
	}
	var view struct {
		Timeline []struct {
			At                    time.Time
			Event, Worker, Detail string
		}
		DeletedAt *time.Time `json:"deleted_at"`
		Job       *struct{}
	}
	if err := json.Unmarshal([]byte(r.text), &view); err != nil {
		q.t.Fatal(err)
	}
	var lines, workers []string
	for _, e := range view.Timeline {
		line := fmt.Sprintf("%v %s", e.At.Sub(started).Seconds(), e.Event)
		if e.Detail != "" {
			line += ", " + e.Detail
		}
		if e.Worker != "" {
			if !slices.Contains(workers, e.Worker) {
				workers = append(workers, e.Worker)
			}
			line += fmt.Sprintf(" @W%d", slices.Index(workers, e.Worker)+1)
		}
		lines = append(lines, line)
		if e.Event == "deleted" && (view.DeletedAt == nil || !view.DeletedAt.Equal(e.At)) {
			q.t.Errorf("deleted at %v, not %v", view.DeletedAt, e.At)
		}
	}
	if (view.DeletedAt == nil) != (view.Job != nil) {
		q.t.Errorf("%s: deleted at %v", r.text, view.DeletedAt)
	}
	return strings.Join(lines, "\n")
}

// Each way of a job, event by event.
func TestTimeline(t *testing.T) {
	t.Parallel()
	const (
		one    = `"workersMin":1,"workersMax":1`
		picked = "0 submitted\n0 picked up, attempt 1 @W1\n"
		inbox  = "http://inbox.emulator.invalid/done"
	)
	call := func(method, path string) func(*queue, string) {
		return func(q *queue, job string) { q.call(method, strings.ReplaceAll(path, "JOB", job), "") }
	}
	for name, c := range map[string]struct {
		image, members, body string
		act                  func(q *queue, job string) // after a second
		wait                 time.Duration              // after that
		want                 string
	}{
		"success": {"sleep", one, `{"input":{"ms":1500}}`, nil, time.Minute, picked + "1.5 ended, COMPLETED @W1"},
		"late":    {"echo", "", `{"input":{}}`, nil, time.Minute, "0 submitted\n4 picked up, attempt 1 @W1\n4 ended, COMPLETED @W1"},
		"stream": {"stream", one, `{"input":{"chunks":[1,2,3],"interval_ms":1000}}`, nil, time.Minute,
			picked + "0 streamed, chunks: 3 @W1\n3 ended, COMPLETED @W1"},
		"worker killed": {"sleep", one, `{"input":{"ms":2000}}`, func(q *queue, _ string) { q.kill() }, time.Minute,
			picked + "1 worker died @W1\n1 queued again\n1 picked up, attempt 2 @W2\n3 ended, COMPLETED @W2"},
		"twice dead": {"crash", one, `{"input":{"ms":2000}}`, nil, time.Minute, picked + "2 worker died @W1\n2 queued again\n" +
			"2 picked up, attempt 2 @W2\n4 worker died @W2\n4 ended, FAILED: job timed out after 1 retries @W2"},
		"timeout": {"sleep", one, `{"input":{"ms":60000},"policy":{"executionTimeout":5000}}`, nil, time.Minute,
			picked + "5 ended, FAILED: executionTimeout exceeded @W1"},
		"hang": {"hang", one, `{"input":{}}`, nil, time.Minute,
			picked + "30 ended, TIMED_OUT: the worker stopped reporting @W1"},
		"cancelled in the queue": {"echo", `"workersMax":1`, `{"input":{}}`, call(http.MethodPost, "/cancel/JOB"), time.Minute,
			"0 submitted\n1 ended, CANCELLED"},
		"retried": {"fail", one, `{"input":{"times":1,"message":"oh"}}`, call(http.MethodPost, "/retry/JOB"), time.Minute,
			picked + "0 ended, FAILED: oh @W1\n1 retried\n1 picked up, attempt 2 @W1\n1 ended, COMPLETED @W1"},
		"purged": {"echo", `"workersMax":1`, `{"input":{}}`, call(http.MethodPost, "/purge-queue"), time.Minute,
			"0 submitted\n1 deleted, purged from the queue"},
		"ttl": {"sleep", one, `{"input":{"ms":60000},"policy":{"ttl":10000}}`, nil, time.Minute,
			picked + "10 deleted, its ttl is over @W1"},
		"retention": {"echo", one, `{"input":{}}`, nil, 30 * time.Minute,
			picked + "0 ended, COMPLETED @W1\n1800 deleted, the retention of its result is over @W1"},
		"webhook": {"echo", one, `{"input":{},"webhook":"` + inbox + `?status=500&status=404&status=200&key=canary"}`, nil,
			time.Minute, picked + "0 ended, COMPLETED @W1\n0 webhook, attempt 1, status 500\n" +
				"10 webhook, attempt 2, status 404\n20 webhook, attempt 3, status 200"},
		"webhook after the deletion": {"echo", one, `{"input":{},"webhook":"` + inbox + `?status=500"}`,
			func(q *queue, job string) { q.remove(job) }, time.Minute, picked + "0 ended, COMPLETED @W1\n" +
				"0 webhook, attempt 1, status 500\n1 deleted, removed over the control interface @W1\n" +
				"10 webhook, attempt 2, status 500\n20 webhook, attempt 3, status 500"},
		"webhook without an answer": {"echo", one, `{"input":{},"webhook":"http://u:canary@127.0.0.1:1/x#canary"}`,
			nil, 0, picked + "0 ended, COMPLETED @W1\n0 webhook, attempt 1, no answer"},
		"changed": {"sleep", one, `{"input":{"ms":60000}}`, func(q *queue, job string) {
			q.must(q.PatchObject("jobs", job, map[string]any{"status": "COMPLETED"}))
		}, time.Minute, picked + "1 set over the control interface, COMPLETED @W1"},
		"put again": {"echo", one, `{"input":{}}`, func(q *queue, job string) {
			q.must(q.PutObject("jobs", job, map[string]any{"endpointId": q.id, "status": "FAILED"}))
		}, time.Minute, "1 set over the control interface, FAILED @W1"},
		"endpoint deleted": {"echo", `"workersMax":1`, `{"input":{}}`, func(q *queue, _ string) {
			q.patch(`{"workersMin":0,"workersMax":0}`)
			q.env.call(http.MethodDelete, "/endpoints/"+q.id, "")
		}, time.Minute, "0 submitted\n1 deleted, its endpoint was deleted"},
		"reset":            {"echo", one, `{"input":{}}`, func(q *queue, _ string) { q.Reset() }, 0, "NONE"},
		"another endpoint": {"echo", one, `{"input":{}}`, func(q *queue, _ string) { q.id = "other" }, 0, "NONE"},
		"forgotten":        {"echo", one, `{"input":{}}`, nil, time.Hour, "NONE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := start(t, emulator.Options{}).queue("emulator/"+c.image, c.members)
			job := q.submit(c.body)
			q.AwaitOutbound() // The webhook's answer has the time of the clock.
			if c.act != nil {
				q.Advance(time.Second)
				c.act(q, job)
			}
			q.Advance(c.wait)
			want := strings.ReplaceAll(c.want, "NONE",
				fmt.Sprintf("endpoint %q has no job %q, or it was deleted long ago", q.id, job))
			if got := q.timeline(job); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
