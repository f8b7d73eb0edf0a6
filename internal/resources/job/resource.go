// Package job is podfleet_job, the job as a data source, as an ephemeral result, and the actions that run, cancel and
// retry one (contract 3).
package job

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const entity = "job"

// objectOf names a job in messages.
func objectOf(id string) framework.Object { return framework.Object{Entity: entity, ID: id} }

// defaults holds the default timeouts. A create waits for the job itself.
var defaults = framework.Durations{Create: time.Hour, Read: 2 * time.Minute, Update: 2 * time.Minute,
	Delete: 5 * time.Minute}

// Resource is podfleet_job.
type Resource struct {
	framework.Base
	framework.Reads[model]
}

var (
	_ resource.ResourceWithConfigure        = (*Resource)(nil)
	_ resource.ResourceWithConfigValidators = (*Resource)(nil)
	_ resource.ResourceWithValidateConfig   = (*Resource)(nil)
	_ resource.ResourceWithIdentity         = (*Resource)(nil)
	_ resource.ResourceWithImportState      = (*Resource)(nil)
	_ resource.ResourceWithModifyPlan       = (*Resource)(nil)
)

// NewResource returns podfleet_job.
func NewResource() resource.Resource {
	r := &Resource{}
	r.Reads = newReads(r)
	return r
}

func newReads(r *Resource) framework.Reads[model] {
	return framework.NewReads(r, framework.Refresh[model]{Object: r.refreshObject, Identity: model.identity})
}

// requestOf names the request for a job to framework.OncePerRPC.
func requestOf(endpointID, id string) string { return "job " + endpointID + "/" + id }

// Metadata implements resource.Resource.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_job"
}

// Create submits the job, once. Its id is in the state before the wait begins, because a job that no state has goes on
// billing.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	bounded, cancel := framework.WithTimeout(ctx, plan.Timeouts.Create, defaults.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	in := plan.submission(config).toAPI()
	bounded = redactSecrets(bounded, config.InputWO.ValueString(), in)
	endpointID := plan.EndpointID.ValueString()
	lost := lostSubmission{endpointID: endpointID, mode: plan.Mode.ValueString()}
	job, err := r.submit(bounded, plan.Mode.ValueString(), endpointID, in)
	if err != nil {
		failure := submissionFailure(endpointID, err)
		if transport.OutcomeUnknown(err) {
			lost.failure = err
			failure.Advice = lost.advice(bounded, r.Client)
		}
		failure.AddTo(&resp.Diagnostics)
		return
	}
	logSubmission(ctx, endpointID, job.ID)
	made := plan.fromAPI(job)
	submitted := time.Now()
	record := waitRecord{Status: waitUnfinished, Retention: retentionOf(plan.Mode.ValueString())}.observed(job.Status)
	resp.Diagnostics.Append(saveSubmitted(ctx, resp.Private, submitted)...)
	resp.Diagnostics.Append(record.save(ctx, resp.Private)...)
	resp.Diagnostics.Append(made.setIdentity(ctx, resp.Identity)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, made)...)
	if made.WaitForCompletion.ValueBool() && !resp.Diagnostics.HasError() {
		w := r.newWait(made, job, record, submitted)
		w.inCreate, w.justAccepted = true, true
		made, record = w.conclude(ctx, bounded, made, w.waitUntilDone(ctx, bounded), &resp.Diagnostics)
		resp.Diagnostics.Append(record.save(ctx, resp.Private)...)
		resp.Diagnostics.Append(resp.State.Set(ctx, made)...)
	}
}

// syncSubmissionWait is the time for which the service may hold the answer to a sync submission while the job is not
// done. Until the answer has come and the job's id is in the state, an interruption loses the job: so it is the
// shortest time that the service accepts, and the wait proper comes after it.
const syncSubmissionWait = time.Second

func (r *Resource) submit(ctx context.Context, mode, endpointID string, in client.JobSubmission) (client.Job, error) {
	if mode == modeSync {
		return r.Client.RunJobSync(ctx, endpointID, in, syncSubmissionWait)
	}
	return r.Client.RunJob(ctx, endpointID, in)
}

