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

// The labels of what was used, by which billing can group and filter records.
const (
	LabelPod        = "podId"
	LabelEndpoint   = "endpointId"
	LabelGPUType    = "gpuTypeId"
	LabelVolume     = "networkVolumeId"
	LabelVolumeType = "volumeType"
)

// The sizes of buckets. They are calendar ones, in UTC; a week begins on Monday.
const (
	Hourly  = "hour"
	Daily   = "day"
	Weekly  = "week"
	Monthly = "month"
	Yearly  = "year"
)

// Window is the time that billing is about, up to before its end, and the size of its buckets.
type Window struct {
	Start, End time.Time
	BucketSize string
}

// BillingRecord is one group in one bucket.
type BillingRecord struct {
	Bucket time.Time // its beginning
	Group  [2]string
	Ran    time.Duration

	usd, gbHours float64
}

// Amount returns the cost in USD.
func (r BillingRecord) Amount() float64 { return RoundedUSD(r.usd) }

// RoundedUSD drops what is floating-point error.
func RoundedUSD(amount float64) float64 { return math.Round(amount*1e9) / 1e9 }

// Disk returns the use of disks in GB-hours.
func (r BillingRecord) Disk() int64 { return int64(math.Round(r.gbHours)) }

// Billing sums the usage so far into buckets: by time, and then by the group that the caller gives a use, by its labels
// (contract 2.7). Uses without a group and buckets without usage are left out.
func (a *Account) Billing(
	in Window, now time.Time, groupOf func(kind BilledKind, labels map[string]string) (group [2]string, ok bool),
) []BillingRecord {
	type key struct {
		bucket time.Time
		group  [2]string
	}
	indexes := make(map[key]int)
	var records []BillingRecord
	for _, use := range a.meter.intervals {
		group, ok := groupOf(use.Kind, use.Labels)
		if !ok {
			continue
		}
		begin, end := use.within(in.Start, in.End, now)
		for begin.Before(end) {
			bucket, next := in.BucketOf(begin)
			i, known := indexes[key{bucket, group}]
			if !known {
				i = len(records)
				indexes[key{bucket, group}] = i
				records = append(records, BillingRecord{Bucket: bucket, Group: group})
			}
			part := earlier(next, end).Sub(begin)
			records[i].Ran += part
			records[i].usd += use.USD * part.Hours()
			records[i].gbHours += float64(use.GB) * part.Hours()
			begin = next
		}
	}
	slices.SortFunc(records, func(a, b BillingRecord) int {
		return cmp.Or(a.Bucket.Compare(b.Bucket), slices.Compare(a.Group[:], b.Group[:]))
	})
	return records
}

// BucketOf returns the beginning of the bucket that a moment is in, and the beginning of the next bucket.
func (w Window) BucketOf(at time.Time) (begin, next time.Time) {
	year, month, day := at.Date()
	date := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	switch w.BucketSize {
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
