package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// mountsWire has the volume of a template, or one of the two kinds of volume of a pod (contract-v2 4, 8.1).
type mountsWire struct {
	Persistent members.Optional[persistentWire]     `json:"persistent,omitzero"`
	Network    members.Optional[[]networkMountWire] `json:"network,omitzero"`
}

// persistentWire is a volume on the machine of a pod.
type persistentWire struct {
	Size members.Optional[int64]  `json:"size,omitzero"`
	Path members.Optional[string] `json:"path,omitzero"`
}

// networkMountWire is a network volume in a pod.
type networkMountWire struct {
	VolumeID string                   `json:"volumeId"`
	Path     members.Optional[string] `json:"path,omitzero"`
}

// persistentOf converts a volume to a request; false if the request has none, or one of 0 GB, which is no volume. A
// value that the request lacks is the one of now, because the service takes both or none.
func persistentOf(
	size, sizeNow members.Optional[int64], path, pathNow members.Optional[string],
) (w persistentWire, ok bool) {
	if size.IsZero() && path.IsZero() || size.Or(sizeNow.Or(0)) == 0 {
		return persistentWire{}, false
	}
	w = persistentWire{Size: members.Some(size.Or(sizeNow.Or(0))), Path: members.Some(path.Or(pathNow.Or("")))}
	return w, true
}

// isPartOfVolume reports whether a request has one of the two values of a volume.
func isPartOfVolume(size members.Optional[int64], path members.Optional[string]) bool {
	return size.IsZero() != path.IsZero()
}

// persistent returns the values of a volume in an answer. Without one, its size is 0, and its path is not returned.
func (m mountsWire) persistent() (size members.Optional[int64], path members.Optional[string]) {
	volume, ok := m.Persistent.Get()
	if !ok {
		return members.Some(int64(0)), path
	}
	return volume.Size, volume.Path
}
