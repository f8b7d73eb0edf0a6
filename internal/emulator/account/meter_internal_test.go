package account

import (
	"strconv"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// A meter drops the oldest uses that have ended, none that goes on, and keeps no sum of what is gone.
func TestMeter_bounded(t *testing.T) {
	t.Parallel()
	a, at := New(Config{}, nil), clock.Start
	a.meterVolume("v", new(NetworkVolume), at)
	for i := range maxUses + 2 {
		id := strconv.Itoa(i)
		p := newPod(id, at)
		p.DesiredStatus, p.CostPerHr, p.EndpointID = StatusRunning, 1, "e"
		a.meterPod(id, &p, at)
		at = at.Add(time.Hour)
		a.meterPod(id, nil, at)
	}
	e := newEndpoint("e", at)
	a.Endpoints.put("e", e, at)
	if err := a.DeleteEndpoint(e, at); err != nil {
		t.Fatal(err)
	}
	m := a.meter
	if len(m.intervals) != maxUses+1 || m.intervals[0].ID != "v" || m.intervals[1].ID != "2" {
		t.Errorf("%d uses, %v, %v", len(m.intervals), m.intervals[0], m.intervals[1])
	}
	if usd, _ := m.cost(metered{}, at); usd < maxUses+2 || len(m.sums) > 3 {
		t.Errorf("%v USD, %d sums", usd, len(m.sums))
	}
	copied := New(Config{}, nil)
	if err := copied.Restore(a.Save()); err != nil {
		t.Fatal(err)
	}
	if got := copied.meter; got.sums[metered{}] != m.sums[metered{}] || len(got.sums) != len(m.sums) {
		t.Errorf("a copy costs %v, and has %d sums, not %d", got.sums[metered{}], len(got.sums), len(m.sums))
	}
	a.meterVolume("v", nil, at)
	if len(m.open) != 0 || m.intervals[0].ID != "2" {
		t.Errorf("%d go on, %v", len(m.open), m.intervals[0])
	}
}
