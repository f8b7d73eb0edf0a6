package billing

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// column is an attribute of records. lacking is the version of the management interface that does not return it.
type column struct {
	attribute schema.Attribute
	lacking   int
}

var text, whole, dollars = attribute.Computed.String, attribute.Computed.Int64, attribute.Computed.Float64

// columns has the attributes of the records of all reports. A GPU type of "" is a value: that of what has no GPU.
var columns = map[string]column{
	"time": {text("Start of the bucket, even if the report begins later."), 0},
	"amount": {dollars("Cost in USD. For the first and last bucket, only usage within the report " +
		"counts."), 0},
	"disk_space_billed_gb": {whole("Disk space that was billed, in GB as the service counts them."), 2},
	"time_billed_ms":       {whole("Run time in milliseconds."), 2},
	"pod_id":               {text("ID of the pod if grouped by `podId`, else null."), 0},
	"endpoint_id":          {text("ID of the endpoint if grouped by `endpointId`, else null."), 0},
	"gpu_type_id": {text("GPU type if grouped by `gpuTypeId`, else null. Empty for usage without a GPU."),
		2},
	"network_volume_id": {text("ID of the network volume if grouped by `networkVolumeId`, else null."), 1},
	"gpu_amount":        partOf("GPUs"), "cpu_amount": partOf("CPUs"), "disk_amount": partOf("disks"),
	"high_performance_storage_amount": {dollars("Cost of high-performance storage, in USD."), 0},
	"high_performance_storage_disk_space_billed_gb": {whole("High-performance storage that was billed, in GB as the " +
		"service counts them."), 2},
}

// usage has the columns of records of pods and of endpoints, without their IDs.
func usage() []string {
	return []string{"time_billed_ms", "gpu_type_id", "gpu_amount", "cpu_amount", "disk_amount"}
}

func partOf(what string) column {
	return column{dollars("Part of `amount` for " + what + ", in USD. Null over version 1, which does not return it."), 1}
}

// errTooMuch is the error of amounts that no number of a state can hold the sum of.
var errTooMuch = errors.New("the sum of the records' amounts is too large for a number")

// sorted returns the records, sorted by time and then by group because the service promises no order, and the sum of
// their amounts. It is rounded to nine digits: what is beyond comes of the floating-point arithmetic.
func sorted(all []api.BillingRecord, attributes attribute.Attributes) (types.List, types.Float64, error) {
	slices.SortStableFunc(all, func(a, b api.BillingRecord) int {
		return cmp.Or(cmp.Compare(a.Time.Or(""), b.Time.Or("")), cmp.Compare(a.PodID.Or(""), b.PodID.Or("")),
			cmp.Compare(a.GPUTypeID.Or(""), b.GPUTypeID.Or("")), cmp.Compare(a.EndpointID.Or(""), b.EndpointID.Or("")),
			cmp.Compare(a.NetworkVolumeID.Or(""), b.NetworkVolumeID.Or("")))
	})
	kinds, records := attributes.Types(), make([]attr.Value, len(all))
	var sum float64
	for i, one := range all {
		shown, values := framework.ValuesOf(one), map[string]attr.Value{}
		for name := range attributes {
			values[name] = shown[name]
		}
		records[i] = types.ObjectValueMust(kinds, values)
		sum += one.Amount.Or(0)
	}
	if rounded := math.Round(sum*1e9) / 1e9; !math.IsInf(rounded, 0) { // Else it has no digits behind the point.
		sum = rounded
	}
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return types.ListNull(types.ObjectType{AttrTypes: kinds}), types.Float64Null(), errTooMuch
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: kinds}, records), types.Float64Value(sum), nil
}
