package job_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// queue is an endpoint whose workers run an image.
type queue struct {
	*acctest.Env
	t  *testing.T
	id string
}

func queueOf(t *testing.T, image string, options ...emulator.Options) *queue {
	t.Helper()
	chosen := emulator.Options{AutoAdvance: true}
	if len(options) == 1 {
		chosen = options[0]
	}
	w := acctest.Start(t, chosen)
	return &queue{w, t, w.EndpointWith(image, api.EndpointFields{})}
}

// invoke invokes an action on the endpoint, and returns what it told and what was wrong.
func (q *queue) invoke(action string, config acctest.Values) (progress, says string) {
	q.t.Helper()
	config["endpoint_id"] = q.id
	lines, diags := q.Process().Invoke("podfleet_job_"+action, config)
	return strings.Join(lines, "\n"), acctest.Text(diags)
}

// invokedUntil is invoke with a time that is up when the service is about to answer an operation for the nth time.
func (q *queue) invokedUntil(operation string, nth int, action string, config acctest.Values) (progress, says string) {
	q.t.Helper()
	ctx, expire := contexttest.Expiring(q.t.Context())
	q.OnRequest(operation, nth, expire)
	config["endpoint_id"] = q.id
	lines, diags := q.Process().WithContext(ctx).Invoke("podfleet_job_"+action, config)
	return strings.Join(lines, "\n"), acctest.Text(diags)
}

// submit submits a job, and waits for its end, if it has one.
func (q *queue) submit(input string, waits bool) string {
	q.t.Helper()
	defer q.ClearJournal()
	if waits {
		return q.RunToEnd(q.id, input)
	}
	return q.Submit(q.id, input)
}

// once checks that an operation was asked for one time.
func (q *queue) once(operation string) {
	q.t.Helper()
	if got := len(q.Requests(operation)); got != 1 {
		q.t.Errorf("%d %s, want one", got, operation)
	}
}

// The action reports each chunk as it comes, once and without secrets, and the output at the end: what one run of the
// job streams before its worker dies is no part of it.
func TestJobRun_streams(t *testing.T) {
	t.Parallel()
	for image, want := range map[string]string{
		"emulator/stream": `Output of job \S+: "one"\nOutput of job \S+: \{"n":2\}\nJob \S+ is COMPLETED\.\n` +
			`Its output: \["one",\{"n":2\}\]$`,
		"team/dies": `Output of job \S+: 1\nOutput of job \S+: 2\nOutput of job \S+: \{[^\n]*"accessSecret":"\(redacted\)"[^\n]*\n` +
			`Job \S+ is COMPLETED\.\nIts output: \[2,\{[^\n]*"accessSecret":"\(redacted\)"[^\n]*$`,
	} {
		t.Run(image, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, image)
			q.HandleImage("team/dies", func(j emulator.WorkerJob) emulator.WorkerResult {
				chunks := []emulator.WorkerChunk{{Output: j.Attempt}, {Output: j.S3Config, After: time.Minute}}
				return emulator.WorkerResult{Chunks: chunks[:j.Attempt], Dies: j.Attempt == 1, After: time.Minute}
			})
			progress, says := q.invoke("run", acctest.Values{
				"input": `{"chunks":["one",{"n":2}],"interval_ms":1000}`,
				"s3_config": acctest.Values{"access_id": "id", "access_secret": "hunter2", "bucket_name": "b",
					"endpoint_url": "https://s3.example.com"},
			})
			matches(t, "told", `^Submitted job [^\n]*\nJob \S+ is IN_QUEUE\.\nJob \S+ is IN_PROGRESS\.\n`+want, progress)
			matches(t, "says", `^$`, says)
			q.once("RunJob")
			q.once("GetJobStatus")
		})
	}
}

