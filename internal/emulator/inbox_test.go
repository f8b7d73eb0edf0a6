package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// inbox lists calls as "ID name attempt status seconds", the newest first.
func (a *env) inbox(query string) string {
	a.t.Helper()
	var calls []struct {
		ID, Attempt, Status, Redelivery int
		Name                            string
		Time                            time.Time
	}
	r := a.control(http.MethodGet, "inbox"+query, "")
	if err := json.Unmarshal([]byte(r.text), &calls); err != nil || r.status != http.StatusOK {
		a.t.Fatalf("%d %s: %v", r.status, r.text, err)
	}
	var lines []string
	for _, c := range calls {
		line := fmt.Sprintf("%d %s %d %d %v", c.ID, c.Name, c.Attempt, c.Status, c.Time.Sub(started).Seconds())
		if c.Redelivery > 0 {
			line += fmt.Sprintf(" again %d", c.Redelivery)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}

var started = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// A webhook of the inbox is called in process, at once, as any other is: its answers decide about further attempts.
func TestInbox_attempts(t *testing.T) {
	t.Parallel()
	q := start(t).queue("app", `"workersMin":1`)
	if r := q.control(http.MethodGet, "inbox", ""); r.text != "[]\n" {
		t.Errorf("an empty inbox: %s", r.text)
	}
	for _, address := range []string{
		"http://inbox.emulator.invalid/ok", "https://INBOX.emulator.invalid.:99/team/late?status=500&status=599&status=200",
		"http://inbox.emulator.invalid/never?status=503&status=201&status=302",
	} {
		q.submit(fmt.Sprintf(`{"input":{},"webhook":%q}`, address))
	}
	if got := q.inbox(""); got != "3 never 1 503 0, 2 team/late 1 500 0, 1 ok 1 200 0" {
		t.Errorf("at once: %s", got)
	}
	q.Advance(10*time.Second - 1)
	if got := q.inbox("?limit=1"); got != "3 never 1 503 0" {
		t.Errorf("before the pause is over: %s", got)
	}
	q.Advance(time.Hour - 10*time.Second + 1)
	want := "7 never 3 302 20, 6 team/late 3 200 20, 5 never 2 201 10, 4 team/late 2 599 10, 3 never 1 503 0, "
	if got := q.inbox(""); !strings.HasPrefix(got, want) {
		t.Errorf("after an hour: %s", got)
	}
	if got := q.inbox("?name=never&limit=2"); got != "7 never 3 302 20, 5 never 2 201 10" {
		t.Errorf("by name: %s", got)
	}
	if r := q.control(http.MethodDelete, "inbox", ""); r.status != http.StatusNoContent || q.inbox("") != "" {
		t.Errorf("%d, then %s", r.status, q.inbox(""))
	}
	q.submit(`{"input":{},"webhook":"http://inbox.emulator.invalid/?status=200"}`)
	if got := q.inbox(""); got != "8  1 200 3600" {
		t.Errorf("after it was emptied: %s", got)
	}
	q.Reset()
	if got := q.inbox(""); got != "" {
		t.Errorf("after a reset: %s", got)
	}
}

// The inbox keeps the body of a webhook, without secrets, and only so many and so much.
func TestInbox_bodies(t *testing.T) {
	t.Parallel()
	q := start(t).queue("app", `"workersMin":1`)
	const webhook = `"webhook":"http://inbox.emulator.invalid/x"`
	job := q.submit(`{"input":{"n":1e400,"env":{"A":"canary"}},` + webhook + `,"s3Config":{"accessSecret":"canary"}}`)
	text := q.control(http.MethodGet, "inbox", "").text
	for _, want := range []string{
		`"job_id":"` + job + `"`, `"id":"` + job + `"`, `"n":1e400`, `"env":{"A":"(masked)"}`, `"status":"COMPLETED"`,
		`"webhook":"(masked)"`,
	} {
		if !strings.Contains(text, want) || strings.Contains(text, "canary") {
			t.Errorf("%s has no %s", text, want)
		}
	}
	q.submit(`{"input":{"a":"` + strings.Repeat("x", 32760) + `"},` + webhook + `}`) // Twice, in the output too.
	if text := q.control(http.MethodGet, "inbox?limit=1", "").text; !strings.Contains(text, `"body":null`) {
		t.Errorf("a large body: %.200s", text)
	}
	q.submit(`{"input":{},"webhook":"http://inbox.emulator.invalid/` + strings.Repeat("y", 99<<10) + `"}`)
	if text := q.control(http.MethodGet, "inbox?limit=1", "").text; len(text) > 1200 {
		t.Errorf("a large name: %d bytes", len(text))
	}
	for range 99 {
		q.submit(`{"input":{},` + webhook + `}`)
	}
	if got := q.inbox(""); strings.Count(got, ",") != 99 || !strings.Contains(got, "4 x 1 200 0, 3 yyy") {
		t.Errorf("of 102: %s", got)
	}
}

// A call can be made again: into the inbox, or to a handler, which gets the body whole.
func TestInbox_redeliver(t *testing.T) {
	t.Parallel()
	r := receive(t, 418)
	q := start(t).queue("app", `"workersMin":1`)
	q.submit(`{"input":{"env":"canary"},"webhook":"http://inbox.emulator.invalid/x?status=500&status=200"}`)
	q.submit(`{"input":{"a":"` + strings.Repeat("x", 99<<10) + `"},"webhook":"http://inbox.emulator.invalid/l"}`)
	for _, c := range []struct {
		path, body string
		status     int
		says       string
	}{
		{"inbox/1/redeliver", "", 200, `"redelivery":1,"body":{`},
		{"inbox/1/redeliver", fmt.Sprintf(`{"url":%q}`, r.URL), 200, `{"status":418}`},
		{"inbox/1/redeliver", `{"url":"http://169.254.169.254/"}`, 400, "--allow-outbound does not name it"},
		{"inbox/2/redeliver", `{"url":"http://inbox.emulator.invalid./to/y?status=202&status=500"}`, 200,
			`"name":"to/y","time":"2026-01-01T00:00:00Z"`},
		{"inbox/1/redeliver", `{"url":"http://inbox.emulator.invalid/?status=700"}`, 400, "number from 200 to 599"},
		{"inbox/1/redeliver", `{"to":"x"}`, 400, "unknown field"},
		{"inbox/2/redeliver", fmt.Sprintf(`{"url":%q}`, r.URL), 400, "has not kept the body"},
		{"inbox/99/redeliver", "", 404, "the inbox has no call"},
	} {
		got := q.control(http.MethodPost, c.path, c.body)
		if got.status != c.status || !strings.Contains(got.text, c.says) || strings.Contains(got.text, "canary") {
			t.Errorf("%s %s: %d %s", c.path, c.body, got.status, got.text)
		}
	}
	if call := await(t, r.calls); !strings.Contains(call.body, `"input":{"env":"canary"}`) {
		t.Errorf("the handler got %s", call.body)
	}
	q.Advance(time.Hour)
	if got := q.inbox("?name=to/y"); got != "4 to/y 1 202 0 again 2" {
		t.Errorf("a redelivery to another address: %s", got)
	}
	if got := q.inbox("?name=x"); got != "5 x 2 200 10, 3 x 1 500 0 again 1, 1 x 1 500 0" {
		t.Errorf("a redelivery counts as an attempt: %s", got)
	}
}
