package emulator_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
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
	if r := q.call(http.MethodGet, "/openai/v1/models", ""); r.status != 200 ||
		r.text != `{"openai_route":"/v1/models"}`+"\n" {
		t.Errorf("get: %d %s", r.status, r.text)
	}
	for _, c := range []struct {
		method, body, key string
		status            int
		message           string
	}{
		{http.MethodPost, "no JSON", q.APIKey(), 400, "request body must be JSON"},
		{http.MethodGet, `{"a":1}`, q.APIKey(), 400, "Extra input keys provided in request body"},
		{http.MethodDelete, "", q.APIKey(), 405, "method not allowed"},
		{http.MethodPost, "{}", "wrong", 401, "missing or invalid API key"},
	} {
		want := fmt.Sprintf(`{"error":{"message":%q,"type":"invalid_request_error","param":null,"code":null}}`, c.message)
		if r := q.call(c.method, "/openai/v1/x", c.body, "Authorization", c.key); r.status != c.status ||
			!equalJSON(t, r.text, want) {
			t.Errorf("%+v: %d %s", c, r.status, r.text)
		}
	}
	q.HandleImage("emulator/echo", func(j emulator.WorkerJob) emulator.WorkerResult {
		var in struct {
			Input struct {
				Error  string
				Hours  int
				Hangs  bool
				Output any
			} `json:"openai_input"`
		}
		if err := json.Unmarshal(j.Input, &in); err != nil {
			t.Error(err)
		}
		return emulator.WorkerResult{Error: in.Input.Error, Hangs: in.Input.Hangs,
			Output: in.Input.Output, After: time.Duration(in.Input.Hours) * time.Hour}
	})
	if r := q.call(http.MethodPost, "/openai/v1/x", `{"error":"boom"}`); r.status != 500 ||
		!equalJSON(t, r.text, `{"error":{"message":"boom","type":"server_error","param":null,"code":null}}`) {
		t.Errorf("failed: %d %s", r.status, r.text)
	}
	for _, code := range []string{"404", "599", "200", "600", `"x"`} {
		own := fmt.Sprintf(`{"message":"no model","type":"NotFoundError","code":%s}`, code)
		status := map[string]int{"404": 404, "599": 599}[code]
		if r := q.call(http.MethodPost, "/openai/v1/x", fmt.Sprintf(`{"error":%q}`, own)); r.status != cmp.Or(status, 500) ||
			r.text != `{"error":`+own+"}\n" {
			t.Errorf("the worker's own: %d %s", r.status, r.text)
		}
	}
	for output, want := range map[string]string{`[{"a":1}]`: `{"a":1}`, `[1,2]`: `[1,2]`, `[]`: `[]`, `[[1]]`: `[1]`} {
		if r := q.call(http.MethodPost, "/openai/v1/x", `{"output":`+output+`}`); r.text != want+"\n" {
			t.Errorf("a worker that yields: %d %s", r.status, r.text)
		}
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

// The journal masks what a worker streams as it masks what a worker returns.
func TestOpenAI_masked(t *testing.T) {
	t.Parallel()
	work := func(emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Output: map[string]any{"password": "hunter2", "env": map[string]any{"TOKEN": "hunter2"}}}
	}
	q := start(t, emulator.Options{AutoAdvance: true, Workers: map[string]emulator.WorkerFunc{"w": work}}).
		queue("w", `"workersMin":1`)
	for body, shows := range map[string]string{
		`{}`: `"TOKEN":"(masked)"`, `{"stream":true}`: `"TOKEN\":\"(masked)`,
	} {
		q.call(http.MethodPost, "/openai/v1/x", body)
		journal := q.control(http.MethodGet, "requests?operation=OpenAI&limit=1", "")
		if strings.Contains(journal.text, "hunter2") || !strings.Contains(journal.text, shows) {
			t.Errorf("%s: %d %s", body, journal.status, journal.text)
		}
	}
	for _, text := range []string{`: x\ndata:{\"password\":\"hunter2\"}\n\n`, `data: {\"password\":\"hunter2`} {
		w := start(t, emulator.Options{AutoAdvance: true, Workers: map[string]emulator.WorkerFunc{
			"w": func(emulator.WorkerJob) emulator.WorkerResult {
				return emulator.WorkerResult{Output: json.RawMessage(`"` + text + `"`)}
			},
		}}).queue("w", `"workersMin":1`)
		w.call(http.MethodPost, "/openai/v1/x", `{"stream":true}`)
		journal := w.control(http.MethodGet, "requests?operation=OpenAI&limit=1", "")
		if strings.Contains(journal.text, "hunter2") || !strings.Contains(journal.text, "(masked)") {
			t.Errorf("%s: %s", text, journal.text)
		}
	}
}

// What emulator/openai does not do is refused, in words that are no program's.
func TestOpenAI_refused(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{AutoAdvance: true}).queue("emulator/openai", `"workersMin":1`)
	for _, one := range [][3]string{
		{"chat/completions", `{"messages":"x"}`, "input.openai_input.messages: string instead of list"},
		{"chat/completions", `[]`, "array instead of object"},
		{"chat/completions", `{"messages":[{"content":"x"}],"n":2}`, "n is 2"},
		{"completions", `{"prompt":["one","two"]}`, "there are 2 prompts"},
	} {
		if r := q.call(http.MethodPost, "/openai/v1/"+one[0], one[1]); !strings.Contains(r.text, one[2]) {
			t.Errorf("%s: %d %s", one[1], r.status, r.text)
		}
	}
	shouts := func(emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Error: `{"MESSAGE":"x","CODE":404}`}
	}
	w := start(t, emulator.Options{AutoAdvance: true, Workers: map[string]emulator.WorkerFunc{"w": shouts}}).
		queue("w", `"workersMin":1`)
	if r := w.call(http.MethodPost, "/openai/v1/x", `{}`); r.status != http.StatusInternalServerError {
		t.Errorf("an error in another form: %d %s", r.status, r.text)
	}
}
