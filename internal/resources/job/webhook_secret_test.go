package job_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

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
				t.Errorf("the refusal is told as %s", says)
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
