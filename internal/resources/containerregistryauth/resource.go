// Package containerregistryauth is podfleet_container_registry_auth: a login at
// a container registry, for private images (contract 2.5).
package containerregistryauth

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const entity = "container registry auth"

// No update: the service has none, and taking over what was imported sends nothing.
var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Delete: 10 * time.Minute}

// Resource is podfleet_container_registry_auth.
type Resource struct{ framework.Base }

var (
	_ resource.ResourceWithConfigure        = (*Resource)(nil)
	_ resource.ResourceWithConfigValidators = (*Resource)(nil)
	_ resource.ResourceWithIdentity         = (*Resource)(nil)
	_ resource.ResourceWithImportState      = (*Resource)(nil)
	_ resource.ResourceWithModifyPlan       = (*Resource)(nil)
)

// NewResource makes the resource, as the registry wants it.
func NewResource() resource.Resource { return &Resource{} }

// Metadata names the type.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_container_registry_auth"
}

// IdentitySchema is {id}.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = framework.IDIdentitySchema(entity)
}

// ConfigValidators wants one name, given or made, and one password, kept or not.
func (r *Resource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		resourcevalidator.ExactlyOneOf(path.MatchRoot("name"), path.MatchRoot("name_prefix")),
		resourcevalidator.ExactlyOneOf(path.MatchRoot("password"), path.MatchRoot("password_wo")),
	}
}

// Create stores the login.
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
	answer, err := r.Client.CreateContainerRegistryAuth(ctx, plan.toCreate(config))
	if err != nil {
		framework.CreateFailure(ctx, entity, plan.Name.ValueString(), req.Plan.Raw, err, r.names).AddTo(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, answer.ID, plan.fromAPI(answer), framework.Saving{Plan: req.Plan, State: &resp.State, Identity: resp.Identity})...)
}

// Read refreshes the name: nothing else is ever returned.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Read, defaults.Read, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	answer, ok := framework.Refresh(ctx, entity, state.ID.ValueString(), r.Client.ReadContainerRegistryAuth, resp)
	if !ok {
		return
	}
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state.fromAPI(answer))...)
}

// Update sends nothing: the service has no update, and every change of what it
// knows replaces. What is left is adopting the configuration of an imported
// login, and swapping name for name_prefix around a name that stays.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.Name.IsUnknown() { // One from a prefix, for a login whose name the service does not tell.
		plan.Name = types.StringNull()
	}
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, plan.ID.ValueString())...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// Delete deletes the login, and waits for templates and pods to let go of it.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Delete, defaults.Delete, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	framework.Delete(ctx, entity, state.ID.ValueString(), state.Name.ValueString(), r.Client.DeleteContainerRegistryAuth, &resp.Diagnostics)
}

// ImportState takes an id or name:<name>.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.Import(ctx, entity, r.names, req, resp)
}

func (r *Resource) names(ctx context.Context) ([]framework.Named, error) {
	return framework.Names(ctx, r.Client.ListContainerRegistryAuths, named)
}
