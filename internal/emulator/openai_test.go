package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A request in the other interface's style is a job with its route and body, answered with the worker's output.
func TestOpenAI(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/echo", `"workersMin":1,"workersMax":1`)
	for path, route := range map[string]string{
		"/openai/v1/chat/completions": "/v1/chat/completions", "/openai/v1/a%2Fb%20c": "/v1/a/b c",
		"/openai/x?stream=true": "/x",
	} {
		r := q.call(http.MethodPost, path, `{"model":"m","n":[1,null]}`)
		want := fmt.Sprintf(`{"openai_route":%q,"openai_input":{"model":"m","n":[1,null]}}`, route)
		if r.status != 200 || !equalJSON(t, r.text, want) {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
	for _, path := range []string{"/openai", "/openai/"} {
		if r := q.call(http.MethodPost, path, `{}`); r.status != 404 {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
	if r := q.call(http.MethodGet, "/openai/v1/models", ""); r.status != 405 {
		t.Errorf("get: %d", r.status)
	}
	if r := q.call(http.MethodPost, "/openai/v1/x", "no JSON"); r.status != 400 {
		t.Errorf("no JSON: %d %s", r.status, r.text)
	}
	q.HandleImage("emulator/echo", func(j emulator.WorkerJob) emulator.WorkerResult {
		var in struct {
			Input struct {
				Error string
				Hours int
				Hangs bool
			} `json:"openai_input"`
		}
		if err := json.Unmarshal(j.Input, &in); err != nil {
			t.Error(err)
		}
		return emulator.WorkerResult{Error: in.Input.Error, Hangs: in.Input.Hangs,
			After: time.Duration(in.Input.Hours) * time.Hour}
	})
	if r := q.call(http.MethodPost, "/openai/v1/x", `{"error":"boom"}`); r.status != 500 ||
		!equalJSON(t, r.text, `{"status":500,"title":"Internal Server Error","detail":"boom"}`) {
		t.Errorf("failed: %d %s", r.status, r.text)
	}
	answered := q.longPoll(http.MethodPost, "/openai/v1/x", `{"hangs":true}`)
	q.Advance(time.Minute)
	if r := await(t, answered); r.status != 500 || r.message() != "the worker stopped reporting" {
		t.Errorf("stops reporting: %d %s", r.status, r.text)
	}
	answered = q.longPoll(http.MethodPost, "/openai/v1/x", `{"hours":1}`)
	q.Advance(time.Hour)
	if r := await(t, answered); r.status != 500 || r.message() != "executionTimeout exceeded" {
		t.Errorf("timed out: %d %s", r.status, r.text)
	}
	answered = q.longPoll(http.MethodPost, "/openai/v1/x", `{"hours":1}`)
	for _, job := range q.Objects("jobs") {
		q.call(http.MethodPost, fmt.Sprintf("/cancel/%s", job["id"]), "")
	}
	if r := await(t, answered); r.status != 409 {
		t.Errorf("cancelled: %d %s", r.status, r.text)
	}
	q.patch(`{"executionTimeoutMs":360000000}`)
	answered = q.longPoll(http.MethodPost, "/openai/v1/x", `{"hours":25}`)
	q.Advance(24*time.Hour - 1)
	q.awaitWaiting(1)
	q.Advance(1)
	if r := await(t, answered); r.status != 404 || r.message() != "job not found" {
		t.Errorf("expired: %d %s", r.status, r.text)
	}
}
