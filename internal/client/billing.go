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
type Billing interface {
	// Pods returns the cost of pods.
	Pods(ctx context.Context, filter api.PodBillingFilter) (api.BillingReport[api.BillingRecord], error)
	// Endpoints returns the cost of endpoints' workers.
	Endpoints(ctx context.Context, filter api.EndpointBillingFilter) (api.BillingReport[api.BillingRecord], error)
	// NetworkVolumes returns the cost of network volumes: of each, or of all together.
	NetworkVolumes(
		ctx context.Context, filter api.NetworkVolumeBillingFilter,
	) (api.BillingReport[api.NetworkVolumeBillingRecord], error)
}

type billing struct {
	of rest.Billing
	// The senders of the kinds that the reports are about.
	pods, endpoints, networkVolumes transport.Sender
}

// Pods implements Billing.
func (b billing) Pods(ctx context.Context, filter api.PodBillingFilter) (api.BillingReport[api.BillingRecord], error) {
	all, err := report(ctx, b.pods, b.of.Pods(filter), b.of.ReadRecords)
	all.Records = onlyOf(filter.PodID, all.Records, func(r api.BillingRecord) members.Optional[string] { return r.PodID })
	return all, err
}

// Endpoints implements Billing.
func (b billing) Endpoints(
	ctx context.Context, filter api.EndpointBillingFilter,
) (api.BillingReport[api.BillingRecord], error) {
	all, err := report(ctx, b.endpoints, b.of.Endpoints(filter), b.of.ReadRecords)
	all.Records = onlyOf(filter.EndpointID, all.Records,
		func(r api.BillingRecord) members.Optional[string] { return r.EndpointID })
	return all, err
}

// NetworkVolumes implements Billing.
func (b billing) NetworkVolumes(
	ctx context.Context, filter api.NetworkVolumeBillingFilter,
) (api.BillingReport[api.NetworkVolumeBillingRecord], error) {
	all, err := report(ctx, b.networkVolumes, b.of.NetworkVolumes(filter), b.of.ReadVolumeRecords)
	all.Records = onlyOf(filter.NetworkVolumeID, all.Records,
		func(r api.NetworkVolumeBillingRecord) members.Optional[string] { return r.NetworkVolumeID })
	if filter.Grouping == "" {
		all.Records = byBucket(all.Records)
	}
	return all, err
}

// onlyOf returns the records of an object, all of them if id is empty: a deployment can ignore a filter (contract-v2
// 11). A record that does not show its object stays.
func onlyOf[T any](id string, all []T, object func(T) members.Optional[string]) []T {
	return slices.DeleteFunc(all, func(r T) bool {
		shown := object(r).Or("")
		return id != "" && shown != "" && shown != id
	})
}

// byBucket adds up records of single volumes, so that each bucket has one. Records of all volumes stay as they are.
func byBucket(all []api.NetworkVolumeBillingRecord) []api.NetworkVolumeBillingRecord {
	sums := []api.NetworkVolumeBillingRecord{}
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
