package job

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const (
	onFailureFail = "fail"
	onFailureKeep = "keep"

	// expired is the provider's own status: the service no longer has the job, and the provider did not see it end.
	expired = "EXPIRED"
)

// apiModel holds the attributes that the service returns of a job, for the resource, the data source and the ephemeral
// resource.
type apiModel struct {
	listedModel

	Output types.String `tfsdk:"output"`
	Error  types.String `tfsdk:"error"`
}

// listedModel is a job in a list. Results are left out: they can be large or secret. Times are in milliseconds.
type listedModel struct {
	ID            types.String `tfsdk:"id"`
	Status        types.String `tfsdk:"status"`
	DelayTime     types.Int64  `tfsdk:"delay_time"`
	ExecutionTime types.Int64  `tfsdk:"execution_time"`
	WorkerID      types.String `tfsdk:"worker_id"`
	Retries       types.Int64  `tfsdk:"retries"`
}

// unknown returns the model of a later answer for the same job, in a plan.
func (m apiModel) unknown() apiModel {
	number, text := types.Int64Unknown(), types.StringUnknown()
	listed := listedModel{ID: m.ID, Status: text, DelayTime: number, ExecutionTime: number, WorkerID: text,
		Retries: number}
	return apiModel{listedModel: listed, Output: text, Error: text}
}

// toJob returns the job as the last response had it. Without a status, the provider does not know it: it has EXPIRED.
func (m apiModel) toJob() jobs.Job {
	if m.isExpired() {
		return jobs.Job{ID: m.ID.ValueString()}
	}
	return framework.Fields[jobs.Job](m)
}

// final reports whether the job ended or is gone: then its status does not change any more.
func (m apiModel) final() bool { return m.done() || m.isExpired() }

func (m apiModel) isExpired() bool { return m.Status.ValueString() == expired }

func (m apiModel) completed() bool { return m.Status.ValueString() == string(jobs.Completed) }

// done reports whether the provider saw the job end.
func (m apiModel) done() bool { return jobs.Status(m.Status.ValueString()).Final() }

// model is podfleet_job.
type model struct {
	apiModel

	EndpointID     types.String `tfsdk:"endpoint_id"`
	Input          types.String `tfsdk:"input"`
	InputWO        types.String `tfsdk:"input_wo"`
	InputWOVersion types.Int64  `tfsdk:"input_wo_version"`
	Policy         types.Object `tfsdk:"policy"`
	Webhook        types.String `tfsdk:"webhook"`
	S3Config       types.Object `tfsdk:"s3_config"`
	Triggers       types.Map    `tfsdk:"triggers"`

	WaitForCompletion types.Bool   `tfsdk:"wait_for_completion"`
	OnFailure         types.String `tfsdk:"on_failure"`
	CancelOnDestroy   types.Bool   `tfsdk:"cancel_on_destroy"`
	StoreOutput       types.Bool   `tfsdk:"store_output"`

	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

// fromAPI maps an answer into the model. The other attributes stay as they are.
func (m model) fromAPI(job jobs.Job) model {
	m.apiModel = framework.After(apiModel{}, job) // What it leaves out is null.
	if !m.StoreOutput.ValueBool() {
		m.Output = types.StringNull()
	}
	return m
}

// redactStored keeps the secrets that the state has out of errors, also out of that of the job.
func (m model) redactStored(ctx context.Context) context.Context {
	secrets := append(webhookSecrets(m.Webhook.ValueString()), s3ConfigOf(m.S3Config).AccessSecret)
	return redact.With(ctx, secrets...)
}

// redactedError takes the place of an error that may quote a write-only value. A create redacts only the quotation,
// because it has the value; a refresh does not have it, and an update may have another one.
const redactedError = "(not stored, because it may quote input_wo or access_secret_wo: read it with " +
	"ephemeral.podfleet_job_result)"

// redactError returns a job without an error that may quote a write-only value. Until the first update after an import,
// the provider does not know whether there is one.
func (m model) redactError(job jobs.Job) jobs.Job {
	if _, failed := job.Error.Get(); failed && (m.hasWriteOnly() || m.StoreOutput.IsNull()) {
		job.Error = members.Some(redactedError)
	}
	return job
}

// hasWriteOnly reports whether the job may have been sent values that the state does not have: the credentials of a
// bucket change without a new job.
func (m model) hasWriteOnly() bool { return !m.InputWOVersion.IsNull() || !m.S3Config.IsNull() }

// fetches reports whether an update with this plan reads an ended job: to store the output from now on, or the error of
// an import that turns out not to be secret.
func (m model) fetches(state model) bool {
	output := !state.StoreOutput.ValueBool() && (m.StoreOutput.IsUnknown() || m.StoreOutput.ValueBool())
	redacted := state.StoreOutput.IsNull() && !state.Error.IsNull() && !m.hasWriteOnly()
	return state.done() && (output || redacted)
}

// expire returns the model of a job that the service no longer has. It keeps the values that were known last.
func (m model) expire() model {
	m.Status = types.StringValue(expired)
	return m
}

// setDefaults sets the provider's own attributes, which an import does not have, but for store_output: as long as it is
// null it is not known whether the output may be stored.
func (m model) setDefaults() model {
	m.OnFailure = types.StringValue(onFailureFail)
	m.WaitForCompletion, m.CancelOnDestroy = types.BoolValue(true), types.BoolValue(true)
	return m
}
