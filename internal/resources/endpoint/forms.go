package endpoint

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Version 1 returns some values that version 2 got in another form: it lists all types of the pools where none are
// configured, in an order of its own, and all volumes in network_volume_ids. Such a value is no drift. So private state
// has the GPU types and the volumes that version 2 got.

// forms are the values of version 2 that an answer of version 1 can have in another form.
type forms struct {
	pools   gpuPools
	volumes []string
}

// loadForms reads the record for a Read.
func loadForms(ctx context.Context, private framework.PrivateReader) (f forms, diags diag.Diagnostics) {
	diags = framework.Recall(ctx, private, framework.GPUPoolsKey, &f.pools)
	diags.Append(framework.Recall(ctx, private, framework.VolumesKey, &f.volumes)...)
	return f, diags
}

// read puts the forms of the state into an answer of version 1 that has the same values.
func (f forms) read(state model, answer client.Endpoint) client.Endpoint {
	if answer.ShowsHardware() {
		return answer
	}
	was := framework.Strings(state.GPUTypeIDs)
	shown := answer.GPUTypeIDs.Or(nil)
	hasAll := len(f.pools.Types) > 0 &&
		!slices.ContainsFunc(f.pools.Types, func(id string) bool { return !slices.Contains(shown, id) })
	switch {
	case state.GPUTypeIDs.IsNull():
	case f.pools.Any && len(was) == 0 && hasAll: // The service can have got another type since.
		answer.GPUTypeIDs = client.Some([]string{})
	case f.pools.Unordered && len(was) > 0 && sameSet(was, shown):
		answer.GPUTypeIDs = client.Some(was)
	}
	has := state.toFields()
	if len(f.volumes) > 0 && sameSet(answer.Volumes(), f.volumes) && sameSet(has.Volumes(), f.volumes) {
		answer.NetworkVolumeID, answer.NetworkVolumeIDs = client.Some(has.NetworkVolumeID.Or("")),
			client.Some(has.NetworkVolumeIDs.Or([]string{}))
	}
	return answer
}

// refreshForms records the volumes of an answer of version 2 if they are not those of the state: version 1 has them in
// another form than the refreshed state.
func (m model) refreshForms(
	ctx context.Context, answer client.Endpoint, private framework.PrivateWriter,
) diag.Diagnostics {
	if !answer.ShowsHardware() || sameSet(m.toFields().Volumes(), answer.Volumes()) {
		return nil
	}
	return framework.Remember(ctx, private, framework.VolumesKey, answer.Volumes())
}

// recordForms records the volumes of a create over version 2, or of an update that changes them.
func (m model) recordForms(ctx context.Context, state model, private framework.PrivateWriter) diag.Diagnostics {
	volumes := m.toFields().Volumes()
	if m.NetworkVolumeID.Equal(state.NetworkVolumeID) && m.NetworkVolumeIDs.Equal(state.NetworkVolumeIDs) ||
		len(volumes)+len(state.toFields().Volumes()) == 0 {
		return nil
	}
	return framework.Remember(ctx, private, framework.VolumesKey, volumes)
}

// withForms completes an update over version 1 of volumes that version 2 got: either attribute can have them in the
// service, so the request has both.
func (f forms) withForms(plan model, change client.EndpointFields) client.EndpointFields {
	if len(f.volumes) > 0 && (isPresent(change.NetworkVolumeID) || isPresent(change.NetworkVolumeIDs)) {
		planned := plan.toFields()
		change.NetworkVolumeID = client.Some(planned.NetworkVolumeID.Or(""))
		change.NetworkVolumeIDs = client.Some(planned.NetworkVolumeIDs.Or([]string{}))
	}
	return change
}

// dropForms drops the record of the attributes that an update over version 1 has sent: answers have these as the state.
func dropForms(
	ctx context.Context, sent client.EndpointFields, private framework.PrivateWriter,
) (diags diag.Diagnostics) {
	if isPresent(sent.GPUTypeIDs) {
		diags.Append(private.SetKey(ctx, framework.GPUPoolsKey, nil)...)
	}
	if isPresent(sent.NetworkVolumeID) || isPresent(sent.NetworkVolumeIDs) {
		diags.Append(private.SetKey(ctx, framework.VolumesKey, nil)...)
	}
	return diags
}
