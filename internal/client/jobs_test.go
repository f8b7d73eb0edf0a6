package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

const (
	queued    = `{"id":"j-1","status":"IN_QUEUE"}`
	completed = `{"id":"j-1","status":"COMPLETED","delayTime":12,"executionTime":345,"workerId":"w-1","output":{"n":12345678901234567890},"retries":1}`
	paused    = `{"status":409,"title":"Conflict","detail":"endpoint is paused","code":"ENDPOINT_PAUSED"}`
	noJob     = `{"status":404,"title":"Not Found","detail":"job not found"}`
)

var anInput = jobs.Submission{Input: json.RawMessage(`{"big": 12345678901234567890}`)}

func TestRunJob_sendsExactlyWhatWasGiven(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusOK, body: queued}, answer{status: http.StatusOK, body: queued})
	c := s.client(t)
	if _, err := c.RunJob(t.Context(), "e/p", anInput); err != nil {
		t.Fatal(err)
	}
	_, err := c.RunJob(t.Context(), "ep", jobs.Submission{
		Input: json.RawMessage(`{}`), Webhook: "https://example.com/?a=1&b=2",
		Policy: jobs.Policy{ExecutionTimeout: members.Some(int64(5000)), LowPriority: members.Some(false),
			TTL: members.Some(int64(10000))},
		S3Config: &jobs.S3Config{AccessID: "id", AccessSecret: "secret", BucketName: "bucket",
			EndpointURL: "https://s3.example.com"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []receivedRequest{
		{method: "POST", path: "/v2/e%2Fp/run", body: `{"input":{"big":12345678901234567890}}`},
		{method: "POST", path: "/v2/ep/run",
			body: `{"input":{},"webhook":"https://example.com/?a=1&b=2",` +
				`"policy":{"executionTimeout":5000,"lowPriority":false,"ttl":10000},` +
				`"s3Config":{"accessId":"id","accessSecret":"secret","bucketName":"bucket","endpointUrl":"https://s3.example.com"}}`},
	}
	for i, got := range s.requests() {
		got.header = nil
		if got.method != want[i].method || got.path != want[i].path || got.query != want[i].query ||
			got.body != want[i].body {
			t.Errorf("request %d is\n%v\nwant\n%v", i, got, want[i])
		}
	}
}

func TestRunJob_needsAQueueURL(t *testing.T) {
	t.Parallel()
	s := serve(t)
	c := s.client(t, func(config *client.Config) { config.QueueURL = nil })
	if _, err := c.RunJob(t.Context(), "ep", anInput); !errors.Is(err, transport.ErrNoQueueURL) ||
		transport.OutcomeUnknown(err) {
		t.Errorf("got %v", err)
	}
	if c.HasQueue() || len(s.requests()) != 0 {
		t.Error("something was sent")
	}
}

// A job that runs twice bills twice.
func TestRunJob_isNeverRepeatedBlindly(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]answer{
		"cut":       {status: http.StatusOK, body: `{"id":`, cut: true},
		"front end": {status: http.StatusBadGateway, body: "<html>"},
		"500":       {status: http.StatusInternalServerError, body: `{"detail":"internal error"}`},
		"500 of words that refuse a create": {status: http.StatusInternalServerError,
			body: `{"detail":"there are no instances available now"}`},
		"no id":      {status: http.StatusOK, body: `{"status":"IN_QUEUE"}`},
		"no status":  {status: http.StatusOK, body: `{"id":"j-1"}`},
		"not a word": {status: http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, lost, answer{status: http.StatusOK, body: queued})
			if _, err := s.client(t).RunJob(t.Context(), "ep", anInput); !transport.OutcomeUnknown(err) {
				t.Errorf("want an unknown outcome, got %v", err)
			}
			if n := len(s.requests()); n != 1 {
				t.Errorf("sent %d times", n)
			}
		})
	}
}

