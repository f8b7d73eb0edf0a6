package emulator_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// used is the sum of records.
type used struct {
	records      int
	usd, ms, gbh float64
}

// near allows for the rounding of each record: amounts have nine digits, integers none.
func (u used) near(other used) bool {
	records := float64(u.records + other.records)
	return math.Abs(u.usd-other.usd) <= records*1e-8 && math.Abs(u.ms-other.ms) <= records &&
		math.Abs(u.gbh-other.gbh) <= records
}

// billingModel is an account whose cost is added up step by step, in the simplest way.
type billingModel struct {
	server *modelledServer
	cost   map[string]float64 // USD an hour of what runs now
	moment []time.Time        // when something happened
	usd    float64            // what all of it has cost
	ms     float64
}

func (m *billingModel) advance(d time.Duration) {
	m.server.Advance(d)
	for _, cost := range m.cost {
		m.usd += cost * d.Hours()
		m.ms += float64(d.Milliseconds())
	}
	m.moment = append(m.moment, m.server.Now())
}

func (m *billingModel) billed(t *rapid.T, path string, query string, from, to time.Time) used {
	_, answer := m.server.send(t, http.MethodGet,
		fmt.Sprintf("/billing/%s?startTime=%s&endTime=%s&%s", path, from.Format(time.RFC3339Nano),
			to.Format(time.RFC3339Nano), query), nil)
	records, ok := answer.([]any)
	if !ok {
		t.Fatalf("%s %s: %v", path, query, answer)
	}
	var sum used
	for _, one := range records {
		record, _ := one.(map[string]any)
		number := func(name string) float64 { value, _ := record[name].(float64); return value }
		sum = used{sum.records + 1, sum.usd + number("amount"), sum.ms + number("timeBilledMs"), sum.gbh +
			number("diskSpaceBilledGb")}
	}
	return sum
}

var someBucket = rapid.SampledFrom([]string{"hour", "day", "week", "month", "year"})

// However a window is cut, into buckets, groups and windows, all of it comes to the same, and to what ran. So do the
// sums that are kept.
func TestModel_billingAddsUp(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &billingModel{cost: map[string]float64{}}
		m.server = newModelledServer(t, emulator.Options{})
		defer m.server.Close()
		begin := m.server.Now()
		m.moment = []time.Time{begin}
		kind := rapid.SampledFrom([]string{"pods", "endpoints"}).Draw(t, "kind")
		groupings := []string{"podId", "gpuTypeId"}
		if kind == "endpoints" {
			groupings = append(groupings, "endpointId")
		}
		someID := rapid.SampledFrom([]string{"a", "b", "c"})
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			id := someID.Draw(t, "id")
			object := map[string]any{"imageName": "i",
				"costPerHr": rapid.SampledFrom([]float64{0, 0.01, 0.3333, 7}).Draw(t, "cost")}
			object["gpu"] = map[string]any{"id": rapid.SampledFrom([]string{"g", "h"}).Draw(t, "gpu"), "count": 1}
			if kind == "endpoints" {
				object["endpointId"] = rapid.SampledFrom([]string{"e", "f"}).Draw(t, "endpoint")
			}
			object["desiredStatus"] = rapid.SampledFrom([]string{"RUNNING", "RUNNING", "EXITED"}).Draw(t, "status")
			if rapid.IntRange(0, 3).Draw(t, "what") == 0 {
				_ = m.server.DeleteObject("pods", id) // It may not be there.
				delete(m.cost, id)
			} else if err := m.server.PutObject("pods", id, object); err != nil {
				t.Fatal(err)
			} else if delete(m.cost, id); object["desiredStatus"] == "RUNNING" {
				m.cost[id], _ = object["costPerHr"].(float64)
			}
			m.advance(time.Duration(rapid.Int64Range(0, int64(900*time.Hour/time.Millisecond)).Draw(t,
				"ms")) * time.Millisecond)
		}
		end := m.server.Now()
		whole := m.billed(t, kind, "bucketSize=year&grouping=podId", begin, end)
		if want := (used{records: whole.records + 1, usd: m.usd, ms: m.ms, gbh: whole.gbh}); !whole.near(want) {
			t.Fatalf("billed %+v, ran %+v", whole, want)
		}
		for _, grouping := range groupings {
			query := "grouping=" + grouping + "&bucketSize=" + someBucket.Draw(t, "bucket")
			if all := m.billed(t, kind, query, begin, end); !all.near(whole) {
				t.Fatalf("%s: %+v, not %+v", query, all, whole)
			}
			cuts := []time.Time{begin, end}
			for range rapid.IntRange(0, 4).Draw(t, "cuts") {
				cut := rapid.SampledFrom(m.moment).Draw(t, "moment")
				if rapid.Bool().Draw(t, "between") {
					cut = begin.Add(time.Duration(rapid.Int64Range(0, int64(end.Sub(begin))).Draw(t, "cut")))
				}
				cuts = append(cuts, cut)
			}
			slices.SortFunc(cuts, time.Time.Compare)
			var parts used
			for i := 1; i < len(cuts); i++ {
				part := m.billed(t, kind, query, cuts[i-1], cuts[i])
				parts = used{parts.records + part.records, parts.usd + part.usd, parts.ms + part.ms, parts.gbh +
					part.gbh}
			}
			if !parts.near(whole) {
				t.Fatalf("%s: cut at %v: %+v, not %+v", query, cuts, parts, whole)
			}
		}
		var filtered used
		if all, _ := m.server.Cost("", ""); !(used{1, all, whole.ms, whole.gbh}).near(whole) {
			t.Fatalf("all have cost %v, not %v", all, whole.usd)
		}
		for _, id := range []string{"a", "b", "c"} {
			one := m.billed(t, kind, "podId="+id, begin, end)
			if cost, ok := m.server.Cost("pods", id); ok && !(used{1, cost, one.ms, one.gbh}).near(one) {
				t.Fatalf("pod %s has cost %v, not %v", id, cost, one.usd)
			}
			filtered = used{filtered.records + one.records, filtered.usd + one.usd, filtered.ms + one.ms, filtered.gbh +
				one.gbh}
		}
		if !filtered.near(whole) {
			t.Fatalf("pod by pod %+v, not %+v", filtered, whole)
		}
	})
}
