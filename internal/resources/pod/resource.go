// Package pod is podfleet_pod: a container on a machine of its own, which bills by the hour (contract 2.6).
package pod

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

var entity = framework.Entity[api.Pod]{
	Name:     "pod",
	Objects:  func(c *client.Client) client.Objects[api.Pod] { return c.Pods },
	User:     "consumer_user_id",
	OnImport: env.OnImport,
}

// defaults gives a create and an update long: the service has to find a machine, and to pull the image.
var defaults = framework.Durations{Create: 15 * time.Minute, Read: 2 * time.Minute, Update: 15 * time.Minute,
	Delete: 5 * time.Minute}

// Resource is podfleet_pod.
type Resource struct {
	policy.Resource[api.Pod, model]
}

// input is what an update or a plan has of a pod.
type input struct{ policy.Input[model] }

// NewResource returns podfleet_pod.
func NewResource() resource.Resource {
	r := &Resource{}
	r.EntityResource = framework.EntityResource[api.Pod]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults,
	}
	r.Table, r.Rules, r.OnCreate, r.OnUpdate, r.OnPlan = policies, rules, r.create, r.update, r.plan
	r.OnPlanOfDelete = func(state model, diags *diag.Diagnostics) {
		warnOfDeletion(state, "delete", "Deleting", "", diags)
	}
	r.Reads = framework.Reads[model]{
		Of: r, Object: r.refreshObject, Timeout: defaults.Read, ActedOn: model.actedOn,
	}
	return r
}

// create creates the pod. It is in the state before anything else can fail, because it is billed from then on. A later
// failure is a warning: an error would taint the pod, and the next apply would replace it. Only the end of the pod is
// an error.
func (r *Resource) create(
	ctx, bounded context.Context, in policy.Input[model], resp *resource.CreateResponse,
) (made model, ok bool) {
	plan, secrets := in.Plan.over(r.Version()), framework.StringsByKey(in.Config.EnvWO)
	var wishes []api.PodCreate
	for _, one := range plan.candidates() {
		request := plan.as(one).toCreate(secrets)
		if stopsAtOnce := !plan.isRunning(); stopsAtOnce && plan.Locked.ValueBool() {
			request.Locked = members.Optional[bool]{} // A locked pod cannot be stopped: see finish.
		}
		wishes = append(wishes, request)
	}
	bounded = env.Redacted(bounded, secrets, framework.StringsByKey(plan.Env))
	created, index, err := r.Client.Pods.CreateAny(bounded, wishes, plan.capacityWait())
	if err != nil {
		r.CreateFailed(plan.Name, err).AddTo(&resp.Diagnostics)
		return plan, false
	}
	answer := r.Made(created, plan.Name, &resp.Diagnostics)
	omitted := plan.omittedAtCreation(r.variablesOf(ctx, answer, plan.TemplateID.ValueString()), secrets)
	resp.Diagnostics.Append(omitted.save(ctx, resp.Private)...)
	plan.Placement = types.Int64Value(int64(index))
	done := updateProgress{model: plan.fromAPI(answer, omitted), omitted: omitted}
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(r.MarkNew(ctx, resp.Private)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, done.model)...)
	stops := effects{stops: !plan.isRunning()}
	if stops.stops || plan.Locked.ValueBool() && !answer.Locked.Or(true) { // Version 2 creates no locked pod.
		r.finish(bounded, stops, plan, &done, &resp.Diagnostics)
	}
	if plan.isRunning() && plan.WaitForReady.ValueBool() {
		done.waitUntilReady(ctx, bounded, r.Client.Pods, plan.ready, &resp.Diagnostics)
		if resp.Diagnostics.HasError() { // The state gets the last response, not the plan.
			resp.Diagnostics.Append(resp.State.Set(ctx, done.model)...)
			return done.model, false
		}
	}
	done.warnOfFewerGPUs(&resp.Diagnostics)
	return done.model, true
}

