package account

import (
	"cmp"
	"slices"
	"time"
)

// NetworkVolume is a network volume as the account stores it (contract 2.4, contract-v2 6).
type NetworkVolume struct {
	NetworkVolumeMembers
	// Type is the tier, which version 1 does not show.
	Type string `json:"type"`
}

// The tiers of network volumes.
const (
	VolumeStandard        = "STANDARD"
	VolumeHighPerformance = "HIGH_PERFORMANCE"
)

// NetworkVolumeMembers are stored and answered alike by version 1.
type NetworkVolumeMembers struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Size         int    `json:"size"` // GB
	DataCenterID string `json:"dataCenterId"`
}

// NetworkVolumeUpdate is the input of an update.
type NetworkVolumeUpdate struct {
	Name *string `json:"name"`
	Size *int    `json:"size"`
}

// NetworkVolumeCreate is the input of a create: a volume does not move.
type NetworkVolumeCreate struct {
	NetworkVolumeUpdate
	DataCenterID *string `json:"dataCenterId"`
}

// newNetworkVolume returns a volume with a size and a data center, for injected volumes: a create names both.
func newNetworkVolume(id string, _ time.Time) NetworkVolume {
	return NetworkVolume{
		NetworkVolumeMembers: NetworkVolumeMembers{ID: id, Size: 1, DataCenterID: DataCenters()[0]},
		Type:                 VolumeStandard,
	}
}

func (v NetworkVolume) key() (id, name string) { return v.ID, v.Name }

func (v NetworkVolume) references() []reference { return nil }

// CreateNetworkVolume creates a network volume.
func (a *Account) CreateNetworkVolume(in NetworkVolumeCreate, at time.Time) (NetworkVolume, error) {
	var v NetworkVolume
	apply(&v, in)
	return a.AddNetworkVolume(v, at)
}

// AddNetworkVolume creates a network volume with these members but its id. Without a type it gets the first tier of its
// data center.
func (a *Account) AddNetworkVolume(v NetworkVolume, at time.Time) (NetworkVolume, error) {
	center, ok := findDataCenterByID(v.DataCenterID)
	if !ok {
		return NetworkVolume{}, noVolumesIn(v.DataCenterID)
	}
	v.Type = cmp.Or(v.Type, center.VolumeTypes[0])
	if !slices.Contains(center.VolumeTypes, v.Type) {
		return NetworkVolume{}, invalid("the data center %q has no network volumes of type %s", center.ID, v.Type)
	}
	v.ID = a.NetworkVolumes.vacant(a.ids.networkVolume)
	a.NetworkVolumes.save(v, at)
	return v, nil
}

// ChangeNetworkVolume renames or grows a network volume; nil changes nothing.
func (a *Account) ChangeNetworkVolume(id string, name *string, size *int, at time.Time) (NetworkVolume, error) {
	v, err := a.NetworkVolumes.Find(id)
	if err != nil {
		return NetworkVolume{}, err
	}
	if size != nil && *size < v.Size && !a.config.AllowVolumeShrink {
		return NetworkVolume{}, cannotShrink("size", v.Size, *size)
	}
	set(&v.Name, name)
	set(&v.Size, size)
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
