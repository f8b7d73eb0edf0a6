package account

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// BilledKind is a kind of objects that a list of billing records can be about.
type BilledKind string

// The kinds of billing. A pod that is a worker bills with its endpoint.
const (
	BilledPods           BilledKind = "pods"
	BilledWorkers        BilledKind = "workers"
	BilledNetworkVolumes BilledKind = "networkVolumes"
)

// The labels that billing can group records by.
const (
	GroupByPod      = "podId"
	GroupByEndpoint = "endpointId"
	GroupByGPUType  = "gpuTypeId"
	GroupByVolume   = "networkVolumeId" // over version 2
)

// FilterVolumeType filters network volumes by their type, over version 2.
const FilterVolumeType = "volumeType"

// The sizes of buckets. They are calendar ones, in UTC; a week begins on Monday.
const (
	Hourly  = "hour"
	Daily   = "day"
	Weekly  = "week"
	Monthly = "month"
	Yearly  = "year"
)

// BillingQuery asks for what a kind cost from start to before end.
type BillingQuery struct {
	Kind       BilledKind
	Start, End time.Time
	BucketSize string
	// Grouping is empty where nothing is grouped.
	Grouping string
	// Filter has values by the names that usage is labelled with; of several any will do. Names that mean nothing must
	// not be in it.
	Filter map[string][]string
}

// BillingRecord is one group in one bucket.
type BillingRecord struct {
	Bucket time.Time // its beginning
	Group  string
	Ran    time.Duration

	usd, gbHours float64
}

// Amount returns the cost in USD, rounded to nine decimals: further ones are floating-point error.
func (r BillingRecord) Amount() float64 { return math.Round(r.usd*1e9) / 1e9 }

// Disk returns the use of disks in GB-hours.
func (r BillingRecord) Disk() int64 { return int64(math.Round(r.gbHours)) }

// Billing sums the usage so far into buckets: by time, and then by group (contract 2.7). Buckets without usage are left
// out.
func (a *Account) Billing(q BillingQuery, now time.Time) []BillingRecord {
	type key struct {
		bucket time.Time
		group  string
	}
	indexes := make(map[key]int)
	var records []BillingRecord
	for _, interval := range a.meter.intervals {
		if interval.kind != q.Kind || !interval.pass(q.Filter) {
			continue
		}
		begin, end := interval.within(q.Start, q.End, now)
		for begin.Before(end) {
			bucket, next := q.bucketOf(begin)
			k := key{bucket, interval.label(q.Grouping)}
			i, known := indexes[k]
			if !known {
				i = len(records)
				indexes[k] = i
				records = append(records, BillingRecord{Bucket: k.bucket, Group: k.group})
			}
			part := earlier(next, end).Sub(begin)
			records[i].Ran += part
			records[i].usd += interval.usd * part.Hours()
			records[i].gbHours += float64(interval.gb) * part.Hours()
			begin = next
		}
	}
	slices.SortFunc(records, func(a, b BillingRecord) int {
		return cmp.Or(a.Bucket.Compare(b.Bucket), cmp.Compare(a.Group, b.Group))
	})
	return records
}

// label returns the label that queries call by this name; empty for no name.
func (l labels) label(name string) string {
	switch name {
	case GroupByPod:
		return l.podID
	case GroupByEndpoint:
		return l.endpointID
	case GroupByGPUType:
		return l.gpuTypeID
	case GroupByVolume:
		return l.volumeID
	case FilterVolumeType:
		return l.volumeType
	case "dataCenterId":
		return l.dataCenterID
	case "imageName":
		return l.imageName
	case "templateId":
		return l.templateID
	default:
		return ""
	}
}

func (l labels) pass(filter map[string][]string) bool {
	for name, values := range filter {
		if !slices.Contains(values, l.label(name)) {
			return false
		}
	}
	return true
}

// BucketOf returns the beginning of the bucket of a size that a moment is in, and the beginning of the next bucket.
func BucketOf(size string, at time.Time) (begin, next time.Time) {
	return BillingQuery{BucketSize: size}.bucketOf(at)
}

// bucketOf returns the beginning of the bucket that a moment is in, and the beginning of the next bucket.
func (q BillingQuery) bucketOf(at time.Time) (begin, next time.Time) {
	year, month, day := at.Date()
	date := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	switch q.BucketSize {
	case Hourly:
		begin = at.Truncate(time.Hour)
		return begin, begin.Add(time.Hour)
	case Weekly:
		day -= (int(at.Weekday()) + 6) % 7 // Monday is the first, Sunday the last.
		return date(year, month, day), date(year, month, day+7)
	case Monthly:
		return date(year, month, 1), date(year, month+1, 1)
	case Yearly:
		return date(year, 1, 1), date(year+1, 1, 1)
	default:
		return date(year, month, day), date(year, month, day+1)
	}
}
