package emulator_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

const aDay = 24 * time.Hour

// bills compares what is billed, record by record.
func (a *env) bills(path string, want ...string) {
	a.t.Helper()
	r := a.call(http.MethodGet, "/billing/"+path, "")
	if all := "[" + strings.Join(want, ",") + "]"; r.status != http.StatusOK || !equalJSON(a.t, r.text, all) {
		a.t.Errorf("%s: %d\n got %s\nwant %s", path, r.status, strings.TrimSpace(r.text), all)
	}
}

// costs compares the costs that are kept with those that are billed: of objects, by kind and ID, and of all of them.
func (a *env) costs(all float64, want map[string]float64) {
	a.t.Helper()
	want[""] = all
	for object, cost := range want {
		kind, id, _ := strings.Cut(object, "/")
		if got, ok := a.Cost(kind, id); !ok || got != cost {
			a.t.Errorf("%q has cost %v, not %v", object, got, cost)
		}
	}
}

// group is one group of a report: what its records are grouped by, and the id in it.
type group struct{ by, id string }

// ran returns a record of pods or workers; at is a time, whose end may be left out.
func ran(at string, amount float64, duration time.Duration, gbHours int, of group) string {
	return fmt.Sprintf(`{"time":%q,"amount":%v,"timeBilledMs":%d,"diskSpaceBilledGb":%d,%q:%q}`, at+
		"T00:00:00Z"[len(at)-len("2006-01-02"):], amount,
		duration.Milliseconds(), gbHours, of.by, of.id)
}

// stored returns a record of volumes.
func stored(at string, amount float64, gbHours int) string {
	return fmt.Sprintf(`{"time":%q,"amount":%v,"diskSpaceBilledGb":%d,"highPerformanceStorageAmount":0,"highPerformanceStorageDiskSpaceBilledGb":0}`,
		at+"T00:00:00Z"[len(at)-len("2006-01-02"):], amount, gbHours)
}

// inject creates an object behind the API's back.
func (a *env) inject(kind, id string, object map[string]any) {
	a.t.Helper()
	a.must(a.PutObject(kind, id, object))
}

const (
	aPod     = `{"imageName":"i","gpuTypeIds":["NVIDIA L4"]}` // 0.43 USD an hour, with 70 GB of disk
	theGPU   = "NVIDIA L4"
	firstDay = "2026-01-01" // of the emulator's clock: a Thursday
)

func TestBilling_podsByTheHour(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.bills("pods")
	id := a.create("/pods", aPod)
	a.bills("pods?bucketSize=hour") // No time has passed yet.
	a.Advance(90 * time.Minute)
	a.bills("pods?bucketSize=hour", ran("2026-01-01T00", 0.43, time.Hour, 70, group{"gpuTypeId", theGPU}),
		ran("2026-01-01T01", 0.215, time.Hour/2, 35, group{"gpuTypeId", theGPU}))
	a.bills("pods", ran(firstDay, 0.645, 90*time.Minute, 105, group{"gpuTypeId", theGPU}))
	a.bills("pods?endTime=2026-01-01T00:30:30Z",
		ran(firstDay, 0.218583333, 30*time.Minute+30*time.Second, 36, group{"gpuTypeId", theGPU})) // 35.6 GB-hours.
	a.Advance(100 * time.Microsecond)
	a.bills("pods", ran(firstDay, 0.645000012, 90*time.Minute, 105, group{"gpuTypeId", theGPU}))
	a.Advance(400 * time.Microsecond) // Half a millisecond more is one more.
	all := ran(firstDay, 0.64500006, 90*time.Minute+time.Millisecond, 105, group{"gpuTypeId", theGPU})
	a.bills("pods", all)
	a.call(http.MethodDelete, "/pods/"+id, "")
	a.Advance(time.Hour)
	a.bills("pods", all)
}

