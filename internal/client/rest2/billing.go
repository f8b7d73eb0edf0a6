package rest2

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// billingPath is the first element of the paths of reports; the second is the path of a collection.
const billingPath = "billing"

// reports implements rest.Billing (contract-v2 11).
type reports struct{}

// Billing returns the requests for reports.
func Billing() rest.Billing { return reports{} }

// reported has the operation and the collection of each report, and the parameter that selects an object.
var reported = map[api.Billed]struct {
	operation string
	of        rest.Collection
	filter    string
}{
	api.BilledPods:           {"ListPodBilling", pods, "podId"},
	api.BilledEndpoints:      {"ListEndpointBilling", endpoints, "serverlessId"},
	api.BilledNetworkVolumes: {"ListNetworkVolumeBilling", networkVolumes, "networkVolumeId"},
}

// Report implements rest.Billing.
func (reports) Report(f api.BillingFilter) transport.Request {
	report, query := reported[f.Of], url.Values{}
	for name, value := range map[string]string{
		"bucketSize": f.BucketSize, "startTime": f.StartTime, "endTime": f.EndTime, report.filter: f.Object(),
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return transport.Request{
		Operation: report.operation, Method: http.MethodGet, Path: []string{billingPath, report.of.Path}, Query: query,
	}
}

// ReadReport implements rest.Billing. An answer without any list of records is an error.
func (reports) ReadReport(a *transport.Answer) (r api.BillingReport, err error) {
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
