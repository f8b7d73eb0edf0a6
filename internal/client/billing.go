package client

import (
	"context"

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
	return report(ctx, b.c, of.Pods(filter), of.ReadRecords)
}

// Endpoints implements Billing.
func (b billing) Endpoints(ctx context.Context, filter EndpointBillingFilter) ([]BillingRecord, error) {
	of := b.c.rest.Billing()
	return report(ctx, b.c, of.Endpoints(filter), of.ReadRecords)
}

// NetworkVolumes implements Billing.
func (b billing) NetworkVolumes(
	ctx context.Context, filter NetworkVolumeBillingFilter,
) ([]NetworkVolumeBillingRecord, error) {
	of := b.c.rest.Billing()
	return report(ctx, b.c, of.NetworkVolumes(filter), of.ReadVolumeRecords)
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
