package job_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

func TestJob_inputVersion(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	with := func(text string, version int) string {
		return hcl(endpoint, fmt.Sprintf("  input_wo = jsonencode({ a = %q })\n  input_wo_version = %d", text, version))
	}
	it := w.Process().Object(typeName)
	it.Apply(with("x", 1), acctest.Create)
	w.ExpectSent("RunJob", `{"input":{"a":"x"}}`)
	it.Expect("input_wo", nil)
	it.Expect("status", "COMPLETED")
	it.Apply(with("y", 1), acctest.NoOp)
	w.ExpectRequests()
	it.Apply(with("y", 2), acctest.Replace)
	w.ExpectSent("RunJob", `{"input":{"a":"y"}}`)
}

// An import submits nothing, and takes over what the service does not return.
func TestJob_import(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	made := w.RunToEnd(endpoint, `{"a":1}`)
	w.ClearJournal()
	p := w.Process()
	imported := p.MustImport(typeName, endpoint+"/"+made, "")
	got := p.Attributes(typeName, imported.State)
	if !got["output"].IsNull() || !got["endpoint_id"].Equal(tftypes.NewValue(tftypes.String, endpoint)) {
		t.Errorf("imported %v", got)
	}
	config := acctest.Values{"endpoint_id": endpoint, "input": `{"a":1}`, "webhook": "https://example.com",
		"triggers": map[string]string{"a": "b"}}
	plan := p.Plan(typeName, imported, config)
	if len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
		!strings.Contains(acctest.Text(plan.Diagnostics), "The job "+made+
			" was imported, and the API did not return these attributes: input, triggers, webhook.") {
		t.Errorf("the plan replaces %v and says\n%s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
	}
	adopted, diags := p.Apply(typeName, imported, config)
	got = p.Attributes(typeName, adopted.State)
	if !got["status"].Equal(tftypes.NewValue(tftypes.String, "COMPLETED")) || len(diags) != 0 {
		t.Errorf("adopted as %v: %s", got, acctest.Text(diags))
	}
	if !got["output"].Equal(tftypes.NewValue(tftypes.String, `{"a":1}`)) {
		t.Errorf("the update stores %v", got["output"])
	}
	w.ExpectRequests("GetJobStatus", "GetJobStatus") // The import, and the update.
	if again := p.Plan(typeName, adopted, config); !bytes.Equal(again.PlannedState.MsgPack, adopted.State.MsgPack) {
		t.Error("the plan after it is not empty")
	}
	// Of another endpoint it would be another job: that is known.
	for says, endpointID := range map[string]any{
		"endpoint_id is \"other\".": "other",
		// The endpoint and an import of its job stand in the same configuration, and the endpoint is to be created.
		"endpoint_id is <unknown>.": tftypes.UnknownValue,
	} {
		elsewhere := maps.Clone(config)
		elsewhere["endpoint_id"] = endpointID
		text := "ERROR: The imported job belongs to another endpoint: The job " + made + " was imported " +
			"from the endpoint " + endpoint + ", and " + says
		if plan := p.Plan(typeName, imported, elsewhere); len(plan.RequiresReplace) != 0 ||
			!strings.HasPrefix(acctest.Text(plan.Diagnostics), text) {
			t.Errorf("the plan replaces %v, and says %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
		}
	}
	// From now on it is like any other.
	config["input"] = `{"a":2}`
	if plan := p.Plan(typeName, adopted, config); len(plan.RequiresReplace) != 1 {
		t.Errorf("the plan replaces %v", plan.RequiresReplace)
	}
}

// Whether output and error are secret only the configuration says: until then an import keeps them out of the state.
func TestJob_importOfASecretResult(t *testing.T) {
	t.Parallel()
	const input = `{"message":"hunter2-hunter2 is wrong","token":"hunter2-hunter2"}`
	secret := "input_wo = jsonencode({})\n input_wo_version = 1\n"
	for name, test := range map[string]struct {
		image, config       string
		asked               []string
		hasOutput, hasError bool // in the state after the update
	}{
		"output": {image: "emulator/echo", config: "input = jsonencode({})",
			asked: []string{"GetJobStatus"}, hasOutput: true},
		"no output": {image: "emulator/echo", config: secret + "store_output = false"},
		"error": {image: "emulator/fail", config: "input = jsonencode({})",
			asked: []string{"GetJobStatus"}, hasError: true},
		"error of a secret input": {image: "emulator/fail", config: secret, asked: []string{"GetJobStatus"}},
		"neither":                 {image: "emulator/fail", config: secret + "store_output = false"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			endpoint := w.Endpoint(test.image)
			made := w.RunToEnd(endpoint, input)
			it := w.Process().Object(typeName)
			it.Import(endpoint + "/" + made)
			it.Refresh()
			if strings.Contains(string(it.Instance.State.MsgPack), "hunter2") {
				t.Errorf("imported: %s", it.Instance.State.MsgPack)
			}
			w.ClearJournal()
			says := acctest.Text(it.Apply(hcl(endpoint, test.config+"\n on_failure = \"keep\""), acctest.Update))
			w.ExpectRequests(test.asked...)
			it.Refresh()
			state := string(it.JSON("output")) + string(it.JSON("error"))
			if has := strings.Contains(state, "hunter2"); has != (test.hasOutput || test.hasError) ||
				strings.Contains(says, "hunter2") || test.hasError != strings.Contains(string(it.JSON("error")), "hunter2") {
				t.Errorf("after the update: %s, which said %s", state, says)
			}
			// Its like for ever after.
			it.Apply(hcl(endpoint, test.config+"\n on_failure = \"keep\""), acctest.NoOp)
		})
	}
}

func TestJob_importOfNothing(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	for name, test := range map[string]struct{ id, want string }{
		"no such job":      {endpoint + "/no-such-job", "^ERROR: Cannot import job"},
		"no such endpoint": {"nowhere/no-such-job", "^ERROR: Cannot import job"},
		"no slash":         {"no-slash", `use the ID of the endpoint and the ID of the job, with a slash`},
		"no endpoint":      {"/x", `use the ID of the endpoint and the ID of the job, with a slash`},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := w.Process().Import(typeName, test.id, "")
			acctest.ExpectError(t, diags, test.want)
		})
	}
}

