// Package pod is podfleet_pod: a container on a machine of its own, which bills
// by the hour (contract 2.6).
package pod

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const entity = "pod"

// Creating and updating take longer by default: a machine has to be found, and
// the image to be pulled.
var defaults = framework.Durations{Create: 15 * time.Minute, Read: 2 * time.Minute, Update: 15 * time.Minute, Delete: 5 * time.Minute}

// Resource is podfleet_pod.
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
	resp.TypeName = req.ProviderTypeName + "_pod"
}

// IdentitySchema is {id}.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = framework.IDIdentitySchema(entity)
}

// Create makes the pod. It is in the state before anything else can fail: from
// then on it bills, and must not be lost. What goes wrong afterwards is a
// warning, because an error would have the pod destroyed and another one made.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	within, cancel := framework.WithTimeout(ctx, plan.Timeouts.Create, defaults.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	secrets := framework.StringsByKey(config.EnvWO)
	request := plan.toCreate(secrets)
	if stopsAtOnce := !plan.isRunning(); stopsAtOnce && plan.Locked.ValueBool() {
		request.Locked = client.Optional[bool]{} // A locked pod cannot be stopped: see stopAtOnce.
	}
	answer, err := r.Client.CreatePod(framework.Redacted(within, secrets, framework.StringsByKey(plan.Env)), request)
	if err != nil {
		framework.CreateFailure(within, entity, plan.Name.ValueString(), req.Plan.Raw, err, r.names).AddTo(&resp.Diagnostics)
		return
	}
	hidden := plan.atCreation(answer, secrets)
	resp.Diagnostics.Append(hidden.save(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SaveOwned(ctx, resp.Private, append(configured(req.Config.Raw, &resp.Diagnostics), placement...))...)
	made := plan.fromAPI(answer, hidden)
	sized := plan.VolumeInGB
	if sized.IsUnknown() { // The template decides.
		sized = made.VolumeInGB
	}
	resp.Diagnostics.Append(framework.SaveAppliedSize(ctx, resp.Private, sized)...)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, made)...)
	switch {
	case !plan.isRunning():
		made = r.stopAtOnce(within, plan, made, hidden, &resp.Diagnostics)
	case plan.WaitForReady.ValueBool():
		made = r.waitUntilReady(ctx, within, made, hidden, made.ready, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, answer.ID, made, framework.Saving{Plan: req.Plan, State: &resp.State, Identity: resp.Identity})...)
}

// Read refreshes the state. Of an imported pod it also finds out what came from
// its template.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Read, defaults.Read, &resp.Diagnostics)
	defer cancel()
	hidden, diags := loadEnvironment(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	answer, ok := framework.Refresh(ctx, entity, state.ID.ValueString(), r.Client.ReadPod, resp)
	if !ok {
		return
	}
	justImported := state.Name.IsNull() && state.WaitForReady.IsNull() // A name need not be told.
	_, told := answer.Env.Get()
	envImported := told && state.Env.IsNull() // With the import, or with the first answer that tells.
	if template := answer.TemplateID.Or(state.TemplateID.ValueString()); envImported && template != "" {
		// Anything but its certain absence would put the template's variables, secret ones among them, into the state.
		given, err := r.Client.ReadTemplate(ctx, template)
		if err != nil && !client.IsGone(err) {
			framework.Failure{Verb: "read", Entity: "template of the pod", Name: template, Err: err}.AddTo(&resp.Diagnostics)
			return
		}
		hidden.inherited = atImport(answer, given).inherited
		resp.Diagnostics.Append(hidden.save(ctx, resp.Private)...)
	}
	was := state.Env
	state = state.fromAPI(answer, hidden)
	if !justImported && !was.IsNull() {
		framework.WarnEnvDrift(entity, strconv.Quote(state.Name.ValueString()), was, state.Env, &resp.Diagnostics)
	}
	state.DeletionProtection = framework.RefreshedProtection(state.DeletionProtection)
	if justImported {
		state.WaitForReady = types.BoolValue(true)
		state.CloudType = state.cloudType()
	}
	if envImported && len(state.Env.Elements()) > 0 {
		resp.Diagnostics.AddAttributeWarning(path.Root("env"), "Secret variables cannot be told apart",
			fmt.Sprintf("The pod %q (%s) was imported with its environment variables in env, and so in the state, but for those that its template has with the same value. "+
				"If some of them belong in env_wo, move them there; the next apply takes them out of the state, but not out of its older versions.", answer.Name.Or(""), answer.ID))
	}
	resp.Diagnostics.Append(rememberUntold(ctx, answer, justImported, req, resp)...)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Delete deletes the pod and what is on its disks.
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
	framework.Delete(ctx, entity, state.ID.ValueString(), state.Name.ValueString(), r.Client.DeletePod, &resp.Diagnostics)
}

// ImportState takes an id or name:<name>.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.Import(ctx, entity, r.names, req, resp)
}

func (r *Resource) names(ctx context.Context) ([]framework.Named, error) {
	return framework.Names(ctx, func(ctx context.Context) ([]client.Pod, error) { return r.Client.ListPods(ctx, client.PodFilter{}) }, named)
}

// loadEnvironment reads from private state what not to show.
func loadEnvironment(ctx context.Context, private framework.PrivateReader) (environment, diag.Diagnostics) {
	secret, diags := framework.LoadSecretKeys(ctx, private)
	inherited, more := framework.LoadInheritedKeys(ctx, private)
	diags.Append(more...)
	return environment{secret, inherited}, diags
}

// save writes it to private state.
func (e environment) save(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	diags := e.secret.Save(ctx, private)
	diags.Append(e.inherited.SaveInherited(ctx, private)...)
	return diags
}
