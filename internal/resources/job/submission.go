package job

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// submissionOf returns the submission to send, of the resource or of the action. All values must be known. The bucket
// is that of the configuration: a plan has no write-only secret.
func submissionOf(input, webhook types.String, policy, bucket types.Object) jobs.Submission {
	in := jobs.Submission{
		Input: json.RawMessage(input.ValueString()), Webhook: webhook.ValueString(), Policy: policyOf(policy),
	}
	if !bucket.IsNull() {
		s3Config := s3ConfigOf(bucket)
		in.S3Config = &s3Config
	}
	return in
}

// maxInput is the largest input in bytes (contract 3.1).
const maxInput = 10 << 20

// sizeAdvice says how to submit an input that is too large.
const sizeAdvice = "The service accepts at most 10 MiB.\n\n" +
	"Next: put large data in a bucket or on a network volume, and its location in the input."

// logSubmission logs the id of a job: should the provider or the CLI die before the state has it, it is found there.
func logSubmission(ctx context.Context, endpointID, id string) {
	tflog.Info(ctx, "submitted a job", map[string]any{"endpoint_id": endpointID, "job_id": id})
}

// redactSecrets keeps the secrets of a submission out of errors. secretInput is empty if the input is not secret. Its
// strings are secret, and not the names of its members, which messages need.
func redactSecrets(ctx context.Context, secretInput string, in jobs.Submission) context.Context {
	secrets := append(stringsInJSON(secretInput), webhookSecrets(in.Webhook)...)
	if in.S3Config != nil {
		secrets = append(secrets, in.S3Config.AccessSecret)
	}
	return redact.With(redact.WithFrom(ctx, 1, secretInput), secrets...)
}

// minToken is the length of the shortest secret: shorter ones are words such as json and true, and small numbers.
const minToken = 6

// webhookSecrets returns a webhook's URL and the credentials in it: password, user, which is the token of some
// services, and values of its query that are long enough to be one. A service that quotes a part of it must not show
// any.
func webhookSecrets(webhook string) []string {
	secrets := []string{webhook}
	u, err := url.Parse(webhook)
	if err != nil {
		return secrets
	}
	if u.User != nil {
		password, _ := u.User.Password()
		secrets = append(secrets, u.User.Username(), password)
	}
	for _, values := range u.Query() {
		secrets = append(secrets, slices.DeleteFunc(values, func(v string) bool { return len(v) < minToken })...)
	}
	return secrets
}

// stringsInJSON returns the strings within a JSON text, and the numbers that are long enough to be a secret: a service
// that quotes a secret input can quote a part of it. A text that is not JSON has none.
func stringsInJSON(text string) []string {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // A number can be larger than any of Go's.
	if decoder.Decode(&value) != nil {
		return nil
	}
	var found []string
	var collect func(any)
	collect = func(value any) {
		switch v := value.(type) {
		case string:
			found = append(found, v)
		case json.Number:
			if len(v) >= minToken {
				found = append(found, v.String())
			}
		case []any:
			for _, element := range v {
				collect(element)
			}
		case map[string]any:
			for _, member := range v {
				collect(member)
			}
		}
	}
	collect(value)
	return found
}
