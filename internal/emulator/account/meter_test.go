package account_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// Whatever runs and for however long, what is kept of it is bounded: the oldest is forgotten, from a moment that is
// told. What goes on is none of that, however long ago it began.
func TestMeter_forgets(t *testing.T) {
	t.Parallel()
	e := start(account.Config{})
	resize := func(id string, gb int) {
		err := e.NetworkVolumes.Inject(id, func(target any) error {
			return json.Unmarshal(fmt.Appendf(nil, `{"name":%q,"size":%d,"dataCenterId":"EU-RO-1"}`, id, gb), target)
		}, e.Now())
		if err != nil {
			t.Fatal(err)
		}
	}
	resize("steady", 10)
	const changes = 140_000 // More than are kept.
	for i := range changes {
		if i == 1000 {
			resize("ended", 1000)
		}
		resize("changing", 10+i%2)
		e.Advance(time.Second)
	}
	e.NetworkVolumes.Remove("ended", e.Now())
	ended := e.Now()
	e.Advance(time.Hour)
	since := e.BilledSince()
	if kept := ended.Sub(since); since.IsZero() || kept < 60_000*time.Second || kept > 144_000*time.Second {
		t.Fatalf("of %d seconds, %v are kept", changes, kept)
	}
	gbHours := func(from, to time.Time) float64 {
		var sum float64
		for _, r := range e.Billing(account.BillingQuery{Kind: account.BilledNetworkVolumes, Start: from, End: to,
			BucketSize: account.Yearly}, e.Now()) {
			sum += float64(r.Disk())
		}
		return sum
	}
	if got, want := gbHours(since, ended), 1020.5*ended.Sub(since).Hours(); got < want-1 || got > want+1 {
		t.Errorf("%v GB-hours since then, want %v", got, want)
	}
	if got := gbHours(ended, e.Now()); got != 21 {
		t.Errorf("%v GB-hours in the last hour, want those of the two volumes that go on", got)
	}
	early := clock.Start.Add(12 * time.Minute)
	if got := gbHours(clock.Start, early); got != 2 {
		t.Errorf("%v GB-hours in the first minutes, want those of the volume that goes on", got)
	}
}