// A byte that is no text ends no action: the protocol has texts only.
func TestJobRun_streamsNoText(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/stream")
	q.Rewrite().Use(func(answer *emulatortest.Answer) {
		answer.Body = bytes.ReplaceAll(answer.Body, []byte(`"one"`), []byte("\"on\xff\""))
	})
	progress, _ := q.invoke("run", acctest.Values{"input": `{"chunks":["one",{"n":2}],"interval_ms":1000}`})
	if !utf8.ValidString(progress) {
		t.Errorf("told %q", progress)
	}
	matches(t, "told", `: "on\x{FFFD}"\nOutput of job \S+: \{"n":2\}\nJob \S+ is COMPLETED\.\n`, progress)
}

// The ID is told at once, each status once, and the output at the end.
func TestJobRun_tellsTheOutput(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/echo")
	progress, says := q.invoke("run", acctest.Values{"input": `{"long":"` + strings.Repeat("é", 2000) + `"}`})
	matches(t, "told", `^Submitted job (\S+) to endpoint \w+\. [^\n]*\nJob \S+ is IN_QUEUE\.\nJob \S+ is COMPLETED\.\n`+
		`Its output: \{"long":"é+… \(4011 bytes in total\)$`, progress)
	matches(t, "says", `^$`, says)
}

func TestJobRun_sendsAll(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "team/spy")
	q.HandleImage("team/spy", func(j emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Output: j.S3Config}
	})
	progress, says := q.invoke("run", acctest.Values{
		"input": `{"a":1}`, "webhook": "https://example.com/hook",
		"policy": acctest.Values{"execution_timeout": 60000, "low_priority": false, "ttl": 120000},
		"s3_config": acctest.Values{"access_id": "id", "access_secret": "hunter2", "bucket_name": "b",
			"endpoint_url": "https://s3.example.com"},
	})
	matches(t, "says", `^$`, says)
	// The worker has all of it. What it repeats of the secret is hidden.
	matches(t, "told", `Its output: \{"accessId":"id","accessSecret":"\(redacted\)","bucketName":"b","endpointUrl":"https://s3.example.com"\}$`, progress)
	sent := q.Requests("RunJob")
	if len(sent) != 1 {
		t.Fatal(sent)
	}
	for _, part := range []string{`"webhook":"https://example.com/hook"`, `"executionTimeout":60000`, `"ttl":120000`,
		`"lowPriority":false`, `"input":{"a":1}`} {
		if !strings.Contains(string(sent[0].Body), part) {
			t.Errorf("%s is not in %s", part, sent[0].Body)
		}
	}
}

// What is secret in the input is in nothing that is told, though the worker repeats it.
func TestJobRun_hidesWhatIsSensitive(t *testing.T) {
	t.Parallel()
	for _, image := range []string{"emulator/echo", "emulator/stream", "emulator/fail"} {
		t.Run(image, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, image)
			progress, says := q.invoke("run", acctest.Values{
				"input":     `{"message":"hunter2 & co 31337","pin":31337,"token":"hunter2","chunks":["hunter2",31337]}`,
				"sensitive": true})
			if all := progress + says; strings.Contains(all, "hunter2") || strings.Contains(all, "31337") ||
				!strings.Contains(all, "(redacted)") && !strings.Contains(all, "bytes in total") {
				t.Errorf("%s\n%s", progress, says)
			}
		})
	}
}

// Any other end is an error, with its cause.
func TestJobRun_endsBadly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		image  string
		config acctest.Values
		says   string
	}{
		"failed": {"emulator/fail", acctest.Values{"input": `{"message":"out of memory"}`},
			`^ERROR: The job ended FAILED: .*The service said: out of memory.*worker \w+.*Next: read the worker`},
		"its ttl": {"emulator/sleep", acctest.Values{"input": `{"ms":60000}`,
			"policy": acctest.Values{"ttl": 10000, "execution_timeout": 10000}},
			`^ERROR: The job no longer exists: .*Either its ttl was over`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, test.image)
			_, says := q.invoke("run", test.config)
			matches(t, "says", test.says, says)
			q.once("RunJob")
		})
	}
}

