package account

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// NetworkVolume is a network volume as the account stores it (contract 2.4, contract-v2 6).
type NetworkVolume struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Size         int    `json:"size"` // GB
	DataCenterID string `json:"dataCenterId"`
	// Type is the tier, which version 1 does not show.
	Type string `json:"type"`
}

// The tiers of network volumes.
const (
	VolumeStandard        = "STANDARD"
	VolumeHighPerformance = "HIGH_PERFORMANCE"
)

// newNetworkVolume returns a volume with a size and a data center, for injected volumes: a create names both.
func newNetworkVolume(id string, _ time.Time) NetworkVolume {
	return NetworkVolume{ID: id, Size: 1, DataCenterID: DataCenters()[0], Type: VolumeStandard}
}

func (v NetworkVolume) key() (id, name string) { return v.ID, v.Name }

func (v NetworkVolume) uses() []use { return nil }

// CreateNetworkVolume creates a network volume. Without a type it gets the first tier of its data center.
func (a *Account) CreateNetworkVolume(in Input, at time.Time) (NetworkVolume, error) {
	v, err := over(NetworkVolume{}, in)
	if err != nil {
		return NetworkVolume{}, err
	}
	center, ok := Lookup(AllDataCenters(), v.DataCenterID)
	if !ok {
		return NetworkVolume{}, invalid("%q is no data center with network volumes; these have them: %s", v.DataCenterID,
			strings.Join(DataCenters(), ", "))
	}
	v.Type = cmp.Or(v.Type, center.VolumeTypes[0])
	if !slices.Contains(center.VolumeTypes, v.Type) {
		return NetworkVolume{}, invalid("the data center %q has no network volumes of type %s", center.ID, v.Type)
	}
	v.ID = a.NetworkVolumes.vacant(a.ids.networkVolume)
	a.NetworkVolumes.save(v, at)
	return v, nil
}

// UpdateNetworkVolume renames or grows a network volume, over either version.
func (a *Account) UpdateNetworkVolume(before NetworkVolume, in Input, at time.Time) (NetworkVolume, error) {
	v, err := over(before, in)
	if err == nil && v.Size < before.Size && !a.config.AllowVolumeShrink {
		err = cannotShrink("size", before.Size, v.Size)
	}
	if err != nil {
		return NetworkVolume{}, err
	}
	a.NetworkVolumes.save(v, at)
	return v, nil
}

// DeleteNetworkVolume deletes a network volume that no pod has.
func (a *Account) DeleteNetworkVolume(v NetworkVolume, at time.Time) error {
	return a.removeUnused(reference{KindNetworkVolumes, v.ID}, errNetworkVolumeInUse, at)
}