// Pods are grouped by GPU unless told otherwise; those without one come first, being called nothing. Workers are no
// pods.
func TestBilling_podsAreGrouped(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.inject("pods", "b", map[string]any{"imageName": "i", "costPerHr": 1,
		"gpu": map[string]any{"id": "Z", "count": 1}})
	a.inject("pods", "a", map[string]any{"imageName": "i", "costPerHr": 2,
		"gpu": map[string]any{"id": "A", "count": 1}})
	a.inject("pods", "c", map[string]any{"imageName": "i", "costPerHr": 4,
		"gpu": map[string]any{"id": "Z", "count": 1}})
	cpu := a.create("/pods", `{"imageName":"i","computeType":"CPU","cpuFlavorIds":["cpu3c"],"vcpuCount":2}`)
	a.inject("pods", "w", map[string]any{"imageName": "i", "costPerHr": 8, "endpointId": "e"})
	a.Advance(time.Hour)
	of := func(amount float64, hours int, by, id string) string {
		return ran(firstDay, amount, time.Duration(hours)*time.Hour, hours*70, group{by, id})
	}
	cpuGroup, aGroup, zGroup := of(0.06, 1, "gpuTypeId", ""), of(2, 1, "gpuTypeId", "A"), of(5, 2, "gpuTypeId", "Z")
	a.bills("pods", cpuGroup, aGroup, zGroup)
	a.bills("pods?grouping=gpuTypeId&endpointId=e&templateId=x", cpuGroup, aGroup,
		zGroup) // These are no filters of pods.
	byPod := map[string]string{"a": of(2, 1, "podId", "a"), "b": of(1, 1, "podId", "b"), "c": of(4, 1, "podId", "c"),
		cpu: of(0.06, 1, "podId", cpu)}
	var inOrder []string
	for _, id := range slices.Sorted(maps.Keys(byPod)) {
		inOrder = append(inOrder, byPod[id])
	}
	a.bills("pods?grouping=podId", inOrder...)
	a.bills("pods?podId=b", of(1, 1, "gpuTypeId", "Z"))
	a.bills("pods?gpuTypeId=Z&grouping=podId", byPod["b"], byPod["c"])
	a.bills("pods?gpuTypeId=A&podId=b")
	a.bills("pods?podId=w")
	a.costs(15.06, map[string]float64{"pods/a": 2, "pods/b": 1, "pods/c": 4, "pods/w": 0, "pods/" + cpu: 0.06})
}

func TestBilling_workersOfEndpoints(t *testing.T) {
	t.Parallel()
	a := start(t)
	e := a.endpoint("")
	endpoint, _ := a.Object("endpoints", e)
	worker := func(id, endpoint string, cost float64, more map[string]any) {
		t.Helper()
		object := map[string]any{"endpointId": endpoint, "costPerHr": cost, "imageName": "i", "containerDiskInGb": 5,
			"volumeInGb": 0, "templateId": "t",
			"gpu": map[string]any{"id": "G", "count": 1}, "machine": map[string]any{"dataCenterId": "US-TX-3"}}
		for name, value := range more {
			object[name] = value
		}
		a.inject("pods", id, object)
	}
	a.inject("endpoints", "x", map[string]any{
		"templateId": "newer"}) // Its workers still run what they were started with.
	worker("w1", "x", 1, nil)
	worker("w2", "x", 2, map[string]any{"imageName": "j", "gpu": map[string]any{"id": "H", "count": 1}})
	worker("w3", e, 4, map[string]any{"templateId": "", "machine": map[string]any{"dataCenterId": "EU-RO-1"}})
	worker("w4", "x", 8, map[string]any{"desiredStatus": "EXITED"})
	a.create("/pods", aPod)
	a.Advance(time.Hour)
	a.control(http.MethodDelete, "state/pods/w2", "")
	a.call(http.MethodDelete, "/endpoints/"+e, "") // Its workers end, and bill no more.
	a.Advance(time.Hour)

	of := func(amount float64, hours int, by, id string) string {
		return ran(firstDay, amount, time.Duration(hours)*time.Hour, hours*5, group{by, id})
	}
	x, both := of(4, 3, "endpointId", "x"), []string{of(4, 1, "endpointId", e), of(4, 3, "endpointId", "x")}
	if e > "x" {
		slices.Reverse(both)
	}
	w1, w2, w3 := of(2, 2, "podId", "w1"), of(2, 1, "podId", "w2"), of(4, 1, "podId", "w3")
	a.bills("endpoints", both...)
	a.bills("endpoints?grouping=endpointId&endpointId=x", x)
	a.bills("endpoints?grouping=podId", w1, w2, w3)
	a.bills("endpoints?grouping=gpuTypeId", of(6, 3, "gpuTypeId", "G"), of(2, 1, "gpuTypeId", "H"))
	a.bills("endpoints?grouping=podId&podId=w2", w2)
	a.bills("endpoints?grouping=podId&gpuTypeId=G", w1, w3)
	a.bills("endpoints?grouping=podId&gpuTypeId=G&gpuTypeId=H", w1, w2, w3)
	a.bills("endpoints?grouping=podId&dataCenterId=EU-RO-1&dataCenterId=EU-SE-1", w3)
	a.bills("endpoints?grouping=podId&imageName=j", w2)
	a.bills("endpoints?grouping=podId&templateId=t", w1, w2)
	a.bills("endpoints?grouping=podId&templateId="+fmt.Sprint(endpoint["templateId"]), w3)
	a.bills("endpoints?endpointId=nope")
	a.bills("endpoints?gpuTypeId=G&imageName=j")
	a.costs(8.86, map[string]float64{"endpoints/x": 4, "pods/w1": 0, "pods/w4": 0})
}

