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
	rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, members.Answered[api.NetworkVolume],
	api.NetworkVolume,
]

// volumeRequests implements rest.NetworkVolumes (contract-v2 6).
type volumeRequests struct{ volumeKind }

// NetworkVolumes returns the requests about network volumes.
func NetworkVolumes() rest.NetworkVolumes {
	return volumeRequests{volumeKind{
		Collection: networkVolumes,
		Items:      itemsOf[members.Answered[api.NetworkVolume]](networkVolumes, "networkVolumes"),
		Body:       func(in api.NetworkVolumeCreate) any { return members.ByPath(in) },
		Object: func(w members.Answered[api.NetworkVolume]) api.NetworkVolume {
			members.EmptyIsAbsent(&w.Object.Name, &w.Object.DataCenterID, &w.Object.Type)
			return w.Object
		},
	}}
}

// SaysNotFound implements rest.NetworkVolumes: version 2 has one form of a 404.
func (volumeRequests) SaysNotFound(*transport.Error) bool { return false }
