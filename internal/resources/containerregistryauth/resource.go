// Package containerregistryauth is podfleet_container_registry_auth: a login at a container registry, for private
// images (contract 2.5).
package containerregistryauth

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

var entity = framework.Entity[api.ContainerRegistryAuth]{
	Name:        "container registry auth",
	Objects:     func(c *client.Client) client.Objects[api.ContainerRegistryAuth] { return c.ContainerRegistryAuths },
	NotCompared: "user name and password",
}

// defaults has no update: the service has none, and adopting the configuration of an imported object sends nothing.
var defaults = framework.Durations{Create: 5 * time.Minute, Read: 2 * time.Minute, Delete: 10 * time.Minute}

// Resource is podfleet_container_registry_auth. Deleting one waits for templates and pods to let go of it.
type Resource struct {
	policy.Resource[api.ContainerRegistryAuth, model]
}

// NewResource returns podfleet_container_registry_auth.
func NewResource() resource.Resource {
	r := &Resource{}
	r.EntityResource = framework.EntityResource[api.ContainerRegistryAuth]{
		Entity: entity, Description: description, Attributes: attributes, Timeouts: defaults,
	}
	r.Table, r.Rules, r.OnCreate, r.OnPlan = policies, rules, r.create, r.plan
	r.Reads = framework.Reads[model]{
		Of: r, Object: framework.RefreshAfter(&r.EntityResource, &r.Reads), Timeout: defaults.Read,
	}
	return r
}

// create stores the login.
func (r *Resource) create(
	_, ctx context.Context, in policy.Input[model], resp *resource.CreateResponse,
) (made model, ok bool) {
	created, err := r.Client.ContainerRegistryAuths.Create(ctx, in.Plan.toCreate(in.Config))
	if err != nil {
		r.CreateFailed(in.Plan.Name, err).AddTo(&resp.Diagnostics)
		return made, false
	}
	return framework.After(in.Plan, r.Made(created, in.Plan.Name, &resp.Diagnostics)), true
}

// Update sends nothing: the service has no update, and every change of a value that it has replaces. The rest is
// adopting the configuration of an imported login, and swapping name for name_prefix around a name that stays.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	r.RefuseOlder(ctx, req.Private, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(framework.Adopted(ctx, resp.Private)...)
	r.SaveUpdated(ctx, plan.ID.ValueString(), plan, req, resp)
}
