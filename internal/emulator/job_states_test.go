package emulator_test

import (
	"encoding/json"
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
