package policy

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Support says how a version of the management interface has a value. The zero value says that it has it.
type Support struct {
	// Keeps is set if no request of the version can have the attribute, or the value that the object has. An object that
	// exists keeps the state's value when the attribute is no longer configured, and no change of it replaces the object.
	Keeps bool
	// Refused says, in a sentence, why the version cannot have the value, and Next what to configure instead: it follows
	// "Next: ". The plan refuses a configured value that the apply would have to send: in a create, in a replacement, or
	// as a change. Refused is empty if the version can have the value.
	Refused, Next string
	// With names the attribute that an update sends only together with this one: a change of it sends the value, even if
	// that is the state's. Empty: there is none.
	With string
	// Warns is the detail of a warning where the value would be sent: it has no effect, or another one. Empty: none.
	Warns string
	// Replaces is set if the version cannot change the attribute to the value in place, although Row.Change says so.
	Replaces bool
}

func (r Row) support(f Facts) Support {
	if r.Over == nil {
		return Support{}
	}
	return r.Over(f)
}

// SinceVersion2 is the Over of an attribute that version 1 does not have: over version 1 a plan refuses it, and
// replaces no object for it.
func SinceVersion2(f Facts) Support {
	if f.Version != 1 {
		return Support{}
	}
	return Support{Keeps: true, Refused: "It does not support " + f.Name + ".",
		Next: "leave " + f.Name + " out, or use version 2."}
}

// Version 2 of the management interface cannot send some values of version 1. An object that has one keeps it when its
// line is removed from the configuration, and the plan is empty.

// KeepingRefused adds Keeps to the support of an attribute: an object keeps a value that the version refuses when the
// attribute is no longer configured. The default of the attribute would change or replace the object. The refusal of
// another value says so.
func KeepingRefused(over func(Facts) Support) func(Facts) Support {
	return func(f Facts) Support {
		s := over(f)
		if !f.Exists() || f.Was.IsNull() {
			return s
		}
		isOther := !f.Planned.Equal(f.Was)
		f.Planned = f.Was
		isKept := over(f).Refused != ""
		s.Keeps = s.Keeps || isKept && f.Configured.IsNull()
		if isKept && isOther && s.Refused != "" {
			s.Next = fmt.Sprintf("%s If you leave %s as it was, or remove it, the object keeps its value.", s.Next, f.Name)
		}
		return s
	}
}

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
