package job

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// The bounds of a policy, in milliseconds (contract 3.1).
const (
	leastExecutionTimeout = 5_000
	leastTTL              = 10_000
	mostMilliseconds      = 7 * 24 * 60 * 60 * 1000
	defaultTTL            = 24 * 60 * 60 * 1000
)

// What the parts of a policy are, for the resource as for the action.
const (
	aboutExecutionTimeout = "How long a worker may take, in milliseconds, from 5000 (5 s) to 604800000 (7 days); the time in the queue does not count. " +
		"Default: the endpoint's `execution_timeout_ms`."
	aboutLowPriority = "Whether the job waits for workers that are there anyway, instead of having new ones started. Default `false`."
	aboutTTL         = "The job's whole lifespan from its submission, in milliseconds, from 10000 (10 s) to 604800000 (7 days): at its end the service deletes the job, " +
		"running or not. Default 86400000 (24 h), so a job that may run longer sets both."
)

// policy is how long a job may take, and how urgent it is.
type policy struct {
	ExecutionTimeout types.Int64 `tfsdk:"execution_timeout"`
	LowPriority      types.Bool  `tfsdk:"low_priority"`
	TTL              types.Int64 `tfsdk:"ttl"`
}

// s3Config is where a worker is to write.
type s3Config struct {
	AccessID              types.String `tfsdk:"access_id"`
	AccessSecret          types.String `tfsdk:"access_secret"`
	AccessSecretWO        types.String `tfsdk:"access_secret_wo"`
	AccessSecretWOVersion types.Int64  `tfsdk:"access_secret_wo_version"`
	BucketName            types.String `tfsdk:"bucket_name"`
	EndpointURL           types.String `tfsdk:"endpoint_url"`
}

// secret is the secret, wherever it is.
func (s s3Config) secret() string {
	return s.AccessSecret.ValueString() + s.AccessSecretWO.ValueString() // Exactly one of the two is set.
}

// submission is what resource and action are given to make a job of.
type submission struct {
	Input    types.String
	Webhook  types.String
	Policy   types.Object
	S3Config types.Object // as configured: a plan has no write-only secret
}

// toRun is what to send. All values are known by then.
func (s submission) toRun(ctx context.Context, diags *diag.Diagnostics) client.JobSubmission {
	in := client.JobSubmission{
		Input:   json.RawMessage(s.Input.ValueString()),
		Webhook: s.Webhook.ValueString(),
		Policy:  policyOf(ctx, s.Policy, diags).toRun(),
	}
	if !s.S3Config.IsNull() {
		bucket := s3ConfigOf(ctx, s.S3Config, diags)
		in.S3Config = &client.JobS3Config{
			AccessID: bucket.AccessID.ValueString(), AccessSecret: bucket.secret(),
			BucketName: bucket.BucketName.ValueString(), EndpointURL: bucket.EndpointURL.ValueString(),
		}
	}
	return in
}

func (p policy) toRun() client.JobPolicy {
	return client.JobPolicy{
		ExecutionTimeout: framework.Int64Of(p.ExecutionTimeout),
		LowPriority:      framework.BoolOf(p.LowPriority),
		TTL:              framework.Int64Of(p.TTL),
	}
}

// logSubmission puts the id of a job where it is found if the provider, or the CLI,
// dies before a state has it.
func logSubmission(ctx context.Context, endpointID, id string) {
	tflog.Info(ctx, "submitted a job", map[string]any{"endpoint_id": endpointID, "job_id": id})
}

// redacted keeps what of a submission is secret out of errors.
func redacted(ctx context.Context, inputWO string, in client.JobSubmission) context.Context {
	secrets := []string{inputWO}
	if in.S3Config != nil {
		secrets = append(secrets, in.S3Config.AccessSecret)
	}
	return client.WithRedacted(ctx, append(secrets, leaves(inputWO)...)...)
}

// leaves are the strings within a JSON text: a service that quotes a secret input
// may quote a part of it.
func leaves(text string) []string {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // A number can be larger than any of Go's.
	if decoder.Decode(&value) != nil {
		return nil
	}
	var found []string
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case string:
			found = append(found, v)
		case []any:
			for _, element := range v {
				walk(element)
			}
		case map[string]any:
			for _, member := range v {
				walk(member)
			}
		}
	}
	walk(value)
	return found
}

// effective is what tells one policy from another: to spell out a default is no
// change. What the other two are if they are not set, only the service knows.
func (p policy) effective() policy {
	if p.LowPriority.IsNull() {
		p.LowPriority = types.BoolValue(false)
	}
	return p
}

// policyOf reads a policy; one that is null or unknown has nothing in it.
func policyOf(ctx context.Context, object types.Object, diags *diag.Diagnostics) policy {
	var p policy
	if !object.IsNull() && !object.IsUnknown() {
		diags.Append(object.As(ctx, &p, basetypes.ObjectAsOptions{})...)
	}
	return p
}

