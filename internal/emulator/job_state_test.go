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

// The list of requests is the newest thousand, each as its status has it.
func TestRequests(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", "")
	if r := q.call(http.MethodGet, "/requests", ""); !equalJSON(t, r.text, `{"requests":[]}`) {
		t.Errorf("none: %s", r.text)
	}
	first, second := q.run(`{}`), q.run(`{}`)
	q.call(http.MethodPost, "/cancel/"+first, "")
	want := fmt.Sprintf(`{"requests":[%s,%s]}`, q.status(second).text, q.status(first).text)
	if r := q.call(http.MethodGet, "/requests", ""); !equalJSON(t, r.text, want) {
		t.Errorf("%s, not %s", r.text, want)
	}
	for range 998 {
		q.run(`{}`)
	}
	q.Advance(10 * time.Second)
	last := q.run(`{}`)
	var list struct{ Requests []struct{ ID string } }
	if err := json.Unmarshal([]byte(q.call(http.MethodGet, "/requests", "").text), &list); err != nil {
		t.Fatal(err)
	}
	if got := list.Requests; len(got) != 1000 || got[0].ID != last || got[999].ID != second {
		t.Errorf("%d from %v", len(got), got[0])
	}
}

// The control interface shows and changes jobs: injected, with another outcome, stuck, in an unknown status.
func TestJobs_behindTheBack(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{}).queue("emulator/sleep", `"workersMin":1,"workersMax":1`)
	busy, waiting := q.run(`{"ms":60000}`), q.run(`{"ms":60000}`)
	objects := q.Objects("jobs")
	if len(objects) != 2 || objects[0]["id"] != busy || objects[1]["status"] != "IN_QUEUE" ||
		objects[0]["endpointId"] != q.id {
		t.Errorf("they are %v", objects)
	}
	err := q.PatchObject("jobs", busy, map[string]any{"status": "COMPLETED", "output": map[string]any{"a": 1}})
	if err != nil {
		t.Fatal(err)
	}
	if r := q.status(busy).object(); fmt.Sprint(r["status"], r["output"]) != "COMPLETEDmap[a:1]" ||
		q.is(waiting) != "IN_PROGRESS" {
		t.Errorf("%v; the next is %s", r, q.is(waiting))
	}
	for status, seen := range map[string]string{"IN_PROGRESS": "IN_PROGRESS", "PAUSED": "PAUSED", "FAILED": "FAILED",
		"IN_QUEUE": "IN_QUEUE"} {
		err := q.PutObject("jobs", status, map[string]any{
			"endpointId": q.id, "status": status, "error": "injected", "workerId": "w",
		})
		if err != nil {
			t.Fatal(err)
		}
		q.Advance(time.Second)
		if status == "PAUSED" {
			continue // A deployment's own. Over HTTP every answer is held against the contract, which does not have it.
		}
		if got := q.is(status); got != seen {
			t.Errorf("injected as %s it is %s", status, got)
		}
	}
	q.hasCounts("health", "map[completed:1 failed:1 inProgress:2 inQueue:1 running:1]")
	if r := q.status("FAILED").object(); r["error"] != "injected" || r["workerId"] != "w" {
		t.Errorf("failed: %v", r)
	}
	for name, err := range map[string]error{
		"no endpoint":    q.PutObject("jobs", "x", map[string]any{}),
		"other id":       q.PutObject("jobs", "x", map[string]any{"endpointId": q.id, "id": "y"}),
		"no status":      q.PutObject("jobs", "x", map[string]any{"endpointId": q.id, "status": ""}),
		"status away":    q.PatchObject("jobs", "FAILED", map[string]any{"status": ""}),
		"other endpoint": q.PatchObject("jobs", "FAILED", map[string]any{"endpointId": "x"}),
		"nothing":        q.PatchObject("jobs", "nope", map[string]any{}),
		"secret":         q.PatchObject("jobs", "FAILED", map[string]any{"s3Config": map[string]any{}}),
		"delete nothing": q.DeleteObject("jobs", "nope"),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	q.Advance(24 * time.Hour)
	if left := q.Objects("jobs"); len(left) != 1 || left[0]["status"] != "PAUSED" {
		t.Errorf("left: %v", left)
	}
}

// A number is shown as it was sent, also one that float64 cannot hold or would change, and one that a worker made.
func TestState_numbersAsTheyWereSent(t *testing.T) {
	t.Parallel()
	const number, large, exact = `"n":1e999`, `"l":-1e400`, `"e":9007199254740993`
	q := start(t).queue("emulator/echo", `"workersMin":1`)
	q.run("{" + number + "," + exact + "}")
	q.Advance(time.Second)
	r := q.control(http.MethodPost, "state/jobs/p", fmt.Sprintf(`{"endpointId":%q,"input":{%s,%s}}`, q.id, large, exact))
	if r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.text)
	}
	if r := q.control(http.MethodPatch, "state/jobs/p", `{"status":"COMPLETED","output":[{`+large+`,`+exact+
		`}]}`); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.text)
	}
	text := q.control(http.MethodGet, "state", "").text
	for number, times := range map[string]int{number: 2, large: 2, exact: 4} {
		if got := strings.Count(text, number); got != times {
			t.Errorf("%s is there %d times, not %d: %s", number, got, times, text)
		}
	}
}

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
