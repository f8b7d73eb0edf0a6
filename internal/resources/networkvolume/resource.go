// Package networkvolume is podfleet_network_volume: storage in one data center
// that outlives what mounts it (contract 2.4).
package networkvolume

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const entity = "network volume"

var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Update: 5 * time.Minute, Delete: 10 * time.Minute}

// Resource is podfleet_network_volume.
type Resource struct{ framework.Base }

var (
	_ resource.ResourceWithConfigure   = (*Resource)(nil)
	_ resource.ResourceWithIdentity    = (*Resource)(nil)
	_ resource.ResourceWithImportState = (*Resource)(nil)
	_ resource.ResourceWithModifyPlan  = (*Resource)(nil)
)

// NewResource makes the resource, as the registry wants it.
func NewResource() resource.Resource { return &Resource{} }

// Metadata names the type.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_network_volume"
}

// IdentitySchema is {id}.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = framework.IDIdentitySchema(entity)
}

// Create makes the volume.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Create, defaults.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	answer, err := r.Client.CreateNetworkVolume(ctx, plan.toCreate())
	if err != nil {
		framework.CreateFailure(ctx, entity, plan.Name.ValueString(), req.Plan.Raw, err, r.names).AddTo(&resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(framework.SaveAppliedSize(ctx, resp.Private, plan.Size)...)
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, answer.ID, plan.fromAPI(answer), req.Plan, &resp.State, resp.Identity)...)
}

// Read refreshes the state.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, state.Timeouts.Read, defaults.Read, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	answer, ok := framework.Refresh(ctx, entity, state.ID.ValueString(), r.Client.ReadNetworkVolume, resp)
	if !ok {
		return
	}
	state.DeletionProtection = framework.RefreshedProtection(state.DeletionProtection)
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, answer.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state.fromAPI(answer))...)
}

// Update renames or grows the volume. A changed deletion_protection is no
// business of the service's, and sends nothing.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Update, defaults.Update, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	answer := client.NetworkVolume{ID: state.ID.ValueString()}
	if change := plan.toUpdate(state); !client.IsEmpty(change) {
		var err error
		if answer, err = r.Client.UpdateNetworkVolume(ctx, state.ID.ValueString(), change); err != nil {
			framework.Failure{Verb: "update", Entity: entity, Name: plan.Name.ValueString(), Err: err, Plan: req.Plan.Raw}.AddTo(&resp.Diagnostics)
			return
		}
	}
	if plan.Size.Equal(config.Size) { // A volume that was grown outside is planned with the service's size, which nobody asked for.
		resp.Diagnostics.Append(framework.SaveAppliedSize(ctx, resp.Private, plan.Size)...)
	}
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, answer.ID, plan.fromAPI(answer), req.Plan, &resp.State, resp.Identity)...)
}

// Delete deletes the volume and what is on it, and waits for pods and workers
// to let go of it.
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
	framework.Delete(ctx, entity, state.ID.ValueString(), state.Name.ValueString(), r.Client.DeleteNetworkVolume, &resp.Diagnostics)
}

// ImportState takes an id or name:<name>.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.Import(ctx, entity, r.names, req, resp)
}

func (r *Resource) names(ctx context.Context) ([]framework.Named, error) {
	return framework.Names(ctx, r.Client.ListNetworkVolumes, named)
}
