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
		"ListPodBilling": billingOf(account.BilledPods,
			[]string{account.LabelGPUType, account.LabelPod},
			account.LabelPod, account.LabelGPUType),
		"ListEndpointBilling": billingOf(account.BilledWorkers,
			[]string{account.LabelEndpoint, account.LabelPod, account.LabelGPUType},
			account.LabelEndpoint, account.LabelPod, account.LabelGPUType, "dataCenterId", "imageName", "templateId"),
		"ListNetworkVolumeBilling": billingOf(account.BilledNetworkVolumes, nil),
	}
}

// billingOf returns the handler of the requests about a kind. Without a grouping it takes the first one; volumes have
// none. Filters of another operation are unknown parameters, and ignored.
func billingOf(kind account.BilledKind, groupings []string, filters ...string) handler {
	return always(func(c *call) (any, error) {
		window, err := windowOf(c.Request, c.now)
		if err != nil {
			return nil, err
		}
		var grouping string
		if len(groupings) > 0 {
			grouping = groupings[0]
			if c.Query.Has("grouping") {
				grouping = c.Query.Get("grouping")
			}
			if err := account.OneOf("grouping", grouping, groupings...); err != nil {
				return nil, err
			}
		}
		groupOf := func(of account.BilledKind, labels map[string]string) (group [2]string, ok bool) {
			filtered := slices.ContainsFunc(filters, func(name string) bool {
				return c.Query.Has(name) && !slices.Contains(c.Query[name], labels[name])
			})
			return [2]string{labels[grouping]}, of == kind && !filtered
		}
		records := []object{}
		for _, sum := range c.account.Billing(window, c.now, groupOf) {
			record := object{
				"time": sum.Bucket.Format(time.RFC3339), "amount": sum.Amount(), "diskSpaceBilledGb": sum.Disk(),
			}
			if grouping != "" {
				record[grouping] = sum.Group[0]
				record["timeBilledMs"] = sum.Ran.Round(time.Millisecond).Milliseconds()
			} else { // High performance costs nothing here.
				record["highPerformanceStorageAmount"], record["highPerformanceStorageDiskSpaceBilledGb"] = 0, 0
			}
			records = append(records, record)
		}
		return records, nil
	})
}

func windowOf(r *wire.Request, now time.Time) (account.Window, error) {
	q := account.Window{Start: now.Add(-defaultUsage), End: now, BucketSize: account.Daily}
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
