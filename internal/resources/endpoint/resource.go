// Package endpoint is podfleet_endpoint: a queue of jobs, and the workers that serve it (contract 2.3).
package endpoint

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

var entity = framework.Entity[api.Endpoint]{
	Name:     "endpoint",
	Objects:  func(c *client.Client) client.Objects[api.Endpoint] { return c.Endpoints },
	User:     "user_id",
	OnImport: env.OnImport,
}

var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Update: 5 * time.Minute,
	Delete: 10 * time.Minute}

// Resource is podfleet_endpoint. Deleting one ends its workers, and its jobs go with it.
type Resource struct {
	policy.Resource[api.Endpoint, model]
}

// input is what a create, an update or a plan has of an endpoint.
type input = policy.Input[model]

// NewResource returns podfleet_endpoint.
func NewResource() resource.Resource {
	r := &Resource{}
	r.EntityResource = framework.EntityResource[api.Endpoint]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults, BeforeDelete: r.beforeDelete,
	}
	r.Table, r.Rules, r.OnCreate, r.OnUpdate, r.OnPlan = policies, r.rules, r.create, r.update, r.plan
	r.Reads = framework.Reads[model]{
		Of: r, Object: r.refreshObject, Timeout: defaults.Read, ActedOn: model.actedOn,
	}
	return r
}

// create makes the endpoint. A paused one is made with workers_max = 1, is in the state from then on, and is paused
// by an update. Where that fails it is a warning: an error would have the endpoint destroyed and made again under
// another id, which is its address.
func (r *Resource) create(
	request, ctx context.Context, in input, resp *resource.CreateResponse,
) (made model, ok bool) {
	plan, owned := in.Plan, in.Config.owned(r.Version())
	if plan.Name.IsUnknown() && r.Version() > 1 { // A name is required there.
		plan.Name = types.StringValue(framework.UniqueName(entity.Name + "-"))
	}
	secrets := framework.StringsByKey(in.Config.EnvWO)
	created, err := r.Client.Endpoints.Create(env.Redacted(ctx, secrets, framework.StringsByKey(plan.Env)),
		plan.toCreate(r.Version(), secrets))
	if err != nil {
		r.CreateFailed(plan.Name, err).AddTo(&resp.Diagnostics)
		return plan, false
	}
	answer := r.Made(created, plan.Name, &resp.Diagnostics)
	hidden := env.HideKeys(secrets)
	if r.Version() > 1 {
		if plan.hasOwnContainer() {
			resp.Diagnostics.Append(hidden.Save(ctx, resp.Private)...)
		}
		answer.Version = r.Client.Endpoints.VersionOf(ctx, answer.ID)
	}
	resp.Diagnostics.Append(framework.SaveNames(ctx, resp.Private, framework.OwnedKey, owned)...)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.applied(answer, owned, hidden))...)
	if plan.paused() && r.Version() == 1 {
		answer = r.pauseAtOnce(ctx, plan, answer, &resp.Diagnostics)
	}
	warnOfComputeType(plan, answer, &resp.Diagnostics)
	if plan.WaitForRollout.ValueBool() {
		rollout{isNew: true}.await(ctx, r, plan, &answer).report(request, entity.Object(answer), &resp.Diagnostics)
	}
	return plan.applied(answer, owned, hidden), true
}

