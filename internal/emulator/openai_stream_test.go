package emulator_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What a worker hands over is sent as events, and the journal has them.
func TestOpenAI_stream(t *testing.T) {
	t.Parallel()
	const done = "data: [DONE]\n\n"
	long := strings.Repeat("x", 200)
	const text = `{"error":{"message":"boom","type":"server_error","param":null,"code":null}}` + "\n"
	const boom = "event: error\ndata: " + text + "\n"
	for name, c := range map[string]struct {
		chunks string // of the worker; empty is one that does not stream, but returns output
		output string
		fails  string
		status int
		want   string
	}{
		"objects": {
			chunks: `[{"a":1},{"b":"<\n"}]`,
			want:   "data: {\"a\":1}\n\ndata: {\"b\":\"<\\n\"}\n\n" + done,
		},
		"batches": {
			chunks: `[[{"a":1},{"b":2}],[],[{"c":3}]]`,
			want:   "data: {\"a\":1}\n\ndata: {\"b\":2}\n\ndata: {\"c\":3}\n\n" + done,
		},
		"text": {
			chunks: `["data: 1\n\ndata: 2\n\n","data: 3\n\n"]`,
			want:   "data: 1\n\ndata: 2\n\ndata: 3\n\n" + done,
		},
		"text with an end": {chunks: `["data: 1\n\ndata: [DONE]\n\n"]`, want: "data: 1\n\n" + done},
		"what comes after it": {
			chunks: `[["data: 1\r\n\r\ndata:[DONE]\r\n\r\ndata: 2\n\n",{"a":1}],{"b":1}]`,
			want:   "data: 1\r\n\r\ndata:[DONE]\n\n",
		},
		"an end in pieces": {chunks: `["data: 1\n\nda","ta: [DO","NE]","\n\n"]`, want: "data: 1\n\n" + done},
		"no end": {
			chunks: `["data: {\"a\":\"data: [DONE]\"}"," [DONE]"]`,
			want:   "data: {\"a\":\"data: [DONE]\"} [DONE]\n\n" + done,
		},
		"events left open": {
			chunks: `["data: 1\n",{"a":1},{"b":2},"data: 2",{"c":3},": 4\r\n\r\n",{"d":5},": ` + long + `"]`,
			want: "data: 1\n\ndata: {\"a\":1}\n\ndata: {\"b\":2}\n\ndata: 2\n\ndata: {\"c\":3}\n\n: 4\r\n\r\n" +
				"data: {\"d\":5}\n\n: " + long + "\n\n" + done,
		},
		"nothing":   {chunks: `[[],""]`, want: done},
		"no chunks": {output: `{"a":1}`, want: "data: {\"a\":1}\n\n" + done},
		"a list":    {output: `[{"a":1},"data: 2\n\n"]`, want: "data: {\"a\":1}\n\ndata: 2\n\n" + done},
		"fails at once": {
			fails: "boom", status: 500, want: text,
		},
		"fails later": {
			chunks: `[{"a":1},"data: 2"]`, fails: "boom",
			want: "data: {\"a\":1}\n\ndata: 2\n\n" + boom,
		},
		"an error of its own": {
			chunks: `[1]`, fails: `{"message":"m","code":9}`,
			want: "data: 1\n\nevent: error\ndata: {\"error\":{\"message\":\"m\",\"code\":9}}\n\n",
		},
	} {
		work := func(emulator.WorkerJob) emulator.WorkerResult {
			result := emulator.WorkerResult{Output: json.RawMessage(c.output), Error: c.fails, After: time.Second}
			var chunks []json.RawMessage
			if c.chunks != "" {
				if err := json.Unmarshal([]byte(c.chunks), &chunks); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			for _, chunk := range chunks {
				result.Chunks = append(result.Chunks, emulator.WorkerChunk{Output: chunk, After: time.Second})
			}
			return result
		}
		q := start(t, emulator.Options{AutoAdvance: true, Workers: map[string]emulator.WorkerFunc{"w": work}}).
			queue("w", `"workersMin":1`)
		r := q.call(http.MethodPost, "/openai/v1/x", `{"stream":true}`)
		if r.status != max(c.status, 200) || r.text != c.want ||
			r.status == 200 && r.header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%s: %d %v\n got %q\nwant %q", name, r.status, r.header, r.text, c.want)
		}
		requests := q.Requests("OpenAI")
		if len(requests) != 1 || string(requests[0].Response) != c.want || requests[0].Status != r.status {
			t.Errorf("%s: the journal has %+v", name, requests)
		}
	}
}

