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

// Pods implements rest.Billing.
func (reports) Pods(f api.PodBillingFilter) transport.Request {
	return report("ListPodBilling", pods, f.BillingWindow, "podId", f.PodID)
}

// Endpoints implements rest.Billing.
func (reports) Endpoints(f api.EndpointBillingFilter) transport.Request {
	return report("ListEndpointBilling", endpoints, f.BillingWindow, "serverlessId", f.EndpointID)
}

// NetworkVolumes implements rest.Billing.
func (reports) NetworkVolumes(f api.NetworkVolumeBillingFilter) transport.Request {
	return report("ListNetworkVolumeBilling", networkVolumes, f.BillingWindow, "networkVolumeId", f.NetworkVolumeID)
}

func report(operation string, of collection, w api.BillingWindow, filter, id string) transport.Request {
	query := url.Values{}
	for name, value := range map[string]string{
		"bucketSize": w.BucketSize, "startTime": w.StartTime, "endTime": w.EndTime, filter: id,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return transport.Request{
		Operation: operation, Method: http.MethodGet, Path: []string{billingPath, of.path}, Query: query,
	}
}

// reportWire is the answer of a report. W is a record.
type reportWire[W any] struct {
	Records  members.Optional[[]W] `json:"records"`
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

// recordWire has the members that the records of all reports have. Amounts are in USD.
type recordWire struct {
	StartTime   members.Optional[string]  `json:"startTime"`
	TotalAmount members.Optional[float64] `json:"totalAmount"`
}

func (w recordWire) usd() float64 { return w.TotalAmount.Or(0) }

// usageWire is a record of pods or of endpoints.
type usageWire struct {
	recordWire
	GPUAmount    members.Optional[float64] `json:"gpuAmount"`
	CPUAmount    members.Optional[float64] `json:"cpuAmount"`
	DiskAmount   members.Optional[float64] `json:"diskAmount"`
	PodID        members.Optional[string]  `json:"podId"`
	ServerlessID members.Optional[string]  `json:"serverlessId"`
}

func (w usageWire) record() api.BillingRecord {
	return api.BillingRecord{
		Time: w.StartTime, Amount: w.TotalAmount, PodID: w.PodID, EndpointID: w.ServerlessID,
		GPUAmount: w.GPUAmount, CPUAmount: w.CPUAmount, DiskAmount: w.DiskAmount,
	}
}

// storageWire is a record of network volumes.
type storageWire struct {
	recordWire
	HighPerformanceAmount members.Optional[float64] `json:"highPerformanceAmount"`
	NetworkVolumeID       members.Optional[string]  `json:"networkVolumeId"`
}

func (w storageWire) record() api.NetworkVolumeBillingRecord {
	return api.NetworkVolumeBillingRecord{
		Time: w.StartTime, Amount: w.TotalAmount, HighPerformanceStorageAmount: w.HighPerformanceAmount,
		NetworkVolumeID: w.NetworkVolumeID,
	}
}

// ReadRecords implements rest.Billing.
func (reports) ReadRecords(a *transport.Answer) (api.BillingReport[api.BillingRecord], error) {
	return readReport(a, usageWire.record)
}

// ReadVolumeRecords implements rest.Billing.
func (reports) ReadVolumeRecords(a *transport.Answer) (api.BillingReport[api.NetworkVolumeBillingRecord], error) {
	return readReport(a, storageWire.record)
}

// readReport reads a report. An answer without any list of records is an error.
func readReport[W interface{ usd() float64 }, T any](
	a *transport.Answer, record func(W) T,
) (r api.BillingReport[T], err error) {
	w, err := transport.Decode(a, func(w reportWire[W]) error {
		if _, ok := w.Records.Get(); !ok {
			return errors.New("it has no records")
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	query := w.Metadata.Query
	r.Covers = api.BillingWindow{
		BucketSize: query.BucketSize.Or(""), StartTime: query.StartTime.Or(""), EndTime: query.EndTime.Or(""),
	}
	r.Total = w.Metadata.Totals.TotalAmount
	all := w.Records.Or(nil)
	r.Records = make([]T, len(all))
	for i, one := range all {
		r.Records[i] = record(one)
		r.Answered += one.usd()
	}
	return r, nil
}
