package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// networkVolumes is where network volumes are.
var networkVolumes = rest.Collection{
	Shared: "networkvolumes", Path: "network-volumes", One: "NetworkVolume", Many: "NetworkVolumes",
}

type volumeKind = rest.Kind[
	rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, volumeWire, api.NetworkVolume,
]

// volumeRequests implements rest.NetworkVolumes (contract-v2 6).
type volumeRequests struct{ volumeKind }

// NetworkVolumes returns the requests about network volumes.
func NetworkVolumes() rest.NetworkVolumes {
	return volumeRequests{volumeKind{
		Collection: networkVolumes, Items: itemsOf[volumeWire](networkVolumes, "networkVolumes"),
		Body: func(in api.NetworkVolumeCreate) any {
			return volumeWire{
				NetworkVolumeFields: in.NetworkVolumeFields, DataCenter: members.Some(in.DataCenterID), Type: in.Type,
			}
		},
		Object: volumeWire.volume,
	}}
}

// SaysNotFound implements rest.NetworkVolumes: version 2 has one form of a 404.
func (volumeRequests) SaysNotFound(*transport.Error) bool { return false }

// volumeWire is a network volume. Only answers have the ID.
type volumeWire struct {
	ID string `json:"id,omitempty"`
	api.NetworkVolumeFields
	DataCenter members.Optional[string] `json:"dataCenter,omitzero"`
	Type       members.Optional[string] `json:"type,omitzero"`
}

func (w volumeWire) volume() api.NetworkVolume {
	v := api.NetworkVolume{
		ID: w.ID, NetworkVolumeFields: w.NetworkVolumeFields, DataCenterID: w.DataCenter, Type: w.Type,
	}
	members.EmptyIsAbsent(&v.Name, &v.DataCenterID, &v.Type)
	return v
}
