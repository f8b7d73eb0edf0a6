package endpoint

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Without GPU types or data centers an endpoint runs on any. Some deployments answer [] for that, as it was sent, and
// some the list of all (contract 2.3). A list that is not configured is whatever the service says. A configured [] asks
// for nothing: it stays [] whatever the service answers to it, but for types over version 2 that are not all of them.

const dataCenterIDs = "data_center_ids"

// sendsAny returns the plan with [] for a list that is left to the service: that asks for any.
func (m model) sendsAny() model {
	if m.DataCenterIDs.IsUnknown() {
		m.DataCenterIDs = framework.SetOf()
	}
	if m.GPUTypeIDs.IsUnknown() {
		m.GPUTypeIDs = noElements
	}
	return m
}

// asksNothing puts a configured [] back into an answer: configured are the attributes that were configured when the
// endpoint was last created or updated, and before is its state, or the plan.
func asksNothing(answer api.Endpoint, before model, configured []string) api.Endpoint {
	none := members.Some([]string{})
	if slices.Contains(configured, dataCenterIDs) && framework.IsEmpty(before.DataCenterIDs) {
		answer.DataCenterIDs = none
	}
	if slices.Contains(configured, gpuTypeIDs) && framework.IsEmpty(before.GPUTypeIDs) && answer.AnyGPUType.Or(true) {
		answer.GPUTypeIDs = none
	}
	return answer
}

// applied returns the state after an answer to a create or an update, given the plan.
func (m model) applied(answer api.Endpoint, configured []string, secret env.SecretKeys) model {
	m = m.sendsAny()
	return m.fromAPI(asksNothing(answer, m, configured), secret)
}

// owned returns the configured attributes among those that fall back when they are not configured any more; over
// version 1 nothing clears min_cuda_version.
func (m model) owned(version int) []string {
	names := []string{}
	if !m.DataCenterIDs.IsNull() {
		names = append(names, dataCenterIDs)
	}
	if !m.GPUTypeIDs.IsNull() {
		names = append(names, gpuTypeIDs)
	}
	if version > 1 && !m.MinCUDAVersion.IsNull() {
		names = append(names, minCUDAVersion)
	}
	return names
}

// spelled returns an answer in the spelling of the values from before. The network volumes are one value in two
// members: either can have a volume of the other one, and version 2 has one list of all.
func (m model) spelled(e api.Endpoint) api.Endpoint {
	before := m.toFields()
	e = volumesOf(e, before)
	if e.AnyGPUType.Or(false) && !members.AsSet.Same(before.GPUTypeIDs.Or(nil), e.GPUTypeIDs.Or(nil)) {
		e.GPUTypeIDs = members.Some([]string{})
	}
	e.EndpointFields = members.Spelled(e.EndpointFields, before)
	return e
}

// volumesOf puts the network volumes of an answer into the attributes that had them before.
func volumesOf(e api.Endpoint, before api.EndpointFields) api.Endpoint {
	was, had := before.NetworkVolumeID.Or(""), before.NetworkVolumeIDs.Or([]string{})
	one, showsOne := e.NetworkVolumeID.Get()
	several, showsSeveral := e.NetworkVolumeIDs.Get()
	if showsOne = showsOne || e.ShowsHardware(); !showsOne {
		one = was
	}
	if !showsSeveral {
		several = had
	}
	if members.AsSet.Same(volumes(was, had), volumes(one, several)) {
		one, several = was, had
	}
	if showsOne {
		e.NetworkVolumeID = members.Some(one)
	}
	if showsSeveral {
		e.NetworkVolumeIDs = members.Some(several)
	}
	return e
}

// volumesDefault is the default of network_volume_ids: none. A list that has only the volume of network_volume_id
// stays: the service filled it in.
func volumesDefault(f policy.Facts) attr.Value {
	was, _ := f.Was.(types.Set)
	id, _ := f.Config("network_volume_id").(types.String)
	if was.Equal(framework.SetOf(id.ValueString())) {
		return was
	}
	return framework.SetOf()
}

// changeOfVolumes returns both members if the network volumes differ from those of the state, else none: a state does
// not tell in which of the two members the service has a volume.
func (m model) changeOfVolumes(state model) (one members.Optional[string], several members.Optional[[]string]) {
	planned := m.toFields()
	if members.AsSet.Same(planned.Volumes(), state.toFields().Volumes()) {
		return one, several
	}
	return members.Some(planned.NetworkVolumeID.Or("")), planned.NetworkVolumeIDs
}

// volumes returns the network volumes of the two members.
func volumes(one string, several []string) []string {
	return api.EndpointFields{NetworkVolumeID: members.Some(one), NetworkVolumeIDs: members.Some(several)}.Volumes()
}
