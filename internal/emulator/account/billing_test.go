package account_test

import (
	"slices"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// billed asks for all there is of a kind, by day.
func (e *env) billed(kind account.BilledKind, change func(*account.BillingQuery)) []account.BillingRecord {
	q := account.BillingQuery{Kind: kind, Start: clock.Start, End: e.Now(), BucketSize: account.Daily}
	if change != nil {
		change(&q)
	}
	return e.Billing(q, e.Now())
}

// A pod costs while it is RUNNING, in the buckets in which it ran, and at the price of each moment.
func TestBilling_pod(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	p := e.pod(t, account.PodCreate{ComputeType: ptr("CPU"), MachineRequest: account.MachineRequest{
		CPUFlavorIDs: &[]string{"cpu3g"}, // 0.08 USD an hour for two vCPUs
	}})
	e.Advance(20 * time.Hour)
	if _, err := e.UpdatePod(p.ID, account.PodUpdate{VolumeInGb: ptr(50)}, e.Now()); err != nil { // 70 GB, then 100
		t.Fatal(err)
	}
	e.Advance(10 * time.Hour)
	if _, err := e.StopPod(p.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	e.Advance(48 * time.Hour)
	if _, err := e.StartPod(p.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	e.Advance(time.Hour)
	if err := e.DeletePod(p.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	e.Advance(time.Hour)

	type record struct {
		day    int
		hours  float64
		amount float64
		disk   int64
	}
	for _, c := range []struct {
		name   string
		change func(*account.BillingQuery)
		want   []record
	}{
		{"by day", nil, []record{
			{day: 1, hours: 24, amount: 1.92, disk: 20*70 + 4*100}, {day: 2, hours: 6, amount: 0.48, disk: 600},
			{day: 4, hours: 1, amount: 0.08, disk: 100},
		}},
		{"a window", func(q *account.BillingQuery) {
			q.Start, q.End = clock.Start.Add(12*time.Hour), clock.Start.Add(25*time.Hour)
		}, []record{{day: 1, hours: 12, amount: 0.96, disk: 8*70 + 4*100}, {day: 2, hours: 1, amount: 0.08, disk: 100}}},
		{"by month", func(q *account.BillingQuery) { q.BucketSize = account.Monthly },
			[]record{{day: 1, hours: 31, amount: 2.48, disk: 2500}}},
		{"filtered", func(q *account.BillingQuery) { q.Filter = map[string][]string{"podId": {"x", p.ID}} },
			[]record{
				{day: 1, hours: 24, amount: 1.92, disk: 1800}, {day: 2, hours: 6, amount: 0.48, disk: 600},
				{day: 4, hours: 1, amount: 0.08, disk: 100},
			}},
		{"filtered out", func(q *account.BillingQuery) {
			q.Filter = map[string][]string{"podId": {p.ID}, "imageName": {"x"}}
		}, nil},
		{"of workers", func(q *account.BillingQuery) { q.Kind = account.BilledWorkers }, nil},
	} {
		var got []record
		for _, r := range e.billed(account.BilledPods, c.change) {
			got = append(got, record{r.Bucket.Day(), r.Ran.Hours(), r.Amount(), r.Disk()})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %v\nwant %v", c.name, got, c.want)
		}
	}
}

// Workers bill with their endpoint, in groups by what is asked for; pods do not.
func TestBilling_workers(t *testing.T) {
	t.Parallel()
	e := start(account.Config{WorkersQuota: 9})
	var endpoints, workers []string
	in := account.EndpointCreate{EndpointUpdate: account.EndpointUpdate{GpuTypeIDs: &[]string{"NVIDIA L4"}}}
	for range 2 {
		endpoint := e.endpoint(t, in)
		endpoints = append(endpoints, endpoint.ID)
		for i := range 2 {
			w, ok := e.StartWorker(endpoint.ID, i, e.Now())
			if !ok {
				t.Fatal("no worker")
			}
			workers = append(workers, w.ID)
		}
	}
	e.pod(t, account.PodCreate{})
	e.Advance(time.Hour)
	e.EndWorker(workers[0], e.Now())
	e.Advance(time.Hour)
	for grouping, want := range map[string][]string{
		account.GroupByEndpoint: endpoints,
		account.GroupByPod:      workers,
		account.GroupByGPUType:  {"NVIDIA L4"},
	} {
		records := e.billed(account.BilledWorkers, func(q *account.BillingQuery) { q.Grouping = grouping })
		var ran time.Duration
		for _, r := range records {
			ran += r.Ran
		}
		groups := ids(records, func(r account.BillingRecord) string { return r.Group })
		if !slices.Equal(groups, slices.Sorted(slices.Values(want))) || ran != 7*time.Hour {
			t.Errorf("by %s: %v, in all %v", grouping, groups, ran)
		}
	}
}

// A volume costs from its creation to its end; what is beyond the first 1000 GB costs less.
func TestBilling_networkVolume(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	v := e.volume(t, 1000, "EU-RO-1")
	e.Advance(73 * time.Hour)
	if _, err := e.ChangeNetworkVolume(v.ID, nil, ptr(2000), e.Now()); err != nil {
		t.Fatal(err)
	}
	e.Advance(73 * time.Hour)
	if err := e.DeleteNetworkVolume(v.ID, e.Now()); err != nil {
		t.Fatal(err)
	}
	e.Advance(73 * time.Hour)
	records := e.billed(account.BilledNetworkVolumes, func(q *account.BillingQuery) { q.BucketSize = account.Yearly })
	// A tenth of a month of 70 USD, and one of 70 + 50.
	if len(records) != 1 || records[0].Amount() != 19 || records[0].Disk() != 73*3000 || records[0].Group != "" {
		t.Errorf("%+v", records)
	}
}

// Buckets are calendar ones, in UTC.
func TestBilling_buckets(t *testing.T) {
	t.Parallel()
	e := start(account.Config{}) // The first of January 2026, a Thursday.
	e.volume(t, 1, "EU-RO-1")
	e.Advance(370 * 24 * time.Hour)
	for size, want := range map[string]struct {
		count         int
		first, second string
	}{
		account.Hourly:  {370 * 24, "2026-01-01T00", "2026-01-01T01"},
		account.Daily:   {370, "2026-01-01T00", "2026-01-02T00"},
		account.Weekly:  {54, "2025-12-29T00", "2026-01-05T00"},
		account.Monthly: {13, "2026-01-01T00", "2026-02-01T00"},
		account.Yearly:  {2, "2026-01-01T00", "2027-01-01T00"},
	} {
		records := e.billed(account.BilledNetworkVolumes, func(q *account.BillingQuery) { q.BucketSize = size })
		if len(records) != want.count {
			t.Errorf("%s: %d buckets, not %d", size, len(records), want.count)
			continue
		}
		for i, begin := range []string{want.first, want.second} {
			if got := records[i].Bucket.Format("2006-01-02T15"); got != begin {
				t.Errorf("%s: bucket %d begins at %s, not %s", size, i, got, begin)
			}
		}
	}
}