// sse is a stream that a test reads event by event.
type sse struct {
	t     *testing.T
	lines *bufio.Reader
	leave context.CancelFunc
}

// open sends a request, and returns with the first event.
func (q *queue) open(first string) *sse {
	q.t.Helper()
	ctx, leave := context.WithCancel(q.t.Context())
	url := q.QueueURL() + "/" + q.id + "/openai/v1/x"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"stream":true}`))
	if err != nil {
		q.t.Fatal(err)
	}
	request.Header.Set("Authorization", q.APIKey())
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		q.t.Fatal(err)
	}
	q.t.Cleanup(func() { leave(); _ = response.Body.Close() }) // The server may have closed it.
	s := &sse{q.t, bufio.NewReader(response.Body), leave}
	s.expect(first)
	return s
}

// expect reads the next event; "EOF" is the end, "cut" a connection that ended without one.
func (s *sse) expect(want string) {
	s.t.Helper()
	var event string
	for line := "-"; line != "\n"; {
		var err error
		if line, err = s.lines.ReadString('\n'); err == io.EOF {
			event, line = "EOF", "\n"
		} else if err != nil {
			event, line = "cut", "\n"
		}
		event += line
	}
	got := strings.TrimSpace(event)
	if isError := strings.HasPrefix(got, "event: error") && strings.Contains(got, want); got != want && !isError {
		s.t.Errorf("got %q, want %q", got, want)
	}
}

// Each chunk is sent when the worker hands it over, and stays for the clients of /stream. Whatever ends the job ends
// the stream, and a client that leaves ends the job.
func TestOpenAI_streamLive(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event func(q *queue, job string, s *sse)
		then  []string
		is    string
	}{
		"the end": {
			event: func(q *queue, job string, _ *sse) {
				if _, chunks := streamed(t, q.call(http.MethodGet, "/stream/"+job, "")); fmt.Sprint(chunks) != "[1]" {
					t.Errorf("beside it %v", chunks)
				}
				q.Advance(time.Second)
			},
			then: []string{"data: 2", "data: [DONE]", "EOF"}, is: "COMPLETED",
		},
		"the client leaves": {event: func(_ *queue, _ string, s *sse) { s.leave() }, then: []string{"cut"}, is: "CANCELLED"},
		"cancelled": {
			event: func(q *queue, job string, _ *sse) { q.call(http.MethodPost, "/cancel/"+job, "") },
			then:  []string{"the job was cancelled", "EOF"}, is: "CANCELLED",
		},
		"the worker dies": {
			event: func(q *queue, _ string, _ *sse) { q.kill(); q.Advance(600 * time.Millisecond) },
			then:  []string{"the worker died", "EOF"}, is: "IN_PROGRESS",
		},
		"deleted": {
			event: func(q *queue, job string, _ *sse) { q.remove(job) }, then: []string{"job not found", "EOF"},
		},
		"the endpoint deleted": {
			event: func(q *queue, _ string, _ *sse) {
				q.patch(`{"workersMax":0,"workersMin":0}`)
				q.env.call(http.MethodDelete, "/endpoints/"+q.id, "")
			},
			then: []string{`"message":"endpoint not found","type":"invalid_request_error"`, "EOF"},
		},
		"a reset": {
			event: func(q *queue, _ string, _ *sse) { q.Reset() }, then: []string{"endpoint not found", "EOF"},
		},
		"the server stops": {event: func(q *queue, _ string, _ *sse) { q.Close() }, then: []string{"cut"}, is: "CANCELLED"},
	} {
		work := func(emulator.WorkerJob) emulator.WorkerResult {
			return emulator.WorkerResult{Chunks: []emulator.WorkerChunk{{Output: 1}, {Output: 2, After: time.Second}}}
		}
		q := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": work}}).queue("w", `"workersMin":1`)
		s := q.open("data: 1")
		job := fmt.Sprint(q.Objects("jobs")[0]["id"])
		c.event(q, job, s)
		for _, want := range c.then {
			s.expect(want)
		}
		q.awaitWaiting(0)
		if jobs := q.Objects("jobs"); c.is != "" && jobs[0]["status"] != c.is {
			t.Errorf("%s: the job is %v", name, jobs)
		}
	}
}

// slowClient reads nothing before the test lets it.
type slowClient struct {
	*httptest.ResponseRecorder
	begun, goOn chan struct{}
	fails       bool
}

func (w *slowClient) SetWriteDeadline(time.Time) error { return nil }

func (w *slowClient) Write(text []byte) (int, error) {
	if len(text) > 0 && w.begun != nil {
		close(w.begun)
		w.begun = nil
		<-w.goOn
		if w.fails {
			return 0, os.ErrDeadlineExceeded
		}
	}
	return w.ResponseRecorder.Write(text)
}

// While a client is slow, the job goes on; the client then gets what it would have got in time.
func TestOpenAI_streamSlowClient(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event func(q *queue, job string)
		fails bool
		want  string
		is    string
	}{
		"more chunks": {
			event: func(q *queue, _ string) { q.Advance(time.Minute) },
			want:  "data: 1\n\ndata: 2\n\ndata: 3\n\ndata: [DONE]\n\n", is: "COMPLETED",
		},
		"then deleted": {
			event: func(q *queue, job string) { q.Advance(time.Second); q.remove(job) },
			want:  "data: 1\n\ndata: 2\n\nevent: error",
		},
		"then a reset": {
			event: func(q *queue, _ string) { q.Advance(time.Second); q.Reset() }, want: "data: 1\n\ndata: 2\n\nevent: error",
		},
		"never reads": {event: func(*queue, string) {}, fails: true, is: "CANCELLED"},
	} {
		work := func(emulator.WorkerJob) emulator.WorkerResult {
			return emulator.WorkerResult{Chunks: []emulator.WorkerChunk{
				{Output: 1}, {Output: 2, After: time.Second}, {Output: 3, After: time.Second},
			}}
		}
		q := start(t, emulator.Options{Workers: map[string]emulator.WorkerFunc{"w": work}}).queue("w", `"workersMin":1`)
		begun, served := make(chan struct{}), make(chan any, 1)
		w := &slowClient{httptest.NewRecorder(), begun, make(chan struct{}), c.fails}
		go func() {
			defer func() { served <- recover() }()
			request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/"+q.id+"/openai/v1/x",
				strings.NewReader(`{"stream":true}`))
			request.Header.Set("Authorization", q.APIKey())
			q.ServeHTTP(w, request)
		}()
		await(t, begun)
		c.event(q, fmt.Sprint(q.Objects("jobs")[0]["id"]))
		close(w.goOn)
		if end := await(t, served); (end != nil) != c.fails {
			t.Errorf("%s: it ended with %v", name, end)
		}
		if got := w.Body.String(); !strings.HasPrefix(got, c.want) || c.is == "COMPLETED" && got != c.want {
			t.Errorf("%s: %q", name, got)
		}
		if c.is != "" && q.Objects("jobs")[0]["status"] != c.is {
			t.Errorf("%s: the job is %v", name, q.Objects("jobs"))
		}
	}
}

// A request as large as it may be gets no answer that is larger than the server's memory.
func TestOpenAI_largeRequests(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{AutoAdvance: true}).queue("emulator/openai", `"workersMin":1`)
	for path, body := range map[string]string{
		"completions": `{"stream":true,"prompt":"` + strings.Repeat(" ", 1<<20) + `"}`,
		"embeddings":  `{"dimensions":9223372036854775807,"input":["a","b"]}`,
	} {
		r := q.call(http.MethodPost, "/openai/v1/"+path, body)
		if n := strings.Count(r.text, "data: {"); n != map[int]int{200: 1001, 400: 0}[r.status] {
			t.Errorf("%s: %d with %d chunks", path, r.status, n)
		}
	}
}
