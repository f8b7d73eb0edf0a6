package management

import (
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// report is what one of the operations of contract-v2 11 lists.
type report struct {
	// object is the name of the filter, and of the member of a record that has the object's id; count is that of the
	// metadata. Both are empty for a report that is not by object.
	object, count string
	// prefixes begin the names of the amounts of each kind that is in the report.
	prefixes map[account.BilledKind]string
}

// reports are by operation. Nothing here has clusters or uses public endpoints, so nothing of them costs anything: not
// even those of the account's own endpoints, which are at ListEndpointBilling.
var reports = map[string]report{
	"ListBilling": {prefixes: map[account.BilledKind]string{
		account.BilledPods: "pod", account.BilledWorkers: "serverless", account.BilledNetworkVolumes: "storage",
	}},
	"ListPodBilling": {
		object: "podId", count: "uniquePodCount",
		prefixes: map[account.BilledKind]string{account.BilledPods: ""},
	},
	"ListEndpointBilling": {
		object: "serverlessId", count: "uniqueServerlessCount",
		prefixes: map[account.BilledKind]string{account.BilledWorkers: ""},
	},
	"ListPublicEndpointBilling": {},
	"ListNetworkVolumeBilling": {
		object: "networkVolumeId", count: "uniqueNetworkVolumeCount",
		prefixes: map[account.BilledKind]string{account.BilledNetworkVolumes: ""},
	},
	"ListClusterBilling": {object: "clusterId", count: "uniqueClusterCount"},
}

// billingHandlers are the operations of contract-v2 11.
func billingHandlers() map[string]handler {
	all := make(map[string]handler)
	for name, of := range reports {
		all[name] = always(of.list)
	}
	return all
}

func (r report) list(c *call) (any, error) {
	window, err := c.window()
	if err != nil {
		return nil, err
	}
	records, ids, totals := []object{}, map[string]bool{}, object{}
	sums := c.account.Billing(window, c.now, func(kind account.BilledKind, labels map[string]string) ([2]string, bool) {
		return r.groupOf(c, kind, labels)
	})
	for i, sum := range sums {
		id, amount := sum.Group[0], sum.Group[1]
		if i == 0 || !sum.Bucket.Equal(sums[i-1].Bucket) || id != sums[i-1].Group[0] {
			_, next := window.BucketOf(sum.Bucket)
			record := object{"startTime": timestamp(sum.Bucket), "endTime": timestamp(next)}
			if r.object != "" {
				record[r.object], ids[id] = id, true
			}
			records = append(records, record)
		}
		for _, of := range []object{records[len(records)-1], totals} {
			add(of, amount, sum.Amount())
			add(of, "totalAmount", sum.Amount())
		}
	}
	query := object{
		"startTime": timestamp(window.Start), "endTime": timestamp(window.End), "bucketSize": window.BucketSize,
	}
	metadata := object{"query": query, "recordCount": len(records), "totals": totals}
	if r.object != "" {
		query[r.object] = c.Query.Get(r.object)
		metadata[r.count] = len(ids)
	}
	return object{"records": records, "metadata": metadata}, nil
}

// add adds to an amount; one to which nothing is added is in the document.
func add(of object, amount string, usd float64) {
	before, _ := of[amount].(float64)
	of[amount] = account.RoundedUSD(before + usd)
}

func timestamp(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// idLabels have the label with the id of the object that pays for a kind of use.
var idLabels = map[account.BilledKind]string{
	account.BilledPods: account.LabelPod, account.BilledWorkers: account.LabelEndpoint,
	account.BilledNetworkVolumes: account.LabelVolume,
}

// groupOf returns the object and the amount of a record that a use is part of. Disks are part of the prices of pods and
// workers.
func (r report) groupOf(c *call, kind account.BilledKind, labels map[string]string) (group [2]string, ok bool) {
	prefix, ok := r.prefixes[kind]
	amount := "gpuAmount"
	switch {
	case labels[account.LabelVolumeType] == account.VolumeStandard:
		amount = "standardAmount"
	case labels[account.LabelVolumeType] != "":
		amount = "highPerformanceAmount"
	case labels[account.LabelGPUType] == "":
		amount = "cpuAmount"
	}
	if prefix != "" {
		amount = prefix + strings.ToUpper(amount[:1]) + amount[1:]
	}
	if r.object == "" {
		return [2]string{"", amount}, ok
	}
	id := labels[idLabels[kind]]
	return [2]string{id, amount}, ok && (!c.Query.Has(r.object) || c.Query.Get(r.object) == id)
}

// defaultUsage is the period of a request without a beginning.
const defaultUsage = 30 * 24 * time.Hour

// maxBuckets are more than anything was billed in.
const maxBuckets = 100_000

// window reads the window of a request, and widens it to whole buckets.
func (c *call) window() (account.Window, error) {
	w := account.Window{Start: c.now.Add(-defaultUsage), End: c.now, BucketSize: account.Daily}
	if c.Query.Has("bucketSize") {
		w.BucketSize = c.Query.Get("bucketSize")
	}
	for name, target := range map[string]*time.Time{"startTime": &w.Start, "endTime": &w.End} {
		if !c.Query.Has(name) {
			continue
		}
		if c.Query.Has("lastN") {
			return w, wire.BadRequest("lastN and %s exclude each other", name)
		}
		given, err := time.Parse(time.RFC3339, c.Query.Get(name))
		if err != nil { // A leap second, which the library of the schemas knows.
			return w, unprocessable(name + ": " + err.Error())
		}
		*target = given.UTC()
	}
	if w.End.Before(w.Start) {
		return w, wire.BadRequest("endTime must not be before startTime")
	}
	w.Start, _ = w.BucketOf(w.Start)
	if begin, next := w.BucketOf(w.End); !begin.Equal(w.End) || c.Query.Has("lastN") {
		w.End = next
	}
	if !c.Query.Has("lastN") {
		return w, nil
	}
	w.Start, _ = w.BucketOf(c.now)
	for buckets := min(c.number("lastN"), maxBuckets); buckets > 1 && w.Start.Year() > 1; buckets-- {
		w.Start, _ = w.BucketOf(w.Start.Add(-time.Nanosecond))
	}
	return w, nil
}
