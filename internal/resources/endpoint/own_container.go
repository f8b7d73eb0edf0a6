package endpoint

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Over version 2 an endpoint can have container settings of its own in place of a template (contract-v2 5.1). Then
// image_name is set, and the service returns all of them. The settings of an endpoint with a template are the
// template's, and null here, except empty lists and maps, which ask for nothing.

const (
	templateID = "template_id"
	imageName  = "image_name"
)

// shownContainer are the container settings that every reader may see.
type shownContainer struct {
	ImageName               types.String `tfsdk:"image_name"`
	ContainerDiskInGB       types.Int64  `tfsdk:"container_disk_in_gb"`
	ContainerRegistryAuthID types.String `tfsdk:"container_registry_auth_id"`
	DockerEntrypoint        types.List   `tfsdk:"docker_entrypoint"`
	DockerStartCmd          types.List   `tfsdk:"docker_start_cmd"`
	Ports                   types.List   `tfsdk:"ports"`
}

// containerModel are the container settings of an endpoint that has its own.
type containerModel struct {
	shownContainer
	env.Variables
}

// containerSettings are the names of its attributes but for the image.
var containerSettings = []string{
	"container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint", "docker_start_cmd", "ports", "env",
	"env_wo", "env_wo_version",
}

// The defaults of an endpoint's own settings: a template's, but for the ports. Workers get their jobs through the
// queue, so they expose none.
var (
	defaultContainerDisk = types.Int64Value(50)
	noElements           = framework.ListOf()
)

// hasOwnContainer reports whether the endpoint has settings of its own, or may have.
func (m containerModel) hasOwnContainer() bool { return !m.ImageName.IsNull() }

// fromTemplate completes a change of the container settings, but for variables: an endpoint that had a template keeps
// what no request clears.
func (m model) fromTemplate(change *api.EndpointFields, state model) {
	if !m.hasOwnContainer() {
		return
	}
	framework.ClearReference(&change.ContainerRegistryAuthID, m.ContainerRegistryAuthID, state.ContainerRegistryAuthID)
	if !state.hasOwnContainer() {
		change.Env = members.Some(map[string]string{})
		if m.ContainerRegistryAuthID.IsNull() {
			change.ContainerRegistryAuthID = members.Some("")
		}
	}
}

// variables returns the update from the state's variables to the planned ones; that of nothing if the plan has none of
// its own.
func (r *Resource) variables(ctx context.Context, in input) (u env.Update) {
	if !in.Plan.hasOwnContainer() {
		return u
	}
	u = env.Update{
		Planned: in.Plan.Variables, Was: in.State.Variables, Config: in.Config.Variables,
		Actual: sync.OnceValues(func() (members.Optional[map[string]string], error) {
			actual, err := r.Client.Endpoints.Get(ctx, in.State.ID.ValueString())
			return actual.Env, err
		}),
	}
	if in.State.hasOwnContainer() {
		u.Hidden = in.Record.Env
	}
	return u
}

// imported returns the state of an import before its first answer, as the answer shows it: with settings of its own
// over version 2, where no answer tells whether they came from a template, with both forms of GPU types, and with CPU
// flavors that are not all.
func (m model) imported(answer api.Endpoint) model {
	if image, shown := answer.ImageName.Get(); shown {
		m.ImageName = types.StringValue(image)
	}
	if len(answer.GPUPools.Or(nil)) > 0 { // An endpoint of version 1 whose GPU types have no pool shows no pools.
		m.GPUPools, m.GPUTypeIDs = types.SetUnknown(types.StringType), types.ListUnknown(types.StringType)
	}
	if !answer.AnyCPUFlavor.Or(true) {
		m.CPUFlavorIDs = types.ListUnknown(types.StringType)
	}
	return m
}

// ofOwn returns the default of a setting that only an endpoint with its own container settings has.
func ofOwn[V attr.Value](byDefault, none V) policy.Default {
	return policy.By(imageName, func(image types.String) V {
		if image.IsNull() {
			return none
		}
		return byDefault
	})
}

// containerOver refuses container settings over version 1. Empty lists and maps ask an endpoint with a template for
// nothing.
func containerOver(f policy.Facts) (s policy.Support) {
	if f.Version == 1 && (f.Config(templateID).IsNull() || !framework.IsEmpty(f.Planned)) {
		s.Refused = "Its endpoints get their container settings from templates."
		s.Next = "put the settings into a podfleet_template, and set template_id to its ID."
	}
	return s
}
