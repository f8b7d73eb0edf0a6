package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// scripted returns the result that the input of a job describes: {"ms":…,"error":…,"hangs":…,"dies":…}, one for each
// attempt.
func scripted(j emulator.WorkerJob) emulator.WorkerResult {
	var input struct {
		Attempts []struct {
			Ms          int
			Error       string
			Hangs, Dies bool
		}
	}
	if err := json.Unmarshal(j.Input, &input); err != nil {
		return emulator.WorkerResult{Error: err.Error()}
	}
	a := input.Attempts[min(j.Attempt, len(input.Attempts))-1]
	return emulator.WorkerResult{
		Output: "done", Error: a.Error, Hangs: a.Hangs, Dies: a.Dies, After: time.Duration(a.Ms) * time.Millisecond,
	}
}

const (
	forHours  = `{"ms":7200000}`
	patiently = `"policy":{"executionTimeout":10800000}`
)

func attempts(list ...string) string {
	return `"input":{"attempts":[` + strings.Join(list, ",") + `]}`
}

// What can happen to a job in any state of contract 3.3, and what it is afterwards: every cell of the table. Where an
// operation is asked for, its answer comes first.
func TestJob_everyEventInEveryState(t *testing.T) {
	t.Parallel()
	const coldStart = time.Second
	states := []struct {
		name    string
		attempt string // that leads there; the next one is the event's
		reach   func(q *queue, job string)
	}{
		{"IN_QUEUE", "", nil},
		{"IN_PROGRESS", "", nil},
		{"COMPLETED", `{}`, nil},
		{"FAILED", `{"error":"boom"}`, nil},
		{"TIMED_OUT", `{"hangs":true}`, func(q *queue, _ string) { q.Advance(30*time.Second + coldStart) }},
		{"CANCELLED", forHours, func(q *queue, job string) { q.call(http.MethodPost, "/cancel/"+job, "") }},
	}
	ask := func(path string) func(*queue, string) string {
		return func(q *queue, job string) string {
			r := q.call(http.MethodPost, strings.Replace(path, "JOB", job, 1), "")
			return fmt.Sprintf("%d %v%v ", r.status, r.object()["status"], r.object()["removed"])
		}
	}
	advance := func(d time.Duration) func(*queue, string) string {
		return func(q *queue, _ string) string {
			q.Advance(d)
			return ""
		}
	}
	kill := func(q *queue, _ string) string {
		if err := q.KillWorker(q.id); err != nil {
			q.t.Error(err)
		}
		return ""
	}
	const gone = "job not found"
	same := [6]string{"IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "TIMED_OUT", "CANCELLED"}
	but := func(changes ...string) [6]string {
		row := same
		for i := 0; i < len(changes); i += 2 {
			for column, state := range same {
				if state == changes[i] {
					row[column] = changes[i+1]
				}
			}
		}
		return row
	}
	for _, event := range []struct {
		name    string
		attempt string // what the attempt does when the event happens; for hours if it says nothing
		policy  string
		cause   func(*queue, string) string
		after   [6]string
	}{
		{
			name: "a worker is free",
			cause: func(q *queue, _ string) string {
				q.patch(`{"workersMin":3,"workersMax":3}`)
				q.Advance(coldStart)
				return ""
			},
			after: but("IN_QUEUE", "IN_PROGRESS"),
		},
		{
			name: "its handler returns", attempt: `{"ms":60000}`, cause: advance(time.Minute),
			after: but("IN_PROGRESS", "COMPLETED"),
		},
		{
			name: "its handler raises", attempt: `{"ms":60000,"error":"boom"}`, cause: advance(time.Minute),
			after: but("IN_PROGRESS", "FAILED"),
		},
		{
			name: "its time is almost up", policy: `"policy":{"executionTimeout":60000}`, cause: advance(time.Minute - 1),
			after: same,
		},
		{
			name: "its time is up", policy: `"policy":{"executionTimeout":60000}`, cause: advance(time.Minute),
			after: but("IN_PROGRESS", "FAILED"),
		},
		{
			name: "its worker stops reporting", attempt: `{"hangs":true}`, cause: advance(30 * time.Second),
			after: but("IN_PROGRESS", "TIMED_OUT"),
		},
		{name: "its worker dies", cause: kill, after: but("IN_PROGRESS", "IN_QUEUE")},
		{
			name: "its worker dies twice",
			cause: func(q *queue, job string) string {
				kill(q, job)
				q.Advance(coldStart)
				return kill(q, job)
			},
			after: but("IN_PROGRESS", "FAILED"),
		}, // Of one in the queue the second is the first.
		{
			name: "cancel", cause: ask("/cancel/JOB"),
			after: [6]string{
				"200 CANCELLED<nil> CANCELLED", "200 CANCELLED<nil> CANCELLED", "200 COMPLETED<nil> COMPLETED",
				"200 FAILED<nil> FAILED", "200 TIMED_OUT<nil> TIMED_OUT", "200 CANCELLED<nil> CANCELLED",
			},
		},
		{
			name: "retry", cause: ask("/retry/JOB"),
			after: [6]string{
				"400 400<nil> IN_QUEUE", "400 400<nil> IN_PROGRESS", "400 400<nil> COMPLETED",
				"200 IN_QUEUE<nil> IN_PROGRESS", "200 IN_QUEUE<nil> IN_PROGRESS", "400 400<nil> CANCELLED",
			},
		},
		{
			name: "purge", cause: ask("/purge-queue"),
			after: [6]string{
				"200 completed1 " + gone, "200 completed0 IN_PROGRESS", "200 completed0 COMPLETED",
				"200 completed0 FAILED", "200 completed0 TIMED_OUT", "200 completed0 CANCELLED",
			},
		},
		{
			name: "ttl is almost over", policy: `"policy":{"executionTimeout":10800000,"ttl":60000}`,
			cause: advance(28 * time.Second), after: same,
		},
		{
			name: "ttl", policy: `"policy":{"executionTimeout":10800000,"ttl":60000}`, cause: advance(time.Minute),
			after: but("IN_QUEUE", gone, "IN_PROGRESS", gone),
		},
		{name: "its retention is almost over", cause: advance(29*time.Minute - 1), after: same},
		{
			name: "its retention", cause: advance(30 * time.Minute),
			after: but("COMPLETED", gone, "FAILED", gone, "TIMED_OUT", gone, "CANCELLED", gone),
		},
		{
			name: "the endpoint rolls",
			cause: func(q *queue, _ string) string {
				q.env.call(http.MethodPatch, "/templates/"+q.template, `{"env":{"NEW":"1"}}`)
				q.Advance(coldStart)
				return ""
			},
			after: same,
		},
		{
			name: "the endpoint is paused",
			cause: func(q *queue, _ string) string {
				q.patch(`{"workersMin":0,"workersMax":0}`)
				return ""
			},
			after: same,
		},
		{
			name: "the endpoint is deleted",
			cause: func(q *queue, _ string) string {
				q.env.call(http.MethodDelete, "/endpoints/"+q.id, "")
				return ""
			},
			after: [6]string{
				"endpoint not found", "endpoint not found", "endpoint not found", "endpoint not found",
				"endpoint not found", "endpoint not found",
			},
		},
		{
			name: "it is deleted behind the API's back",
			cause: func(q *queue, job string) string {
				if err := q.DeleteObject("jobs", job); err != nil {
					q.t.Error(err)
				}
				return ""
			},
			after: [6]string{gone, gone, gone, gone, gone, gone},
		},
	} {
		for column, state := range states {
			t.Run(state.name+"/"+event.name, func(t *testing.T) {
				t.Parallel()
				a := start(t, emulator.Options{
					ColdStart: coldStart, Workers: map[string]emulator.WorkerFunc{"w": scripted}})
				q := a.queue("w", `"workersMin":1`)
				a.Advance(coldStart)
				if state.name == "IN_QUEUE" { // Somebody else has the worker.
					q.submit("{" + patiently + "," + attempts(forHours) + "}")
					q.patch(`{"workersMax":1}`)
				}
				attempt, policy := event.attempt, event.policy
				if attempt == "" {
					attempt = forHours
				}
				if policy == "" {
					policy = patiently
				}
				list := []string{attempt}
				if state.attempt != "" {
					list = []string{state.attempt, attempt}
				}
				job := q.submit("{" + policy + "," + attempts(list...) + "}")
				if state.reach != nil {
					state.reach(q, job)
				}
				if got := q.is(job); got != state.name {
					t.Fatalf("it is %s", got)
				}
				if got := event.cause(q, job) + q.is(job); got != event.after[column] {
					t.Errorf("%q, not %q", got, event.after[column])
				}
			})
		}
	}
}

// What a job says of its end, and what is left of it after a retry.
func TestJob_errorsAndTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		options    emulator.Options
		event      func(q *queue, job string)
		want       string
	}{
		{
			name: "raised", body: attempts(`{"ms":1500,"error":"boom"}`), options: emulator.Options{},
			want: `"status":"FAILED","delayTime":0,"executionTime":1500,"error":"boom","retries":0`,
		},
		{
			name: "execution timeout", body: attempts(forHours) + `,"policy":{"executionTimeout":5000}`,
			options: emulator.Options{},
			want:    `"status":"FAILED","delayTime":0,"executionTime":5000,"error":"executionTimeout exceeded","retries":0`,
		},
		{
			name: "execution timeout elsewhere", body: attempts(forHours) + `,"policy":{"executionTimeout":5000}`,
			options: emulator.Options{ExecutionTimeoutStatus: "timed_out"},
			want:    `"status":"TIMED_OUT","delayTime":0,"executionTime":5000,"error":"executionTimeout exceeded","retries":0`,
		},
		{
			name: "the endpoint's execution timeout", body: attempts(forHours), options: emulator.Options{},
			want: `"status":"FAILED","delayTime":0,"executionTime":7000,"error":"executionTimeout exceeded","retries":0`,
		},
		{
			name: "exactly in time", body: attempts(`{"ms":7000}`), options: emulator.Options{},
			want: `"status":"COMPLETED","delayTime":0,"executionTime":7000,"output":"done","retries":0`,
		},
		{
			name: "stops reporting", body: attempts(`{"hangs":true}`) + `,"policy":{"executionTimeout":60000}`,
			options: emulator.Options{},
			want:    `"status":"TIMED_OUT","delayTime":0,"executionTime":30000,"error":"the worker stopped reporting","retries":0`,
		},
		{
			name: "one death", body: attempts(`{"ms":3000,"dies":true}`, `{"ms":10}`),
			options: emulator.Options{ColdStart: time.Second},
			want:    `"status":"COMPLETED","delayTime":1000,"executionTime":10,"output":"done","retries":1`,
		},
		{
			name: "two deaths", body: attempts(`{"ms":3000,"dies":true}`),
			options: emulator.Options{ColdStart: time.Second},
			want:    `"status":"FAILED","delayTime":1000,"executionTime":3000,"error":"job timed out after 1 retries","retries":2`,
		},
		{
			name: "a death after a timer of the first attempt", body: attempts(`{"ms":3000,"dies":true}`, `{"ms":6900}`),
			options: emulator.Options{},
			want:    `"status":"COMPLETED","delayTime":0,"executionTime":6900,"output":"done","retries":1`,
		},
		{
			name: "cancelled", body: attempts(forHours), options: emulator.Options{},
			event: func(q *queue, job string) {
				q.Advance(2 * time.Second)
				q.call(http.MethodPost, "/cancel/"+job, "")
			},
			want: `"status":"CANCELLED","delayTime":0,"executionTime":2000,"retries":0`,
		},
		{
			name: "retried", body: attempts(`{"error":"boom"}`, `{"ms":20}`), options: emulator.Options{},
			event: func(q *queue, job string) {
				q.Advance(time.Minute)
				q.call(http.MethodPost, "/retry/"+job, "")
			},
			want: `"status":"COMPLETED","delayTime":0,"executionTime":20,"output":"done","retries":0`,
		},
		{
			name: "retried after deaths", body: attempts(`{"dies":true}`, `{"dies":true}`, `{"ms":1,"dies":true}`),
			options: emulator.Options{},
			event: func(q *queue, job string) {
				q.call(http.MethodPost, "/retry/"+job, "")
			},
			want: `"status":"FAILED","delayTime":0,"executionTime":1,"error":"job timed out after 1 retries","retries":3`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.options.Workers = map[string]emulator.WorkerFunc{"w": scripted}
			a := start(t, c.options)
			q := a.queue("w", `"workersMin":1,"workersMax":1,"executionTimeoutMs":7000`)
			a.Advance(c.options.ColdStart)
			job := q.submit("{" + c.body + "}")
			if c.event != nil {
				c.event(q, job)
			}
			a.Advance(time.Minute)
			r := q.status(job)
			worker, _ := r.object()["workerId"].(string)
			if want := fmt.Sprintf(`{"id":%q,"workerId":%q,%s}`, job, worker, c.want); !equalJSON(t, r.text, want) {
				t.Errorf("%s, not %s", r.text, want)
			}
		})
	}
}