func TestRunJob_asksAPausedEndpointAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusConflict, body: paused}, answer{status: http.StatusConflict, body: paused},
		answer{status: http.StatusOK, body: queued})
	job, err := s.client(t).RunJob(t.Context(), "ep", anInput)
	if err != nil || job.Status != jobs.InQueue || len(s.requests()) != 3 {
		t.Errorf("got %v, %v after %d requests", job, err, len(s.requests()))
	}
}

func TestRunJob_believesAPausedEndpointInTheEnd(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusConflict, body: paused}, answer{status: http.StatusOK, body: queued})
	c := s.client(t, func(config *client.Config) { config.Times.Paused = time.Nanosecond })
	if _, err := c.RunJob(t.Context(), "ep", anInput); !transport.HasKind(err, transport.KindPaused) ||
		transport.OutcomeUnknown(err) {
		t.Errorf("got %v", err)
	}
}

func TestRunJob_waitsOutARateLimit(t *testing.T) {
	t.Parallel()
	tooMany := answer{status: http.StatusTooManyRequests,
		body: `{"status":429,"title":"Too Many Requests","detail":"rate limit"}`}
	s := serve(t, tooMany, tooMany, tooMany, answer{status: http.StatusOK, body: queued})
	c := s.client(t, func(config *client.Config) { config.MaxRetries = 0 })
	if _, err := c.RunJob(t.Context(), "ep", anInput); err != nil || len(s.requests()) != 4 {
		t.Errorf("got %v after %d requests", err, len(s.requests()))
	}
}

// Between two attempts nothing is under way, and nobody is kept waiting.
func TestRunJob_isInterruptedInARateLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusTooManyRequests, header: map[string]string{"Retry-After": "60"}})
	ctx, expire := contexttest.Expiring(t.Context())
	c := s.client(t, func(config *client.Config) {
		config.ObserveAttempt = func(context.Context, transport.Attempt) { expire() }
	})
	began := time.Now()
	if _, err := c.RunJob(ctx, "ep", anInput); !transport.IsRateLimited(err) ||
		!errors.Is(err, context.DeadlineExceeded) || transport.OutcomeUnknown(err) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took >= time.Minute {
		t.Errorf("it took %s", took)
	}
}

// Nobody listens, so nothing was submitted: it is tried as often as anything else.
func TestRunJob_isRepeatedWhereNobodyListens(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.Close()
	attempts := 0
	c := s.client(t, func(config *client.Config) {
		config.ObserveAttempt = func(context.Context, transport.Attempt) { attempts++ }
	})
	if _, err := c.RunJob(t.Context(), "ep", anInput); err == nil || transport.OutcomeUnknown(err) || attempts != 4 {
		t.Errorf("%d attempts: %v", attempts, err)
	}
}

// Who interrupts a submission gets its answer all the same: the id is in nothing else.
func TestRunJob_isAnsweredAlthoughInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		interrupt()
		select {
		case <-r.Context().Done():
			t.Error("the client hung up")
		case <-time.After(20 * time.Millisecond): // Long enough to notice, and no reason to give up.
		}
		_, _ = io.WriteString(w, queued)
	}))
	t.Cleanup(service.Close)
	c := newClient(t, service.URL+"/v1")
	if job, err := c.RunJob(ctx, "ep", anInput); err != nil || job.ID != "j-1" {
		t.Errorf("got %v, %v", job, err)
	}
	if _, err := c.RunJob(ctx, "ep", anInput); !errors.Is(err, context.Canceled) || transport.OutcomeUnknown(err) {
		t.Errorf("afterwards nothing is submitted: got %v", err)
	}
}

func TestRunJob_saysWhatRefusedItWhenTimeIsUp(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusConflict, body: paused})
	ctx, expire := contexttest.Expiring(t.Context())
	c := s.client(t, func(config *client.Config) {
		config.Times.Poll = pacing.Backoff{Min: time.Hour, Max: time.Hour}
		config.ObserveAttempt = func(context.Context, transport.Attempt) { expire() }
	})
	if _, err := c.RunJob(ctx, "ep", anInput); !transport.HasKind(err, transport.KindPaused) ||
		!errors.Is(err, context.DeadlineExceeded) ||
		transport.OutcomeUnknown(err) {
		t.Errorf("got %v", err)
	}
}

