package api

// NetworkVolume is storage in one data center that outlives the pods and workers that mount it (contract 2.4). Members
// that the service does not return are absent.
type NetworkVolume struct {
	ID string `json:"id" v2:"id"`
	NetworkVolumeFields
	DataCenterID Optional[string] `json:"dataCenterId" v2:"dataCenter" empty:"none"`
	Type         Optional[string] `json:"-" v2:"type" empty:"none"` // STANDARD or HIGH_PERFORMANCE; over version 2
}

// NetworkVolumeFields are the members of a volume that an update can change. An update leaves absent members as they
// are.
type NetworkVolumeFields struct {
	Name Optional[string] `json:"name,omitzero" v2:"name" empty:"none"`
	Size Optional[int64]  `json:"size,omitzero" v2:"size"` // GB, 1 to 4000; a volume only grows
}

// NetworkVolumeCreate is the body of a create. All members but Type are required. Version 1 has no Type; version 2
// chooses one if it is absent (contract-v2 6).
type NetworkVolumeCreate struct {
	NetworkVolumeFields
	DataCenterID string           `json:"dataCenterId" v2:"dataCenter"`
	Type         Optional[string] `json:"-" v2:"type"`
}

// Identifier returns the ID; empty if the answer has none.
func (v NetworkVolume) Identifier() string { return v.ID }
