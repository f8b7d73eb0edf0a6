// Package template is podfleet_template: the container configuration that pods
// and endpoints are made from (contract 2.2).
package template

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const entity = "template"

// Deleting takes longer by default: a template can stay in use for two minutes
// after its last user is gone.
var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Update: 5 * time.Minute, Delete: 10 * time.Minute}

// Resource is podfleet_template.
type Resource struct{ framework.Base }

var (
	_ resource.ResourceWithConfigure        = (*Resource)(nil)
	_ resource.ResourceWithConfigValidators = (*Resource)(nil)
	_ resource.ResourceWithValidateConfig   = (*Resource)(nil)
	_ resource.ResourceWithIdentity         = (*Resource)(nil)
	_ resource.ResourceWithImportState      = (*Resource)(nil)
	_ resource.ResourceWithModifyPlan       = (*Resource)(nil)
)

// NewResource makes the resource, as the registry wants it.
func NewResource() resource.Resource { return &Resource{} }

// Metadata names the type.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_template"
}

// IdentitySchema is {id}.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = framework.IDIdentitySchema(entity)
}

// ConfigValidators wants a name, given or made.
func (r *Resource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		resourcevalidator.ExactlyOneOf(path.MatchRoot("name"), path.MatchRoot("name_prefix")),
	}
}

// Create makes the template. The service answers with the whole of it, so the
// state is complete before anything else can fail.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Create, defaults.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.Name.IsUnknown() {
		plan.Name = types.StringValue(framework.UniqueName(plan.NamePrefix.ValueString()))
	}
	secrets := framework.StringsByKey(config.EnvWO)
	answer, err := r.Client.CreateTemplate(framework.Redacted(ctx, secrets, framework.StringsByKey(plan.Env)), plan.toCreate(config, secrets))
	if err != nil {
		framework.CreateFailure(ctx, entity, plan.Name.ValueString(), req.Plan.Raw, err, r.names).AddTo(&resp.Diagnostics)
		return
	}
	hidden := framework.HideKeys(secrets)
	resp.Diagnostics.Append(hidden.Save(ctx, resp.Private)...)
	plan.ConfigHash = plan.digest()
	resp.Diagnostics.Append(framework.SaveAppliedConfig(ctx, resp.Private, plan.ConfigHash.ValueString())...)
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, answer.ID, plan.fromAPI(answer, hidden), framework.Saving{Plan: req.Plan, State: &resp.State, Identity: resp.Identity})...)
}

// Read refreshes the state.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Read, defaults.Read, &resp.Diagnostics)
	defer cancel()
	hidden, diags := framework.LoadSecretKeys(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	answer, ok := framework.Refresh(ctx, entity, state.ID.ValueString(), r.Client.ReadTemplate, resp)
	if !ok {
		return
	}
	justImported := state.Name.IsNull()
	if justImported && len(answer.Env.Or(nil)) > 0 {
		resp.Diagnostics.AddAttributeWarning(path.Root("env"), "Secret variables cannot be told apart",
			fmt.Sprintf("The template %q (%s) was imported with all of its environment variables in env, and so in the state. "+
				"If some of them belong in env_wo, move them there; the next apply takes them out of the state, but not out of its older versions.", answer.Name.Or(""), answer.ID))
	}
	state.DeletionProtection = framework.RefreshedProtection(state.DeletionProtection)
	refreshed := state.fromAPI(answer, hidden)
	if !justImported {
		framework.WarnEnvDrift(entity, strconv.Quote(state.Name.ValueString()), state.Env, refreshed.Env, &resp.Diagnostics)
	}
	refreshed.ConfigHash, diags = readConfigHash(ctx, state, refreshed, justImported, resp.Private)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, refreshed)...)
}

// Update sends what changed, and nothing at all if the service knows no
// difference.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Update, defaults.Update, &resp.Diagnostics)
	defer cancel()
	hidden, diags := framework.LoadSecretKeys(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	applied, diags := framework.AppliedConfig(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.ConfigHash.IsUnknown() {
		plan.ConfigHash = plan.configHash(state, config, applied, hidden)
	}
	if plan.Name.IsUnknown() {
		plan.Name = types.StringValue(framework.UniqueName(plan.NamePrefix.ValueString()))
	}
	secrets := framework.StringsByKey(config.EnvWO)
	change := plan.toUpdate(state, imported, hidden, secrets)
	known := hidden.IsEmpty() // Without secrets the state has the service's whole map.
	_, envSent := change.Env.Get()
	// Where there are secrets among the variables the state cannot tell whether the service has them, and an update that
	// changes nothing can restart workers: so it is one request more. Where the keys are lost, it finds them again.
	if !hidden.IsEmpty() && (envSent || hidden.AreLost()) && r.hasVariables(ctx, state.ID.ValueString(), framework.MergedEnv(plan.Env, secrets)) {
		change.Env, envSent, known = client.Optional[map[string]string]{}, false, true
	}
	answer := client.Template{ID: state.ID.ValueString()}
	if envSent {
		resp.Diagnostics.Append(hidden.And(secrets).Save(ctx, resp.Private)...)
	}
	if !client.IsEmpty(change) {
		var err error
		if answer, err = r.Client.UpdateTemplate(framework.Redacted(ctx, secrets, framework.StringsByKey(plan.Env)), state.ID.ValueString(), change); err != nil {
			framework.Failure{Verb: "update", Entity: entity, Name: plan.Name.ValueString(), Err: err, Plan: req.Plan.Raw}.AddTo(&resp.Diagnostics)
			return
		}
	}
	if envSent || known { // If neither, the service's map still has the old secrets, whichever these are.
		hidden = framework.HideKeys(secrets)
		resp.Diagnostics.Append(hidden.Save(ctx, resp.Private)...)
	}
	resp.Diagnostics.Append(framework.SaveAppliedConfig(ctx, resp.Private, plan.digest().ValueString())...)
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, answer.ID, plan.fromAPI(answer, hidden), framework.Saving{Plan: req.Plan, State: &resp.State, Identity: resp.Identity})...)
}

// hasVariables reports whether the service has exactly these variables.
func (r *Resource) hasVariables(ctx context.Context, id string, wanted map[string]string) bool {
	actual, err := r.Client.GetTemplate(ctx, id)
	if err != nil {
		return false // Then the update says what is wrong.
	}
	has, known := actual.Env.Get()
	return known && maps.Equal(wanted, has)
}

// Delete deletes the template, and waits for its users to let go of it.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Delete, defaults.Delete, &resp.Diagnostics)
	defer cancel()
	// The plan has refused this already; but a plan may be older than the protection.
	state.protected().RefuseDelete(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	framework.Delete(ctx, entity, state.ID.ValueString(), state.Name.ValueString(), r.Client.DeleteTemplate, &resp.Diagnostics)
}

// ImportState takes an id or name:<name>.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.Import(ctx, entity, r.names, req, resp)
}

func (r *Resource) names(ctx context.Context) ([]framework.Named, error) {
	return framework.Names(ctx, func(ctx context.Context) ([]client.Template, error) { return r.Client.ListTemplates(ctx, own) }, named)
}
