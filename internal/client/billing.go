package client

import (
	"context"
	"math"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Billing are the reports on costs (contract 2.7, contract-v2 11), deleted objects included, in no particular order. A
// bucket without use has no record.
type Billing struct {
	of   rest.Report[api.BillingFilter, api.BillingReport]
	send transport.Sender
}

// Report returns a report.
func (b *Billing) Report(ctx context.Context, filter api.BillingFilter) (api.BillingReport, error) {
	all, err := report(ctx, b.send, b.of.Request(filter), b.of.Read)
	// A deployment can ignore a filter (contract-v2 11). A record that does not show its object stays.
	all.Records = slices.DeleteFunc(all.Records, func(r api.BillingRecord) bool {
		shown := map[api.Billed]members.Optional[string]{
			api.BilledPods: r.PodID, api.BilledEndpoints: r.EndpointID, api.BilledNetworkVolumes: r.NetworkVolumeID,
		}[filter.Of].Or("")
		return filter.Object() != "" && shown != "" && shown != filter.Object()
	})
	if filter.Of == api.BilledNetworkVolumes && filter.Grouping == "" {
		all.Records = byBucket(all.Records)
	}
	return all, err
}

// byBucket adds up records of single volumes, so that each bucket has one. Records of all volumes stay as they are.
func byBucket(all []api.BillingRecord) []api.BillingRecord {
	sums := []api.BillingRecord{}
	index := map[string]int{}
	for _, r := range all {
		bucket := r.Time.Or("")
		i, known := index[bucket]
		if _, ofOne := r.NetworkVolumeID.Get(); !ofOne || !known {
			index[bucket] = len(sums)
			r.NetworkVolumeID = members.Optional[string]{}
			sums = append(sums, r)
			continue
		}
		sums[i].Amount = sum(sums[i].Amount, r.Amount)
		sums[i].HighPerformanceStorageAmount = sum(sums[i].HighPerformanceStorageAmount, r.HighPerformanceStorageAmount)
	}
	return sums
}

// sum adds two amounts, without the digits that the arithmetic adds; absent if both are. An amount that is too large to
// round stays as it is.
func sum(a, b members.Optional[float64]) members.Optional[float64] {
	_, hasA := a.Get()
	_, hasB := b.Get()
	if !hasA && !hasB {
		return members.Optional[float64]{}
	}
	total := a.Or(0) + b.Or(0)
	if rounded := math.Round(total*1e9) / 1e9; !math.IsInf(rounded, 0) {
		total = rounded
	}
	return members.Some(total)
}

func report[T any](
	ctx context.Context, send transport.Sender, r transport.Request, read func(*transport.Answer) (T, error),
) (T, error) {
	answer, err := send(ctx, r)
	if err != nil {
		var none T
		return none, err
	}
	return read(answer)
}
