package management2

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// billingHandlers are the operations of contract-v2 11.
func billingHandlers() map[string]handler {
	// Nothing here has clusters or uses public endpoints, so nothing of them costs anything: not even those of the
	// account's own endpoints, which are at ListEndpointBilling.
	nothing := func(*call, usage) []charge { return nil }
	return map[string]handler{
		"ListBilling": billing("", "", []string{
			"podGpuAmount", "podCpuAmount", "podDiskAmount", "serverlessGpuAmount", "serverlessCpuAmount",
			"serverlessDiskAmount", "serverlessFeeAmount", "storageStandardAmount", "storageHighPerformanceAmount",
			"endpointAmount", "clusterGpuAmount", "clusterDiskAmount", "clusterNetworkingAmount",
		}, allCharges),
		"ListPodBilling": billing("podId", "uniquePodCount", []string{"gpuAmount", "cpuAmount", "diskAmount"}, podCharges),
		"ListEndpointBilling": billing("serverlessId", "uniqueServerlessCount",
			[]string{"gpuAmount", "cpuAmount", "diskAmount", "feeAmount"}, endpointCharges),
		"ListPublicEndpointBilling": billing("", "", nil, nothing),
		"ListNetworkVolumeBilling": billing("networkVolumeId", "uniqueNetworkVolumeCount",
			[]string{"standardAmount", "highPerformanceAmount"}, volumeCharges),
		"ListClusterBilling": billing("clusterId", "uniqueClusterCount",
			[]string{"gpuAmount", "diskAmount", "networkingAmount"}, nothing),
	}
}

// usage is the window of a request, in whole buckets.
type usage struct {
	start, end time.Time
	bucketSize string
}

// charge is an amount of a record: what an object cost in a bucket, in USD.
type charge struct {
	bucket time.Time
	object string // its id; empty if records are not of objects
	amount string // the name of the member
	usd    float64
}

// billing returns the handler of a report. object is the name of the filter, and of the member of a record that has the
// object's id; count is that of the metadata. Both are empty for a report that is not by object.
func billing(object, count string, amounts []string, charges func(*call, usage) []charge) handler {
	amounts = append([]string{"totalAmount"}, amounts...)
	return always(func(c *call) (any, error) {
		u, err := c.usage()
		if err != nil {
			return nil, err
		}
		type key struct {
			bucket time.Time
			object string
		}
		sums := make(map[key]map[string]float64)
		totals := zeros(amounts)
		for _, one := range charges(c, u) {
			if object != "" && c.Query.Has(object) && c.Query.Get(object) != one.object {
				continue
			}
			k := key{one.bucket, one.object}
			if sums[k] == nil {
				sums[k] = zeros(amounts)
			}
			for _, sum := range []map[string]float64{sums[k], totals} {
				sum[one.amount] = roundedUSD(sum[one.amount] + one.usd)
				sum["totalAmount"] = roundedUSD(sum["totalAmount"] + one.usd)
			}
		}
		keys := slices.SortedFunc(maps.Keys(sums), func(a, b key) int {
			if byTime := a.bucket.Compare(b.bucket); byTime != 0 {
				return byTime
			}
			return strings.Compare(a.object, b.object)
		})
		records, objects := []map[string]any{}, map[string]bool{}
		for _, k := range keys {
			_, next := account.BucketOf(u.bucketSize, k.bucket)
			record := map[string]any{"startTime": timestamp(k.bucket), "endTime": timestamp(next)}
			for name, amount := range sums[k] {
				record[name] = amount
			}
			if object != "" {
				record[object], objects[k.object] = k.object, true
			}
			records = append(records, record)
		}
		query := map[string]any{
			"startTime": timestamp(u.start), "endTime": timestamp(u.end), "bucketSize": u.bucketSize,
		}
		metadata := map[string]any{"query": query, "recordCount": len(records), "totals": totals}
		if object != "" {
			query[object] = textOrNull(c.Query.Get(object))
			metadata[count] = len(objects)
		}
		return map[string]any{"records": records, "metadata": metadata}, nil
	})
}

func zeros(names []string) map[string]float64 {
	amounts := make(map[string]float64)
	for _, name := range names {
		amounts[name] = 0
	}
	return amounts
}

