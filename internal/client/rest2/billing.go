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

// reportWire is the answer of a report.
type reportWire struct {
	Records  members.Optional[[]recordWire] `json:"records"`
	Metadata struct {
		Query struct {
			StartTime  members.Optional[string] `json:"startTime"`
			EndTime    members.Optional[string] `json:"endTime"`
			BucketSize members.Optional[string] `json:"bucketSize"`
		} `json:"query"`
		Totals struct {
			TotalAmount members.Optional[float64] `json:"totalAmount"`
		} `json:"totals"`
	} `json:"metadata"`
}

// recordWire is a record of any report: those of network volumes have the last two members, and the others those before
// them. Amounts are in USD.
type recordWire struct {
	StartTime             members.Optional[string]  `json:"startTime"`
	TotalAmount           members.Optional[float64] `json:"totalAmount"`
	GPUAmount             members.Optional[float64] `json:"gpuAmount"`
	CPUAmount             members.Optional[float64] `json:"cpuAmount"`
	DiskAmount            members.Optional[float64] `json:"diskAmount"`
	PodID                 members.Optional[string]  `json:"podId"`
	ServerlessID          members.Optional[string]  `json:"serverlessId"`
	HighPerformanceAmount members.Optional[float64] `json:"highPerformanceAmount"`
	NetworkVolumeID       members.Optional[string]  `json:"networkVolumeId"`
}

// ReadReport implements rest.Billing. An answer without any list of records is an error.
func (reports) ReadReport(a *transport.Answer) (r api.BillingReport, err error) {
	w, err := transport.Decode(a, func(w reportWire) error {
		if _, ok := w.Records.Get(); !ok {
			return errors.New("it has no records")
		}
		return nil
	})
	query := w.Metadata.Query
	r.Covers = api.BillingWindow{
		BucketSize: query.BucketSize.Or(""), StartTime: query.StartTime.Or(""), EndTime: query.EndTime.Or(""),
	}
	r.Total = w.Metadata.Totals.TotalAmount
	for _, one := range w.Records.Or(nil) {
		r.Records = append(r.Records, api.BillingRecord{
			Time: one.StartTime, Amount: one.TotalAmount, PodID: one.PodID, EndpointID: one.ServerlessID,
			GPUAmount: one.GPUAmount, CPUAmount: one.CPUAmount, DiskAmount: one.DiskAmount,
			HighPerformanceStorageAmount: one.HighPerformanceAmount, NetworkVolumeID: one.NetworkVolumeID,
		})
		r.Answered += one.TotalAmount.Or(0)
	}
	return r, err
}
