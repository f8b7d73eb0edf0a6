package billing

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

type podRecord struct {
	Time              types.String  `tfsdk:"time"`
	Amount            types.Float64 `tfsdk:"amount"`
	TimeBilledMs      types.Int64   `tfsdk:"time_billed_ms"`
	DiskSpaceBilledGB types.Int64   `tfsdk:"disk_space_billed_gb"`
	PodID             types.String  `tfsdk:"pod_id"`
	GPUTypeID         types.String  `tfsdk:"gpu_type_id"`
	GPUAmount         types.Float64 `tfsdk:"gpu_amount"`
	CPUAmount         types.Float64 `tfsdk:"cpu_amount"`
	DiskAmount        types.Float64 `tfsdk:"disk_amount"`
}

type endpointRecord struct {
	podRecord
	EndpointID types.String `tfsdk:"endpoint_id"`
}

type volumeRecord struct {
	Time                                    types.String  `tfsdk:"time"`
	Amount                                  types.Float64 `tfsdk:"amount"`
	DiskSpaceBilledGB                       types.Int64   `tfsdk:"disk_space_billed_gb"`
	HighPerformanceStorageAmount            types.Float64 `tfsdk:"high_performance_storage_amount"`
	HighPerformanceStorageDiskSpaceBilledGB types.Int64   `tfsdk:"high_performance_storage_disk_space_billed_gb"`
	NetworkVolumeID                         types.String  `tfsdk:"network_volume_id"`
}

// fromAPI leaves null what the service leaves out. A GPU type of "" is a value: that of what has no GPU.
func (podRecord) fromAPI(r api.BillingRecord) podRecord {
	return podRecord{
		Time:              text(r.Time),
		Amount:            money(r.Amount),
		TimeBilledMs:      whole(r.TimeBilledMs),
		DiskSpaceBilledGB: whole(r.DiskSpaceBilledGB),
		PodID:             text(r.PodID),
		GPUTypeID:         text(r.GPUTypeID),
		GPUAmount:         money(r.GPUAmount),
		CPUAmount:         money(r.CPUAmount),
		DiskAmount:        money(r.DiskAmount),
	}
}

func (endpointRecord) fromAPI(r api.BillingRecord) endpointRecord {
	return endpointRecord{podRecord: podRecord{}.fromAPI(r), EndpointID: text(r.EndpointID)}
}

func (volumeRecord) fromAPI(r api.NetworkVolumeBillingRecord) volumeRecord {
	return volumeRecord{
		Time:                                    text(r.Time),
		Amount:                                  money(r.Amount),
		DiskSpaceBilledGB:                       whole(r.DiskSpaceBilledGB),
		HighPerformanceStorageAmount:            money(r.HighPerformanceStorageAmount),
		HighPerformanceStorageDiskSpaceBilledGB: whole(r.HighPerformanceStorageDiskSpaceBilledGB),
		NetworkVolumeID:                         text(r.NetworkVolumeID),
	}
}

func text(o members.Optional[string]) types.String {
	return framework.String(o, types.StringNull(), types.StringNull())
}

func money(o members.Optional[float64]) types.Float64 {
	return framework.Float64(o, types.Float64Null(), types.Float64Null())
}

func whole(o members.Optional[int64]) types.Int64 {
	return framework.Int64(o, types.Int64Null(), types.Int64Null())
}

// billed is a record that can be sorted and added up.
type billed interface {
	sortKey() []string
	usd() float64
}

func (r podRecord) sortKey() []string {
	return []string{r.Time.ValueString(), r.PodID.ValueString(), r.GPUTypeID.ValueString()}
}

func (r endpointRecord) sortKey() []string {
	return append(r.podRecord.sortKey(), r.EndpointID.ValueString())
}

func (r volumeRecord) sortKey() []string {
	return []string{r.Time.ValueString(), r.NetworkVolumeID.ValueString()}
}

func (r podRecord) usd() float64 { return r.Amount.ValueFloat64() }

func (r volumeRecord) usd() float64 { return r.Amount.ValueFloat64() }

// errTooMuch is the error of amounts that no number of a state can hold the sum of.
var errTooMuch = errors.New("the sum of the records' amounts is too large for a number")

// sorted maps the records, sorted by time and then by group because the service promises no order, and adds up their
// amounts. The sum is rounded to nine digits: what is beyond comes of the floating-point arithmetic. The list is never
// nil, which would be null.
func sorted[T any, M billed](all []T, model func(T) M) ([]M, types.Float64, error) {
	models := make([]M, len(all))
	for i, one := range all {
		models[i] = model(one)
	}
	slices.SortStableFunc(models, func(a, b M) int {
		return slices.CompareFunc(a.sortKey(), b.sortKey(),
			strings.Compare)
	})
	var sum float64
	for _, m := range models {
		sum += m.usd()
	}
	rounded := math.Round(sum*1e9) / 1e9
	switch {
	case math.IsInf(sum, 0) || math.IsNaN(sum):
		return nil, types.Float64Null(), errTooMuch
	case math.IsInf(rounded, 0):
		return models, types.Float64Value(sum), nil // It is so large that it has no digits behind the point.
	default:
		return models, types.Float64Value(rounded), nil
	}
}