// A job that was cancelled in the queue never had a worker, and waited until then.
func TestJob_cancelledInTheQueue(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", "")
	job := q.run(`{}`)
	q.Advance(1500 * time.Millisecond)
	q.call(http.MethodPost, "/cancel/"+job, "")
	q.Advance(time.Minute)
	want := fmt.Sprintf(`{"id":%q,"status":"CANCELLED","delayTime":1500,"executionTime":0,"workerId":"","retries":0}`,
		job)
	if r := q.status(job); !equalJSON(t, r.text, want) || q.counts() != "map[]" {
		t.Errorf("%s, %s", r.text, q.counts())
	}
}

// The ttl runs from the first submission: a retry before its end is queued and does not outlive it, one after it finds
// nothing, though the result is still there to be read.
func TestJob_retryAndTTL(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": scripted}}).queue("w", `"workersMin":1`)
	body := `{` + attempts(`{"error":"boom"}`, forHours) + `,"policy":{"ttl":60000,"executionTimeout":10800000}}`
	early, late := q.submit(body), q.submit(body)
	q.Advance(59 * time.Second)
	if r := q.call(http.MethodPost, "/retry/"+early, ""); r.status != 200 || q.is(early) != "IN_PROGRESS" {
		t.Errorf("early: %d %s, %s", r.status, r.text, q.is(early))
	}
	q.Advance(time.Second)
	if r := q.call(http.MethodPost, "/retry/"+late, ""); r.status != 404 || r.message() != "job not found" {
		t.Errorf("late: %d %s", r.status, r.text)
	}
	if q.is(early) != "job not found" || q.is(late) != "FAILED" {
		t.Errorf("then they are %s and %s", q.is(early), q.is(late))
	}
	if got := q.counts(); got != "map[failed:2 idle:1 ready:1 retried:1]" {
		t.Errorf("health: %s", got)
	}
}

