// Package template is podfleet_template: the container configuration that pods and endpoints are made from (contract
// 2.2).
package template

import (
	"context"
	"sync"
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
	framework.EntityResource[api.Template]
	framework.Reads[model]
	framework.Rules[model]
	policy.Planned
}

// NewResource returns podfleet_template.
func NewResource() resource.Resource {
	r := &Resource{EntityResource: framework.EntityResource[api.Template]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults,
	}, Planned: policy.Planned{Table: policies}, Rules: rules}
	r.Reads = framework.Reads[model]{Of: r, Object: r.refreshObject, Timeout: defaults.Read}
	return r
}

// Create makes the template. The service answers with the whole of it, so the state is complete before anything else
// can fail.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Create, defaults.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Name = framework.NameOf(plan.Name, plan.NamePrefix)
	secrets := framework.StringsByKey(config.EnvWO)
	created, err := r.Client.Templates.Create(env.Redacted(ctx, secrets, framework.StringsByKey(plan.Env)),
		plan.toCreate(config, secrets))
	if err != nil {
		r.CreateFailed(plan.Name, err).AddTo(&resp.Diagnostics)
		return
	}
	answer := r.Made(created, plan.Name, &resp.Diagnostics)
	hidden := env.HideKeys(secrets)
	resp.Diagnostics.Append(hidden.Save(ctx, resp.Private)...)
	plan.ConfigHash = plan.digest()
	resp.Diagnostics.Append(framework.Remember(ctx, resp.Private, framework.AppliedConfigKey,
		plan.ConfigHash.ValueString())...)
	r.SaveCreated(ctx, answer.ID, plan.fromAPI(answer, hidden), req, resp)
}

func (r *Resource) refreshObject(
	ctx context.Context, state model, private framework.PrivateState, diags *diag.Diagnostics,
) (model, framework.Outcome) {
	hidden, found := env.LoadSecretKeys(ctx, private)
	diags.Append(found...)
	if diags.HasError() {
		return state, framework.Kept
	}
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
	refreshed.ConfigHash, found = readConfigHash(ctx, state, refreshed, hidden, private)
	diags.Append(found...)
	return refreshed, framework.Found
}

// Update sends the changed values, and nothing if the service knows no difference.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Update, defaults.Update, &resp.Diagnostics)
	defer cancel()
	record, diags := policy.Load(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	c, diags := r.changeOf(ctx, plan, state, config, record, req.Private)
	resp.Diagnostics.Append(diags...)
	r.RefuseOlder(ctx, req.Private, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Name = framework.NameOf(plan.Name, plan.NamePrefix)
	secrets := framework.StringsByKey(config.EnvWO)
	change := plan.toUpdate(state, record)
	prepared, err := c.env.Prepare()
	if err != nil {
		r.Failed("update", plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
		return
	}
	if plan.ConfigHash.IsUnknown() {
		sent, _ := c.sent() // Prepare has compared the variables.
		plan.ConfigHash = c.configHash(sent)
	}
	hidden := prepared.After
	if change.Env = prepared.Send; !prepared.Send.IsZero() {
		resp.Diagnostics.Append(prepared.Before.Save(ctx, resp.Private)...)
	}
	answer := api.Template{ID: state.ID.ValueString()}
	if !members.IsEmpty(change) {
		var err error
		redacted := env.Redacted(ctx, secrets, framework.StringsByKey(plan.Env))
		if answer, err = r.Client.Templates.Update(redacted, state.ID.ValueString(), change); err != nil {
			r.Failed("update", plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
			return
		}
	}
	resp.Diagnostics.Append(hidden.Save(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.Remember(ctx, resp.Private, framework.AppliedConfigKey,
		plan.digest().ValueString())...)
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	r.SaveUpdated(ctx, answer.ID, plan.fromAPI(answer, hidden), req, resp)
}

// envUpdate returns the update from the state's variables to the planned ones.
func (r *Resource) envUpdate(ctx context.Context, plan, state, config model, hidden env.SecretKeys) env.Update {
	return env.Update{
		Planned: plan.Variables, Was: state.Variables, Config: config.Variables, Hidden: hidden,
		Actual: sync.OnceValues(func() (members.Optional[map[string]string], error) {
			if r.Client == nil {
				return members.Optional[map[string]string]{}, nil
			}
			actual, err := r.Client.Templates.Get(ctx, state.ID.ValueString())
			return actual.Env, err
		}),
	}
}
