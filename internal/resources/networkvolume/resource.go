// Package networkvolume is podfleet_network_volume: storage in one data center that outlives its pods and workers
// (contract 2.4).
package networkvolume

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

var entity = framework.Entity[api.NetworkVolume]{
	Name:    "network volume",
	Objects: func(c *client.Client) client.Objects[api.NetworkVolume] { return c.NetworkVolumes },
}

var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Update: 5 * time.Minute,
	Delete: 10 * time.Minute}

// Resource is podfleet_network_volume. Deleting one waits for pods and workers to let go of it.
type Resource struct {
	framework.EntityResource[api.NetworkVolume]
	framework.Reads[model]
	policy.Planned
}

// NewResource returns podfleet_network_volume.
func NewResource() resource.Resource {
	r := &Resource{EntityResource: framework.EntityResource[api.NetworkVolume]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults,
	}, Planned: policy.Planned{Table: policies}}
	r.Reads = framework.Reads[model]{
		Of: r, Object: framework.RefreshAfter(&r.EntityResource, &r.Reads), Timeout: defaults.Read,
	}
	return r
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
	plan.Name = framework.NameOf(plan.Name, plan.NamePrefix)
	created, err := r.Client.NetworkVolumes.Create(ctx, framework.Fields[api.NetworkVolumeCreate](plan))
	if err != nil {
		r.CreateFailed(plan.Name, err).AddTo(&resp.Diagnostics)
		return
	}
	answer := r.Made(created, plan.Name, &resp.Diagnostics)
	r.SaveCreated(ctx, answer.ID, framework.After(plan, answer), req, resp)
}

// Update renames the volume or makes it larger.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Update, defaults.Update, &resp.Diagnostics)
	defer cancel()
	r.RefuseOlder(ctx, req.Private, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Name = framework.NameOf(plan.Name, plan.NamePrefix)
	answer := api.NetworkVolume{ID: state.ID.ValueString()}
	fields := framework.Fields[api.NetworkVolumeFields, model]
	if change := members.Remaining(fields(plan), fields(state)); !members.IsEmpty(change) {
		var err error
		if answer, err = r.Client.NetworkVolumes.Update(ctx, state.ID.ValueString(), change); err != nil {
			r.Failed("update", plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
			return
		}
	}
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	r.SaveUpdated(ctx, answer.ID, framework.After(plan, answer), req, resp)
}
