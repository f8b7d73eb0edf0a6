package policy

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// MinVolume is the size in GB of the smallest local volume of a pod or a template over version 2, except none
// (contract-v2 4).
const MinVolume = 10

// MountPathOver rejects another mount path of a volume of version 1 that is smaller than MinVolume: an update over
// version 2 sends the path with the size. Without its line, the path stays.
func MountPathOver(f Facts) (s Support) {
	size, _ := f.State("volume_in_gb").(types.Int64)
	if wanted, _ := f.Config("volume_in_gb").(types.Int64); !wanted.IsNull() {
		size = wanted
	}
	if gb := size.ValueInt64(); f.Version == 2 && f.Exists() && gb > 0 && gb < MinVolume {
		s.Keeps = true
		s.Refused = fmt.Sprintf("It changes the path of a volume only together with the size, and has no volumes below %d "+
			"GB; this one has %d.", MinVolume, gb)
		s.Next = fmt.Sprintf("leave volume_mount_path as it was, or set volume_in_gb to %d or more.", MinVolume)
	}
	return s
}

// DiskOver rejects a container without a disk over version 2.
func DiskOver(f Facts) (s Support) {
	if f.Version == 2 && f.Planned.Equal(types.Int64Value(0)) {
		s.Refused, s.Next = "A container needs a disk in this version.", "set container_disk_in_gb to 1 or more."
	}
	return s
}
