package api

// BillingWindow is the time that a report covers, and the length of its buckets (contract 2.7). The service has
// defaults for empty members.
type BillingWindow struct {
	BucketSize string // hour, day, week, month or year; default: day
	StartTime  string // RFC 3339; default: 30 days ago
	EndTime    string // RFC 3339, exclusive; default: now
}

// Billed is the kind of object that a report is about.
type Billed int

// The kinds of objects with a report.
const (
	BilledPods Billed = iota
	BilledEndpoints
	BilledNetworkVolumes
)

// BillingFilter selects a report, and its records by the values of their members. No value selects all. Only the GPU
// types and data centers of endpoints can have several. Version 2 has the IDs of the report's own objects alone.
type BillingFilter struct {
	Of Billed
	BillingWindow
	// Grouping is the ID that divides a bucket: podId of pods, endpointId and podId of endpoints, gpuTypeId of both. Of
	// network volumes it is networkVolumeId; without it, a bucket has the sum of all.
	Grouping                           string
	PodID, EndpointID, NetworkVolumeID string
	GPUTypeIDs, DataCenterIDs          []string
	ImageName, TemplateID              string
}

// Object returns the ID of the report's own object that the filter selects; empty for all.
func (f BillingFilter) Object() string {
	return map[Billed]string{
		BilledPods: f.PodID, BilledEndpoints: f.EndpointID, BilledNetworkVolumes: f.NetworkVolumeID,
	}[f.Of]
}

// BillingReport is the answer of a report.
type BillingReport struct {
	Records []BillingRecord
	// Covers is the window that the service says it used. Its members are empty if the answer does not show them.
	Covers BillingWindow
	// Total is the sum of all amounts as the service states it, and Answered the sum of the records of the answer, those
	// of other objects included: both in USD. Total is absent if the answer does not show it.
	Total    Optional[float64]
	Answered float64
}

// BillingRecord is the use of one group in one bucket. Of the IDs it has the one that the records are grouped by. A
// member that the service does not return is absent, as one of another report is.
type BillingRecord struct {
	Time              Optional[string]  `json:"time" v2:"startTime"`     // start of the bucket
	Amount            Optional[float64] `json:"amount" v2:"totalAmount"` // USD
	TimeBilledMs      Optional[int64]   `json:"timeBilledMs"`
	DiskSpaceBilledGB Optional[int64]   `json:"diskSpaceBilledGb"`
	PodID             Optional[string]  `json:"podId" v2:"podId"`
	EndpointID        Optional[string]  `json:"endpointId" v2:"serverlessId"`
	GPUTypeID         Optional[string]  `json:"gpuTypeId"` // empty for CPU pods
	NetworkVolumeID   Optional[string]  `json:"networkVolumeId" v2:"networkVolumeId"`
	// The parts of the amount, in USD. Only version 2 returns those of GPUs, CPUs and disks.
	GPUAmount                    Optional[float64] `json:"gpuAmount" v2:"gpuAmount"`
	CPUAmount                    Optional[float64] `json:"cpuAmount" v2:"cpuAmount"`
	DiskAmount                   Optional[float64] `json:"diskAmount" v2:"diskAmount"`
	HighPerformanceStorageAmount Optional[float64] `json:"highPerformanceStorageAmount" v2:"highPerformanceAmount"`

	HighPerformanceStorageDiskSpaceBilledGB Optional[int64] `json:"highPerformanceStorageDiskSpaceBilledGb"`
}
