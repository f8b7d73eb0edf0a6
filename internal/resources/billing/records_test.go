package billing

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// The order is not the service's, and the sum has no digits of the arithmetic. What the service does not say is null;
// what it says is empty is empty.
func TestSorted(t *testing.T) {
	t.Parallel()
	record := func(time, endpoint string, amount float64) api.BillingRecord {
		return api.BillingRecord{Time: members.Some(time), EndpointID: members.Some(endpoint),
			Amount: members.Some(amount), GPUTypeID: members.Some("")}
	}
	all := []api.BillingRecord{record("2026-02", "b", 0.1), record("2026-02", "a", 0.2), record("2026-01", "c", 0.3),
		{Amount: members.Null[float64]()}}
	endpoints := (&report{columns: []string{"endpoint_id", "gpu_type_id", "pod_id"}}).record()
	models, sum, err := sorted(all, endpoints)
	const want = `[{"amount":<null>,"disk_space_billed_gb":<null>,"endpoint_id":<null>,"gpu_type_id":<null>,` +
		`"pod_id":<null>,"time":<null>},` +
		`{"amount":0.300000,"disk_space_billed_gb":<null>,"endpoint_id":"c","gpu_type_id":"","pod_id":<null>,"time":"2026-01"},` +
		`{"amount":0.200000,"disk_space_billed_gb":<null>,"endpoint_id":"a","gpu_type_id":"","pod_id":<null>,"time":"2026-02"},` +
		`{"amount":0.100000,"disk_space_billed_gb":<null>,"endpoint_id":"b","gpu_type_id":"","pod_id":<null>,"time":"2026-02"}]`
	if err != nil || models.String() != want || sum.ValueFloat64() != 0.6 {
		t.Errorf("%s\nwant %s\n%s, %v", models, want, sum, err)
	}
	if models, sum, err := sorted(nil, endpoints); err != nil || models.IsNull() || !sum.Equal(types.Float64Value(0)) {
		t.Errorf("nothing is %v, %s", models, sum)
	}
}

// No number of a state is infinite.
func TestSorted_large(t *testing.T) {
	t.Parallel()
	of := func(amounts ...float64) (types.Float64, error) {
		var all []api.BillingRecord
		for _, amount := range amounts {
			all = append(all, api.BillingRecord{Amount: members.Some(amount)})
		}
		_, sum, err := sorted(all, nil)
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
