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

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
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
	framework.Rules[model]
}

// NewResource returns podfleet_job.
func NewResource() resource.Resource { return newResource() }

func newResource() *Resource {
	r := &Resource{Rules: rules}
	r.Reads = framework.Reads[model]{
		Of: r, Object: r.refreshObject, Timeout: defaults.Read, Identity: model.identity,
	}
	return r
}

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
	input := plan.Input
	if !config.InputWO.IsNull() {
		input = config.InputWO // Only the configuration has write-only values.
	}
	in := submissionOf(input, plan.Webhook, plan.Policy, config.S3Config)
	bounded = redactSecrets(bounded, config.InputWO.ValueString(), in)
	endpointID := plan.EndpointID.ValueString()
	job, err := r.Client.RunJob(bounded, endpointID, in)
	if err != nil {
		then := fmt.Sprintf("If the job exists, import it: `terraform import podfleet_job.NAME %s/ID`. A later destroy "+
			"cancels an imported job. If the service did not accept the job, apply again.", endpointID)
		submissionFailure(bounded, r.Client, endpointID, "create", then, err).AddTo(&resp.Diagnostics)
		return
	}
	logSubmission(ctx, endpointID, job.ID)
	made := plan.fromAPI(job)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, made.identity())...)
	resp.Diagnostics.Append(resp.State.Set(ctx, made)...)
	if made.WaitForCompletion.ValueBool() && !resp.Diagnostics.HasError() {
		w := r.newWait(made, job)
		w.observe(job)
		made = w.judge(ctx, bounded, made, w.untilDone(ctx, bounded), true, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, made)...)
	}
}

// refreshObject requests the job only if it was not done when it was last seen: a job that ended stays as it is,
// whether or not the service still has it. So one at two addresses loses nothing.
func (r *Resource) refreshObject(
	ctx context.Context, state model, private framework.PrivateState, diags *diag.Diagnostics,
) (model, framework.Outcome) {
	if state.final() || !r.Run.CheckAddress(ctx, entity, state.ID.ValueString(), private, diags) {
		return state, framework.Kept
	}
	before, justImported := state, state.Status.IsNull()
	if justImported {
		state = state.setDefaults()
	}
	endpointID, id := state.EndpointID.ValueString(), state.ID.ValueString()
	job, err := framework.OrListed(ctx, func() (jobs.Job, error) {
		return r.Client.LookAtJob(state.redactStored(ctx), endpointID, id)
	})
	switch {
	case err == nil:
		state = state.fromAPI(state.redactError(job))
		warnOfError(endpointID, job, diags)
		return state, framework.Found
	case isGone(err) && !justImported:
		state = state.expire()
		diags.AddWarning(objectOf(id).About("The job no longer exists"), framework.BeforeNext(
			describeGone(endpointID, id, err), "The state has it with the status EXPIRED. The provider does not run it again. "+
				toRunANewOne))
		return state, framework.Found
	case transport.IsNotFound(err) && justImported:
		framework.Failure{
			Verb: "import", Entity: entity, Name: id, Err: err,
			Advice: "Next: check both IDs. The service keeps a result for 30 minutes, or for one minute for a sync job. You " +
				"cannot import a job after that.",
		}.AddTo(diags)
	default:
		framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Advice: adviceOn404(err)}.AddTo(diags)
	}
	return before, framework.Kept
}

// Update changes nothing about the job: what would, runs a new one. It waits for a job that has to complete, stores the
// provider's own attributes, and fetches a result that is to be stored from now on: after an import too.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	timeout, fallback := plan.Timeouts.Update, defaults.Update
	waits := plan.waits(state)
	if waits {
		timeout, fallback = plan.Timeouts.Create, defaults.Create
	}
	bounded, cancel := framework.WithTimeout(ctx, timeout, fallback, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	bucket := s3ConfigOf(config.S3Config)
	bounded = redactSecrets(bounded, config.InputWO.ValueString(),
		jobs.Submission{Webhook: state.Webhook.ValueString(), S3Config: &bucket})
	job := state.toJob()
	plan.apiModel = state.apiModel
	if !plan.StoreOutput.ValueBool() {
		plan.Output = types.StringNull()
	}
	if plan.fetches(state) {
		plan, job = r.fetch(bounded, plan, job, &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return // The state stays as it was, and the next apply asks again.
		}
	}
	if waits {
		w := r.newWait(plan, job)
		plan = w.judge(ctx, bounded, plan, w.untilDone(ctx, bounded), false, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// fetch returns an ended job as the service has it, and the model with its output and error. Both stay as they are if
// the service no longer has it.
func (r *Resource) fetch(ctx context.Context, plan model, known jobs.Job, diags *diag.Diagnostics) (model, jobs.Job) {
	id := plan.ID.ValueString()
	job, err := r.Client.LookAtJob(ctx, plan.EndpointID.ValueString(), id)
	switch {
	case err == nil:
		job = plan.redactError(job)
		found := plan.fromAPI(job)
		plan.Output, plan.Error = found.Output, found.Error
		return plan, job
	case isGone(err) && plan.StoreOutput.ValueBool():
		diags.AddAttributeWarning(path.Root("store_output"), objectOf(id).About("The output can no longer be stored"),
			fmt.Sprintf("store_output is true, but the state does not have the output yet, and the service no longer has the "+
				"output of the job %s. It keeps an output for 30 minutes, and for one minute in sync mode.\n\n"+
				"Next: set store_output = false. Or change triggers, which runs and bills a new job.", id))
	case !isGone(err):
		framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Timeout: "update",
			Advice: adviceOn404(err)}.AddTo(diags)
	}
	return plan, known
}

// Delete cancels a job that is not known to be done, and ends when the job has ended. The service forgets any other by
// itself. An EXPIRED job is cancelled too: should it exist after all, it bills.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Delete, defaults.Delete, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() || state.done() || !state.CancelOnDestroy.ValueBool() {
		return
	}
	id, ctx := state.ID.ValueString(), state.redactStored(ctx)
	if _, err := cancelJob(ctx, r.Client, state.EndpointID.ValueString(), id); err != nil && !isGone(err) {
		framework.Failure{Verb: "cancel", Entity: entity, Name: id, Err: err, Timeout: "delete",
			Advice: adviceOn404(err)}.AddTo(&resp.Diagnostics)
	}
}
