package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ListPodBilling returns the cost of pods, deleted ones included, in no particular order. A bucket without use has no
// record.
func (c *Client) ListPodBilling(ctx context.Context, filter PodBillingFilter) ([]BillingRecord, error) {
	return report(ctx, c, c.rest.Billing().Pods(filter), c.rest.Billing().ReadRecords)
}

// ListEndpointBilling returns the cost of endpoints' workers, ended ones included, in no particular order. A bucket
// without use has no record.
func (c *Client) ListEndpointBilling(ctx context.Context, filter EndpointBillingFilter) ([]BillingRecord, error) {
	return report(ctx, c, c.rest.Billing().Endpoints(filter), c.rest.Billing().ReadRecords)
}

// ListNetworkVolumeBilling returns the cost of network volumes, deleted ones included, in no particular order.
func (c *Client) ListNetworkVolumeBilling(
	ctx context.Context, filter NetworkVolumeBillingFilter,
) ([]NetworkVolumeBillingRecord, error) {
	return report(ctx, c, c.rest.Billing().NetworkVolumes(filter), c.rest.Billing().ReadNetworkVolumes)
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
