package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// networkVolumes is where network volumes are.
var networkVolumes = collection{
	"networkvolumes", "network-volumes", "networkVolumes", "NetworkVolume", "NetworkVolumes",
}

// volumeRequests implements rest.NetworkVolumes (contract-v2 6).
type volumeRequests struct {
	objects[rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, volumeWire, api.NetworkVolume]
}

// NetworkVolumes returns the requests about network volumes.
func NetworkVolumes() rest.NetworkVolumes {
	return volumeRequests{objects[
		rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, volumeWire, api.NetworkVolume,
	]{
		collection: networkVolumes,
		create: func(in api.NetworkVolumeCreate) any {
			return volumeCreateWire{in.NetworkVolumeFields, in.DataCenterID, in.Type}
		},
		update: func(change api.NetworkVolumeFields, _ api.NetworkVolume) any { return change },
		object: volumeWire.volume,
	}}
}

// SaysNotFound implements rest.NetworkVolumes: version 2 has one form of a 404.
func (volumeRequests) SaysNotFound(*transport.Error) bool { return false }

type volumeCreateWire struct {
	api.NetworkVolumeFields
	DataCenter string                   `json:"dataCenter"`
	Type       members.Optional[string] `json:"type,omitzero"`
}

// volumeWire is a network volume in answers of version 2.
type volumeWire struct {
	ID string `json:"id"`
	api.NetworkVolumeFields
	DataCenter members.Optional[string] `json:"dataCenter"`
	Type       members.Optional[string] `json:"type"`
}

func (w volumeWire) volume() api.NetworkVolume {
	v := api.NetworkVolume{
		ID: w.ID, NetworkVolumeFields: w.NetworkVolumeFields, DataCenterID: w.DataCenter, Type: w.Type,
	}
	members.EmptyIsAbsent(&v.Name, &v.DataCenterID, &v.Type)
	return v
}
