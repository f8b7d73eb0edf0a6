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

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
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
	timeout, diags := plan.Timeouts.Create(ctx, defaults.Create)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	if plan.Name.IsUnknown() {
		plan.Name = types.StringValue(framework.UniqueName(plan.NamePrefix.ValueString()))
	}
	answer, err := r.Client.CreateContainerRegistryAuth(ctx, plan.toCreate(config))
	if err != nil {
		framework.CreateFailure(ctx, entity, plan.Name.ValueString(), req.Plan.Raw, err, r.names).AddTo(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.fromAPI(answer))...)
	framework.KeepPlanned(ctx, entity, req.Plan, &resp.State, &resp.Diagnostics)
}

// Read refreshes the name: nothing else is ever returned.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Read(ctx, defaults.Read)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	answer, err := r.Client.GetContainerRegistryAuth(ctx, state.ID.ValueString())
	switch {
	case client.IsNotFound(err):
		framework.Gone(ctx, state.ID.ValueString(), resp)
		return
	case err != nil:
		framework.Failure{Verb: "read", Entity: entity, Called: state.ID.ValueString(), Err: err}.AddTo(&resp.Diagnostics)
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
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, plan.ID.ValueString())...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// Delete deletes the login, and waits for templates and pods to let go of it.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Delete(ctx, defaults.Delete)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	if err := r.Client.DeleteContainerRegistryAuth(ctx, state.ID.ValueString()); err != nil && !client.IsNotFound(err) {
		framework.Failure{Verb: "delete", Entity: entity, Called: state.Name.ValueString(), Err: err}.AddTo(&resp.Diagnostics)
	}
}

// ImportState takes an id or name:<name>.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.Import(ctx, entity, r.names, req, resp)
}

func (r *Resource) names(ctx context.Context) ([]framework.Named, error) {
	all, err := r.Client.ListContainerRegistryAuths(ctx)
	named := make([]framework.Named, len(all))
	for i, a := range all {
		named[i] = framework.Named{ID: a.ID, Name: a.Name.Or("")}
	}
	return named, err
}
