package job_test

import (
	"bytes"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// unfinished is a job on an endpoint whose workers never report, made without waiting for it.
func unfinished(t *testing.T, w *acctest.Env, p *acctest.Process) acctest.Instance {
	t.Helper()
	made := p.MustApply(typeName, acctest.Instance{},
		acctest.Values{"endpoint_id": w.Endpoint("emulator/hang"), "input": "{}", "wait_for_completion": false})
	w.ClearJournal()
	return made
}

// A 404 that is not the service's own proves nothing about a job that bills.
func TestJob_somebodyElses404(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	made := unfinished(t, w, p)
	notThere := emulator.Fault{Kind: emulator.FaultHTML, Status: http.StatusNotFound}
	var faults []emulator.Fault
	for _, operation := range []string{"GetJobStatus", "CancelJob", "ListRequests"} {
		notThere.Operation = operation
		faults = append(faults, notThere)
	}
	w.SetFaults(faults...)
	read, diags := p.Read(typeName, made)
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read job") ||
		!strings.Contains(says, "check queue_url") {
		t.Errorf("%s", says)
	}
	if got := p.Attributes(typeName, read.State)["status"]; got.Equal(text("EXPIRED")) {
		t.Errorf("the status is %v", got)
	}
	if _, diags := p.Destroy(typeName, made); !strings.HasPrefix(acctest.Text(diags), "ERROR: Cannot cancel job") {
		t.Errorf("%s", acctest.Text(diags))
	}
}

// What vanished without a refresh is destroyed all the same.
func TestJob_destroyOfWhatIsGone(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	made := unfinished(t, w, p)
	w.Remove(kind, w.OnlyID(kind))
	if _, diags := p.Destroy(typeName, made); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
}

// A create can take a secret out of what a worker complains of. A refresh cannot, so it keeps the complaint out of the
// state.
func TestJob_secretInAnError(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	made := p.MustApply(typeName, acctest.Instance{}, acctest.Values{
		"endpoint_id": w.Endpoint("emulator/fail"), "input_wo": `{"message":"hunter2 is wrong"}`, "input_wo_version": 1,
		"wait_for_completion": false,
	})
	read, diags := p.Read(typeName, made)
	got := p.Attributes(typeName, read.State)
	if !got["status"].Equal(text("FAILED")) || strings.Contains(got["error"].String(), "hunter2") ||
		got["error"].IsNull() || len(diags) != 0 {
		t.Errorf("%v %s", got["error"], acctest.Text(diags))
	}
}

// The bucket's secret gets to the worker, from wherever it is configured.
func TestJob_secretOfTheBucket(t *testing.T) {
	t.Parallel()
	for _, attribute := range []string{"access_secret", "access_secret_wo"} {
		t.Run(attribute, func(t *testing.T) {
			t.Parallel()
			w := acctest.Start(t)
			w.HandleImage("bucket", func(job emulator.WorkerJob) emulator.WorkerResult {
				return emulator.WorkerResult{Output: strings.Contains(string(job.S3Config),
					`"accessSecret":"correct-horse"`)}
			})
			p := w.Process()
			made, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{
				"endpoint_id": w.Endpoint("bucket"), "input": "{}",
				"s3_config": acctest.Values{"access_id": "id", attribute: "correct-horse", "bucket_name": "b",
					"endpoint_url": "https://s3.example.com"},
			})
			if got := p.Attributes(typeName, made.State); !got["output"].Equal(text("true")) {
				t.Errorf("%v %s", got["output"], acctest.Text(diags))
			}
		})
	}
}

// One failure does not cost the output.
func TestJob_lateOutputFails(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"endpoint_id": w.Endpoint("emulator/echo"), "input": `{"a":1}`, "store_output": false}
	made := p.MustApply(typeName, acctest.Instance{}, config)
	config["store_output"] = true
	w.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStatus, Status: 500, Count: 1})
	kept, diags := p.Apply(typeName, made, config)
	before, after := p.Attributes(typeName, made.State)["store_output"],
		p.Attributes(typeName, kept.State)["store_output"]
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read job") || !after.Equal(before) {
		t.Errorf("%s", says)
	}
	stored, diags := p.Apply(typeName, kept, config)
	if got := p.Attributes(typeName, stored.State)["output"]; !got.Equal(text(`{"a":1}`)) || len(diags) != 0 {
		t.Errorf("%v %s", got, acctest.Text(diags))
	}
}

// A job that has completed needs no queue_url, and does not stop a destroy, which begins with its plan.
func TestJob_doneWithoutQueueURL(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	config := acctest.Values{"endpoint_id": w.Endpoint("emulator/echo"), "input": `{"a":1}`}
	made := p.MustApply(typeName, acctest.Instance{}, config)
	without := w.Process(acctest.Values{"queue_url": ""})
	if says := acctest.Text(without.Plan(typeName, made, config).Diagnostics); says != "" {
		t.Error(says)
	}
	config["triggers"] = map[string]string{"a": "b"}
	if says := acctest.Text(without.Plan(typeName, made, config).Diagnostics); !strings.Contains(says, "queue_url") {
		t.Errorf("a new job: %q", says)
	}
}

// With the key of another account, a job of the state is neither EXPIRED nor gone: it goes on, and is billed.
func TestJob_otherAccount(t *testing.T) {
	t.Parallel()
	own, other := acctest.Start(t), acctest.Start(t)
	made := unfinished(t, own, own.Process())
	other.Put(emulator.KindPods, "p1", map[string]any{
		"name": "p", "imageName": "i", "consumerUserId": "user_b"})
	p := other.Process(acctest.Values{"account_id": []string{"user_a"}})
	read, diags := p.Read(typeName, made)
	const elsewhere = "probably belongs to another account"
	says := acctest.Text(diags)
	if !strings.Contains(says, elsewhere) || !bytes.Equal(read.State.MsgPack, made.State.MsgPack) {
		t.Errorf("a refresh: %v, %s", p.Attributes(typeName, read.State)["status"], says)
	}
	if _, diags := p.Destroy(typeName, made); !strings.Contains(acctest.Text(diags), elsewhere) {
		t.Errorf("a destroy: %s", acctest.Text(diags))
	}
}

// An input that is too large is refused before a plan: in the apply, a replacement would have ended the old job.
func TestJob_tooLarge(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	endpoint := w.Endpoint("emulator/hang")
	for name, more := range map[string]acctest.Values{"input": {}, "input_wo": {"input_wo_version": 1}} {
		config := acctest.Values{"endpoint_id": endpoint, name: `{"a":"` + strings.Repeat("x", 10<<20) + `"}`}
		maps.Copy(config, more)
		acctest.ExpectError(t, w.Process().Validate(typeName, config), `The input is too large: .*10 MiB.*\(at `+name+`\)`)
	}
}
