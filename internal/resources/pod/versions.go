package pod

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// What a version of the management interface cannot say of a pod (contract-v2 8.1). See policy.Support.

// computeOf returns the compute type of a planned pod.
func computeOf(f policy.Facts) string {
	if configured, _ := f.Config("compute_type").(types.String); !configured.IsNull() {
		return configured.ValueString()
	}
	return shownBy(f).observedComputeType()
}

// mountsElsewhere reports whether a planned pod has no volume of its own over version 2: it has a network volume, or is
// a CPU pod. It is not known while the configuration is unknown.
func mountsElsewhere(f policy.Facts) (elsewhere, known bool) {
	network, _ := f.Config(networkVolumeID).(types.String)
	mounted, _ := f.State(networkVolumeID).(types.String)
	elsewhere = !network.IsNull() && !network.IsUnknown() || !mounted.IsNull() || computeOf(f) == computeCPU
	return elsewhere, elsewhere || !network.IsUnknown() && !f.Config("compute_type").IsUnknown()
}

// defaultVolumeOf is the default of volume_in_gb. An imported pod with a network volume, or without a GPU, gets no
// volume of its own.
func defaultVolumeOf(f policy.Facts) attr.Value {
	switch elsewhere, known := mountsElsewhere(f); {
	case !f.Exists() && (elsewhere || !known):
		return nil // See model.over.
	case elsewhere && f.Version == 2, elsewhere && f.Record.Imported && f.Was.Equal(types.Int64Value(0)):
		return types.Int64Value(0)
	}
	return templateOr(defaultVolume)(f)
}

// over returns the plan of a create with the size of the volume, if that depends on the version. The plan itself does
// not have it: it can be saved, and applied over the other version.
func (m model) over(version int) model {
	elsewhere := !m.NetworkVolumeID.IsNull() || m.ComputeType.ValueString() == computeCPU
	switch {
	case !m.VolumeInGB.IsUnknown():
	case elsewhere && version == 2:
		m.VolumeInGB = types.Int64Value(0)
	case !m.templated(): // A template decides.
		m.VolumeInGB = defaultVolume
	}
	return m
}

// volumeOver rejects a volume that version 2 does not have. A pod of version 1 keeps one of any size.
func volumeOver(f policy.Facts) (s policy.Support) {
	size, _ := f.Planned.(types.Int64)
	switch elsewhere, known := mountsElsewhere(f); {
	case f.Version != 2, !known:
	case elsewhere && size.ValueInt64() > 0:
		s = policy.Support{Keeps: true, Refused: "A pod with a network volume, or without GPUs, cannot have its own " +
			"volume in this version.", Next: "set volume_in_gb to 0, or leave it out."}
	case elsewhere:
		s.Keeps = true
	case f.Exists() && f.Configured.IsNull() && f.Was.Equal(types.Int64Value(0)):
		s.Keeps = true // The default would replace the pod, and a template's volume cannot be sent.
	case size.ValueInt64() > 0 && size.ValueInt64() < policy.MinVolume:
		s.Refused, s.Next = "It has no volumes below 10 GB.", "set volume_in_gb to 10 or more, or to 0 for a new pod."
	default:
		// A pod keeps the kind of its volume for life.
		s.Replaces = size.ValueInt64() > 0 && f.Was.Equal(types.Int64Value(0))
	}
	return s
}

// mountPathOver rejects another path of a small volume. A pod that mounts elsewhere does not send the volume.
func mountPathOver(f policy.Facts) (s policy.Support) {
	if elsewhere, known := mountsElsewhere(f); elsewhere || !known {
		return s
	}
	return policy.MountPathOver(f)
}

// without returns the support of an attribute that version 2 does not have. harmless is the value that asks for
// nothing, why says what the version lacks, and next what to configure instead.
func without(harmless attr.Value, why, next string) func(policy.Facts) policy.Support {
	return func(f policy.Facts) (s policy.Support) {
		if f.Version != 2 {
			return s
		}
		s.Keeps = true
		switch {
		case f.Exists() && !f.Was.IsNull() && !f.Was.Equal(harmless):
			s.Refused = fmt.Sprintf("It cannot change %s of a pod.", f.Name)
			s.Next = fmt.Sprintf("restore the old value of %s, or remove the attribute: the pod stays as it is.", f.Name)
		case !f.Planned.Equal(harmless):
			s.Refused, s.Next = why, next
		}
		return s
	}
}

func withoutLeast(of string) func(policy.Facts) policy.Support {
	return without(types.Int64Value(0), "It does not support a minimum speed of the "+of+".", "leave the attribute out.")
}

var (
	addressOver = without(types.BoolValue(false), "It does not support requests for a public IP.",
		`leave support_public_ip out, expose a TCP port such as "22/tcp", and read port_mappings.`)
	interruptibleOver = without(types.BoolValue(false), "It has no interruptible pods.", "leave interruptible out.")
)

// countriesOver allows countries where the catalogue can narrow the data centers to them. While the kind of pod is
// unknown, it refuses nothing: the plan in the apply does.
func countriesOver(f policy.Facts) policy.Support {
	cloud, _ := f.Config("cloud_type").(types.String)
	if cloud.IsNull() {
		cloud = shownBy(f).cloudType()
	}
	isKnown := !cloud.IsUnknown() && !f.Config("compute_type").IsUnknown()
	if !isKnown || computeOf(f) == computeGPU && cloud.ValueString() != cloudCommunity {
		return policy.Support{}
	}
	return without(noIDs, "It supports countries for GPU pods in the cloud SECURE only.",
		"set data_center_ids instead, or leave country_codes out.")(f)
}

// vcpusOver rejects a number of vCPUs that no CPU flavor has.
func vcpusOver(f policy.Facts) (s policy.Support) {
	planned, _ := f.Planned.(types.Int64)
	n := planned.ValueInt64()
	if f.Version == 2 && computeOf(f) == computeCPU && !planned.IsUnknown() && (n < 2 || n&(n-1) != 0) {
		s.Refused = "CPU pods have 2, 4, 8, 16 or another power of two vCPUs in this version."
		s.Next = "set vcpu_count to such a number."
	}
	return s
}