// A volume bills by its size for as long as it is there; what is beyond a terabyte costs less.
func TestBilling_volumes(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.bills("networkvolumes")
	id := a.create("/networkvolumes", `{"name":"v","size":730,"dataCenterId":"EU-RO-1"}`)
	a.Advance(10 * time.Hour) // 7 cents a GB and month of 730 hours: 7 cents an hour.
	a.bills("networkvolumes", stored(firstDay, 0.7, 7300))
	a.call(http.MethodPatch, "/networkvolumes/"+id, `{"size":1730}`)
	a.Advance(10 * time.Hour) // 1000 GB for 7 cents, 730 for 5.
	a.bills("networkvolumes", stored(firstDay, 0.7+1.458904110, 7300+17300))
	a.call(http.MethodPatch, "/networkvolumes/"+id, `{"name":"w"}`)
	a.control(http.MethodPatch, "state/networkVolumes/"+id, `{"size":73}`)
	a.inject("networkVolumes", "other", map[string]any{"size": 73})
	a.Advance(10 * time.Hour)
	a.costs(2.29890411, map[string]float64{"networkVolumes/" + id: 2.22890411, "networkVolumes/other": 0.07})
	a.call(http.MethodDelete, "/networkvolumes/"+id, "")
	a.control(http.MethodDelete, "state/networkVolumes/other", "")
	a.Advance(aDay)
	a.bills("networkvolumes", stored(firstDay, 0.7+1.45890411+2*4*0.007, 7300+17300+2*4*73),
		stored("2026-01-02", 2*6*0.007, 2*6*73))
	a.bills("pods")
	a.bills("endpoints")
}

// Buckets are those of the calendar, in UTC: a week begins on Monday, also where that is in the year before.
func TestBilling_buckets(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.inject("networkVolumes", "v", map[string]any{"size": 730})
	const all = "&startTime=2025-01-01T00:00:00Z"
	day := func(at string, days int) string {
		return stored(at, float64(days*24*7)/100, days*24*730)
	}
	a.Advance(40 * aDay) // To Tuesday, 10 February.
	a.bills("networkvolumes?bucketSize=week"+all, day("2025-12-29", 4), day("2026-01-05", 7), day("2026-01-12", 7),
		day("2026-01-19", 7),
		day("2026-01-26", 7), day("2026-02-02", 7), day("2026-02-09", 1))
	a.bills("networkvolumes?bucketSize=month"+all, day("2026-01-01", 31), day("2026-02-01", 9))
	a.bills("networkvolumes?bucketSize=year"+all, day("2026-01-01", 40))
	a.Advance(1000 * aDay) // To 7 November 2028, past a 29 February.
	a.bills("networkvolumes?bucketSize=year"+all, day("2026-01-01", 365), day("2027-01-01", 365),
		day("2028-01-01", 310))
	a.bills("networkvolumes?bucketSize=month&startTime=2028-01-31T00:00:00Z&endTime=2028-03-02T00:00:00Z",
		day("2028-01-01", 1), day("2028-02-01", 29), day("2028-03-01", 1))
	a.bills("networkvolumes?bucketSize=day&startTime=2028-02-28T00:00:00Z&endTime=2028-03-02T00:00:00Z",
		day("2028-02-28", 1), day("2028-02-29", 1), day("2028-03-01", 1))
	a.bills("networkvolumes?bucketSize=week&startTime=2028-02-27T00:00:00Z&endTime=2028-03-06T00:00:00Z",
		day("2028-02-21", 1), day("2028-02-28", 7)) // A Sunday, and a Monday.
}

