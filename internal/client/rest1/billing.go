package rest1

import (
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// billingPath is the first element of the paths of reports; the second is a collection.
const billingPath = "billing"

// reported has the operation and the collection of each report.
var reported = map[api.Billed][2]string{
	api.BilledPods:           {"ListPodBilling", pods},
	api.BilledEndpoints:      {"ListEndpointBilling", endpoints},
	api.BilledNetworkVolumes: {"ListNetworkVolumeBilling", networkVolumes},
}

// report is the request for a report (contract 2.7).
func report(f api.BillingFilter) transport.Request {
	query := rest.Query(map[string][]string{
		"bucketSize": {f.BucketSize}, "startTime": {f.StartTime}, "endTime": {f.EndTime},
		"grouping": {f.Grouping}, "endpointId": {f.EndpointID}, "podId": {f.PodID}, "gpuTypeId": f.GPUTypeIDs,
		"dataCenterId": f.DataCenterIDs, "imageName": {f.ImageName}, "templateId": {f.TemplateID},
	})
	of := reported[f.Of]
	return transport.Request{Operation: of[0], Method: http.MethodGet, Path: []string{billingPath, of[1]}, Query: query}
}

func readReport(a *transport.Answer) (r api.BillingReport, err error) {
	r.Records, err = transport.Decode(a, func([]api.BillingRecord) error { return nil })
	return r, err
}