func timestamp(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// roundedUSD drops what is floating-point error.
func roundedUSD(amount float64) float64 { return math.Round(amount*1e9) / 1e9 }

// defaultUsage is the period of a request without a beginning.
const defaultUsage = 30 * 24 * time.Hour

// maxBuckets are more than anything was billed in.
const maxBuckets = 100_000

// usage reads the window of a request, and widens it to whole buckets.
func (c *call) usage() (usage, error) {
	u := usage{start: c.now.Add(-defaultUsage), end: c.now, bucketSize: account.Daily}
	if c.Query.Has("bucketSize") {
		u.bucketSize = c.Query.Get("bucketSize")
	}
	for name, target := range map[string]*time.Time{"startTime": &u.start, "endTime": &u.end} {
		if !c.Query.Has(name) {
			continue
		}
		if c.Query.Has("lastN") {
			return u, wire.BadRequest("lastN and %s exclude each other", name)
		}
		given, err := time.Parse(time.RFC3339, c.Query.Get(name))
		if err != nil {
			return u, err
		}
		*target = given.UTC()
	}
	if u.end.Before(u.start) {
		return u, wire.BadRequest("endTime must not be before startTime")
	}
	u.start, _ = account.BucketOf(u.bucketSize, u.start)
	if begin, next := account.BucketOf(u.bucketSize, u.end); !begin.Equal(u.end) || c.Query.Has("lastN") {
		u.end = next
	}
	if !c.Query.Has("lastN") {
		return u, nil
	}
	buckets, err := strconv.Atoi(c.Query.Get("lastN"))
	u.start, _ = account.BucketOf(u.bucketSize, c.now)
	buckets = min(buckets, maxBuckets)
	for ; buckets > 1 && u.start.Year() > 1; buckets-- {
		u.start, _ = account.BucketOf(u.bucketSize, u.start.Add(-time.Nanosecond))
	}
	return u, err
}

// charges sums one kind of use by object, that which passes a filter, into one amount.
func (c *call) charges(u usage, kind account.BilledKind, by, amount string, filter map[string][]string) []charge {
	var list []charge
	for _, record := range c.account.Billing(account.BillingQuery{
		Kind: kind, Start: u.start, End: u.end, BucketSize: u.bucketSize, Grouping: by, Filter: filter,
	}, c.now) {
		list = append(list, charge{record.Bucket, record.Group, amount, record.Amount()})
	}
	return list
}

// onHardware sums the use of GPUs and that of CPUs. Disks are part of these prices.
func (c *call) onHardware(u usage, kind account.BilledKind, by, gpuAmount, cpuAmount string) []charge {
	cpus := map[string][]string{account.GroupByGPUType: {""}}
	var gpus []string
	for _, t := range account.AllGPUTypes() {
		gpus = append(gpus, t.ID)
	}
	return append(c.charges(u, kind, by, gpuAmount, map[string][]string{account.GroupByGPUType: gpus}),
		c.charges(u, kind, by, cpuAmount, cpus)...)
}

func podCharges(c *call, u usage) []charge {
	return c.onHardware(u, account.BilledPods, account.GroupByPod, "gpuAmount", "cpuAmount")
}

func endpointCharges(c *call, u usage) []charge {
	return c.onHardware(u, account.BilledWorkers, account.GroupByEndpoint, "gpuAmount", "cpuAmount")
}

func (c *call) ofVolumes(u usage, by, standard, highPerformance string) []charge {
	of := func(volumeType, amount string) []charge {
		return c.charges(u, account.BilledNetworkVolumes, by, amount,
			map[string][]string{account.FilterVolumeType: {volumeType}})
	}
	return append(of(account.VolumeStandard, standard), of(account.VolumeHighPerformance, highPerformance)...)
}

func volumeCharges(c *call, u usage) []charge {
	return c.ofVolumes(u, account.GroupByVolume, "standardAmount", "highPerformanceAmount")
}

func allCharges(c *call, u usage) []charge {
	return slices.Concat(
		c.onHardware(u, account.BilledPods, "", "podGpuAmount", "podCpuAmount"),
		c.onHardware(u, account.BilledWorkers, "", "serverlessGpuAmount", "serverlessCpuAmount"),
		c.ofVolumes(u, "", "storageStandardAmount", "storageHighPerformanceAmount"),
	)
}
