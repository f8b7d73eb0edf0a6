package rest1

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// billingPath is the first element of the paths of reports; the second is a collection.
const billingPath = "billing"

// reports implements rest.Billing (contract 2.7).
type reports struct{}

// Billing returns the requests for reports.
func Billing(Options) rest.Billing { return reports{} }

// Pods implements rest.Billing.
func (reports) Pods(f api.PodBillingFilter) transport.Request {
	return report("ListPodBilling", pods, f.BillingWindow, map[string][]string{
		"grouping": {f.Grouping}, "podId": {f.PodID}, "gpuTypeId": {f.GPUTypeID},
	})
}

// Endpoints implements rest.Billing.
func (reports) Endpoints(f api.EndpointBillingFilter) transport.Request {
	return report("ListEndpointBilling", endpoints, f.BillingWindow, map[string][]string{
		"grouping": {f.Grouping}, "endpointId": {f.EndpointID}, "podId": {f.PodID}, "gpuTypeId": f.GPUTypeIDs,
		"dataCenterId": f.DataCenterIDs, "imageName": {f.ImageName}, "templateId": {f.TemplateID},
	})
}

// NetworkVolumes implements rest.Billing.
func (reports) NetworkVolumes(f api.NetworkVolumeBillingFilter) transport.Request {
	return report("ListNetworkVolumeBilling", networkVolumes, f.BillingWindow, nil)
}

// ReadRecords implements rest.Billing.
func (reports) ReadRecords(a *transport.Answer) (api.BillingReport[api.BillingRecord], error) {
	return readReport[api.BillingRecord](a)
}

// ReadVolumeRecords implements rest.Billing.
func (reports) ReadVolumeRecords(a *transport.Answer) (api.BillingReport[api.NetworkVolumeBillingRecord], error) {
	return readReport[api.NetworkVolumeBillingRecord](a)
}

func readReport[T any](a *transport.Answer) (r api.BillingReport[T], err error) {
	r.Records, err = transport.Decode(a, func([]T) error { return nil })
	return r, err
}

func report(operation, collection string, w api.BillingWindow, filter map[string][]string) transport.Request {
	query := url.Values{}
	addValues(query, map[string][]string{
		"bucketSize": {w.BucketSize}, "startTime": {w.StartTime}, "endTime": {w.EndTime},
	})
	addValues(query, filter)
	return transport.Request{
		Operation: operation, Method: http.MethodGet, Path: []string{billingPath, collection}, Query: query,
	}
}
