package model

// BillingWindow is the time that a report covers, and the length of its buckets (contract 2.7). The service has
// defaults for empty members.
type BillingWindow struct {
	BucketSize string // hour, day, week, month or year; default: day
	StartTime  string // RFC 3339; default: 30 days ago
	EndTime    string // RFC 3339, exclusive; default: now
}

// PodBillingFilter selects records of pods. Empty members select all.
type PodBillingFilter struct {
	BillingWindow
	Grouping  string // podId or gpuTypeId, the default
	PodID     string
	GPUTypeID string
}

// EndpointBillingFilter selects records of endpoints' workers. Empty members select all.
type EndpointBillingFilter struct {
	BillingWindow
	Grouping      string // endpointId, the default, podId or gpuTypeId
	EndpointID    string
	PodID         string // of a worker
	GPUTypeIDs    []string
	DataCenterIDs []string
	ImageName     string
	TemplateID    string
}

// NetworkVolumeBillingFilter selects records of network volumes.
type NetworkVolumeBillingFilter struct{ BillingWindow }

// BillingRecord is the use of one group in one bucket. Of the three IDs it has the one that the records are grouped by.
// Members that the service does not return are absent.
type BillingRecord struct {
	Time              Optional[string]  `json:"time"`   // start of the bucket
	Amount            Optional[float64] `json:"amount"` // USD
	TimeBilledMs      Optional[int64]   `json:"timeBilledMs"`
	DiskSpaceBilledGB Optional[int64]   `json:"diskSpaceBilledGb"`
	PodID             Optional[string]  `json:"podId"`
	EndpointID        Optional[string]  `json:"endpointId"`
	GPUTypeID         Optional[string]  `json:"gpuTypeId"` // empty for CPU pods
}

// NetworkVolumeBillingRecord is the use of all volumes in one bucket. Members that the service does not return are
// absent.
type NetworkVolumeBillingRecord struct {
	Time                                    Optional[string]  `json:"time"`   // start of the bucket
	Amount                                  Optional[float64] `json:"amount"` // USD
	DiskSpaceBilledGB                       Optional[int64]   `json:"diskSpaceBilledGb"`
	HighPerformanceStorageAmount            Optional[float64] `json:"highPerformanceStorageAmount"` // USD
	HighPerformanceStorageDiskSpaceBilledGB Optional[int64]   `json:"highPerformanceStorageDiskSpaceBilledGb"`
}
