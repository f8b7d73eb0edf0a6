package emulator_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// What is accepted and what is refused, on both ways to submit.
func TestSubmission_rules(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", `"workersMin":1`)
	for _, c := range []struct{ body, message string }{
		{`{"input":{}}`, ""},
		{` { "input" : {"a":null} , "unknown":1,"Webhook":5}`, ""},
		{`{"input":{},"webhook":null,"policy":null,"s3Config":null}`, ""},
		{`{"input":{},"policy":{},"s3Config":{}}`, ""},
		{`{"input":{},"policy":{"executionTimeout":5000,"ttl":10000,"lowPriority":false,"more":1}}`, ""},
		{`{"input":{},"policy":{"executionTimeout":604800000,"ttl":6.048e8}}`, ""},
		{`{"input":{},"policy":{"executionTimeout":null,"ttl":null,"lowPriority":null}}`, ""},
		{`{"input":{}`, "request body must be JSON"},
		{"{\"input\":{\"a\":\"\xff\"}}", "request body must be JSON"},
		{`null`, "request body must be a JSON object"},
		{`[{"input":{}}]`, "request body must be a JSON object"},
		{`{"Input":{}}`, "input is required"},
		{`{"input":null}`, "input is required"},
		{`{"input":[]}`, "input: array instead of an object"},
		{`{"input":{},"webhook":1}`, "webhook: number instead of a string"},
		{`{"input":{},"webhook":"ftp://h/"}`, "webhook must be an http or https URL"},
		{`{"input":{},"webhook":"http://:80"}`, "webhook must be an http or https URL"},
		{`{"input":{},"webhook":"http://inbox.emulator.invalid/?status=500&status=ok"}`,
			"each status of the inbox must be a number from 200 to 599"},
		{`{"input":{},"policy":[]}`, "policy: array instead of an object"},
		{`{"input":{},"policy":{"executionTimeout":4999}}`, "policy.executionTimeout must be at least 5000, not 4999"},
		{`{"input":{},"policy":{"executionTimeout":"5000"}}`, "policy.executionTimeout: string instead of an integer"},
		{`{"input":{},"policy":{"executionTimeout":604800001}}`,
			"policy.executionTimeout must be at most 604800000, not 604800001"},
		{`{"input":{},"policy":{"ttl":9999}}`, "policy.ttl must be at least 10000, not 9999"},
		{`{"input":{},"policy":{"ttl":604800001}}`, "policy.ttl must be at most 604800000, not 604800001"},
		{`{"input":{},"policy":{"lowPriority":"true"}}`, "policy.lowPriority: string instead of a boolean"},
		{`{"input":{},"policy":{"ttl":10000.5}}`, "policy.ttl: number instead of an integer"},
		{`{"input":{},"policy":{"ttl":1e999}}`, "request body: number 1e999 is too large"},
		{`{"input":{},"s3Config":"s"}`, "s3Config: string instead of an object"},
		{`{"input":{},"s3Config":{"bucketName":null}}`, "s3Config.bucketName must not be null"},
	} {
		for _, path := range []string{"/run", "/runsync"} {
			want := http.StatusOK
			if c.message != "" {
				want = http.StatusBadRequest
			}
			if r := q.call(http.MethodPost, path, c.body); r.status != want || r.message() != c.message {
				t.Errorf("%s %s: %d %s", path, c.body, r.status, r.text)
			}
		}
	}
	for contentType, want := range map[string]int{"": 200, "application/json; charset=utf-8": 200, "text/plain": 400,
		"application/jsonp": 400} {
		for _, path := range []string{"/run", "/runsync", "/openai/v1/x"} {
			if r := q.call(http.MethodPost, path, `{"input":{}}`, "Content-Type", contentType); r.status != want {
				t.Errorf("%s as %q: %d %s", path, contentType, r.status, r.text)
			}
		}
	}
}

// A body may be as large as its operation says, and not a byte larger.
func TestSubmission_size(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	q := unchecked(t, emulator.Options{}).queue("i", "")
	q.HandleImage("i", func(emulator.WorkerJob) emulator.WorkerResult { return emulator.WorkerResult{} })
	q.patch(`{"workersMin":1}`)
	for path, most := range map[string]int{"/run": 10 << 20, "/runsync": 20 << 20, "/openai/v1/x": 20 << 20} {
		const submission = `{"input":{}}`
		body := func(size int) string { return submission + strings.Repeat(" ", size-len(submission)) }
		if r := q.call(http.MethodPost, path, body(most)); r.status != 200 {
			t.Errorf("%s: %d %.200s", path, r.status, r.text)
		}
		if r := q.call(http.MethodPost, path, body(most+1)); r.status != 400 ||
			!strings.Contains(r.message(), "exceeded max body size") {
			t.Errorf("%s, one more: %d %.200s", path, r.status, r.text)
		}
		q.ClearJournal()
	}
}