func TestGetJob_keepsTheOutputToTheDigit(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusOK, body: completed},
		answer{status: http.StatusOK, body: `{"id":"j-2","status":"COMPLETED"}`})
	c := s.client(t)
	job, err := c.GetJob(t.Context(), "ep", "j-1")
	if err != nil {
		t.Fatal(err)
	}
	if string(job.Output) != `{"n":12345678901234567890}` || job.DelayTime.Or(0) != 12 ||
		job.ExecutionTime.Or(0) != 345 || job.WorkerID.Or("") != "w-1" || job.Retries.Or(0) != 1 {
		t.Errorf("got %+v", job)
	}
	if _, err := c.GetJob(t.Context(), "ep", "j-1"); err == nil {
		t.Error("an answer about another job was taken for this one's")
	}
}

func TestCancelAndRetry(t *testing.T) {
	t.Parallel()
	cut := answer{status: http.StatusOK, cut: true}
	s := serve(t, cut, answer{status: http.StatusOK, body: `{"id":"j-1","status":"CANCELLED"}`}, cut)
	c := s.client(t)
	if job, err := c.CancelJob(t.Context(), "ep", "j-1"); err != nil || job.Status != jobs.Cancelled {
		t.Errorf("cancelling twice is cancelling once: got %v, %v", job, err)
	}
	if _, err := c.RetryJob(t.Context(), "ep", "j-1"); !transport.OutcomeUnknown(err) {
		t.Errorf("retrying twice is not: got %v", err)
	}
	want := []string{"/v2/ep/cancel/j-1", "/v2/ep/cancel/j-1", "/v2/ep/retry/j-1"}
	for i, got := range s.requests() {
		if got.path != want[i] || got.method != http.MethodPost || got.body != "" {
			t.Errorf("request %d is %v", i, got)
		}
	}
}

func TestQueue(t *testing.T) {
	t.Parallel()
	s := serve(t,
		answer{status: http.StatusOK, body: `{"jobs":{"inQueue":3},"workers":{"idle":0}}`},
		answer{status: http.StatusOK, body: `{"removed":3,"status":"completed"}`},
		answer{status: http.StatusOK, cut: true},
	)
	c := s.client(t)
	health, err := c.GetHealth(t.Context(), "ep")
	if err != nil {
		t.Fatal(err)
	}
	if _, present := health.Workers.Ready.Get(); present || health.Jobs.InQueue.Or(0) != 3 {
		t.Errorf("got %+v", health)
	}
	if said, none := health.String(), (jobs.Health{}).String(); said != "jobs inQueue 3, workers idle 0" ||
		none != "nothing" {
		t.Errorf("said %q, and %q of nothing", said, none)
	}
	if n, err := c.PurgeQueue(t.Context(), "ep"); err != nil || n != 3 {
		t.Errorf("got %d, %v", n, err)
	}
	if _, err := c.PurgeQueue(t.Context(), "ep"); !transport.OutcomeUnknown(err) || len(s.requests()) != 3 {
		t.Errorf("by now other jobs may wait: got %v after %d requests", err, len(s.requests()))
	}
}

// A list of jobs with an item that is no job with an ID says nothing, and an answer without a list is none.
func TestListJobs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`{"requests":[]}`: {},
		`{"requests":[` + queued + `,` + completed + `]}`:    {"j-1", "j-1"},
		`{"requests":[` + queued + `,{},` + completed + `]}`: nil,
		`{"requests":[` + queued + `,7]}`:                    nil,
		`{}`:                                                 nil,
	} {
		jobs, err := serve(t, answer{status: 200, body: body}).client(t, func(config *client.Config) {
			config.MaxRetries = 0
		}).ListJobs(t.Context(), "e")
		var got []string
		for _, job := range jobs {
			got = append(got, job.ID)
		}
		if !slices.Equal(got, want) || (err != nil) != (want == nil) {
			t.Errorf("%s: %v, %v", body, got, err)
		}
	}
}
