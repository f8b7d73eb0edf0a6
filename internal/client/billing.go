package client

import (
	"context"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Billing are the reports on costs (contract 2.7), deleted objects included, in no particular order. A bucket without
// use has no record.
type Billing interface {
	// Pods returns the cost of pods.
	Pods(ctx context.Context, filter PodBillingFilter) ([]BillingRecord, error)
	// Endpoints returns the cost of endpoints' workers.
	Endpoints(ctx context.Context, filter EndpointBillingFilter) ([]BillingRecord, error)
	// NetworkVolumes returns the cost of network volumes.
	NetworkVolumes(ctx context.Context, filter NetworkVolumeBillingFilter) ([]NetworkVolumeBillingRecord, error)
}

type billing struct{ c *Client }

// Pods implements Billing.
func (b billing) Pods(ctx context.Context, filter PodBillingFilter) ([]BillingRecord, error) {
	of := b.c.rest.Billing()
	all, err := report(ctx, b.c, of.Pods(filter), of.ReadRecords)
	return onlyOf(filter.PodID, all, func(r BillingRecord) Optional[string] { return r.PodID }), err
}

// Endpoints implements Billing.
func (b billing) Endpoints(ctx context.Context, filter EndpointBillingFilter) ([]BillingRecord, error) {
	of := b.c.rest.Billing()
	all, err := report(ctx, b.c, of.Endpoints(filter), of.ReadRecords)
	return onlyOf(filter.EndpointID, all, func(r BillingRecord) Optional[string] { return r.EndpointID }), err
}

// NetworkVolumes implements Billing.
func (b billing) NetworkVolumes(
	ctx context.Context, filter NetworkVolumeBillingFilter,
) ([]NetworkVolumeBillingRecord, error) {
	of := b.c.rest.Billing()
	return report(ctx, b.c, of.NetworkVolumes(filter), of.ReadVolumeRecords)
}

// onlyOf returns the records of an object, all of them if id is empty: a deployment can ignore a filter (contract-v2
// 11). A record that does not show its object stays.
func onlyOf(id string, all []BillingRecord, object func(BillingRecord) Optional[string]) []BillingRecord {
	return slices.DeleteFunc(all, func(r BillingRecord) bool {
		shown := object(r).Or("")
		return id != "" && shown != "" && shown != id
	})
}

func report[T any](
	ctx context.Context, c *Client, r transport.Request, read func(*transport.Answer) ([]T, error),
) ([]T, error) {
	answer, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	return read(answer)
}
