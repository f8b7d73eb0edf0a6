package endpoint

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// A change of a template reaches the endpoints of version 1 that are bound to it, and replaces their workers
// (contract-v2 4). The template's ID, sent after that, would replace them once more.

// dropReached takes the template's ID out of an update if a change of the template has reached the endpoint: the
// endpoint shows all of its settings, and has a higher version than in the state, which is the result. If one of the
// two is not shown, the ID stays, because the workers could keep the old settings for good.
func (r *Resource) dropReached(
	ctx context.Context, state model, change *client.EndpointFields, template client.Optional[client.Container],
	private framework.PrivateWriter, diags *diag.Diagnostics,
) (version client.Optional[int64]) {
	id, settings := state.ID.ValueString(), template.Or(client.Container{})
	if change.TemplateID.Or("") != state.TemplateID.ValueString() || state.Version.IsNull() {
		return version
	}
	endpoint, err := r.Client.Endpoints.Get(ctx, id)
	has := endpoint.Settings().Or(client.Container{})
	if err != nil || !isWhole(has) || !isWhole(settings) || !has.Equal(settings) {
		return version
	}
	now := r.versionAfter(ctx, id)
	if now.Or(0) <= state.Version.ValueInt64() {
		return version
	}
	change.TemplateID = client.Optional[string]{}
	diags.Append(appliedContainer(template, endpoint).save(ctx, private)...)
	return now
}

// isWhole reports whether an answer has all container settings.
func isWhole(c client.Container) bool {
	return isPresent(c.ImageName) && isPresent(c.ContainerDiskInGB) && isPresent(c.ContainerRegistryAuthID) &&
		isPresent(c.DockerEntrypoint) && isPresent(c.DockerStartCmd) && isPresent(c.Env) && isPresent(c.Ports)
}
