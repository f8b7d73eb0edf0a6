package model

// GPUType is a GPU type of the catalogue (contract-v2 10).
type GPUType struct {
	ID   string
	Name string
	// Pool is the pool through which endpoints get the type; empty for a type that no endpoint can have.
	Pool string
}

// Identifier returns the ID.
func (t GPUType) Identifier() string { return t.ID }

// CPUType is a CPU flavor of the catalogue (contract-v2 10).
type CPUType struct {
	ID   string
	Name string
	// MinVCPUs and MaxVCPUs bound the number of vCPUs, which is a power of two.
	MinVCPUs, MaxVCPUs int64
	// HasWorkers reports whether endpoints can have workers with the flavor, and some were available.
	HasWorkers bool
}

// Identifier returns the ID.
func (t CPUType) Identifier() string { return t.ID }
