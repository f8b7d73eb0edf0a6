package rest2

import (
	"errors"
	"math"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// billingPath is the first element of the paths of reports; the second is the path of a collection.
const billingPath = "billing"

// reports implements rest.Billing (contract-v2 11).
type reports struct{}

// Billing implements rest.Interface.
func (version2) Billing() rest.Billing { return reports{} }

// Pods implements rest.Billing.
func (reports) Pods(f model.PodBillingFilter) transport.Request {
	return report("ListPodBilling", pods, f.BillingWindow, "podId", f.PodID)
}

// Endpoints implements rest.Billing.
func (reports) Endpoints(f model.EndpointBillingFilter) transport.Request {
	return report("ListEndpointBilling", endpoints, f.BillingWindow, "serverlessId", f.EndpointID)
}

// NetworkVolumes implements rest.Billing.
func (reports) NetworkVolumes(f model.NetworkVolumeBillingFilter) transport.Request {
	return report("ListNetworkVolumeBilling", networkVolumes, f.BillingWindow, "", "")
}

func report(operation string, of collection, w model.BillingWindow, filter, id string) transport.Request {
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

// recordsWire is the answer of a report.
type recordsWire struct {
	Records transport.Optional[[]recordWire] `json:"records"`
}

// recordWire has the members of the records of all reports. Amounts are in USD.
type recordWire struct {
	StartTime             transport.Optional[string]  `json:"startTime"`
	TotalAmount           transport.Optional[float64] `json:"totalAmount"`
	HighPerformanceAmount transport.Optional[float64] `json:"highPerformanceAmount"`
	PodID                 transport.Optional[string]  `json:"podId"`
	ServerlessID          transport.Optional[string]  `json:"serverlessId"`
}

// readReport reads the records of a report. An answer without any list of them is an error.
func readReport(a *transport.Answer) ([]recordWire, error) {
	w, err := transport.Decode(a, func(w recordsWire) error {
		if _, ok := w.Records.Get(); !ok {
			return errors.New("it has no records")
		}
		return nil
	})
	return w.Records.Or(nil), err
}

// ReadRecords implements rest.Billing.
func (reports) ReadRecords(a *transport.Answer) ([]model.BillingRecord, error) {
	all, err := readReport(a)
	if err != nil {
		return nil, err
	}
	records := make([]model.BillingRecord, len(all))
	for i, r := range all {
		records[i] = model.BillingRecord{Time: r.StartTime, Amount: r.TotalAmount, PodID: r.PodID, EndpointID: r.ServerlessID}
	}
	return records, nil
}

// ReadVolumeRecords implements rest.Billing. The service returns one record for each volume and bucket; the result has
// one for each bucket, as version 1 returns.
func (reports) ReadVolumeRecords(a *transport.Answer) ([]model.NetworkVolumeBillingRecord, error) {
	all, err := readReport(a)
	if err != nil {
		return nil, err
	}
	records := []model.NetworkVolumeBillingRecord{}
	index := map[string]int{}
	for _, r := range all {
		i, known := index[r.StartTime.Or("")]
		if !known {
			i = len(records)
			index[r.StartTime.Or("")] = i
			records = append(records, model.NetworkVolumeBillingRecord{Time: r.StartTime})
		}
		one := &records[i]
		one.Amount = sum(one.Amount, r.TotalAmount)
		one.HighPerformanceStorageAmount = sum(one.HighPerformanceStorageAmount, r.HighPerformanceAmount)
	}
	return records, nil
}

// sum adds two amounts, without the digits that the arithmetic adds; absent if both are. An amount that is too large to
// round stays as it is.
func sum(a, b transport.Optional[float64]) transport.Optional[float64] {
	_, hasA := a.Get()
	_, hasB := b.Get()
	if !hasA && !hasB {
		return transport.Optional[float64]{}
	}
	total := a.Or(0) + b.Or(0)
	if rounded := math.Round(total*1e9) / 1e9; !math.IsInf(rounded, 0) {
		total = rounded
	}
	return transport.Some(total)
}
