package emulator_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// longPoll sends a request that has to wait, and returns once it does. A cut connection is the reply with status 0.
func (q *queue) longPoll(method, path, body string) <-chan reply {
	q.t.Helper()
	return q.longPollWith(q.t.Context(), method, path, body)
}

func (q *queue) longPollWith(ctx context.Context, method, path, body string) <-chan reply {
	q.t.Helper()
	answered := make(chan reply, 1)
	before := q.Waiting()
	go func() {
		request, err := http.NewRequestWithContext(ctx, method, q.QueueURL()+"/"+q.id+path, strings.NewReader(body))
		if err != nil {
			q.t.Error(err)
		}
		request.Header.Set("Authorization", q.APIKey())
		answered <- read(q.t, request)
	}()
	q.awaitWaiting(before + 1)
	return answered
}

// Each way in which a wait ends, at the moment it ends, however far the clock is moved in one go.
func TestLongPoll_ends(t *testing.T) {
	t.Parallel()
	const asked = `{"input":{"ms":60000}}`
	for _, c := range []struct {
		name, path string
		event      func(q *queue, job string)
		want       string
	}{
		{
			name: "the job is done", path: "/runsync", event: func(q *queue, _ string) { q.Advance(10 * time.Hour) },
			want: `200 COMPLETED 60000`,
		},
		{
			name: "the time is over", path: "/runsync?wait=59999",
			event: func(q *queue, _ string) { q.Advance(10 * time.Hour) }, want: `200 IN_PROGRESS <nil>`,
		},
		{
			name: "too short", path: "/runsync?wait=-1", event: func(q *queue, _ string) { q.Advance(time.Second) },
			want: `200 IN_PROGRESS <nil>`,
		},
		{
			name: "by default", path: "/runsync",
			event: func(q *queue, _ string) {
				q.kill()
				q.Advance(30 * time.Second)
				q.kill()
			},
			want: `200 FAILED 30000`,
		},
		{
			name: "cancelled", path: "/runsync",
			event: func(q *queue, job string) { q.call(http.MethodPost, "/cancel/"+job, "") }, want: `200 CANCELLED 0`,
		},
		{
			name: "removed", path: "/runsync", event: func(q *queue, job string) { q.remove(job) },
			want: `404 job not found`,
		},
		{
			name: "endpoint deleted", path: "/runsync",
			event: func(q *queue, _ string) {
				q.env.call(http.MethodDelete, "/endpoints/"+q.id,
					"")
			},
			want: `404 endpoint not found`,
		},
		{name: "reset", path: "/runsync", event: func(q *queue, _ string) { q.Reset() }, want: `404 endpoint not found`},
		{name: "shut down", path: "/runsync", event: func(q *queue, _ string) { q.Close() }, want: `0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			q := start(t).queue("emulator/sleep", `"workersMin":1`)
			answered := q.longPoll(http.MethodPost, c.path, asked)
			job, _ := q.Objects("jobs")[0]["id"].(string)
			c.event(q, job)
			r := await(t, answered)
			got := fmt.Sprint(r.status)
			switch r.status {
			case http.StatusOK:
				got = fmt.Sprint(got, " ", r.object()["status"], " ", r.object()["executionTime"])
			case 0:
			default:
				got += " " + r.message()
			}
			if got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

// status-sync waits for a job that is there already, in either method, and answers of a finished one at once.
func TestLongPoll_statusSync(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/sleep", `"workersMin":1`)
	job := q.run(`{"ms":200000}`)
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		answered := q.longPoll(method, "/status-sync/"+job, "")
		q.Advance(90*time.Second - 1)
		q.awaitWaiting(1)
		q.Advance(1)
		if r := await(t, answered); r.status != 200 || method == http.MethodGet &&
			!equalJSON(t, r.text, q.status(job).text) {
			t.Errorf("%s: %d %s", method, r.status, r.text)
		}
	}
	q.Advance(20 * time.Second)
	if r := q.call(http.MethodGet, "/status-sync/"+job, ""); !equalJSON(t, r.text, q.status(job).text) ||
		q.is(job) != "COMPLETED" {
		t.Errorf("finished: %s", r.text)
	}
	for _, path := range []string{"/status-sync/" + job, "/stream/" + job} {
		for _, wait := range []string{"soon", "", "NaN", "1s"} {
			if r := q.call(http.MethodGet, path+"?wait="+wait, ""); r.status != 400 ||
				r.message() != "wait must be a number of milliseconds" {
				t.Errorf("%s %q: %d %s", path, wait, r.status, r.text)
			}
		}
	}
	if r := q.call(http.MethodPost, "/runsync?wait=soon", `{"input":{}}`); r.status != 400 ||
		len(q.Objects("jobs")) != 1 {
		t.Errorf("%d %s, %v", r.status, r.text, q.Objects("jobs"))
	}
}

// Out of range the wait is clamped.
func TestLongPoll_clamps(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", "")
	job := q.run(`{}`)
	for wait, want := range map[string]time.Duration{
		"0": time.Second, "999": time.Second, "-1e400": time.Second, "1500": 1500 * time.Millisecond,
		"300001": 300 * time.Second, "1e400": 300 * time.Second,
	} {
		q.patch(`{"workersMax":0}`)
		for _, path := range []string{"/status-sync/", "/stream/"} {
			answered := q.longPoll(http.MethodGet, path+job+"?wait="+wait, "")
			q.Advance(want - 1)
			q.awaitWaiting(1)
			q.Advance(1)
			if r := await(t, answered); r.object()["status"] != "IN_QUEUE" {
				t.Errorf("%s: %d %s", wait, r.status, r.text)
			}
		}
	}
}

// slowChunk is a chunk that takes real time to encode, so that several requests find that the clock may advance.
type slowChunk struct{}

func (slowChunk) MarshalJSON() ([]byte, error) {
	time.Sleep(5 * time.Millisecond)
	return []byte("1"), nil
}

// However many requests wait for a job, the clock stops where the job ended: no other request advances it further.
func TestLongPoll_autoAdvanceStopsAtTheAnswer(t *testing.T) {
	t.Parallel()
	work := func(emulator.WorkerJob) emulator.WorkerResult {
		r := emulator.WorkerResult{After: time.Second}
		for range 20 {
			r.Chunks = append(r.Chunks, emulator.WorkerChunk{Output: slowChunk{}, After: time.Second})
		}
		return r
	}
	q := start(t, emulator.Options{AutoAdvance: true, Workers: map[string]emulator.WorkerFunc{"w": work}}).queue("w",
		`"workersMin":1`)
	begin, job := q.Now(), q.run(`{}`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if r := q.call(http.MethodGet, "/status-sync/"+job, ""); r.object()["status"] != "COMPLETED" {
				t.Errorf("%d %s", r.status, r.text)
			}
		})
	}
	all.Wait()
	if took := q.Now().Sub(begin); took != 21*time.Second {
		t.Errorf("the clock moved on by %v", took)
	}
}

// A client that goes away while it waits has no effect on the job.
func TestLongPoll_clientGoesAway(t *testing.T) {
	t.Parallel()
	left := make(chan *emulator.Exchange, 1)
	q := start(t, emulator.Options{Observe: func(ex *emulator.Exchange) {
		if ex.Operation == "RunJobSync" {
			left <- ex
		}
	}}).queue("emulator/sleep", `"workersMin":1`)
	ctx, leave := context.WithCancel(t.Context())
	answered := q.longPollWith(ctx, http.MethodPost, "/runsync", `{"input":{"ms":1000}}`)
	leave()
	if r := await(t, answered); r.status != 0 {
		t.Errorf("%d %s", r.status, r.text)
	}
	if ex := await(t, left); ex.Status != 0 || ex.Fault != "" {
		t.Errorf("observed %+v", ex)
	}
	q.awaitWaiting(0)
	q.Advance(time.Second)
	job, _ := q.Objects("jobs")[0]["id"].(string)
	if got := q.is(job); got != "COMPLETED" {
		t.Errorf("it is %s", got)
	}
}

// read sends a request and reads the answer; one that is cut has status 0.
func read(t *testing.T, request *http.Request) reply {
	t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return reply{}
	}
	text, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	return reply{response.StatusCode, response.Header, string(text)}
}