// The secret of a job reaches its worker and nobody else, in whatever way it was sent, accepted or not.
func TestSubmission_s3ConfigIsSecret(t *testing.T) {
	t.Parallel()
	const secret = "not-for-you"
	gotIt := 0
	work := func(j emulator.WorkerJob) emulator.WorkerResult {
		if strings.Contains(string(j.S3Config), secret) {
			gotIt++
		}
		return emulator.WorkerResult{Output: j.Input}
	}
	var log lockedText
	q := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": work},
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{
			Level: slog.LevelDebug}))}).queue("w", `"workersMin":1`)
	r := receive(t, 500, 200)
	var said strings.Builder
	for _, body := range []string{
		`{"input":{"a":"b"},"webhook":%q,"s3Config":{"accessId":"not-for-you-1","accessSecret":"not-for-you-2","x":["not-for-you"]}}`,
		`{"input":{"a":"b"},"webhook":%q,"s3Config":{"accessId":"1"},"s3Config":{"accessSecret":"not-for-you"}}`,
		`{"input":{"a":"b"},"webhook":%q,"\u00733Config":{"accessSecret":"not-for-you"}}`,
		`{"input":{"a":"b"},"webhook":%q,"S3CONFIG":{"accessSecret":"not-for-you"}}`,
		`{"input":5,"webhook":%q,"s3Config":{"accessSecret":"not-for-you"}}`,
		`{"input":{},"webhook":%q,"s3Config":{"accessSecret":["not-for-you"]}}`,
		`{"input":{},"webhook":%q,"s3Config":"not-for-you"}`,
		`{"input":{},"webhook":%q,"s3Config":{"accessSecret":"not-for-you"}`,
	} {
		for _, path := range []string{"/run", "/runsync", "/nowhere"} {
			answer := q.call(http.MethodPost, path, fmt.Sprintf(body, r.URL))
			said.WriteString(answer.text)
			if id := answer.id(); id != "" {
				said.WriteString(q.status(id).text + q.call(http.MethodGet, "/stream/"+id, "").text)
			}
		}
	}
	said.WriteString(q.call(http.MethodGet, "/requests", "").text)
	said.WriteString(q.control(http.MethodGet, "state", "").text)
	said.WriteString(q.control(http.MethodGet, "requests", "").text)
	q.Advance(20 * time.Second)
	q.AwaitOutbound()
	for range len(r.calls) {
		said.WriteString((<-r.calls).body)
	}
	said.WriteString(log.String())
	if strings.Contains(said.String(), secret) || gotIt != 6 {
		t.Errorf("%d workers got it; said: %s", gotIt, said.String())
	}
	bodies := q.Requests("RunJob")
	if want := fmt.Sprintf(`{"input":{"a":"b"},"webhook":%q,"s3Config":"(redacted)"}`, r.URL); !equalJSON(t, string(bodies[0].Body), want) {
		t.Errorf("the journal has %s, not %s", bodies[0].Body, want)
	}
}

// The journal has no secret of a job that was sent in the wrong way, in the wrong spelling, or to the wrong place.
func TestSubmission_misplacedSecrets(t *testing.T) {
	t.Parallel()
	const secret = "not-for-you"
	q := start(t).queue("i", "")
	for _, body := range []string{
		`[{"s3Config":{"accessSecret":"not-for-you"}}]`,
		`"{\"s3Config\":{\"accessSecret\":\"not-for-you\"}}"`,
		`"not-for-you"`,
		`{"input":{},"s3_config":{"access_secret":"not-for-you"}}`,
		`{"input":{},"S3-CONFIG":"not-for-you"}`,
		`{"input":{},"policy":{"s3Config":{"accessSecret":"not-for-you"}}}`,
		`{"input":{},"policy":[[{"s3Config":{"accessSecret":"not-for-you"}}]]}`,
		`{"input":{},"s3Config":{"not-for-you":1}}`,
		`{"input":{},"policy":{"s3Config":"not-for-you"},"policy":{}}`,
		`{"input":"{\"s3Config\":\"not-for-you\"}"}`,
		`{"input":"{\"s\\u0033Config\":\"not-for-you\"}"}`,
		`{"input":{},"s3Config":{"accessSecret":"not-for-you"`,
		`{"input":{"n":1e999},"s3Config":{"accessSecret":"not-for-you"}}`,
	} {
		for _, path := range []string{"//v2/" + q.id + "/run", "/V2/" + q.id + "/run", "/v1/" + q.id + "/run", "/v2/" +
			q.id + "/run", "/v2", "/v1/templates"} {
			if _, err := q.send(http.MethodPost, q.URL()+path, body); err != nil {
				t.Fatal(err)
			}
			entries := q.Requests()
			if got := string(entries[len(entries)-1].Body); strings.Contains(got, secret) {
				t.Errorf("%s: %s", path, got)
			}
		}
	}
}

// For a moment a new job cannot be read, while everything else about it goes on.
func TestSubmission_lag(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{SubmissionLag: 3 * time.Second}).queue("i", `"workersMin":1`)
	job := q.run(`{}`)
	for _, step := range []time.Duration{0, 3*time.Second - 1} {
		q.Advance(step)
		for _, path := range []string{"/status/", "/status-sync/", "/stream/"} {
			if r := q.call(http.MethodGet, path+job, ""); r.status != 404 || r.message() != "job not found" {
				t.Errorf("%s: %d %s", path, r.status, r.text)
			}
		}
	}
	if r := q.call(http.MethodPost, "/cancel/"+job, ""); r.object()["status"] != "COMPLETED" {
		t.Errorf("cancel: %s", r.text)
	}
	q.Advance(1)
	if got := q.is(job); got != "COMPLETED" {
		t.Errorf("then it is %s", got)
	}
}

// A deployment without /status-sync answers as of any path that it does not know.
func TestSubmission_noStatusSync(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{NoStatusSync: true}).queue("i", `"workersMin":1`)
	job := q.run(`{}`)
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		r := q.call(method, "/status-sync/"+job, "")
		if unknown := q.call(method, "/nonsense/"+job, ""); r.status != 404 || r.text != unknown.text {
			t.Errorf("%s: %d %s, not %s", method, r.status, r.text, unknown.text)
		}
	}
}
