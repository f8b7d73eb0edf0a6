package emulator

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"time"
)

// Billing is what the meter has, summed into calendar buckets (contract 2.7).

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

// volumeBillingRecord is all volumes in one bucket. There is no high-performance storage here to pay for.
type volumeBillingRecord struct {
	Time                                    string  `json:"time"`
	Amount                                  float64 `json:"amount"`
	DiskSpaceBilledGb                       int64   `json:"diskSpaceBilledGb"`
	HighPerformanceStorageAmount            float64 `json:"highPerformanceStorageAmount"`
	HighPerformanceStorageDiskSpaceBilledGb int64   `json:"highPerformanceStorageDiskSpaceBilledGb"`
}

// What records can be grouped by.
const (
	byPod      = "podId"
	byEndpoint = "endpointId"
	byGPUType  = "gpuTypeId"
)

func (s *Server) listPodBilling(c *call) (any, error) {
	return s.listBilling(c, billedPod, []string{byGPUType, byPod}, c.filters(byPod, byGPUType))
}

func (s *Server) listEndpointBilling(c *call) (any, error) {
	return s.listBilling(c, billedWorker, []string{byEndpoint, byPod, byGPUType},
		c.filters(byEndpoint, byPod, byGPUType, "dataCenterId", "imageName", "templateId"))
}

func (s *Server) listNetworkVolumeBilling(c *call) (any, error) {
	window, err := c.billingWindow(s.clock.Now())
	if err != nil {
		return nil, err
	}
	records := []volumeBillingRecord{}
	for _, sum := range s.meter.sums(window, func(t stretch) (string, bool) { return "", t.kind == billedVolume }) {
		records = append(records, volumeBillingRecord{Time: timestamp(sum.bucket), Amount: sum.amount(), DiskSpaceBilledGb: sum.disk()})
	}
	return records, nil
}

// listBilling is what pods and workers have in common. Without a grouping the first of them is meant.
func (s *Server) listBilling(c *call, kind string, groupings []string, filtered func(labels) bool) (any, error) {
	window, err := c.billingWindow(s.clock.Now())
	if err != nil {
		return nil, err
	}
	grouping := groupings[0]
	if c.query.Has("grouping") {
		grouping = c.query.Get("grouping")
	}
	if err := oneOf("grouping", &grouping, groupings...); err != nil {
		return nil, err
	}
	records := []billingRecord{}
	for _, sum := range s.meter.sums(window, func(t stretch) (string, bool) {
		return t.of(grouping), t.kind == kind && filtered(t.labels)
	}) {
		record := billingRecord{Time: timestamp(sum.bucket), Amount: sum.amount(), TimeBilledMs: sum.ran.Round(time.Millisecond).Milliseconds(), DiskSpaceBilledGb: sum.disk()}
		switch grouping {
		case byPod:
			record.PodID = &sum.group
		case byEndpoint:
			record.EndpointID = &sum.group
		default:
			record.GpuTypeID = &sum.group
		}
		records = append(records, record)
	}
	return records, nil
}

// of is the label that the query calls by this name.
func (l labels) of(parameter string) string {
	switch parameter {
	case byPod:
		return l.podID
	case byEndpoint:
		return l.endpointID
	case byGPUType:
		return l.gpuTypeID
	case "dataCenterId":
		return l.dataCenterID
	case "imageName":
		return l.imageName
	default:
		return l.templateID
	}
}

// filters makes one filter of those of an operation that the query has. Of one that is there several times any value
// will do; those of another operation are parameters that nobody knows, and ignored.
func (c *call) filters(parameters ...string) func(labels) bool {
	return func(l labels) bool {
		for _, name := range parameters {
			if c.query.Has(name) && !slices.Contains(c.query[name], l.of(name)) {
				return false
			}
		}
		return true
	}
}

// billingWindow is what a query asks for: from start to before end, in buckets.
type billingWindow struct {
	start, end, now time.Time
	bucket          string
}

// The sizes of buckets.
const (
	hourly  = "hour"
	daily   = "day"
	weekly  = "week"
	monthly = "month"
	yearly  = "year"
)

// defaultBilling is how far back billing goes if nothing is asked for.
const defaultBilling = 30 * 24 * time.Hour

func (c *call) billingWindow(now time.Time) (billingWindow, error) {
	w := billingWindow{start: now.Add(-defaultBilling), end: now, now: now, bucket: daily}
	if c.query.Has("bucketSize") {
		w.bucket = c.query.Get("bucketSize")
	}
	err := firstOf(
		oneOf("bucketSize", &w.bucket, hourly, daily, weekly, monthly, yearly),
		c.moment("startTime", &w.start),
		c.moment("endTime", &w.end),
	)
	if err == nil && c.query.Has("startTime") && c.query.Has("endTime") && w.end.Before(w.start) {
		err = badRequest("endTime must not be before startTime")
	}
	return w, err
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

// bucketOf is the beginning of the bucket that a moment is in, and that of the next one.
func (w billingWindow) bucketOf(at time.Time) (begin, next time.Time) {
	year, month, day := at.Date()
	date := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	switch w.bucket {
	case hourly:
		begin = at.Truncate(time.Hour)
		return begin, begin.Add(time.Hour)
	case weekly:
		day -= (int(at.Weekday()) + 6) % 7 // Monday is the first, Sunday the last.
		return date(year, month, day), date(year, month, day+7)
	case monthly:
		return date(year, month, 1), date(year, month+1, 1)
	case yearly:
		return date(year, 1, 1), date(year+1, 1, 1)
	default:
		return date(year, month, day), date(year, month, day+1)
	}
}

// billingSum is what one group comes to in one bucket.
type billingSum struct {
	bucket  time.Time
	group   string
	ran     time.Duration
	usd     float64
	gbHours float64
}

// amount is in USD. What is beyond the ninth digit is no money but the arithmetic's.
func (b billingSum) amount() float64 { return math.Round(b.usd*1e9) / 1e9 }

func (b billingSum) disk() int64 { return int64(math.Round(b.gbHours)) }

// sums puts each stretch that is chosen into its buckets: by time, and then by group. Buckets with nothing in them are
// left out.
func (m *meter) sums(w billingWindow, choose func(stretch) (group string, chosen bool)) []billingSum {
	type place struct {
		bucket time.Time
		group  string
	}
	at := make(map[place]int)
	var all []billingSum
	for _, t := range m.stretches {
		group, chosen := choose(t)
		if !chosen {
			continue
		}
		begin, end := t.within(w.start, w.end, w.now)
		for begin.Before(end) {
			bucket, next := w.bucketOf(begin)
			i, known := at[place{bucket, group}]
			if !known {
				i = len(all)
				at[place{bucket, group}] = i
				all = append(all, billingSum{bucket: bucket, group: group})
			}
			part := earlier(next, end).Sub(begin)
			all[i].ran += part
			all[i].usd += t.usd * part.Hours()
			all[i].gbHours += float64(t.gb) * part.Hours()
			begin = next
		}
	}
	slices.SortFunc(all, func(a, b billingSum) int {
		return cmp.Or(a.bucket.Compare(b.bucket), cmp.Compare(a.group, b.group))
	})
	return all
}
