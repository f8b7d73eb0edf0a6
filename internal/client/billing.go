package client

import (
	"context"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// BillingWindow says from when to when, and in which pieces (contract 2.7). Empty members leave it to the service.
type BillingWindow struct {
	BucketSize string // hour, day, week, month or year; the service's own choice is day
	StartTime  string // RFC 3339; the service's own choice is 30 days ago
	EndTime    string // RFC 3339, exclusive; the service's own choice is now
}

// PodBillingFilter narrows what pods cost. Empty members do not filter.
type PodBillingFilter struct {
	BillingWindow
	Grouping  string // podId or gpuTypeId, which is the service's own choice
	PodID     string
	GPUTypeID string
}

// EndpointBillingFilter narrows what the workers of endpoints cost. Empty members do not filter.
type EndpointBillingFilter struct {
	BillingWindow
	Grouping      string // endpointId, which is the service's own choice, podId or gpuTypeId
	EndpointID    string
	PodID         string // of a worker
	GPUTypeIDs    []string
	DataCenterIDs []string
	ImageName     string
	TemplateID    string
}

// NetworkVolumeBillingFilter narrows what network volumes cost.
type NetworkVolumeBillingFilter struct{ BillingWindow }

// BillingRecord is what one group used in one bucket. Of the three ids it has the one that the records are grouped by.
// Members a deployment leaves out are absent.
type BillingRecord struct {
	Time              Optional[string]  `json:"time"`   // start of the bucket
	Amount            Optional[float64] `json:"amount"` // USD
	TimeBilledMs      Optional[int64]   `json:"timeBilledMs"`
	DiskSpaceBilledGB Optional[int64]   `json:"diskSpaceBilledGb"`
	PodID             Optional[string]  `json:"podId"`
	EndpointID        Optional[string]  `json:"endpointId"`
	GPUTypeID         Optional[string]  `json:"gpuTypeId"` // empty for what has no GPU
}

// NetworkVolumeBillingRecord is what all volumes used in one bucket. Members a deployment leaves out are absent.
type NetworkVolumeBillingRecord struct {
	Time                                    Optional[string]  `json:"time"`   // start of the bucket
	Amount                                  Optional[float64] `json:"amount"` // USD
	DiskSpaceBilledGB                       Optional[int64]   `json:"diskSpaceBilledGb"`
	HighPerformanceStorageAmount            Optional[float64] `json:"highPerformanceStorageAmount"` // USD
	HighPerformanceStorageDiskSpaceBilledGB Optional[int64]   `json:"highPerformanceStorageDiskSpaceBilledGb"`
}

// ListPodBilling returns what pods cost, deleted ones included, in no particular order. Nothing used is no record.
func (c *Client) ListPodBilling(ctx context.Context, filter PodBillingFilter) ([]BillingRecord, error) {
	return transport.Any[[]BillingRecord](ctx, c.send, billing("ListPodBilling", "pods", filter.BillingWindow,
		map[string][]string{
			"grouping": {filter.Grouping}, "podId": {filter.PodID}, "gpuTypeId": {filter.GPUTypeID},
		}))
}

// ListEndpointBilling returns what the workers of endpoints cost, those that have ended included, in no particular
// order. Nothing used is no record.
func (c *Client) ListEndpointBilling(ctx context.Context, filter EndpointBillingFilter) ([]BillingRecord, error) {
	return transport.Any[[]BillingRecord](ctx, c.send, billing("ListEndpointBilling", "endpoints", filter.BillingWindow,
		map[string][]string{
			"grouping": {filter.Grouping}, "endpointId": {filter.EndpointID}, "podId": {filter.PodID},
			"gpuTypeId":    filter.GPUTypeIDs,
			"dataCenterId": filter.DataCenterIDs, "imageName": {filter.ImageName}, "templateId": {filter.TemplateID},
		}))
}

// ListNetworkVolumeBilling returns what network volumes cost, deleted ones included, in no particular order. No volume
// is no record.
func (c *Client) ListNetworkVolumeBilling(
	ctx context.Context, filter NetworkVolumeBillingFilter,
) ([]NetworkVolumeBillingRecord, error) {
	return transport.Any[[]NetworkVolumeBillingRecord](ctx, c.send,
		billing("ListNetworkVolumeBilling", "networkvolumes", filter.BillingWindow, nil))
}

// billingPath is the first element of the paths of reports; the second is a collection's.
const billingPath = "billing"

func billing(operation, kind string, window BillingWindow, filters map[string][]string) transport.Request {
	query := url.Values{}
	add := func(name string, values ...string) {
		for _, value := range values {
			if value != "" {
				query.Add(name, value)
			}
		}
	}
	add("bucketSize", window.BucketSize)
	add("startTime", window.StartTime)
	add("endTime", window.EndTime)
	for name, values := range filters {
		add(name, values...)
	}
	return transport.Request{Operation: operation, Method: http.MethodGet, Path: []string{billingPath, kind}, Query: query}
}