// refreshObject requests the job only if it was not done when it was last seen: a job that ended stays as it is,
// whether or not the service still has it. For the next apply it records that the job was waited for, also if the job
// ended meanwhile.
func (r *Resource) refreshObject(
	ctx context.Context, state model, private framework.PrivateState, diags *diag.Diagnostics,
) (model, framework.Outcome) {
	submitted, found := loadSubmitted(ctx, private)
	diags.Append(found...)
	record, found := loadWaitRecord(ctx, private, state)
	diags.Append(found...)
	bounded, cancel := framework.WithTimeout(ctx, state.Timeouts.Read, defaults.Read, diags)
	defer cancel()
	if diags.HasError() || state.final() {
		return state, framework.Kept
	}
	before, justImported := state, state.Status.IsNull()
	if justImported {
		state = state.setDefaults()
	} else {
		record = record.unfinished(state)
	}
	endpointID, id := state.EndpointID.ValueString(), state.ID.ValueString()
	job, err := framework.OncePerRPC(ctx, requestOf(endpointID, id), func() (client.Job, error) {
		return r.Client.LookAtJob(state.redactStored(bounded), endpointID, id, record.history(state, submitted))
	})
	switch {
	case transport.IsNotFound(err) && justImported:
		framework.Failure{
			Verb: "import", Entity: entity, Name: id, Err: err,
			Advice: "Next: check both IDs. The service keeps a result for 30 minutes, or for one minute for a sync job. You " +
				"cannot import a job after that.",
		}.AddTo(diags)
		return before, framework.Kept
	case client.IsInDoubt(err):
		diags.AddWarning(objectOf(id).About("Cannot tell whether the job still exists"), state.describeDoubt(err))
		return before, framework.Kept
	case isGone(err):
		ttl := policyOf(state.Policy).toAPI().TTL
		diags.AddWarning(objectOf(id).About("The job no longer exists"), framework.BeforeNext(
			describeGone(endpointID, id, record.LastStatus, ttl, err), state.adviceOnceGone(record)))
		state, record.GoneAt = state.expire(), time.Now().Round(0)
	case client.IsTooEarly(err):
		return before, framework.Kept
	case err != nil:
		framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Advice: adviceOn404(err)}.AddTo(diags)
		return before, framework.Kept
	default:
		state = state.fromAPI(job).redactError()
		record = record.observed(job.Status)
		if justImported {
			record = record.unfinished(state)
		}
		if state.completed() && !state.Error.IsNull() {
			warnOfError(endpointID, state.toJob(), diags)
		}
	}
	diags.Append(record.save(ctx, private)...)
	return state, framework.Found
}

