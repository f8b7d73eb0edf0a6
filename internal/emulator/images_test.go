package emulator_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What a worker does follows from the image, whatever registry and tag its name has, and from the input.
func TestImages_whatTheyDo(t *testing.T) {
	t.Parallel()
	const done = 10 * time.Minute
	for _, c := range []struct {
		image, input string
		wait         time.Duration
		want         string
	}{
		{
			image: "emulator/echo", input: `{"a":[1,2.50,"<é>"]}`,
			want: `"status":"COMPLETED","executionTime":0,"output":{"a":[1,2.50,"<é>"]},"retries":0`,
		},
		{image: "anything:latest", input: `{}`, want: `"status":"COMPLETED","executionTime":0,"output":{},"retries":0`},
		{
			image: "hub.example/emulator/sleepy:1", input: `{"ms":5}`,
			want: `"status":"FAILED","executionTime":0,"error":"the emulator has no image emulator/sleepy, but emulator/crash, ` +
				`emulator/echo, emulator/fail, emulator/hang, emulator/http, emulator/openai, emulator/sleep, emulator/stream","retries":0`,
		},
		{
			image: "emulator/sleep", input: `{"ms":250}`, wait: done,
			want: `"status":"COMPLETED","executionTime":250,"output":{"ms":250},"retries":0`,
		},
		{image: "emulator/sleep:1.0", input: `{"ms":250}`, wait: 249 * time.Millisecond, want: `"status":"IN_PROGRESS"`},
		{
			image: "registry.example:5000/mirror/emulator/sleep@sha256:abc", input: `{"ms":250}`,
			want: `"status":"IN_PROGRESS"`,
		},
		{
			image: "emulator/sleep", input: `{"ms":9e15}`,
			want: `"status":"FAILED","executionTime":0,"error":"input.ms: number 9e15 instead of int64","retries":0`,
		},
		{
			image: "emulator/sleep", input: `{"ms":9223372036854775807}`, wait: done,
			want: `"status":"FAILED","executionTime":600000,"error":"executionTimeout exceeded","retries":0`,
		},
		{
			image: "emulator/fail", input: `{"message":"no luck"}`,
			want: `"status":"FAILED","executionTime":0,"error":"no luck","retries":0`,
		},
		{image: "emulator/fail", input: `{}`, want: `"status":"FAILED","executionTime":0,"error":"failed","retries":0`},
		{
			image: "emulator/fail", input: `{"times":0}`,
			want: `"status":"COMPLETED","executionTime":0,"output":{"times":0},"retries":0`,
		},
		{
			image: "emulator/stream", input: `{"chunks":["a",1],"interval_ms":100}`, wait: done,
			want: `"status":"COMPLETED","executionTime":200,"output":["a",1],"retries":0`,
		},
		{
			image: "emulator/crash", input: `{}`,
			want: `"status":"FAILED","executionTime":0,"error":"job timed out after 1 retries","retries":2`,
		},
		{
			image: "emulator/crash", input: `{"ms":70}`, wait: done,
			want: `"status":"FAILED","executionTime":70,"error":"job timed out after 1 retries","retries":2`,
		},
		{
			image: "emulator/hang", input: `{}`, wait: done,
			want: `"status":"TIMED_OUT","executionTime":30000,"error":"the worker stopped reporting","retries":0`,
		},
	} {
		q := start(t).queue(c.image, `"workersMin":1`)
		job := q.run(c.input)
		q.Advance(c.wait)
		r := q.status(job)
		worker, _ := r.object()["workerId"].(string)
		want := fmt.Sprintf(`{"id":%q,"delayTime":0,"workerId":%q,%s}`, job, worker, c.want)
		if !equalJSON(t, r.text, want) {
			t.Errorf("%s %s: %s, not %s", c.image, c.input, r.text, want)
		}
		if strings.Contains(c.image, "hang") && c.wait == done && q.workers()[0]["id"] == worker {
			t.Error("the worker that hung is still there")
		}
	}
}

// A Go function is told everything about its job, may be registered while the server runs, and outlives a reset.
func TestImages_goWorker(t *testing.T) {
	t.Parallel()
	var got []emulator.WorkerJob
	a := start(t)
	a.HandleImage("mine", func(j emulator.WorkerJob) emulator.WorkerResult {
		got = append(got, j)
		return emulator.WorkerResult{Output: map[string]int{"n": len(got)}}
	})
	a.HandleImage("bad", func(emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Output: func() {}}
	})
	a.Reset()
	q := a.queue("registry.example/mine:2", `"workersMin":1`)
	job := q.submit(`{"input":{"a":1},"s3Config":{"accessId":"i","extra":[1]}}`)
	if r := q.status(job).object(); fmt.Sprint(r["output"]) != "map[n:1]" || len(got) != 1 {
		t.Fatalf("%v, %v", r, got)
	}
	j := got[0]
	worker := q.workers()[0]
	if j.ID != job || string(j.Input) != `{"a":1}` || string(j.S3Config) != `{"accessId":"i","extra":[1]}` ||
		j.Retries != 0 || j.Attempt != 1 ||
		j.EndpointID != q.id || j.WorkerID != worker["id"] || j.Env == nil {
		t.Errorf("%+v", j)
	}
	bad := a.queue("bad", `"workersMin":1`)
	if r := bad.status(bad.run(`{}`)).object(); r["status"] != "FAILED" ||
		!strings.Contains(fmt.Sprint(r["error"]), "no JSON") {
		t.Errorf("no JSON: %v", r)
	}
}

