package billing

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// The order is not the service's, and the sum has no digits of the arithmetic.
func TestSorted(t *testing.T) {
	t.Parallel()
	record := func(time, endpoint string, amount float64) client.BillingRecord {
		return client.BillingRecord{Time: client.Some(time), EndpointID: client.Some(endpoint),
			Amount: client.Some(amount)}
	}
	models, sum := sorted([]client.BillingRecord{record("2026-02", "b", 0.1), record("2026-02", "a", 0.2),
		record("2026-01", "c", 0.3)}, endpointRecord{}.fromAPI)
	var order string
	for _, m := range models {
		order += m.Time.ValueString() + m.EndpointID.ValueString() + " "
	}
	if order != "2026-01c 2026-02a 2026-02b " || sum.ValueFloat64() != 0.6 {
		t.Errorf("%s, %s", order, sum)
	}
	if models, sum := sorted(nil, volumeRecord{}.fromAPI); models == nil || len(models) != 0 ||
		!sum.Equal(types.Float64Value(0)) {
		t.Errorf("nothing is %v, %s", models, sum)
	}
}

// What the service does not say is null; what it says is empty is empty.
func TestFromAPI_nulls(t *testing.T) {
	t.Parallel()
	got := (endpointRecord{}).fromAPI(client.BillingRecord{})
	if !reflect.DeepEqual(got, endpointRecord{
		podRecord: podRecord{types.StringNull(), types.Float64Null(), types.Int64Null(), types.Int64Null(),
			types.StringNull(), types.StringNull()}, EndpointID: types.StringNull(),
	}) {
		t.Errorf("%+v", got)
	}
	pod := (podRecord{}).fromAPI(client.BillingRecord{GPUTypeID: client.Some("")})
	if !pod.GPUTypeID.Equal(types.StringValue("")) || !pod.PodID.IsNull() {
		t.Errorf("%+v", pod)
	}
	models, sum := sorted([]client.NetworkVolumeBillingRecord{{}, {Amount: client.Null[float64]()}},
		volumeRecord{}.fromAPI)
	if !sum.Equal(types.Float64Value(0)) || !models[1].Amount.IsNull() {
		t.Errorf("%+v, %s", models, sum)
	}
}