func TestJobRun_refused(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/echo")
	for want, config := range map[string]acctest.Values{
		`input must be a JSON object`: {"input": `[]`},
		`execution_timeout exceeds ttl`: {"input": `{}`,
			"policy": acctest.Values{"execution_timeout": 20000, "ttl": 10000}},
		`s3_config.endpoint_url must be a URL`: {"input": `{}`,
			"s3_config": acctest.Values{"access_id": "a", "access_secret": "s", "bucket_name": "b",
				"endpoint_url": "s3.example.com"}},
		`policy.ttl value must be between 10000 and 604800000, got: 1`: {"input": `{}`, "policy": acctest.Values{"ttl": 1}},
	} {
		if _, says := q.invoke("run", config); !strings.Contains(says, want) {
			t.Errorf("want %s: %s", want, says)
		}
	}
	q.ExpectRequests()
	q.id = "none"
	_, says := q.invoke("run", acctest.Values{"input": `{}`})
	matches(t, "says", `^ERROR: Cannot submit job: .*The endpoint none does not exist.*Next: check endpoint_id`, says)
}

// A submission is not repeated: it would run twice. The advice names only what people can do with an action.
func TestJobRun_lostAnswer(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/echo")
	q.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter})
	_, says := q.invoke("run", acctest.Values{"input": `{}`})
	matches(t, "says", `^ERROR: Cannot submit job: .*does not know whether the service accepted the job. It did not submit the job again`+
		`.*check it with the data source podfleet_job, or end it with the action podfleet_job_cancel\. If the service did not accept the job, invoke this action again\.$`, says)
	if strings.Contains(says, "import") || strings.Contains(says, "apply again") {
		t.Error(says)
	}
	q.once("RunJob")
}

// What the plugin protocol lets through before an interruption is all that people can count on.
const endsIt = `continues and is billed\. To end it, use the action podfleet_job_cancel\.`

func TestJobRun_interrupted(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	q.interrupted("run", acctest.Values{"input": `{"ms":3600000}`},
		`^Submitted job \S+ to endpoint \w+\. If the run is interrupted, the job `+endsIt)
}

// interrupted invokes an action, and interrupts it at its first line, which must be the one that is wanted.
func (q *queue) interrupted(action string, config acctest.Values, line string) {
	q.t.Helper()
	config["endpoint_id"] = q.id
	p := q.Process()
	progress, diags := p.Invoke("podfleet_job_"+action, config, func(string) {
		if err := p.Interrupt(); err != nil {
			q.t.Error(err)
		}
	})
	matches(q.t, "told", line, strings.Join(progress, "\n"))
	// Where nothing is between provider and CLI, as here, the end is told too.
	matches(q.t, "says", `^ERROR: Interrupted while waiting for the job: The job \S+ on the endpoint \w+ is still running or queued\.\n\n.*is billed while it runs.*\n\nNext: check the job\.`, acctest.Text(diags))
}

