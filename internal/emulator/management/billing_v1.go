package management

import (
	"cmp"
	"regexp"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// billingHandlers1 are the operations of contract 2.7.
func billingHandlers1() map[string]handler {
	return map[string]handler{
		"ListPodBilling": always(billingOf(account.BilledPods,
			[]string{account.LabelGPUType, account.LabelPod},
			account.LabelPod, account.LabelGPUType)),
		"ListEndpointBilling": always(billingOf(account.BilledWorkers,
			[]string{account.LabelEndpoint, account.LabelPod, account.LabelGPUType},
			account.LabelEndpoint, account.LabelPod, account.LabelGPUType, "dataCenterId", "imageName", "templateId")),
		"ListNetworkVolumeBilling": always(listNetworkVolumeBilling),
	}
}

func listNetworkVolumeBilling(c *call) (any, error) {
	window, err := windowOf(c.Request, c.now)
	if err != nil {
		return nil, err
	}
	records := []map[string]any{}
	all := func(kind account.BilledKind, _ map[string]string) (all [2]string, ok bool) {
		return all, kind == account.BilledNetworkVolumes
	}
	for _, sum := range c.account.Billing(window, c.now, all) {
		records = append(records, map[string]any{
			"time": sum.Bucket.Format(time.RFC3339), "amount": sum.Amount(), "diskSpaceBilledGb": sum.Disk(),
			"highPerformanceStorageAmount": 0, "highPerformanceStorageDiskSpaceBilledGb": 0, // None costs anything here.
		})
	}
	return records, nil
}

// billingOf returns the handler of the requests about pods and workers. Without a grouping it takes the first one.
// Filters of another operation are unknown parameters, and ignored.
func billingOf(kind account.BilledKind, groupings []string, filters ...string) handler {
	return func(c *call) (any, error) {
		window, err := windowOf(c.Request, c.now)
		if err != nil {
			return nil, err
		}
		grouping := groupings[0]
		if c.Query.Has("grouping") {
			grouping = c.Query.Get("grouping")
		}
		if err := account.OneOf("grouping", grouping, groupings...); err != nil {
			return nil, err
		}
		groupOf := func(of account.BilledKind, labels map[string]string) (group [2]string, ok bool) {
			filtered := slices.ContainsFunc(filters, func(name string) bool {
				return c.Query.Has(name) && !slices.Contains(c.Query[name], labels[name])
			})
			return [2]string{labels[grouping]}, of == kind && !filtered
		}
		records := []map[string]any{}
		for _, sum := range c.account.Billing(window, c.now, groupOf) {
			records = append(records, map[string]any{
				"time": sum.Bucket.Format(time.RFC3339), "amount": sum.Amount(), grouping: sum.Group[0],
				"timeBilledMs": sum.Ran.Round(time.Millisecond).Milliseconds(), "diskSpaceBilledGb": sum.Disk(),
			})
		}
		return records, nil
	}
}

// defaultBilling is the period that billing covers if the request names none.
const defaultBilling = 30 * 24 * time.Hour

func windowOf(r *wire.Request, now time.Time) (account.Window, error) {
	q := account.Window{Start: now.Add(-defaultBilling), End: now, BucketSize: account.Daily}
	if r.Query.Has("bucketSize") {
		q.BucketSize = r.Query.Get("bucketSize")
	}
	err := cmp.Or(
		account.OneOf("bucketSize", q.BucketSize,
			account.Hourly, account.Daily, account.Weekly, account.Monthly, account.Yearly),
		queryTime(r, "startTime", &q.Start),
		queryTime(r, "endTime", &q.End),
	)
	if err == nil && r.Query.Has("startTime") && r.Query.Has("endTime") && q.End.Before(q.Start) {
		err = wire.BadRequest("endTime must not be before startTime")
	}
	return q, err
}

// fullTime is the form of RFC 3339. The library reads hours of one digit too.
var fullTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

// queryTime reads a time. It leaves the value unchanged if the parameter is missing.
func queryTime(r *wire.Request, name string, value *time.Time) error {
	if !r.Query.Has(name) {
		return nil
	}
	text := r.Query.Get(name)
	given, err := time.Parse(time.RFC3339, text)
	if err != nil || !fullTime.MatchString(text) {
		return wire.BadRequest("%s must be an RFC 3339 time, not %q", name, text)
	}
	*value = given.UTC()
	return nil
}
