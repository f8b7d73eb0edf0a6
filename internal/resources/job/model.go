package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const (
	modeAsync     = "async"
	modeSync      = "sync"
	onFailureFail = "fail"
	onFailureKeep = "keep"
	mostRetries   = 100

	// expired is the status of a job that the service no longer has, and that was
	// not seen to end. It is the provider's own.
	expired = "EXPIRED"
)

// returned is what the service says of a job, alike for the resource, the data
// source and the ephemeral resource.
type returned struct {
	ID            types.String `tfsdk:"id"`
	Status        types.String `tfsdk:"status"`
	Output        types.String `tfsdk:"output"`
	Error         types.String `tfsdk:"error"`
	DelayTime     types.Int64  `tfsdk:"delay_time"`
	ExecutionTime types.Int64  `tfsdk:"execution_time"`
	WorkerID      types.String `tfsdk:"worker_id"`
	Retries       types.Int64  `tfsdk:"retries"`
}

// fromAPI maps an answer. What a job in its state does not have is null: what an
// earlier attempt left is gone after a retry.
func (returned) fromAPI(job client.Job) returned {
	noNumber, noText := types.Int64Null(), types.StringNull()
	mapped := returned{
		ID:            types.StringValue(job.ID),
		Status:        types.StringValue(string(job.Status)),
		Output:        noText,
		Error:         framework.String(job.Error, noText, noText),
		DelayTime:     framework.Int64(job.DelayTime, noNumber, noNumber),
		ExecutionTime: framework.Int64(job.ExecutionTime, noNumber, noNumber),
		WorkerID:      framework.String(job.WorkerID, noText, noText),
		Retries:       framework.Int64(job.Retries, noNumber, noNumber),
	}
	if job.Output != nil && string(job.Output) != "null" {
		mapped.Output = types.StringValue(string(job.Output))
	}
	return mapped
}

// unknown is an answer that is still to come, of the same job.
func (r returned) unknown() returned {
	number, text := types.Int64Unknown(), types.StringUnknown()
	return returned{
		ID: r.ID, Status: text, Output: text, Error: text, DelayTime: number, ExecutionTime: number, WorkerID: text, Retries: number,
	}
}

// toJob is the job as it was last answered, but for its output.
func (r returned) toJob() client.Job {
	return client.Job{
		ID: r.ID.ValueString(), Status: client.JobStatus(r.Status.ValueString()), Error: framework.StringOf(r.Error), WorkerID: framework.StringOf(r.WorkerID),
		DelayTime: framework.Int64Of(r.DelayTime), ExecutionTime: framework.Int64Of(r.ExecutionTime), Retries: framework.Int64Of(r.Retries),
	}
}

// final reports whether there is nothing left to find out: a job that ended, or
// is gone.
func (r returned) final() bool { return r.done() || r.isExpired() }

func (r returned) isExpired() bool { return r.Status.ValueString() == expired }

// done reports whether the job was seen to end.
func (r returned) done() bool { return client.JobStatus(r.Status.ValueString()).Final() }

// model is podfleet_job.
type model struct {
	returned

	EndpointID     types.String `tfsdk:"endpoint_id"`
	Input          types.String `tfsdk:"input"`
	InputWO        types.String `tfsdk:"input_wo"`
	InputWOVersion types.Int64  `tfsdk:"input_wo_version"`
	Policy         types.Object `tfsdk:"policy"`
	Webhook        types.String `tfsdk:"webhook"`
	S3Config       types.Object `tfsdk:"s3_config"`
	Triggers       types.Map    `tfsdk:"triggers"`

	Mode              types.String `tfsdk:"mode"`
	WaitForCompletion types.Bool   `tfsdk:"wait_for_completion"`
	MaxRetries        types.Int64  `tfsdk:"max_retries"`
	OnFailure         types.String `tfsdk:"on_failure"`
	CancelOnDestroy   types.Bool   `tfsdk:"cancel_on_destroy"`
	StoreOutput       types.Bool   `tfsdk:"store_output"`

	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

// fromAPI maps an answer into the model, and keeps what is the provider's own.
func (m model) fromAPI(job client.Job) model {
	m.returned = m.returned.fromAPI(job)
	if !m.StoreOutput.ValueBool() {
		m.Output = types.StringNull()
	}
	return m
}

// redacted hides what the state knows to be secret.
func (m model) redacted(ctx context.Context) context.Context {
	var diags diag.Diagnostics // Of a state that was written by this provider there are none.
	return client.WithRedacted(ctx, s3ConfigOf(ctx, m.S3Config, &diags).AccessSecret.ValueString())
}

// withheldError stands for an error that may quote a secret input: a create can
// tell, because it has the input; a refresh cannot.
const withheldError = "(not stored: it may quote input_wo; ephemeral.podfleet_job_result reads it)"

// withheld is the model without an error that may quote a secret input.
func (m model) withheld() model {
	if !m.InputWOVersion.IsNull() && !m.Error.IsNull() {
		m.Error = types.StringValue(withheldError)
	}
	return m
}

// gone is the model of a job that the service no longer has. What was last known
// of it stays.
func (m model) gone() model {
	m.Status = types.StringValue(expired)
	return m
}

// submission is what to make the job of. Write-only values are in the
// configuration and nowhere else.
func (m model) submission(config model) submission {
	s := submission{Input: m.Input, Webhook: m.Webhook, Policy: m.Policy, S3Config: config.S3Config}
	if !config.InputWO.IsNull() {
		s.Input = config.InputWO
	}
	return s
}

// adoptDefaults makes up for what an import cannot know, because it is the
// provider's own.
func (m model) adoptDefaults() model {
	m.Mode, m.OnFailure = types.StringValue(modeAsync), types.StringValue(onFailureFail)
	m.WaitForCompletion, m.CancelOnDestroy, m.StoreOutput = types.BoolValue(true), types.BoolValue(true), types.BoolValue(true)
	m.MaxRetries = types.Int64Value(0)
	return m
}
