package account

// GPUType is a line of the price list. The ids are those of contract 4; everything else is the emulator's own [C]. The
// emulator has all types in both clouds.
type GPUType struct {
	ID, Name      string
	PerHour       float64 // USD for one in the secure cloud; the other prices follow from it
	vcpus, memory int     // of a machine for each GPU; memory in GB
	VRAM          int     // GB of one GPU
	Pool          string  // of the workers of endpoints over version 2; empty is none
}

func (t GPUType) key() string { return t.ID }

// Price returns a part of the price, in USD an hour for one GPU.
func (t GPUType) Price(part float64) float64 { return rounded(t.PerHour * part) }

// The parts of prices that both versions know.
const (
	CommunityPart  = 0.8
	ServerlessPart = 1.2
)

// Manufacturer returns who makes the type.
func (t GPUType) Manufacturer() string {
	if isNVIDIA(t.ID) {
		return "NVIDIA"
	}
	return "AMD"
}

// AllGPUTypes returns the GPU types.
func AllGPUTypes() []GPUType {
	return []GPUType{
		{"NVIDIA GeForce RTX 4090", "RTX 4090", 0.69, 6, 41, 24, "ADA_24"},
		{"NVIDIA A40", "A40", 0.40, 9, 50, 48, "AMPERE_48"},
		{"NVIDIA RTX A5000", "RTX A5000", 0.27, 9, 25, 24, "AMPERE_24"},
		{"NVIDIA GeForce RTX 5090", "RTX 5090", 0.94, 15, 60, 32, "BLACKWELL_32"},
		{"NVIDIA H100 80GB HBM3", "H100 SXM", 2.99, 20, 125, 80, "ADA_80_PRO"},
		{"NVIDIA GeForce RTX 3090", "RTX 3090", 0.46, 4, 31, 24, "AMPERE_24"},
		{"NVIDIA RTX A4500", "RTX A4500", 0.25, 12, 62, 20, "AMPERE_16"},
		{"NVIDIA L40S", "L40S", 0.86, 16, 94, 48, "ADA_48_PRO"},
		{"NVIDIA H200", "H200 SXM", 3.99, 24, 251, 141, "HOPPER_141"},
		{"NVIDIA L4", "L4", 0.43, 12, 50, 24, "AMPERE_24"},
		{"NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada", 0.77, 10, 62, 48, "ADA_48_PRO"},
		{"NVIDIA A100-SXM4-80GB", "A100 SXM", 1.74, 16, 125, 80, "AMPERE_80"},
		{"NVIDIA RTX 4000 Ada Generation", "RTX 4000 Ada", 0.26, 9, 50, 20, "AMPERE_16"},
		{"NVIDIA RTX A6000", "RTX A6000", 0.49, 9, 50, 48, "AMPERE_48"},
		{"NVIDIA A100 80GB PCIe", "A100 PCIe", 1.64, 8, 117, 80, "AMPERE_80"},
		{"NVIDIA RTX 2000 Ada Generation", "RTX 2000 Ada", 0.24, 6, 31, 16, "AMPERE_16"},
		{"NVIDIA RTX A4000", "RTX A4000", 0.25, 9, 31, 16, "AMPERE_16"},
		{"NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000", 1.84, 16, 188, 96, "BLACKWELL_96"},
		{"NVIDIA H100 PCIe", "H100 PCIe", 2.39, 16, 188, 80, "ADA_80_PRO"},
		{"NVIDIA H100 NVL", "H100 NVL", 3.07, 16, 94, 94, "ADA_80_PRO"},
		{"NVIDIA L40", "L40", 0.99, 8, 94, 48, "ADA_48_PRO"},
		{"NVIDIA B200", "B200", 5.98, 28, 283, 180, "BLACKWELL_180"},
		{"NVIDIA GeForce RTX 3080 Ti", "RTX 3080 Ti", 0.18, 4, 17, 12, ""},
		{"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "RTX PRO 6000 WK", 1.79, 16, 125, 96, "BLACKWELL_96"},
		{"NVIDIA GeForce RTX 3080", "RTX 3080", 0.17, 4, 15, 10, ""},
		{"NVIDIA GeForce RTX 3070", "RTX 3070", 0.13, 4, 15, 8, ""},
		{"AMD Instinct MI300X OAM", "MI300X", 2.49, 24, 283, 192, ""},
		{"NVIDIA GeForce RTX 4080 SUPER", "RTX 4080 SUPER", 0.28, 8, 31, 16, ""},
		{"Tesla V100-PCIE-16GB", "V100", 0.19, 8, 30, 16, ""},
		{"Tesla V100-SXM2-32GB", "V100 SXM2 32GB", 0.49, 10, 62, 32, ""},
		{"NVIDIA RTX 5000 Ada Generation", "RTX 5000 Ada", 0.57, 10, 62, 32, ""},
		{"NVIDIA GeForce RTX 4070 Ti", "RTX 4070 Ti", 0.19, 6, 31, 12, ""},
		{"NVIDIA RTX 4000 SFF Ada Generation", "RTX 4000 Ada SFF", 0.18, 6, 31, 20, ""},
		{"NVIDIA GeForce RTX 3090 Ti", "RTX 3090 Ti", 0.27, 6, 31, 24, ""},
		{"NVIDIA RTX A2000", "RTX A2000", 0.12, 4, 15, 6, ""},
		{"NVIDIA GeForce RTX 4080", "RTX 4080", 0.27, 8, 31, 16, ""},
		{"NVIDIA A30", "A30", 0.22, 8, 31, 24, ""},
		{"NVIDIA GeForce RTX 5080", "RTX 5080", 0.39, 8, 41, 16, ""},
		{"Tesla V100-FHHL-16GB", "V100 FHHL", 0.21, 8, 30, 16, ""},
		{"NVIDIA H200 NVL", "H200 NVL", 3.59, 24, 188, 143, "HOPPER_141"},
		{"Tesla V100-SXM2-16GB", "V100 SXM2", 0.23, 8, 30, 16, ""},
		{"NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "RTX PRO 6000 MaxQ", 1.69, 16, 125, 96, "BLACKWELL_96"},
		{"NVIDIA A5000 Ada", "A5000 Ada", 0.44, 10, 50, 24, ""},
		{"Tesla V100-PCIE-32GB", "V100 32GB", 0.29, 8, 45, 32, ""},
		{"Tesla T4", "T4", 0.20, 4, 15, 16, ""},
		{"NVIDIA RTX A30", "RTX A30", 0.23, 8, 31, 24, ""},
	}
}

// CPUType is a line of the price list for pods without a GPU: a CPU flavor.
type CPUType struct {
	ID      string
	PerVCPU float64 // USD an hour for one in the secure cloud
	Memory  int     // GB for each vCPU
}

func (t CPUType) key() string { return t.ID }

// Price returns a part of the price, in USD an hour for one vCPU.
func (t CPUType) Price(part float64) float64 { return rounded(t.PerVCPU * part) }

// AllCPUTypes returns the CPU flavors.
func AllCPUTypes() []CPUType {
	return []CPUType{
		{"cpu3c", 0.03, 2}, {"cpu3g", 0.04, 4}, {"cpu3m", 0.055, 8},
		{"cpu5c", 0.035, 2}, {"cpu5g", 0.045, 4}, {"cpu5m", 0.065, 8},
	}
}

// The maximum resources of a machine. A request for more finds no machine.
const (
	MaxGPUs         = 8
	MinVCPUs        = 2
	MaxVCPUs        = 128
	maxMemoryPerGPU = 512 // GB
	maxVCPUsPerGPU  = 64
)

// flavorMemory returns the memory of so many vCPUs of a flavor, in GB; at least 1.
func flavorMemory(id string, vcpus int) int {
	t, _ := Lookup(AllCPUTypes(), id)
	return max(vcpus*t.Memory, 1)
}
