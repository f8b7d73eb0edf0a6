// Package template is podfleet_template: the container configuration that pods and endpoints are made from (contract
// 2.2).
package template

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

var entity = framework.Entity[api.Template]{
	Name:     "template",
	Objects:  func(c *client.Client) client.Objects[api.Template] { return c.Templates },
	OnImport: env.OnImport,
}

// defaults gives a delete longer: a template can stay in use for two minutes after its last user was deleted.
var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Update: 5 * time.Minute,
	Delete: 10 * time.Minute}

// Resource is podfleet_template. Deleting one waits for its users to let go of it.
type Resource struct {
	policy.Resource[api.Template, model]
}

// NewResource returns podfleet_template.
func NewResource() resource.Resource {
	r := &Resource{}
	r.EntityResource = framework.EntityResource[api.Template]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults,
	}
	r.Table, r.Rules, r.OnCreate, r.OnUpdate, r.OnPlan = policies, rules, r.create, r.update, r.plan
	r.Reads = framework.Reads[model]{Of: r, Object: r.refreshObject, Timeout: defaults.Read}
	return r
}

// create makes the template. The service answers with the whole of it, so the state is complete before anything else
// can fail.
func (r *Resource) create(
	request, bounded context.Context, in policy.Input[model], resp *resource.CreateResponse,
) (made model, ok bool) {
	plan, secrets := in.Plan, framework.StringsByKey(in.Config.EnvWO)
	created, err := r.Client.Templates.Create(env.Redacted(bounded, secrets, framework.StringsByKey(plan.Env)),
		plan.toCreate(in.Config, secrets))
	if err != nil {
		r.CreateFailed(plan.Name, err).AddTo(&resp.Diagnostics)
		return plan, false
	}
	answer := r.Made(created, plan.Name, &resp.Diagnostics)
	hidden := env.HideKeys(secrets)
	resp.Diagnostics.Append(hidden.Save(request, resp.Private)...)
	plan.ConfigHash = plan.digest()
	resp.Diagnostics.Append(framework.Remember(request, resp.Private, framework.AppliedConfigKey,
		plan.ConfigHash.ValueString())...)
	return plan.fromAPI(answer, hidden), true
}

func (r *Resource) refreshObject(
	ctx context.Context, state model, private framework.PrivateState, diags *diag.Diagnostics,
) (model, framework.Outcome) {
	record, found := policy.Load(ctx, private)
	diags.Append(found...)
	if diags.HasError() {
		return state, framework.Kept
	}
	hidden := record.Env
	answer, outcome := r.Refresh(ctx, framework.Known[api.Template]{ID: state.ID, Private: private,
		Changes: func(t api.Template) bool { return r.Changes(state, state.fromAPI(t, hidden)) }}, diags)
	if outcome != framework.Found {
		return state, outcome
	}
	justImported := state.Name.IsNull()
	if justImported {
		env.Imported{Object: entity.Object(answer), Env: answer.Env}.
			Warn(hidden, r.Run, diags)
	}
	refreshed := state.fromAPI(answer, hidden)
	if justImported && r.Version() > 1 && refreshed.Readme.IsNull() {
		refreshed.Readme = types.StringValue("") // Version 2 has none.
	}
	if !justImported && !hidden.Unowned {
		env.WarnDrift(state.Object(entity.Name), state.Env, refreshed.Env, diags)
	}
	refreshed.ConfigHash, found = readConfigHash(ctx, state, refreshed, record, private)
	diags.Append(found...)
	return refreshed, framework.Found
}

// update sends the changed values, and nothing if the service knows no difference.
func (r *Resource) update(
	request, bounded context.Context, in policy.Input[model], resp *resource.UpdateResponse,
) (changed model, ok bool) {
	c := r.changeOf(bounded, in)
	plan, id := in.Plan, in.State.ID.ValueString()
	change := plan.toUpdate(in.State, in.Record)
	prepared, err := c.env.Prepare()
	if err != nil {
		r.Failed("update", plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
		return plan, false
	}
	if plan.ConfigHash.IsUnknown() {
		sent, _ := c.sent() // Prepare has compared the variables.
		plan.ConfigHash = c.configHash(sent)
	}
	if change.Env = prepared.Send; !prepared.Send.IsZero() {
		resp.Diagnostics.Append(prepared.Before.Save(request, resp.Private)...)
	}
	answer := api.Template{ID: id}
	if !members.IsEmpty(change) {
		secrets := framework.StringsByKey(in.Config.EnvWO)
		redacted := env.Redacted(bounded, secrets, framework.StringsByKey(plan.Env))
		if answer, err = r.Client.Templates.Update(redacted, id, change); err != nil {
			r.Failed("update", plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
			return plan, false
		}
	}
	resp.Diagnostics.Append(prepared.After.Save(request, resp.Private)...)
	resp.Diagnostics.Append(framework.Remember(request, resp.Private, framework.AppliedConfigKey,
		plan.digest().ValueString())...)
	resp.Diagnostics.Append(framework.Adopted(request, resp.Private)...)
	return plan.fromAPI(answer, prepared.After), true
}