// Update changes nothing about the job: what would, runs a new one. It goes on with a wait that was interrupted, stores
// the provider's own attributes, and fetches a result that is to be stored from now on: after an import too.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	submitted, diags := loadSubmitted(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	record, diags := loadWaitRecord(ctx, req.Private, state)
	resp.Diagnostics.Append(diags...)
	timeout, fallback := plan.Timeouts.Update, defaults.Update
	waits := plan.Status.IsUnknown() && plan.WaitForCompletion.ValueBool() &&
		record.pending(state, plan.OnFailure.ValueString()) // on_failure may have been unknown in the plan.
	if waits {
		timeout, fallback = plan.Timeouts.Create, defaults.Create
	}
	bounded, cancel := framework.WithTimeout(ctx, timeout, fallback, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	fetches := plan.fetches(state, waits)
	secrets := client.JobSubmission{Webhook: state.Webhook.ValueString(), S3Config: s3ConfigOf(config.S3Config).toAPI()}
	redacting := redactSecrets(bounded, config.InputWO.ValueString(), secrets)
	plan.apiModel = state.apiModel
	if !plan.StoreOutput.ValueBool() {
		plan.Output = types.StringNull()
	}
	switch {
	case waits:
		w := r.newWait(plan, r.lastKnown(redacting, state, record, submitted), record, submitted)
		plan, record = w.conclude(ctx, redacting, plan, w.waitUntilDone(ctx, redacting), &resp.Diagnostics)
	case fetches != result{}:
		plan = r.fetch(redacting, plan, fetches, record.history(state, submitted), &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return // The state stays as it was, and the next apply asks again.
		}
	}
	if record.Status == waitFailed && plan.OnFailure.ValueString() == onFailureKeep {
		record.Status = waitKept
	}
	resp.Diagnostics.Append(record.save(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	resp.Diagnostics.Append(plan.setIdentity(ctx, resp.Identity)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// lastKnown returns what the state has of the job, for a wait that continues. If the error is redacted there, the job
// is read: the verdict quotes the error, if the service still has it.
func (r *Resource) lastKnown(
	ctx context.Context, state model, record waitRecord, submitted time.Time,
) (job client.Job) {
	if !state.isExpired() {
		job = state.toJob()
	}
	if state.redactedError() {
		known := record.history(state, submitted)
		found, err := r.Client.LookAtJob(ctx, state.EndpointID.ValueString(), state.ID.ValueString(), known)
		if err == nil {
			job = found
		}
	}
	return job
}

// result says which parts of a job's result are stored from now on.
type result struct{ output, error bool }

// fetches returns the parts of the job's result that an update with this plan has to store; waits says whether it waits
// for the job.
func (m model) fetches(state model, waits bool) result {
	if !m.Status.IsUnknown() {
		return result{output: m.Output.IsUnknown(), error: m.Error.IsUnknown()}
	}
	return result{output: !waits && m.Output.IsUnknown() && !state.StoreOutput.ValueBool() && !state.isExpired()}
}

// fetch returns the model with the wanted parts of the job's result. If the service no longer has the result, the
// output is null, and the error stays as it is.
func (r *Resource) fetch(
	ctx context.Context, plan model, wanted result, known client.JobHistory, diags *diag.Diagnostics,
) model {
	id := plan.ID.ValueString()
	job, err := r.Client.LookAtJob(ctx, plan.EndpointID.ValueString(), id, known)
	switch {
	case isGone(err) && wanted.output:
		diags.AddAttributeWarning(path.Root("store_output"), objectOf(id).About("The output can no longer be stored"),
			fmt.Sprintf("store_output is true, but the state does not have the output yet, and the service no longer has the "+
				"output of the job %s. It keeps an output for 30 minutes, and for one minute in sync mode.\n\n"+
				"Next: set store_output = false. Or change triggers, which runs and bills a new job.", id))
		plan.Output = types.StringNull()
	case isGone(err):
	case err != nil:
		framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Timeout: "update",
			Advice: adviceOn404(err)}.AddTo(diags)
	default:
		found := plan.fromAPI(job)
		if wanted.output {
			plan.Output = found.Output
		}
		if wanted.error {
			plan.Error = found.Error
		}
	}
	return plan
}

// Delete cancels a job that is not known to be done. The service forgets any other by itself. An EXPIRED job is
// cancelled too: should it exist after all, it bills.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Delete, defaults.Delete, &resp.Diagnostics)
	defer cancel()
	submitted, diags := loadSubmitted(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	record, diags := loadWaitRecord(ctx, req.Private, state)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || state.done() || !state.CancelOnDestroy.ValueBool() {
		return
	}
	id := state.ID.ValueString()
	answer, err := r.Client.CancelSubmitted(ctx, state.EndpointID.ValueString(), id, record.history(state, submitted))
	switch {
	case isGone(err):
	case err != nil:
		framework.Failure{Verb: "cancel", Entity: entity, Name: id, Err: err, Timeout: "delete",
			Advice: adviceOn404(err)}.AddTo(&resp.Diagnostics)
	case !answer.Status.Final():
		resp.Diagnostics.AddWarning(objectOf(id).About("The job may still run"),
			fmt.Sprintf("The provider cancelled the job %s on the endpoint %s, and the service returned the status %s. The "+
				"state no longer has the job. It may still run, and is billed while it does.\n\n"+
				"Next: check in the service that it ends.",
				id, state.EndpointID.ValueString(), answer.Status))
	}
}
