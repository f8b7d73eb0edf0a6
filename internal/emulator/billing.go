package emulator

import (
	"regexp"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// The operations of contract 2.7.

// billingRecord is one group in one bucket. Of the three ids it has the one that records are grouped by.
type billingRecord struct {
	Time              string  `json:"time"`
	Amount            float64 `json:"amount"` // USD
	TimeBilledMs      int64   `json:"timeBilledMs"`
	DiskSpaceBilledGb int64   `json:"diskSpaceBilledGb"` // GB-hours
	PodID             *string `json:"podId,omitempty"`
	EndpointID        *string `json:"endpointId,omitempty"`
	GpuTypeID         *string `json:"gpuTypeId,omitempty"`
}

// networkVolumeBillingRecord is all volumes in one bucket. There is no high-performance storage here to pay for.
type networkVolumeBillingRecord struct {
	Time                                    string  `json:"time"`
	Amount                                  float64 `json:"amount"`            // USD
	DiskSpaceBilledGb                       int64   `json:"diskSpaceBilledGb"` // GB-hours
	HighPerformanceStorageAmount            float64 `json:"highPerformanceStorageAmount"`
	HighPerformanceStorageDiskSpaceBilledGb int64   `json:"highPerformanceStorageDiskSpaceBilledGb"`
}

func (s *Server) listPodBilling(c *call) (any, error) {
	return s.listBilling(c, account.BilledPods,
		[]string{account.GroupByGPUType, account.GroupByPod},
		account.GroupByPod, account.GroupByGPUType)
}

func (s *Server) listEndpointBilling(c *call) (any, error) {
	return s.listBilling(c, account.BilledWorkers,
		[]string{account.GroupByEndpoint, account.GroupByPod, account.GroupByGPUType},
		account.GroupByEndpoint, account.GroupByPod, account.GroupByGPUType, "dataCenterId", "imageName", "templateId")
}

func (s *Server) listNetworkVolumeBilling(c *call) (any, error) {
	now := s.clock.Now()
	query, err := c.billingQuery(account.BilledNetworkVolumes, now)
	if err != nil {
		return nil, err
	}
	records := []networkVolumeBillingRecord{}
	for _, r := range s.account.Billing(query, now) {
		records = append(records, networkVolumeBillingRecord{
			Time: r.Bucket.Format(time.RFC3339), Amount: r.Amount(), DiskSpaceBilledGb: r.Disk(),
		})
	}
	return records, nil
}

// listBilling is for pods and workers. Without a grouping the first one is meant. Filters of another operation are
// parameters that nobody knows, and ignored.
func (s *Server) listBilling(c *call, kind account.BilledKind, groupings []string, filters ...string) (any, error) {
	now := s.clock.Now()
	query, err := c.billingQuery(kind, now)
	if err != nil {
		return nil, err
	}
	query.Grouping = groupings[0]
	if c.query.Has("grouping") {
		query.Grouping = c.query.Get("grouping")
	}
	if err := account.OneOf("grouping", query.Grouping, groupings...); err != nil {
		return nil, err
	}
	query.Filter = make(map[string][]string)
	for _, name := range filters {
		if c.query.Has(name) {
			query.Filter[name] = c.query[name]
		}
	}
	records := []billingRecord{}
	for _, r := range s.account.Billing(query, now) {
		record := billingRecord{
			Time: r.Bucket.Format(time.RFC3339), Amount: r.Amount(),
			TimeBilledMs: r.Ran.Round(time.Millisecond).Milliseconds(), DiskSpaceBilledGb: r.Disk(),
		}
		switch query.Grouping {
		case account.GroupByPod:
			record.PodID = &r.Group
		case account.GroupByEndpoint:
			record.EndpointID = &r.Group
		default:
			record.GpuTypeID = &r.Group
		}
		records = append(records, record)
	}
	return records, nil
}

// defaultBilling is how far back billing goes if nothing is asked for.
const defaultBilling = 30 * 24 * time.Hour

func (c *call) billingQuery(kind account.BilledKind, now time.Time) (account.BillingQuery, error) {
	q := account.BillingQuery{Kind: kind, Start: now.Add(-defaultBilling), End: now, BucketSize: account.Daily}
	if c.query.Has("bucketSize") {
		q.BucketSize = c.query.Get("bucketSize")
	}
	err := firstOf(
		account.OneOf("bucketSize", q.BucketSize,
			account.Hourly, account.Daily, account.Weekly, account.Monthly, account.Yearly),
		c.moment("startTime", &q.Start),
		c.moment("endTime", &q.End),
	)
	if err == nil && c.query.Has("startTime") && c.query.Has("endTime") && q.End.Before(q.Start) {
		err = badRequest("endTime must not be before startTime")
	}
	return q, err
}

// fullTime is the form of RFC 3339. The library reads hours of one digit too.
var fullTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

// moment reads a time; left out it stays what it is.
func (c *call) moment(name string, value *time.Time) error {
	if !c.query.Has(name) {
		return nil
	}
	text := c.query.Get(name)
	given, err := time.Parse(time.RFC3339, text)
	if err != nil || !fullTime.MatchString(text) {
		return badRequest("%s must be an RFC 3339 time, not %q", name, text)
	}
	*value = given.UTC()
	return nil
}
