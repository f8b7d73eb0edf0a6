package emulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A job that waits says why in one sentence, and any other says nothing. So does its endpoint about its workers.
func TestJobs_reason(t *testing.T) {
	t.Parallel()
	const (
		one        = `"workersMin":1,"workersMax":1`
		byRequests = `"workersMax":2,"scalerType":"REQUEST_COUNT","scalerValue":`
		onL4s      = `,"gpuTypeIds":["NVIDIA L4"]`
	)
	for name, c := range map[string]struct {
		options emulator.Options
		puts    [2]string // path and body for the control interface, before the endpoint exists
		members string    // of the endpoint
		busy    bool      // a job before this one keeps a worker busy
		low     bool      // its priority
		patches []string  // of the endpoint, once the job waits
		want    string
		scaling string
	}{
		"running": {
			members: one,
			scaling: "Minimum: no job needs another worker, and workersMin of the endpoint is 1.",
		},
		"paused": {
			members: `"workersMax":1`, patches: []string{`{"workersMax":0}`},
			want:    "Paused: workersMax of the endpoint is 0.",
			scaling: "Paused: workersMax of the endpoint is 0.",
		},
		"unpaused": {
			options: emulator.Options{UnpauseLag: time.Minute}, members: `"workersMax":1`,
			patches: []string{`{"workersMax":0}`, `{"workersMax":1}`},
			want:    "Paused: the queue learns of the end of the pause at 2026-01-01T00:01:00Z.",
			scaling: "Paused: the queue learns of the end of the pause at 2026-01-01T00:01:00Z.",
		},
		"cold": {
			options: emulator.Options{ColdStart: time.Second}, members: one,
			want:    "Cold start: 1 of 1 workers not ready yet.",
			scaling: "Maximum: jobs wait, and workersMax of the endpoint is 1.",
		},
		"no stock": {
			puts: [2]string{"stock", `[{"id":"NVIDIA L4","units":0}]`}, members: one + onL4s,
			want:    "No stock: no worker runs, and no machine is free for another.",
			scaling: "Throttled: it wants 1 more, and no machine is free.",
		},
		"no more stock": {
			puts:    [2]string{"stock", `[{"id":"NVIDIA L4","units":0},{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":1}]`},
			members: byRequests + `1` + onL4s, busy: true,
			want:    "No stock: all workers are busy, and no machine is free for another.",
			scaling: "Throttled: it wants 1 more, and no machine is free.",
		},
		"quota": {
			members: one, busy: true, want: "Quota: all workers are busy, and workersMax of the endpoint is 1.",
			scaling: "Maximum: jobs wait, and workersMax of the endpoint is 1.",
		},
		"unhealthy": {
			puts: [2]string{"fates", `[{"becomes":"UNHEALTHY"}]`}, members: one,
			want:    "Quota: all workers are busy or unhealthy, and workersMax of the endpoint is 1.",
			scaling: "Maximum: jobs wait, and workersMax of the endpoint is 1.",
		},
		"all busy": {
			members: `"workersMin":1,"workersMax":2`, busy: true,
			want:    "Scaler: all workers are busy, and it starts another at 2026-01-01T00:00:04Z.",
			scaling: "Scaler: jobs wait, and it starts another at 2026-01-01T00:00:04Z.",
		},
		"none": {
			members: `"workersMax":1`, want: "Scaler: no worker runs, and it starts another at 2026-01-01T00:00:04Z.",
			scaling: "Scaler: jobs wait, and it starts another at 2026-01-01T00:00:04Z.",
		},
		"too few": {
			members: byRequests + `9`, busy: true, patches: []string{`{"scalerValue":10}`},
			want:    "Scaler: all workers are busy, and scalerValue (jobs per worker) is 10.",
			scaling: "Scaler: jobs that wait or run: 2, jobs per worker: 10.",
		},
		"low": {
			members: `"workersMax":1`, low: true,
			want:    "Low priority: no worker runs, and the scaler starts none for this job.",
			scaling: "Minimum: no job needs another worker, and workersMin of the endpoint is 0.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := start(t, c.options)
			if c.puts[0] != "" {
				a.put(c.puts[0], c.puts[1])
			}
			q := a.queue("emulator/sleep", c.members)
			if c.busy {
				q.run(`{"ms":60000}`)
			}
			body := `{"input":{"ms":60000}}`
			if c.low {
				body = `{"input":{},"policy":{"lowPriority":true}}`
			}
			job := q.submit(body)
			for _, members := range c.patches {
				q.patch(members)
			}
			object, _ := q.Object("jobs", job)
			if reason, _ := object["reason"].(string); reason != c.want {
				t.Errorf("%v: %q, want %q", object["status"], reason, c.want)
			}
			if text := q.view("endpoints/" + q.id).text; !strings.Contains(text, `"scaling":"`+c.scaling+`"`) {
				t.Errorf("%s lacks %s", text, c.scaling)
			}
			if c.want == "" && q.is(job) != "IN_PROGRESS" {
				t.Errorf("it is %s", q.is(job))
			}
		})
	}
}

// An endpoint says what its workers wait for next, from a job's submission to the end of its worker.
func TestEndpoints_scaling(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{ColdStart: time.Second}).queue("emulator/sleep", `"workersMax":2`)
	const (
		nothing = "Minimum: no job needs another worker, and workersMin of the endpoint is 0."
		noIdle  = "Scaler: no job needs another worker, and none is idle."
	)
	var job string
	for _, step := range []struct {
		advance time.Duration
		act     func()
		want    string
	}{
		{0, func() {}, nothing},
		{0, func() { job = q.run(`{}`) }, "Scaler: jobs wait, and it starts another at 2026-01-01T00:00:04Z."},
		{4 * time.Second, func() {}, "Scaler: jobs wait, and it starts another at 2026-01-01T00:00:08Z."},
		{0, func() { q.call(http.MethodPost, "/cancel/"+job, "") }, noIdle}, // It is not ready yet.
		{time.Second, func() {}, "Idle timeout: no job waits, and the next worker ends at 2026-01-01T00:00:10Z."},
		{0, func() { q.run(`{"ms":1000}`) }, noIdle}, // It is busy.
		{0, func() { q.submit(`{"input":{},"policy":{"lowPriority":true}}`) }, noIdle},
		{time.Second, func() {}, "Idle timeout: no job waits, and the next worker ends at 2026-01-01T00:00:11Z."},
		{5 * time.Second, func() {}, nothing},
	} {
		step.act()
		q.Advance(step.advance)
		if text := q.view("endpoints/" + q.id).text; !strings.Contains(text, `"scaling":"`+step.want+`"`) {
			t.Errorf("%s lacks %s", text, step.want)
		}
	}
}