// A job that was retried, and ended again, is kept for as long as any other: from its second end on.
func TestJob_retentionBeginsAnew(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/fail", `"workersMin":1`)
	job := q.run(`{}`)
	q.Advance(29 * time.Minute)
	if r := q.call(http.MethodPost, "/retry/"+job, ""); r.status != 200 {
		t.Errorf("retry: %d %s", r.status, r.text)
	}
	q.Advance(2 * time.Minute)
	if got := q.is(job); got != "FAILED" {
		t.Errorf("after 31 minutes: %s", got)
	}
	q.Advance(28 * time.Minute)
	if got := q.is(job); got != "job not found" {
		t.Errorf("after 59 minutes: %s", got)
	}
}

// Results are kept for half an hour, and for a minute if a client waited for the job, or for as long as it said it
// would wait, up to five.
func TestJob_retention(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", `"workersMin":1`)
	for path, kept := range map[string]time.Duration{
		"/run":                 30 * time.Minute,
		"/runsync":             time.Minute,
		"/runsync?wait=1000":   time.Minute,
		"/runsync?wait=120000": 2 * time.Minute,
		"/runsync?wait=1e9":    5 * time.Minute,
		"/openai/v1/models":    time.Minute,
	} {
		q.call(http.MethodPost, path, `{"input":{}}`)
		jobs := q.Objects("jobs")
		job, _ := jobs[len(jobs)-1]["id"].(string)
		if sync := strings.HasPrefix(job, "sync-"); sync != (path != "/run") {
			t.Errorf("%s: the id is %s", path, job)
		}
		q.Advance(kept - 1)
		before := q.is(job)
		q.Advance(1)
		if after := q.is(job); before != "COMPLETED" || after != "job not found" {
			t.Errorf("%s: %s, then %s", path, before, after)
		}
	}
}
