package client_test

import (
	"context"
	"net/http"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Exactly what is set is asked for, and in the contract's words.
func TestBilling_queries(t *testing.T) {
	t.Parallel()
	window := api.BillingWindow{BucketSize: "week", StartTime: "2026-01-01T00:00:00+02:00",
		EndTime: "2026-02-01T00:00:00Z"}
	const windowQuery = "bucketSize=week&endTime=2026-02-01T00%3A00%3A00Z"
	for name, test := range map[string]struct {
		call        func(context.Context, *client.Client) error
		path, query string
	}{
		"pods": {func(ctx context.Context, c *client.Client) error {
			_, err := c.Billing.Report(ctx, api.BillingFilter{})
			return err
		}, "/v1/billing/pods", ""},
		"pods, all": {func(ctx context.Context, c *client.Client) error {
			_, err := c.Billing.Report(ctx, api.BillingFilter{BillingWindow: window, Grouping: "podId",
				PodID: "p", GPUTypeIDs: []string{"NVIDIA L4"}})
			return err
		}, "/v1/billing/pods", windowQuery + "&gpuTypeId=NVIDIA+L4&grouping=podId&podId=p&startTime=2026-01-01T00%3A00%3A00%2B02%3A00"},
		"endpoints": {func(ctx context.Context, c *client.Client) error {
			_, err := c.Billing.Report(ctx, api.BillingFilter{Of: api.BilledEndpoints})
			return err
		}, "/v1/billing/endpoints", ""},
		"endpoints, all": {func(ctx context.Context, c *client.Client) error {
			_, err := c.Billing.Report(ctx, api.BillingFilter{
				Of: api.BilledEndpoints, BillingWindow: window, Grouping: "gpuTypeId", EndpointID: "e", PodID: "p",
				GPUTypeIDs: []string{"a", "b"}, DataCenterIDs: []string{"c", "d"},
				ImageName: "i", TemplateID: "t",
			})
			return err
		}, "/v1/billing/endpoints", "bucketSize=week&dataCenterId=c&dataCenterId=d&endTime=2026-02-01T00%3A00%3A00Z&endpointId=e&gpuTypeId=a&gpuTypeId=b&grouping=gpuTypeId&imageName=i&podId=p&startTime=2026-01-01T00%3A00%3A00%2B02%3A00&templateId=t"},
		"volumes": {func(ctx context.Context, c *client.Client) error {
			_, err := c.Billing.Report(ctx, api.BillingFilter{Of: api.BilledNetworkVolumes, BillingWindow: window})
			return err
		}, "/v1/billing/networkvolumes", windowQuery + "&startTime=2026-01-01T00%3A00%3A00%2B02%3A00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, answer{status: http.StatusOK, body: `[]`})
			if err := test.call(t.Context(), s.client(t)); err != nil {
				t.Fatal(err)
			}
			if asked := s.requests(); len(asked) != 1 || asked[0].path != test.path || asked[0].query != test.query ||
				asked[0].method != http.MethodGet {
				t.Errorf("asked %+v\nwant %s?%s", asked, test.path, test.query)
			}
		})
	}
}

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

// Reads are repeated, and a refusal is the service's own.
func TestBilling_failures(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusTooManyRequests}, answer{status: http.StatusBadGateway},
		answer{status: http.StatusOK, body: `[]`},
		answer{status: http.StatusBadRequest, body: `{"error":"bucketSize"}`})
	if got, err := s.client(t).Billing.Report(t.Context(), api.BillingFilter{Of: api.BilledNetworkVolumes}); err != nil ||
		len(got.Records) != 0 {
		t.Error(got, err)
	}
	if _, err := s.client(t).Billing.Report(t.Context(), api.BillingFilter{}); err == nil ||
		len(s.requests()) != 4 {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
}
