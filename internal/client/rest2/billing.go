package rest2

import (
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// billingPath is the first element of the paths of reports; the second is the path of a collection.
const billingPath = "billing"

// reported has the operation and the collection's path of each report, and the parameter that selects an object.
var reported = map[api.Billed]struct {
	operation, path string
	filter          string
}{
	api.BilledPods:           {"ListPodBilling", pathOfPods, "podId"},
	api.BilledEndpoints:      {"ListEndpointBilling", pathOfEndpoints, "serverlessId"},
	api.BilledNetworkVolumes: {"ListNetworkVolumeBilling", pathOfNetworkVolumes, "networkVolumeId"},
}

// report is the request for a report (contract-v2 11).
func report(f api.BillingFilter) transport.Request {
	of := reported[f.Of]
	return transport.Request{
		Operation: of.operation, Method: http.MethodGet, Path: []string{billingPath, of.path},
		Query: rest.Query(map[string][]string{
			"bucketSize": {f.BucketSize}, "startTime": {f.StartTime}, "endTime": {f.EndTime}, of.filter: {f.Object()},
		}),
	}
}

// readReport reads a report. An answer without any list of records is an error.
func readReport(a *transport.Answer) (r api.BillingReport, err error) {
	var records members.Optional[[]members.Answered[api.BillingRecord]]
	answer, err := transport.Decode(a, func(answer members.Members) error {
		answer.Read("records", &records)
		if _, ok := records.Get(); !ok {
			return errors.New("it has no records")
		}
		return nil
	})
	answer.Read("metadata.query.bucketSize", &r.Covers.BucketSize)
	answer.Read("metadata.query.startTime", &r.Covers.StartTime)
	answer.Read("metadata.query.endTime", &r.Covers.EndTime)
	answer.Read("metadata.totals.totalAmount", &r.Total)
	for _, one := range records.Or(nil) {
		r.Records = append(r.Records, one.Object)
		r.Answered += one.Object.Amount.Or(0)
	}
	return r, err
}