func (r *Resource) refreshObject(
	ctx context.Context, state model, private framework.PrivateState, diags *diag.Diagnostics,
) (model, framework.Outcome) {
	record, found := policy.Load(ctx, private)
	hidden := record.Env
	read := func(e api.Endpoint) api.Endpoint { return asksNothing(e, state, record.Owned) }
	answer, outcome := r.Refresh(ctx, framework.Known[api.Endpoint]{ID: state.ID, User: state.UserID, Private: private,
		Changes: func(e api.Endpoint) bool { return r.Changes(state, state.fromAPI(read(e), hidden)) }}, diags)
	if outcome != framework.Found {
		return state, outcome
	}
	diags.Append(found...)
	answer = r.keepUnpooled(ctx, state, answer, diags)
	if r.lostTemplate(ctx, state, answer) {
		state.TemplateID = types.StringNull()
	}
	if record.Imported && answer.ShowsHardware() {
		state.ComputeType = types.StringNull() // Version 1 can have returned another one.
	}
	if state.isBare() {
		if isPresent(answer.ImageName) {
			env.Imported{Object: entity.Object(answer), Env: answer.Env}.
				Warn(hidden, r.Run, diags)
		}
		return state.imported(answer).fromAPI(read(answer), hidden), framework.Found
	}
	refreshed := state.fromAPI(read(answer), hidden)
	if state.hasOwnContainer() && !hidden.Unowned {
		env.WarnDrift(state.Object(entity.Name), state.Env, refreshed.Env, diags)
	}
	return refreshed, framework.Found
}

// pauseAtOnce pauses an endpoint that was created to be paused.
func (r *Resource) pauseAtOnce(
	ctx context.Context, plan model, made api.Endpoint, diags *diag.Diagnostics,
) api.Endpoint {
	answer, err := r.Client.Endpoints.Update(ctx, made.ID, api.EndpointFields{WorkersMax: members.Some(int64(0))})
	if err == nil {
		return answer
	}
	diags.AddAttributeWarning(path.Root("workers_max"),
		entity.Object(made).About("The endpoint was created, but could not be paused"), fmt.Sprintf(
			"The endpoint %q (ID %s) is in the state. Until it is paused, it accepts jobs and runs at most one worker, "+
				"which is billed.\n\nReason: %s\n\nNext: apply again. The next plan shows the remaining change.",
			made.Name.Or(plan.Name.ValueString()), made.ID, err))
	made.WorkersMax = members.Some(int64(0)) // The warning is this one, and not that the service changed something.
	return made
}

// update sends the changed values, and nothing if the service knows no difference.
func (r *Resource) update(
	request, ctx context.Context, in input, resp *resource.UpdateResponse,
) (changed model, ok bool) {
	plan, state, id := in.Plan, in.State, in.State.ID.ValueString()
	change := toUpdate(in, r.Version())
	prepared, err := r.variables(ctx, in).Prepare()
	if err != nil {
		r.Failed("update", plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
		return plan, false
	}
	if isPresent(prepared.Send) {
		change.Env = prepared.Send
		resp.Diagnostics.Append(prepared.Before.Save(ctx, resp.Private)...)
	}
	redacted := env.Redacted(ctx, framework.StringsByKey(in.Config.EnvWO), framework.StringsByKey(plan.Env))
	waits := plan.WaitForRollout.ValueBool() && plan.Version.IsUnknown()
	var before members.Optional[int64] // After a failed read, the version is unknown.
	switch {
	case waits && r.Version() > 1:
		releases, _, _ := r.Client.Endpoints.Releases(ctx, id)
		before = releases.EndpointVersion
	case waits: // That of the state is older than a change of the template in this apply.
		workers, _ := r.Client.Endpoints.Workers(ctx, id)
		before = workers.EndpointVersion
	}
	answer, releases, done := r.send(redacted, in, change, &resp.Diagnostics)
	if !done {
		return plan, false
	}
	if waits && !members.IsEmpty(answer.EndpointFields) { // Something was sent.
		wait := rollout{before: before, releases: releases}.await(ctx, r, plan, &answer)
		wait.report(request, plan.Object(entity.Name), &resp.Diagnostics)
	}
	if plan.Version.IsUnknown() && r.Version() > 1 {
		plan.Version = state.Version // The answer has the version if it can have changed.
	}
	if plan.hasOwnContainer() || state.hasOwnContainer() {
		resp.Diagnostics.Append(prepared.After.Save(ctx, resp.Private)...)
	}
	owned := in.Config.owned(r.Version())
	resp.Diagnostics.Append(framework.SaveNames(ctx, resp.Private, framework.OwnedKey, owned)...)
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	return plan.applied(answer, owned, prepared.After), true
}
