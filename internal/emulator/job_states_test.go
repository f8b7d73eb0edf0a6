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

const forHours = `{"ms":7200000}`

func attempts(list ...string) string {
	return `"input":{"attempts":[` + strings.Join(list, ",") + `]}`
}

// What a job says of its end, beside what the model knows.
func TestJob_errorsAndTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body, want string
	}{
		{
			name: "the endpoint's execution timeout", body: attempts(forHours),
			want: `"status":"FAILED","delayTime":0,"executionTime":7000,"error":"executionTimeout exceeded","retries":0`,
		},
		{
			name: "exactly in time", body: attempts(`{"ms":7000}`),
			want: `"status":"COMPLETED","delayTime":0,"executionTime":7000,"output":"done","retries":0`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": scripted}})
			q := a.queue("w", `"workersMin":1,"workersMax":1,"executionTimeoutMs":7000`)
			job := q.submit("{" + c.body + "}")
			a.Advance(time.Minute)
			r := q.status(job)
			worker, _ := r.object()["workerId"].(string)
			if want := fmt.Sprintf(`{"id":%q,"workerId":%q,%s}`, job, worker, c.want); !equalJSON(t, r.text, want) {
				t.Errorf("%s, not %s", r.text, want)
			}
		})
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
