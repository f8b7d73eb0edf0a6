package billing

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// The order is not the service's, and the sum has no digits of the arithmetic.
func TestSorted(t *testing.T) {
	t.Parallel()
	record := func(time, endpoint string, amount float64) api.BillingRecord {
		return api.BillingRecord{Time: members.Some(time), EndpointID: members.Some(endpoint),
			Amount: members.Some(amount)}
	}
	models, sum, err := sorted([]api.BillingRecord{record("2026-02", "b", 0.1), record("2026-02", "a", 0.2),
		record("2026-01", "c", 0.3)}, endpointRecord{}.fromAPI)
	var order string
	for _, m := range models {
		order += m.Time.ValueString() + m.EndpointID.ValueString() + " "
	}
	if err != nil || order != "2026-01c 2026-02a 2026-02b " || sum.ValueFloat64() != 0.6 {
		t.Errorf("%s, %s", order, sum)
	}
	if models, sum, err := sorted(nil, volumeRecord{}.fromAPI); err != nil || models == nil || len(models) != 0 ||
		!sum.Equal(types.Float64Value(0)) {
		t.Errorf("nothing is %v, %s", models, sum)
	}
}

// What the service does not say is null; what it says is empty is empty.
func TestFromAPI_nulls(t *testing.T) {
	t.Parallel()
	got := (endpointRecord{}).fromAPI(api.BillingRecord{})
	if !reflect.DeepEqual(got, endpointRecord{
		podRecord: podRecord{types.StringNull(), types.Float64Null(), types.Int64Null(), types.Int64Null(),
			types.StringNull(), types.StringNull(), types.Float64Null(), types.Float64Null(), types.Float64Null()},
		EndpointID: types.StringNull(),
	}) {
		t.Errorf("%+v", got)
	}
	pod := (podRecord{}).fromAPI(api.BillingRecord{GPUTypeID: members.Some("")})
	if !pod.GPUTypeID.Equal(types.StringValue("")) || !pod.PodID.IsNull() {
		t.Errorf("%+v", pod)
	}
	models, sum, err := sorted([]api.NetworkVolumeBillingRecord{{}, {Amount: members.Null[float64]()}},
		volumeRecord{}.fromAPI)
	if err != nil || !sum.Equal(types.Float64Value(0)) || !models[1].Amount.IsNull() {
		t.Errorf("%+v, %s", models, sum)
	}
}

// No number of a state is infinite.
func TestSorted_large(t *testing.T) {
	t.Parallel()
	of := func(amounts ...float64) (types.Float64, error) {
		var all []api.NetworkVolumeBillingRecord
		for _, amount := range amounts {
			all = append(all, api.NetworkVolumeBillingRecord{Amount: members.Some(amount)})
		}
		_, sum, err := sorted(all, volumeRecord{}.fromAPI)
		return sum, err
	}
	if sum, err := of(1e300, 1); err != nil || sum.ValueFloat64() != 1e300 {
		t.Errorf("%s, %v", sum, err)
	}
	for _, amounts := range [][]float64{{1e308, 1e308}, {-1e308, -1e308}} {
		if sum, err := of(amounts...); err == nil {
			t.Errorf("%v add up to %s", amounts, sum)
		}
	}
}
