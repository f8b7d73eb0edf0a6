package account

import (
	"cmp"
	"slices"
	"time"
)

// NetworkVolume is a network volume as the account stores it and responses have it: exactly these four members
// (contract 2.4).
type NetworkVolume struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Size         int    `json:"size"` // GB
	DataCenterID string `json:"dataCenterId"`
}

// NetworkVolumeUpdate is the input of an update.
type NetworkVolumeUpdate struct {
	Name *string `json:"name" rule:"notEmpty"`
	Size *int    `json:"size" rule:"range=1..4000"`
}

// NetworkVolumeCreate is the input of a create: a volume does not move.
type NetworkVolumeCreate struct {
	NetworkVolumeUpdate
	DataCenterID *string `json:"dataCenterId"`
}

// newNetworkVolume returns a volume with a size and a data center, for injected volumes: a create names both.
func newNetworkVolume(id string, _ time.Time) NetworkVolume {
	return NetworkVolume{ID: id, Size: 1, DataCenterID: DataCenters()[0]}
}

func (v NetworkVolume) key() (id, name string) { return v.ID, v.Name }

func (v NetworkVolume) references() []reference { return nil }

// CreateNetworkVolume creates a network volume.
func (a *Account) CreateNetworkVolume(in NetworkVolumeCreate, at time.Time) (NetworkVolume, error) {
	err := cmp.Or(
		required("name", in.Name),
		required("size", in.Size),
		required("dataCenterId", in.DataCenterID),
		a.check(in),
	)
	if err != nil {
		return NetworkVolume{}, err
	}
	if !slices.Contains(DataCenters(), *in.DataCenterID) {
		return NetworkVolume{}, dataCenterDoesNotExist(*in.DataCenterID)
	}
	v := NetworkVolume{ID: a.NetworkVolumes.vacant(a.ids.networkVolume)}
	apply(&v, in)
	a.NetworkVolumes.save(v, at)
	return v, nil
}

// UpdateNetworkVolume updates a network volume.
func (a *Account) UpdateNetworkVolume(id string, in NetworkVolumeUpdate, at time.Time) (NetworkVolume, error) {
	v, err := a.NetworkVolumes.Find(id)
	if err != nil {
		return NetworkVolume{}, err
	}
	if err := a.check(in); err != nil {
		return NetworkVolume{}, err
	}
	if in.Size != nil && *in.Size < v.Size && !a.config.AllowVolumeShrink {
		return NetworkVolume{}, cannotShrink("size", v.Size, *in.Size)
	}
	apply(&v, in)
	a.NetworkVolumes.save(v, at)
	return v, nil
}

// NetworkVolumeToDelete returns the same as Find, for a delete, which the service refuses in other words.
func (a *Account) NetworkVolumeToDelete(id string) (NetworkVolume, error) {
	v, err := a.NetworkVolumes.Find(id)
	if err != nil {
		return NetworkVolume{}, errNetworkVolumeNonexistent
	}
	return v, nil
}

// DeleteNetworkVolume deletes a network volume that no pod has.
func (a *Account) DeleteNetworkVolume(id string, at time.Time) error {
	if a.inUse(reference{KindNetworkVolumes, id}) {
		return errNetworkVolumeInUse
	}
	if !a.NetworkVolumes.remove(id, at) {
		return errNetworkVolumeNonexistent
	}
	return nil
}
