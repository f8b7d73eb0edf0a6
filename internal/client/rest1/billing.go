package rest1

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
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
func (reports) Pods(f model.PodBillingFilter) transport.Request {
	return report("ListPodBilling", pods, f.BillingWindow, map[string][]string{
		"grouping": {f.Grouping}, "podId": {f.PodID}, "gpuTypeId": {f.GPUTypeID},
	})
}

// Endpoints implements rest.Billing.
func (reports) Endpoints(f model.EndpointBillingFilter) transport.Request {
	return report("ListEndpointBilling", endpoints, f.BillingWindow, map[string][]string{
		"grouping": {f.Grouping}, "endpointId": {f.EndpointID}, "podId": {f.PodID}, "gpuTypeId": f.GPUTypeIDs,
		"dataCenterId": f.DataCenterIDs, "imageName": {f.ImageName}, "templateId": {f.TemplateID},
	})
}

// NetworkVolumes implements rest.Billing.
func (reports) NetworkVolumes(f model.NetworkVolumeBillingFilter) transport.Request {
	return report("ListNetworkVolumeBilling", networkVolumes, f.BillingWindow, nil)
}

// ReadRecords implements rest.Billing.
func (reports) ReadRecords(a *transport.Answer) (model.BillingReport[model.BillingRecord], error) {
	return readReport[model.BillingRecord](a)
}

// ReadVolumeRecords implements rest.Billing.
func (reports) ReadVolumeRecords(a *transport.Answer) (model.BillingReport[model.NetworkVolumeBillingRecord], error) {
	return readReport[model.NetworkVolumeBillingRecord](a)
}

func readReport[T any](a *transport.Answer) (r model.BillingReport[T], err error) {
	r.Records, err = transport.Decode(a, func([]T) error { return nil })
	return r, err
}

func report(operation, collection string, w model.BillingWindow, filter map[string][]string) transport.Request {
	query := url.Values{}
	addValues(query, map[string][]string{
		"bucketSize": {w.BucketSize}, "startTime": {w.StartTime}, "endTime": {w.EndTime},
	})
	addValues(query, filter)
	return transport.Request{
		Operation: operation, Method: http.MethodGet, Path: []string{billingPath, collection}, Query: query,
	}
}
