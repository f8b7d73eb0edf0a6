package rest1

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// networkVolumes is the first element of paths.
const networkVolumes = "networkvolumes"

// volumeRequests implements rest.NetworkVolumes (contract 2.4).
type volumeRequests struct {
	objects[rest.NoFilter, model.NetworkVolumeCreate, model.NetworkVolumeFields, volumeWire, model.NetworkVolume]
}

// NetworkVolumes returns the requests about network volumes.
func NetworkVolumes(options Options) rest.NetworkVolumes {
	return volumeRequests{objects[
		rest.NoFilter, model.NetworkVolumeCreate, model.NetworkVolumeFields, volumeWire, model.NetworkVolume,
	]{
		collection: networkVolumes, one: "NetworkVolume", many: "NetworkVolumes", updateWithPost: options.UpdateWithPost,
		object: func(w volumeWire) model.NetworkVolume { return model.NetworkVolume(w) },
	}}
}

// SaysNotFound implements rest.NetworkVolumes: the service can answer 500 for a volume that does not exist.
func (volumeRequests) SaysNotFound(e *transport.Error) bool {
	return e.Status == http.StatusInternalServerError && strings.Contains(e.Message, "nonexistent")
}

// volumeWire is a network volume in answers of version 1.
type volumeWire model.NetworkVolume

// UnmarshalJSON makes members absent whose empty value means none.
func (v *volumeWire) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*model.NetworkVolume)(v)); err != nil {
		return err
	}
	emptyMembersOfVolume((*model.NetworkVolume)(v))
	return nil
}

func emptyMembersOfVolume(v *model.NetworkVolume) { members.EmptyIsAbsent(&v.Name, &v.DataCenterID) }
