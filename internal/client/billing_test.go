package client_test

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Null, left out and spelled in two ways: what a deployment does not say is absent.
func TestBilling_records(t *testing.T) {
	t.Parallel()
	s := serve(t,
		answer{status: http.StatusOK, body: `[{"time":"2026-01-01T00:00:00Z","amount":0.5,"timeBilledMs":9007199254740993,"diskSpaceBilledGb":2,"gpuTypeId":"","more":{}},
			{"amount":"1.25","podId":"p","timeBilledMs":null},{"amount":null}]`},
		answer{status: http.StatusOK, body: `[{"time":"x","amount":"0.5","diskSpaceBilledGb":2,"highPerformanceStorageAmount":3,
			"highPerformanceStorageDiskSpaceBilledGb":4},{}]`},
	)
	report, err := s.client(t).Billing.Report(t.Context(), api.BillingFilter{})
	got := report.Records
	if err != nil || len(got) != 3 {
		t.Fatal(got, err)
	}
	want := (api.BillingRecord{
		Time: members.Some("2026-01-01T00:00:00Z"), Amount: members.Some(0.5),
		TimeBilledMs: members.Some[int64](9007199254740993), DiskSpaceBilledGB: members.Some[int64](2),
		GPUTypeID: members.Some(""),
	})
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("got  %+v\nwant %+v", got[0], want)
	}
	_, timed := got[1].TimeBilledMs.Get()
	if amount, ok := got[1].Amount.Get(); amount != 1.25 || !ok || timed || got[1].PodID.Or("") != "p" {
		t.Errorf("%+v", got[1])
	}
	if _, ok := got[2].Amount.Get(); ok {
		t.Errorf("%+v", got[2])
	}
	volumes, err := s.client(t).Billing.Report(t.Context(), api.BillingFilter{Of: api.BilledNetworkVolumes})
	wantVolumes := []api.BillingRecord{
		{
			Time: members.Some("x"), Amount: members.Some(0.5), DiskSpaceBilledGB: members.Some[int64](2),
			HighPerformanceStorageAmount:            members.Some[float64](3),
			HighPerformanceStorageDiskSpaceBilledGB: members.Some[int64](4),
		},
		{},
	}
	if err != nil || !reflect.DeepEqual(volumes.Records, wantVolumes) {
		t.Errorf("got  %+v, %v\nwant %+v", volumes, err, wantVolumes)
	}
}

// Money is not made of what is no number: such an amount is absent, and what is no list of records is no report.
func TestBilling_undecodable(t *testing.T) {
	t.Parallel()
	for _, amount := range []string{`"much"`, `{}`, `"NaN"`, `1e400`, `true`} {
		s := serve(t, answer{status: http.StatusOK, body: `[{"amount":` + amount + `,"timeBilledMs":1.5,"podId":"p"}]`})
		got, err := s.client(t).Billing.Report(t.Context(), api.BillingFilter{})
		if want := []api.BillingRecord{{TimeBilledMs: members.Some[int64](1), PodID: members.Some("p")}}; err != nil ||
			!reflect.DeepEqual(got.Records, want) {
			t.Errorf("%s: %+v %v", amount, got, err)
		}
	}
	for _, body := range []string{`{}`, `[1]`, ``} {
		s := serve(t, answer{status: http.StatusOK, body: body})
		if got, err := s.client(t).Billing.Report(t.Context(), api.BillingFilter{Of: api.BilledEndpoints}); err == nil {
			t.Errorf("%s: %+v", body, got)
		}
	}
}
