package rest1

import (
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// networkVolumes is the first element of paths.
const networkVolumes = "networkvolumes"

type volumeKind = rest.Kind[
	rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, api.NetworkVolume, api.NetworkVolume,
]

// volumeRequests implements rest.NetworkVolumes (contract 2.4).
type volumeRequests struct{ volumeKind }

// NetworkVolumes returns the requests about network volumes.
func NetworkVolumes(options Options) rest.NetworkVolumes {
	return volumeRequests{volumeKind{
		Collection: in(networkVolumes, "NetworkVolume"), Items: items[api.NetworkVolume], Object: volume,
		UpdateWithPost: options.UpdateWithPost,
	}}
}

// SaysNotFound implements rest.NetworkVolumes: the service can answer 500 for a volume that does not exist.
func (volumeRequests) SaysNotFound(e *transport.Error) bool {
	return e.Status == http.StatusInternalServerError && strings.Contains(e.Message, "nonexistent")
}

// volume makes members absent whose empty value means none.
func volume(v api.NetworkVolume) api.NetworkVolume {
	members.EmptyIsAbsent(&v.Name, &v.DataCenterID)
	return v
}
