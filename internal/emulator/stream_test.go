package emulator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// streamed reads an answer of /stream.
func streamed(t *testing.T, r reply) (status string, chunks []string) {
	t.Helper()
	var answer struct {
		Status string
		Stream []map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(r.text), &answer); err != nil || answer.Stream == nil || r.status != http.StatusOK {
		t.Fatalf("no stream: %d %s", r.status, r.text)
	}
	for _, chunk := range answer.Stream {
		if len(chunk) != 1 {
			t.Errorf("a chunk is %v", chunk)
		}
		chunks = append(chunks, string(chunk["output"]))
	}
	return answer.Status, chunks
}

const fiveChunks = `{"chunks":["a",{"b":1},null,[],"e"],"interval_ms":1000}`

// Whether a client stops at the final status or asks until nothing comes any more, by whichever method and however
// often time passes between: each chunk comes once, in order.
func TestStream_eachChunkOnce(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]time.Duration{
		"more often than chunks": 300 * time.Millisecond, "as often": time.Second,
		"less often":    2500 * time.Millisecond,
		"after the end": time.Minute, "auto-advance": 0,
	} {
		for _, untilEmpty := range []bool{false, true} {
			q := start(t, emulator.Options{StepPerRequest: step, AutoAdvance: step == 0}).queue("emulator/stream",
				`"workersMin":1`)
			job := q.run(fiveChunks)
			var got []string
			for asked := 0; asked < 100; asked++ {
				method := []string{http.MethodGet, http.MethodPost}[asked%2]
				if step > 0 && q.WouldWait(job) {
					q.Advance(step)
					continue
				}
				status, chunks := streamed(t, q.call(method, "/stream/"+job, ""))
				got = append(got, chunks...)
				if status == "COMPLETED" && (!untilEmpty || len(chunks) == 0) {
					break
				}
			}
			if want := `["a" {"b":1} null [] "e"]`; fmt.Sprint(got) != want {
				t.Errorf("%s, until empty %v: %v, not %s", name, untilEmpty, got, want)
			}
			if output := q.status(job).object()["output"]; fmt.Sprint(output) != "[a map[b:1] <nil> [] e]" {
				t.Errorf("%s: the output is %v", name, output)
			}
			if status, chunks := streamed(t, q.call(http.MethodGet, "/stream/"+job, "")); status != "COMPLETED" ||
				len(chunks) > 0 {
				t.Errorf("%s: again %s %v", name, status, chunks)
			}
		}
	}
}

// A request without chunks waits for nine seconds, and gets them when they come.
func TestStream_waits(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/stream", `"scalerValue":20`)
	job := q.run(fiveChunks)
	answered := q.longPoll(http.MethodGet, "/stream/"+job, "")
	q.Advance(9 * time.Second)
	if status, chunks := streamed(t, await(t, answered)); status != "IN_QUEUE" || len(chunks) > 0 {
		t.Errorf("%s %v", status, chunks)
	}
	answered = q.longPoll(http.MethodGet, "/stream/"+job+"?wait=300000", "")
	q.Advance(time.Minute) // What comes after the first chunk is for the next request.
	if status, chunks := streamed(t, await(t, answered)); status != "IN_PROGRESS" || fmt.Sprint(chunks) != `["a"]` {
		t.Errorf("%s %v", status, chunks)
	}
	if status, chunks := streamed(t, q.call(http.MethodGet, "/stream/"+job, "")); status != "COMPLETED" ||
		len(chunks) != 4 {
		t.Errorf("%s %v", status, chunks)
	}
	q.Advance(30 * time.Minute)
	if r := q.call(http.MethodGet, "/stream/"+job, ""); r.status != 404 || r.message() != "job not found" {
		t.Errorf("%d %s", r.status, r.text)
	}
}

// A client that goes away while it waits takes nothing with it: what comes then is for the next one.
func TestStream_clientGoesAway(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/stream", `"workersMin":1`)
	job := q.run(fiveChunks)
	_, first := streamed(t, q.call(http.MethodGet, "/stream/"+job, ""))
	ctx, leave := context.WithCancel(t.Context())
	answered := q.longPollWith(ctx, http.MethodGet, "/stream/"+job, "")
	leave()
	await(t, answered)
	q.awaitWaiting(0)
	q.Advance(time.Minute)
	status, rest := streamed(t, q.call(http.MethodGet, "/stream/"+job, ""))
	if all := fmt.Sprint(append(first, rest...)); status != "COMPLETED" || all != `["a" {"b":1} null [] "e"]` {
		t.Errorf("%s %s", status, all)
	}
}

// An answer that is cut or replaced on its way was not taken. Meanwhile nobody gets the chunks that may come back.
func TestStream_lostAnswers(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{
		emulator.FaultResetAfter, emulator.FaultStatusAfter, emulator.FaultTruncate, emulator.FaultReset,
		emulator.FaultStatus,
	} {
		q := start(t).queue("emulator/stream", `"workersMin":1`)
		job := q.run(fiveChunks)
		q.SetFaults(emulator.Fault{Operation: "StreamJob", Kind: kind, Count: 2})
		for range 2 {
			if r, err := q.send(http.MethodPost, q.QueueURL()+"/"+q.id+"/stream/"+job, ""); err == nil &&
				r.status == 200 {
				t.Errorf("%s: %s", kind, r.text)
			}
		}
		q.Advance(time.Minute)
		if status, chunks := streamed(t, q.call(http.MethodGet, "/stream/"+job, "")); status != "COMPLETED" ||
			len(chunks) != 5 {
			t.Errorf("%s: %s %v", kind, status, chunks)
		}
	}
}