// finish does what a create cannot do itself: it stops a pod that was created to be stopped, because the service starts
// every new pod, and then locks it if that is configured.
func (r *Resource) finish(
	ctx context.Context, e effects, plan model, made *updateProgress, diags *diag.Diagnostics,
) {
	verb, err := made.operate(ctx, r.Client.Pods, e.operations(plan.Locked.ValueBool()))
	if err == nil {
		return
	}
	diags.AddWarning(made.Object(entity.Name).About("Cannot "+verb+" the new pod"), fmt.Sprintf(
		"The pod %q (ID %s) is in the state. Until it is stopped, it runs and is billed.\n\n"+
			"Reason: %s\n\nNext: apply again. The next plan shows the remaining change.",
		made.Name.ValueString(), made.ID.ValueString(), err))
	// As planned, or SaveCreated would warn of the same difference.
	made.DesiredStatus, made.Locked = plan.DesiredStatus, plan.Locked
}

// refreshObject refreshes the state. For an imported pod, it also finds out which variables came from its template.
func (r *Resource) refreshObject(
	ctx context.Context, state model, private framework.PrivateState, diags *diag.Diagnostics,
) (model, framework.Outcome) {
	record, found := policy.Load(ctx, private)
	diags.Append(found...)
	if diags.HasError() {
		return state, framework.Kept
	}
	omitted := omittedBefore(record)
	answer, outcome := r.Refresh(ctx, framework.Known[api.Pod]{
		ID: state.ID, User: state.ConsumerUserID, Private: private,
		Changes: func(p api.Pod) bool { return r.Changes(state, state.refreshed(p, omitted)) }}, diags)
	if outcome != framework.Found {
		return state, outcome
	}
	restored := restoreImport(ctx, record, private, diags)
	justImported := framework.IsBare(state)
	variables, envReturned := answer.Env.Get()
	// At the import, or in the first answer that has the variables.
	envImported := envReturned && state.Env.IsNull() && !omitted.secret.LeftOut
	if envImported {
		var err error
		if omitted.inherited, err = r.inheritedAtImport(ctx, answer, state); err != nil {
			failure := framework.Failure{Verb: "read", Entity: "template of the pod",
				Name: answer.TemplateID.Or(state.TemplateID.ValueString()), Err: err}
			failure.AddToRefresh(diags)
			return state, framework.Kept
		}
		if !omitted.inherited.IsEmpty() {
			diags.Append(omitted.save(ctx, private)...)
		}
	}
	was := state.Env
	state = state.refreshed(answer, omitted)
	if justImported {
		state.WaitForReady = types.BoolValue(true)
		state = state.shownAtImport(answer, r.Version())
	} else {
		state.warnOfFewerGPUs(diags)
		if !was.IsNull() && !omitted.secret.Unowned {
			env.WarnDrift(state.Object(entity.Name), was, state.Env, diags)
		}
	}
	switch {
	case envImported:
		variables = framework.StringsByKey(state.Env)
	case justImported && omitted.secret.LeftOut:
		variables = exceptKeysOf(variables, ofService)
	default:
		variables = nil
	}
	env.Imported{Object: state.Object(entity.Name), Env: members.Some(variables)}.Warn(omitted.secret, r.Run, diags)
	diags.Append(saveNotReturned(ctx, answer, justImported || restored, private)...)
	return state, framework.Found
}

// inheritedAtImport returns the variables that the state of an imported pod leaves out: those that it has with the same
// value as its template, and over version 2 those that the service adds.
func (r *Resource) inheritedAtImport(
	ctx context.Context, answer api.Pod, state model,
) (inherited env.SecretKeys, err error) {
	variables := answer.Env.Or(nil)
	if template := answer.TemplateID.Or(state.TemplateID.ValueString()); template != "" {
		given, err := r.templateOfImported(ctx, template)
		if err != nil {
			return inherited, err
		}
		same := onlyKeysOf(variables, given.Env.Or(nil))
		maps.DeleteFunc(same, func(key, value string) bool { return given.Env.Or(nil)[key] != value })
		inherited = env.HideKeys(same)
	}
	if r.Version() > 1 {
		inherited = inherited.And(onlyKeysOf(variables, ofService))
	}
	return inherited, nil
}

// templateOfImported returns the template of an imported pod, and an empty one if it is confirmed that the template no
// longer exists. Without the template, its variables would get into the state, secret ones among them.
func (r *Resource) templateOfImported(ctx context.Context, id string) (api.Template, error) {
	template, err := r.Client.Templates.ReadAny(ctx, id)
	if fleet.IsGone(err) {
		return api.Template{}, nil
	}
	return template, err
}
