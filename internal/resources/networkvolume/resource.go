// Package networkvolume is podfleet_network_volume: storage in one data center that outlives its pods and workers
// (contract 2.4).
package networkvolume

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
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
	policy.Resource[api.NetworkVolume, model]
}

// NewResource returns podfleet_network_volume.
func NewResource() resource.Resource {
	r := &Resource{}
	r.EntityResource = framework.EntityResource[api.NetworkVolume]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults,
	}
	r.Table, r.OnCreate, r.OnUpdate, r.OnPlan = policies, r.create, r.update, r.plan
	r.OnPlanOfDelete = func(state model, diags *diag.Diagnostics) { warnOfLoss(state, "Deleting", diags) }
	r.Reads = framework.Reads[model]{
		Of: r, Object: framework.RefreshAfter(&r.EntityResource, &r.Reads), Timeout: defaults.Read,
	}
	return r
}

// create makes the volume.
func (r *Resource) create(
	_, ctx context.Context, in policy.Input[model], resp *resource.CreateResponse,
) (made model, ok bool) {
	created, err := r.Client.NetworkVolumes.Create(ctx, framework.Fields[api.NetworkVolumeCreate](in.Plan))
	if err != nil {
		r.CreateFailed(in.Plan.Name, err).AddTo(&resp.Diagnostics)
		return made, false
	}
	return framework.After(in.Plan, r.Made(created, in.Plan.Name, &resp.Diagnostics)), true
}

// update renames the volume or makes it larger.
func (r *Resource) update(
	_, ctx context.Context, in policy.Input[model], resp *resource.UpdateResponse,
) (changed model, ok bool) {
	answer := api.NetworkVolume{ID: in.State.ID.ValueString()}
	fields := framework.Fields[api.NetworkVolumeFields, model]
	if change := members.Remaining(fields(in.Plan), fields(in.State)); !members.IsEmpty(change) {
		var err error
		if answer, err = r.Client.NetworkVolumes.Update(ctx, answer.ID, change); err != nil {
			r.Failed("update", in.Plan.Name.ValueString(), err).AddTo(&resp.Diagnostics)
			return changed, false
		}
	}
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	return framework.After(in.Plan, answer), true
}