// s3ConfigOf reads a bucket; one that is null or unknown has nothing in it.
func s3ConfigOf(ctx context.Context, object types.Object, diags *diag.Diagnostics) s3Config {
	var s s3Config
	if !object.IsNull() && !object.IsUnknown() {
		diags.Append(object.As(ctx, &s, basetypes.ObjectAsOptions{})...)
	}
	return s
}

// What is wrong within policy and s3_config is reported at the whole of it: of a
// path that leads into an attribute, a CLI shows the line of the resource.

// checkPolicy holds the published bounds, and refuses a job that would be deleted
// before it may time out (contract 3.1). What is unknown is not checked.
func checkPolicy(ctx context.Context, at path.Path, object types.Object, diags *diag.Diagnostics) {
	p := policyOf(ctx, object, diags)
	execution, ttl := p.ExecutionTimeout, p.TTL
	checkBounds(ctx, at, "execution_timeout", execution, leastExecutionTimeout, diags)
	checkBounds(ctx, at, "ttl", ttl, leastTTL, diags)
	switch {
	case execution.IsNull() || execution.IsUnknown() || ttl.IsUnknown():
	case ttl.IsNull() && execution.ValueInt64() > defaultTTL:
		diags.AddAttributeError(at, "The job would be deleted before it may time out",
			fmt.Sprintf("execution_timeout is %d ms, and longer than the default ttl of %d ms (24 h): at its end the service deletes the job, running or not. Set ttl as well, to the execution timeout and the time in the queue together.",
				execution.ValueInt64(), int64(defaultTTL)))
	case !ttl.IsNull() && execution.ValueInt64() > ttl.ValueInt64():
		diags.AddAttributeError(at, "The job would be deleted before it may time out",
			fmt.Sprintf("execution_timeout is %d ms, and longer than ttl, which is %d ms: at its end the service deletes the job, running or not. Set ttl to the execution timeout and the time in the queue together.",
				execution.ValueInt64(), ttl.ValueInt64()))
	}
}

func checkBounds(ctx context.Context, at path.Path, name string, value types.Int64, least int64, diags *diag.Diagnostics) {
	var found validator.Int64Response
	int64validator.Between(least, mostMilliseconds).ValidateInt64(ctx, validator.Int64Request{Path: at.AtName(name), ConfigValue: value}, &found)
	atTheWhole(at, found.Diagnostics, diags)
}

// checkS3Config wants one secret, and a URL. What is unknown may be null, and is
// not checked.
func checkS3Config(ctx context.Context, at path.Path, object types.Object, diags *diag.Diagnostics) {
	if object.IsNull() || object.IsUnknown() {
		return
	}
	s := s3ConfigOf(ctx, object, diags)
	switch {
	case s.AccessSecret.IsUnknown() || s.AccessSecretWO.IsUnknown():
	case s.AccessSecret.IsNull() == s.AccessSecretWO.IsNull():
		diags.AddAttributeError(at, "One secret is needed", "s3_config needs exactly one of access_secret_wo, which is stored nowhere, and access_secret.")
	}
	checkEndpointURL(ctx, at, s.EndpointURL, diags)
}

func checkEndpointURL(ctx context.Context, at path.Path, value types.String, diags *diag.Diagnostics) {
	var found validator.StringResponse
	validators.HTTPURL().ValidateString(ctx, validator.StringRequest{Path: at.AtName("endpoint_url"), ConfigValue: value}, &found)
	atTheWhole(at, found.Diagnostics, diags)
}

func atTheWhole(at path.Path, found diag.Diagnostics, diags *diag.Diagnostics) {
	for _, problem := range found {
		diags.AddAttributeError(at, problem.Summary(), problem.Detail())
	}
}

// checkSize refuses a submission that is larger than the service takes (contract
// 3.1): found in the apply, a replacement would have ended the old job by then.
// What is unknown is not counted.
func checkSize(at path.Path, input, webhook, mode types.String, diags *diag.Diagnostics) {
	most := client.LargestSubmission
	if mode.IsUnknown() || mode.ValueString() == modeSync {
		most = client.LargestSyncSubmission
	}
	size := client.JobSubmission{Input: json.RawMessage(input.ValueString()), Webhook: webhook.ValueString()}.Size()
	if size > most {
		diags.AddAttributeError(at, "The input is too large", fmt.Sprintf("With it, the submission has %d bytes, and the service takes %d MiB here. %s", size, most>>20, aboutSize))
	}
}

// aboutSize is what to do about an input that is too large.
const aboutSize = "The service takes 10 MiB in async mode, 20 MiB in sync mode.\n\nNext: put what is large into a bucket or on a network volume, and where to find it into the input."