// A worker's error can quote a number of the input.
func TestJob_secretNumber(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	w.HandleImage("pin", func(emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Error: "wrong pin 987654321"}
	})
	made, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{
		"endpoint_id": w.Endpoint("pin"), "input_wo": `{"pin":987654321}`, "input_wo_version": 1})
	got := p.Attributes(typeName, made.State)["error"].String()
	if strings.Contains(got+acctest.Text(diags), "987654321") {
		t.Errorf("in the state: %s", got)
	}
}

// The credentials of a bucket change while the job runs, and its error quotes those that it was sent.
func TestJob_rotatedBucketSecret(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	w.HandleImage("s3", func(j emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Error: "cannot sign with " + string(j.S3Config), After: time.Minute}
	})
	config := acctest.Values{"endpoint_id": w.Endpoint("s3"), "input": `{}`, "wait_for_completion": false}
	var made acctest.Instance
	for _, secret := range []string{"first-secret-value", "other-value-entirely"} { // The second one runs no job.
		config["s3_config"] = acctest.Values{"access_id": "id", "access_secret": secret, "bucket_name": "b",
			"endpoint_url": "https://s3.example.com"}
		made, _ = p.Apply(typeName, made, config)
	}
	w.Advance(2 * time.Minute)
	read, _ := p.Read(typeName, made)
	if got := p.Attributes(typeName, read.State)["error"]; got.IsNull() || strings.Contains(got.String(), "first-secret") {
		t.Errorf("in the state: %v", got)
	}
}

// Whatever in a webhook's URL is a credential, be it the user alone: whoever quotes it, in a refusal of the submission
// or of the cancel, or in a job's error, neither a diagnostic nor the job's error in the state has it.
func TestJob_webhookCredentials(t *testing.T) {
	t.Parallel()
	const secret = "tok-4f9a"
	for name, webhook := range map[string]string{
		"password":           "https://bob:" + secret + "@hooks.example.com/in",
		"user":               "https://" + secret + "@hooks.example.com/in",
		"user of a password": "https://" + secret + ":x-oauth-basic@hooks.example.com/in",
		"query":              "https://hooks.example.com/in?format=json&key=" + secret,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			rewriter := w.Rewrite()
			p := w.Process()
			config := acctest.Values{"endpoint_id": w.Endpoint("emulator/echo"), "input": `{}`, "webhook": webhook,
				"wait_for_completion": false}
			rewriter.Use(func(answer *emulatortest.Answer) {
				if answer.Operation == "RunJob" {
					answer.Status, answer.Body = http.StatusBadRequest, []byte(`{"detail":"nobody takes `+secret+`, sorry"}`)
				}
			})
			_, diags := p.Apply(typeName, acctest.Instance{}, config)
			if says := acctest.Text(diags); strings.Contains(says, secret) || !strings.Contains(says, "nobody takes") {
				t.Errorf("the refusal says %s", says)
			}
			rewriter.Use(func(answer *emulatortest.Answer) {
				if strings.HasPrefix(answer.Operation, "GetJobStatus") {
					open := strings.TrimSuffix(strings.TrimSpace(string(answer.Body)), "}")
					answer.Body = []byte(open + `,"status":"FAILED","error":"cannot call ` + secret + `, sorry"}`)
				}
			})
			made := p.MustApply(typeName, acctest.Instance{}, config)
			read, diags := p.Read(typeName, made)
			says := acctest.Text(diags) + p.Attributes(typeName, read.State)["error"].String()
			if strings.Contains(says, secret) || !strings.Contains(says, "cannot call") {
				t.Errorf("after a refresh the error is %s", says)
			}
			config["wait_for_completion"] = true
			waited, diags := p.Apply(typeName, made, config)
			says = acctest.Text(diags) + p.Attributes(typeName, waited.State)["error"].String()
			if strings.Contains(says, secret) || !strings.Contains(says, "cannot call") {
				t.Errorf("after a wait the error is %s", says)
			}
			rewriter.Use(func(answer *emulatortest.Answer) {
				if answer.Operation == "CancelJob" {
					answer.Status, answer.Body = http.StatusBadRequest, []byte(`{"detail":"cannot call `+secret+`, sorry"}`)
				}
			})
			_, diags = p.Destroy(typeName, made)
			if says = acctest.Text(diags); strings.Contains(says, secret) || !strings.Contains(says, "cannot call") {
				t.Errorf("the error of a refused cancel: %s", says)
			}
		})
	}
}
