package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// queue is an endpoint under test, called over HTTP.
type queue struct {
	*env
	id, template string
}

// queue makes an endpoint whose workers run an image. Members are those of its create.
func (a *env) queue(image, members string) *queue {
	a.t.Helper()
	template := a.create("/templates", fmt.Sprintf(`{"name":"t%d","imageName":%q,"isServerless":true}`,
		len(a.Objects("templates")), image))
	return a.queueOn(template, members)
}

func (a *env) queueOn(template, members string) *queue {
	a.t.Helper()
	return &queue{a, a.create("/endpoints", with(fmt.Sprintf(`"templateId":%q`, template), members)), template}
}

func (q *queue) call(method, path, body string, headers ...string) reply {
	q.t.Helper()
	r, err := q.send(method, q.QueueURL()+"/"+q.id+path, body, headers...)
	if err != nil {
		q.t.Fatalf("%s %s: %v", method, path, err)
	}
	return r
}

// submit runs a job that must be accepted, and returns its id.
func (q *queue) submit(body string) string {
	q.t.Helper()
	r := q.call(http.MethodPost, "/run", body)
	if want := fmt.Sprintf(`{"id":%q,"status":"IN_QUEUE"}`, r.id()); r.status != 200 || r.id() == "" ||
		!equalJSON(q.t, r.text, want) {
		q.t.Fatalf("run %s: %d %s", body, r.status, r.text)
	}
	return r.id()
}

// run submits an input alone, in the same way.
func (q *queue) run(input string) string {
	q.t.Helper()
	return q.submit(`{"input":` + input + `}`)
}

func (q *queue) status(job string) reply {
	q.t.Helper()
	return q.call(http.MethodGet, "/status/"+job, "")
}

// is returns a job's status, or that it is gone.
func (q *queue) is(job string) string {
	q.t.Helper()
	r := q.status(job)
	if r.status != http.StatusOK {
		return r.message()
	}
	status, _ := r.object()["status"].(string)
	return status
}

// counts returns the counters of health that are not zero.
func (q *queue) counts() string {
	q.t.Helper()
	var all map[string]map[string]int
	if err := json.Unmarshal([]byte(q.env.health(q.id).text), &all); err != nil {
		q.t.Fatal(err)
	}
	counts := map[string]int{}
	for _, group := range all {
		for name, count := range group {
			if count > 0 {
				counts[name] = count
			}
		}
	}
	return fmt.Sprint(counts)
}

// hasCounts compares the counters.
func (q *queue) hasCounts(when, want string) {
	q.t.Helper()
	if got := q.counts(); got != want {
		q.t.Errorf("%s: %s, not %s", when, got, want)
	}
}

// kill kills a busy worker.
func (q *queue) kill() {
	q.t.Helper()
	q.must(q.KillWorker(q.id, ""))
}

// remove deletes a job behind the API's back.
func (q *queue) remove(job string) {
	q.t.Helper()
	q.must(q.DeleteObject("jobs", job))
}

func (q *queue) patch(members string) {
	q.t.Helper()
	if r := q.env.call(http.MethodPatch, "/endpoints/"+q.id, members); r.status != http.StatusOK {
		q.t.Fatalf("patch %s: %d %s", members, r.status, r.text)
	}
}

// Operations that take no body take an empty object too, whatever its content type, and do nothing with any other.
func TestQueue_operationsWithoutBody(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", "")
	failed := q.run(`{}`)
	q.must(q.PatchObject("jobs", failed, map[string]any{"status": "FAILED"}))
	waiting := q.call(http.MethodPost, "/run",
		`{"input":{},"policy":{"lowPriority":true}}`).id() // No worker starts for it.
	for _, path := range []string{
		"/status/" + failed, "/status-sync/" + failed, "/stream/" + failed, "/retry/" + failed, "/cancel/" + waiting,
		"/purge-queue",
	} {
		for body, want := range map[string]string{
			"0": "request body must be a JSON object", "null": "request body must be a JSON object",
			`{"a":1}`: "Extra input keys provided in request body",
		} {
			q.Advance(10 * time.Second) // So that the limit of purges is none.
			if r := q.call(http.MethodPost, path, body); r.status != http.StatusBadRequest || r.message() != want {
				t.Errorf("%s %s: %d %s", path, body, r.status, r.text)
			}
		}
	}
	if q.is(failed) != "FAILED" || q.is(waiting) != "IN_QUEUE" {
		t.Errorf("the jobs are %s and %s", q.is(failed), q.is(waiting))
	}
	for _, path := range []string{"/status/" + failed, "/retry/" + failed, "/cancel/" + waiting} {
		if r := q.call(http.MethodPost, path, "{}", "Content-Type", "text/plain"); r.status != http.StatusOK {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
	q.Advance(10 * time.Second)
	if r := q.call(http.MethodPost, "/purge-queue", "{}", "Content-Type", "text/plain"); r.status != http.StatusOK {
		t.Errorf("purge: %d %s", r.status, r.text)
	}
}