// A bucket counts what is in the window, and keeps the time of its beginning. The end is not in the window.
func TestBilling_windows(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.Advance(12 * time.Hour)
	a.inject("networkVolumes", "v", map[string]any{"size": 730})
	a.Advance(40 * aDay) // To 10 February, noon.
	of := func(at string, hours float64) string {
		return stored(at, float64(int(hours*700+0.5))/10000, int(hours*730))
	}

	const bounds = "networkvolumes?bucketSize=month&startTime=%s&endTime=%s"
	for _, window := range []struct {
		start, end string
		want       []string
	}{
		// In other zones.
		{"2026-02-01T00:00:00%2B02:00", "2026-02-01T01:30:00-00:30",
			[]string{of("2026-01-01", 2), of("2026-02-01", 2)}},
		// Nothing has run yet that will.
		{"2026-02-10T11:00:00Z", "2999-01-01T00:00:00Z", []string{of("2026-02-01", 1)}},
		{"2026-01-20T00:00:00.25Z", "2026-01-20T00:00:00.75Z", []string{stored("2026-01-01", 0.000009722, 0)}},
	} {
		a.bills(fmt.Sprintf(bounds, window.start, window.end), window.want...)
	}
	a.bills("networkvolumes?bucketSize=year",
		of("2026-01-01", 30*24)) // Not given, it begins 30 days ago, and ends now.
	a.bills("networkvolumes?bucketSize=year&startTime=2026-02-09T12:00:00Z", of("2026-01-01", 24))
	a.bills("networkvolumes?bucketSize=year&endTime=2026-01-12T12:00:00Z", of("2026-01-01", 24))
}

func TestBilling_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	const get = http.MethodGet
	a.run([]check{
		{"bucket", get, "/billing/pods?bucketSize=minute", "", 400,
			`bucketSize must be one of hour, day, week, month, year, not "minute"`},
		{"a date", get, "/billing/pods?startTime=2026-01-01", "", 400,
			`startTime must be an RFC 3339 time, not "2026-01-01"`},
		{"no such day", get, "/billing/endpoints?endTime=2026-02-30T00:00:00Z", "", 400,
			`endTime must be an RFC 3339 time, not "2026-02-30T00:00:00Z"`},
		{"short hour", get, "/billing/networkvolumes?endTime=2026-02-01T1:00:00Z", "", 400,
			`endTime must be an RFC 3339 time, not "2026-02-01T1:00:00Z"`},
		{"backwards", get, "/billing/pods?startTime=2026-01-02T00:00:00Z&endTime=2026-01-01T00:00:00Z", "", 400,
			"endTime must not be before startTime"},
	})
	a.run([]check{
		{"pods", get, "/billing/pods?grouping=endpointId", "", 400,
			`grouping must be one of gpuTypeId, podId, not "endpointId"`},
		{"endpoints", get, "/billing/endpoints?grouping=x", "", 400,
			`grouping must be one of endpointId, podId, gpuTypeId, not "x"`},
		{"empty", get, "/billing/pods?grouping=", "", 400, `grouping must be one of gpuTypeId, podId, not ""`},
	})
	a.bills("networkvolumes?grouping=x") // It has none, so this is a parameter that nobody knows.
}