// The slow answer of one client has the other one wait, who is told of the end only when there is nothing left.
func TestStream_twoClients(t *testing.T) {
	t.Parallel()
	sent, goOn := make(chan struct{}), make(chan struct{})
	letGo := sync.OnceFunc(func() { close(goOn) })
	defer letGo()
	observed := 0
	q := start(t, emulator.Options{Observe: func(ex *emulator.Exchange) {
		if ex.Operation != "StreamJob" {
			return
		}
		if observed++; observed == 1 {
			close(sent)
			<-goOn
		}
	}}).queue("emulator/stream", `"workersMin":1`)
	job := q.run(`{"chunks":["a","b"]}`)
	ctx, leave := context.WithCancel(t.Context())
	slow := make(chan any, 1)
	go func() { // Without a network between, so that the server knows at once that the client has gone.
		defer func() { slow <- recover() }()
		request := httptest.NewRequestWithContext(ctx, http.MethodGet, "/v2/"+q.id+"/stream/"+job, nil)
		request.Header.Set("Authorization", q.APIKey())
		q.ServeHTTP(httptest.NewRecorder(), request)
	}()
	await(t, sent)
	second := q.longPoll(http.MethodGet, "/stream/"+job+"?wait=1000", "")
	q.Advance(time.Second)
	q.awaitWaiting(1) // It would be told of the end before it has everything, or something that is not so.
	leave()
	letGo()
	if end := await(t, slow); end != http.ErrAbortHandler { //nolint:errorlint // It is a value, not an error.
		t.Errorf("it ended with %v", end)
	}
	if status, chunks := streamed(t, await(t, second)); status != "COMPLETED" || fmt.Sprint(chunks) != `["a" "b"]` {
		t.Errorf("when it was lost: %s %v", status, chunks)
	}
}

// A client that stops reading while its answer is sent has not taken it. Others wait until its time to read is over,
// and a clock that advances by itself waits as well.
func TestStream_stalledReader(t *testing.T) {
	t.Parallel()
	for _, auto := range []bool{false, true} {
		q := start(t, emulator.Options{AutoAdvance: auto}).queue("emulator/stream", `"workersMin":1`)
		job := q.run(`{"chunks":["a","b"]}`)
		begin := q.Now()
		w := &stalledWriter{deadlines: make(chan time.Time, 2), passed: make(chan struct{})}
		first := make(chan struct{})
		go func() {
			defer close(first)
			request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v2/"+q.id+"/stream/"+job, nil)
			request.Header.Set("Authorization", q.APIKey())
			q.ServeHTTP(w, request)
		}()
		if until := await(t, w.deadlines); !until.After(time.Now()) {
			t.Errorf("it has to be read until %v", until)
		}
		second := q.longPoll(http.MethodGet, "/stream/"+job+"?wait=1000", "")
		if now := q.Now(); now != begin {
			t.Errorf("the clock moved to %v", now)
		}
		close(w.passed)
		await(t, first)
		if status, chunks := streamed(t, await(t, second)); status != "COMPLETED" || fmt.Sprint(chunks) != `["a" "b"]` {
			t.Errorf("%s %v", status, chunks)
		}
		if now := q.Now(); now != begin {
			t.Errorf("in the end the clock is at %v", now)
		}
	}
}

// stalledWriter is a connection whose client reads nothing until the deadline, which passes when the test says so.
type stalledWriter struct {
	deadlines chan time.Time
	passed    chan struct{}
}

func (w *stalledWriter) Header() http.Header { return http.Header{} }
func (w *stalledWriter) WriteHeader(int)     {}

func (w *stalledWriter) Write([]byte) (int, error) {
	<-w.passed
	return 0, os.ErrDeadlineExceeded
}

func (w *stalledWriter) SetWriteDeadline(until time.Time) error {
	w.deadlines <- until
	return nil
}

// What fails streams what it had until then; another attempt streams from the start.
func TestStream_failuresAndRetries(t *testing.T) {
	t.Parallel()
	work := func(j emulator.WorkerJob) emulator.WorkerResult {
		r := emulator.WorkerResult{Chunks: []emulator.WorkerChunk{{Output: j.Attempt},
			{Output: strings.Repeat("x", 10)}}}
		if j.Attempt == 1 {
			r.Error = "boom"
		}
		return r
	}
	q := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": work}}).queue("w", `"workersMin":1`)
	for _, readFirst := range []bool{true, false} {
		job := q.run(`{}`)
		if readFirst {
			if status, chunks := streamed(t, q.call(http.MethodGet, "/stream/"+job, "")); status != "FAILED" ||
				len(chunks) != 2 || chunks[0] != "1" {
				t.Errorf("%s %v", status, chunks)
			}
		}
		q.call(http.MethodPost, "/retry/"+job, "")
		if status, chunks := streamed(t, q.call(http.MethodGet, "/stream/"+job, "")); status != "COMPLETED" ||
			len(chunks) != 2 || chunks[0] != "2" {
			t.Errorf("read first %v: %s %v", readFirst, status, chunks)
		}
		if output := q.status(job).object()["output"]; fmt.Sprint(output) != "[2 xxxxxxxxxx]" {
			t.Errorf("read first %v: the output is %v", readFirst, output)
		}
	}
}

// A chunk has a size that it may not exceed.
func TestStream_largeChunks(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/stream", `"workersMin":1`)
	fits := q.run(`{"chunks":["` + strings.Repeat("<", 1<<20-2) + `"]}`)
	exceeds := q.run(`{"chunks":["` + strings.Repeat("x", 1<<20-1) + `"]}`)
	if q.is(fits) != "COMPLETED" || q.status(exceeds).object()["error"] != "a chunk of 1048577 bytes is larger than "+
		"1 MB" {
		t.Errorf("%s, %.200s", q.is(fits), q.status(exceeds).text)
	}
}