func TestJobCancel(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	waiting := q.submit(`{"ms":60000}`, false)
	for range 2 { // Once more changes nothing.
		progress, says := q.invoke("cancel", acctest.Values{"job_id": waiting})
		matches(t, "told", `^Job \S+ has ended CANCELLED\.$`, progress)
		matches(t, "says", `^$`, says)
		q.ExpectRequests("CancelJob")
	}
	_, says := q.invoke("cancel", acctest.Values{"job_id": "none"})
	matches(t, "says", `^ERROR: Cannot cancel job: .*Next: check job_id`, says)
	done := queueOf(t, "emulator/echo")
	id := done.submit(`{}`, true)
	progress, says := done.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "told", `^Job \S+ has ended COMPLETED\.$`, progress)
	matches(t, "says", `^$`, says)
	done.ExpectRequests("CancelJob")
	done.id = "none"
	_, says = done.invoke("cancel", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: Cannot cancel job: .*The endpoint none does not exist`, says)
}

// The cancel is repeated until the service says that the job has ended, or the time is up.
func TestJobCancel_notYet(t *testing.T) {
	t.Parallel()
	for ends, want := range map[bool]string{
		true:  `^$`,
		false: `^ERROR: Cannot cancel job: .*timeouts \{ invoke = `,
	} {
		t.Run(fmt.Sprint(ends), func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/sleep", emulator.Options{})
			id := q.submit(`{"ms":60000}`, false)
			answers := 0
			q.Rewrite().Use(func(a *emulatortest.Answer) {
				if answers++; a.Operation == "CancelJob" && (!ends || answers < 3) {
					a.Body = []byte(strings.ReplaceAll(string(a.Body), "CANCELLED", "IN_PROGRESS"))
				}
			})
			timeUp := map[bool]int{true: 99, false: 3}[ends]
			progress, says := q.invokedUntil("CancelJob", timeUp, "cancel", acctest.Values{"job_id": id})
			matches(t, "says", want, says)
			if ends != strings.HasSuffix(progress, "has ended CANCELLED.") || len(q.Requests("CancelJob")) < 3 {
				t.Errorf("%d requests: %s", len(q.Requests("CancelJob")), progress)
			}
		})
	}
}

// The configured time of an action is its limit.
func TestJobCancel_timeout(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{})
	id := q.submit(`{"ms":60000}`, false)
	answers := 0
	q.Rewrite().Use(func(a *emulatortest.Answer) {
		if answers++; answers < 100 { // Without a limit, it ends then, 1.5 s later.
			a.Body = []byte(strings.ReplaceAll(string(a.Body), "CANCELLED", "IN_PROGRESS"))
		}
	})
	_, says := q.invoke("cancel", acctest.Values{"job_id": id, "timeouts": acctest.Values{"invoke": "50ms"}})
	matches(t, "says", `^ERROR: Cannot cancel job: .*timeouts \{ invoke = `, says)
}

func TestJobRetry(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/fail")
	id := q.submit(`{"times":1}`, true)
	progress, says := q.invoke("retry", acctest.Values{"job_id": id})
	matches(t, "told", `^Job \S+ on endpoint \w+ runs again\. If the run.*\nJob \S+ is IN_QUEUE\..*\nJob \S+ is COMPLETED\.`, progress)
	matches(t, "says", `^$`, says)
	q.once("RetryJob")

	q.AllowBadRequests()
	_, says = q.invoke("retry", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: Cannot retry job: not valid: .*Next: check job_id.*Only a job that ended FAILED or TIMED_OUT can run again`, says)

	id = q.submit(`{"times":9}`, true)
	_, says = q.invoke("retry", acctest.Values{"job_id": id})
	matches(t, "says", `^ERROR: The job ended FAILED: `, says)

	_, says = q.invoke("retry", acctest.Values{"job_id": "none"})
	matches(t, "says", `^ERROR: Cannot retry job: .*Next: check job_id`, says)
}

// Asked twice it could run twice: it is looked at instead.
func TestJobRetry_lostAnswer(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{emulator.FaultResetAfter: `^$`,
		emulator.FaultReset: `^ERROR: The job ended FAILED: `} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/fail")
			id := q.submit(`{"times":1}`, true)
			q.SetFaults(emulator.Fault{Operation: "RetryJob", Kind: fault})
			progress, says := q.invoke("retry", acctest.Values{"job_id": id})
			matches(t, "told", fmt.Sprintf(`^The provider got no usable response .* checks whether job %s runs again`, id),
				progress)
			matches(t, "says", want, says)
			q.once("RetryJob")
		})
	}
}

func TestJobRetry_interrupted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lost bool
		want string
	}{
		"answered":      {false, `^Job \S+ on endpoint \w+ runs again\. If the run is interrupted, the job `},
		"a lost answer": {true, `^The provider got no usable response .* If the run is interrupted, the job `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := queueOf(t, "emulator/fail")
			id := q.submit(`{"times":1}`, true)
			// No look gets through, so that the end of the job cannot come first.
			faults := []emulator.Fault{
				{Operation: "StreamJob", Kind: emulator.FaultReset},
				{Operation: "GetJobStatusSync", Kind: emulator.FaultReset},
				{Operation: "GetJobStatus", Kind: emulator.FaultReset},
			}
			if test.lost {
				faults = append(faults, emulator.Fault{Operation: "RetryJob", Kind: emulator.FaultResetAfter})
			}
			q.SetFaults(faults...)
			q.interrupted("retry", acctest.Values{"job_id": id}, test.want+endsIt)
		})
	}
}
