package rest1

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// networkVolumes is the first element of paths.
const networkVolumes = "networkvolumes"

// volumeRequests implements rest.NetworkVolumes (contract 2.4).
type volumeRequests struct {
	objects[rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, volumeWire, api.NetworkVolume]
}

// NetworkVolumes returns the requests about network volumes.
func NetworkVolumes(options Options) rest.NetworkVolumes {
	return volumeRequests{objects[
		rest.NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, volumeWire, api.NetworkVolume,
	]{
		collection: networkVolumes, one: "NetworkVolume", many: "NetworkVolumes", updateWithPost: options.UpdateWithPost,
		object: func(w volumeWire) api.NetworkVolume { return api.NetworkVolume(w) },
	}}
}

// SaysNotFound implements rest.NetworkVolumes: the service can answer 500 for a volume that does not exist.
func (volumeRequests) SaysNotFound(e *transport.Error) bool {
	return e.Status == http.StatusInternalServerError && strings.Contains(e.Message, "nonexistent")
}

// volumeWire is a network volume in answers of version 1.
type volumeWire api.NetworkVolume

// UnmarshalJSON makes members absent whose empty value means none.
func (v *volumeWire) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*api.NetworkVolume)(v)); err != nil {
		return err
	}
	emptyMembersOfVolume((*api.NetworkVolume)(v))
	return nil
}

func emptyMembersOfVolume(v *api.NetworkVolume) { members.EmptyIsAbsent(&v.Name, &v.DataCenterID) }