// Somebody's own handler gets the job over HTTP, and its answer becomes the job's.
func TestImages_http(t *testing.T) {
	t.Parallel()
	workerAnswers(t, `200 {"output":{"x":1}}`, `"status":"COMPLETED","output":{"x":1}`)
	workerAnswers(t, `500 broken`, `"status":"FAILED","error":"the worker at WORKER_URL answers 500: broken"`)
}

// workerAnswers checks what becomes of a job when a worker elsewhere answers so, status first.
func workerAnswers(t *testing.T, answer, wanted string) {
	t.Helper()
	bodies := make(chan string, 1)
	handler := elsewhere(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %v, %v", r.Method, r.Header, err)
		}
		bodies <- string(body)
		var status int
		code, text, _ := strings.Cut(answer, " ")
		if _, err := fmt.Sscan(code, &status); err != nil {
			t.Error(err)
		}
		w.WriteHeader(status)
		if _, err := io.WriteString(w, text); err != nil {
			t.Error(err)
		}
	})
	q := overHTTP(t, handler.URL, emulator.Options{})
	job := q.submit(`{"input":{"a":1},"s3Config":{"accessId":"i"}}`)
	if got, want := await(t, bodies), fmt.Sprintf(`{"id":%q,"input":{"a":1},"s3Config":{"accessId":"i"},"retries":0}`, job); !equalJSON(t, got, want) {
		t.Errorf("the worker got %s, not %s", got, want)
	}
	q.AwaitOutbound()
	r := q.status(job)
	worker, _ := r.object()["workerId"].(string)
	want := fmt.Sprintf(`{"id":%q,"delayTime":0,"executionTime":0,"workerId":%q,"retries":0,%s}`, job, worker, wanted)
	if !equalJSON(t, r.text, want) {
		t.Errorf("%.100s: %.1000s, not %.1000s", answer, r.text, want)
	}
}

func overHTTP(t *testing.T, address string, options emulator.Options) *queue {
	t.Helper()
	a := start(t, options)
	template := a.create("/templates", fmt.Sprintf(
		`{"name":"t","imageName":"emulator/http:1","isServerless":true,"env":{"WORKER_URL":%q}}`, address))
	return a.queueOn(template, `"workersMin":1,"workersMax":1`)
}

// A handler that takes its time: time limits of the job go on, a clock that advances by itself waits for it, a job that
// has ended before is not waited for, and neither does Close.
func TestImages_httpSlow(t *testing.T) {
	t.Parallel()
	// Each call is answered through a channel of its own: one that is given up may not have ended yet when the next
	// arrives, and would take its answer.
	arrived := make(chan chan<- struct{}, 10)
	handler := elsewhere(t, func(_ http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		goOn := make(chan struct{}, 1)
		arrived <- goOn
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
	})
	q := overHTTP(t, handler.URL, emulator.Options{})
	late := q.run(`{}`)
	await(t, arrived)
	q.Advance(10 * time.Minute)
	q.AwaitOutbound()
	if r := q.status(late).object(); r["error"] != "executionTimeout exceeded" || r["executionTime"] != 600000.0 {
		t.Errorf("late: %v", r)
	}
	cancelled := q.run(`{}`)
	await(t, arrived)
	q.call(http.MethodPost, "/cancel/"+cancelled, "")
	again := q.run(`{}`)
	await(t, arrived)
	q.must(q.KillWorker(q.id, ""))
	await(t, arrived) <- struct{}{} // Another worker has it.
	q.AwaitOutbound()
	if q.is(cancelled) != "CANCELLED" || q.is(again) != "COMPLETED" || q.status(again).object()["retries"] != 1.0 {
		t.Errorf("cancelled: %s, again: %s", q.is(cancelled), q.status(again).text)
	}
	q.run(`{}`)
	await(t, arrived)
	q.Close()

	auto := overHTTP(t, handler.URL, emulator.Options{AutoAdvance: true})
	answered := auto.longPoll(http.MethodPost, "/runsync", `{"input":{}}`)
	goOn, begin := await(t, arrived), auto.Now()
	goOn <- struct{}{}
	if r := await(t, answered); r.object()["status"] != "COMPLETED" || auto.Now() != begin {
		t.Errorf("%s at %v", r.text, auto.Now())
	}
}
