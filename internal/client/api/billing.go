package api

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

// NetworkVolumeBillingFilter selects records of network volumes. Only version 2 has a grouping, and the filter.
type NetworkVolumeBillingFilter struct {
	BillingWindow
	Grouping        string // networkVolumeId; empty: the sum of all volumes
	NetworkVolumeID string
}

// BillingReport is the answer of a report.
type BillingReport[T any] struct {
	Records []T
	// Covers is the window that the service says it used. Its members are empty if the answer does not show them.
	Covers BillingWindow
	// Total is the sum of all amounts as the service states it, and Answered the sum of the records of the answer, those
	// of other objects included: both in USD. Total is absent if the answer does not show it.
	Total    Optional[float64]
	Answered float64
}

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
	// The parts of the amount, in USD. Only version 2 returns them.
	GPUAmount  Optional[float64] `json:"-"`
	CPUAmount  Optional[float64] `json:"-"`
	DiskAmount Optional[float64] `json:"-"`
}

// NetworkVolumeBillingRecord is the use of one volume in one bucket, or of all volumes if it has no ID. Members that
// the service does not return are absent.
type NetworkVolumeBillingRecord struct {
	Time                                    Optional[string]  `json:"time"`   // start of the bucket
	Amount                                  Optional[float64] `json:"amount"` // USD
	DiskSpaceBilledGB                       Optional[int64]   `json:"diskSpaceBilledGb"`
	HighPerformanceStorageAmount            Optional[float64] `json:"highPerformanceStorageAmount"` // USD
	HighPerformanceStorageDiskSpaceBilledGB Optional[int64]   `json:"highPerformanceStorageDiskSpaceBilledGb"`
	NetworkVolumeID                         Optional[string]  `json:"-"` // only version 2 returns it
}
