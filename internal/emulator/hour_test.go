//go:build !race

package emulator_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// An hour of mixed load, as much as one endpoint takes: what is held is the same after half of it and at its end, no
// goroutine is left, and every job is accounted for.
// What is held is measured over the whole process, so nothing else may run. Under the race detector it would take many
// minutes, even in make race: this file is not built there.
func TestHour(t *testing.T) {
	longtest.Weekly(t)
	const perWindow = 1000 // What /run takes in ten seconds (contract 3).
	goroutines := runtime.NumGoroutine()
	s := emulator.New(emulator.Options{WorkersQuota: 1000})
	a := &env{s, t}
	h := &hour{env: a, jobs: make(map[string]*trackedJob), count: make(map[string]int)}
	h.main = h.endpoint("emulator/sleep", perWindow/8)
	h.failing = h.endpoint("emulator/fail", 10)
	h.streaming = h.endpoint("emulator/stream", perWindow/50)
	h.dying = h.endpoint("emulator/crash", 5)
	h.hanging = h.endpoint("emulator/hang", perWindow/50)
	h.purged = h.endpoint("emulator/sleep", 1)

	var halfway int64
	const windows = 360
	for window := range windows {
		h.submitAll(perWindow)
		for range 10 {
			s.Advance(time.Second)
		}
		h.look()
		if window == windows/2 {
			halfway = held()
		}
	}
	if atEnd := held(); atEnd > halfway+halfway/10+16<<20 {
		t.Errorf("%d MiB are held after half an hour, %d MiB after an hour", halfway>>20, atEnd>>20)
	}
	h.account(windows * perWindow)
	s.Advance(8 * 24 * time.Hour) // Every retention and every ttl is over.
	if left := s.Objects(emulator.KindJobs); len(left) > 0 {
		t.Errorf("%d jobs are left", len(left))
	}
	if s.Waiting() > 0 {
		t.Errorf("%d requests wait", s.Waiting())
	}
	s.Close()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > goroutines; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left", runtime.NumGoroutine()-goroutines)
		}
	}
}

// hour is the load of TestHour, and what became of it.
type hour struct {
	*env
	main, failing, streaming, dying, hanging, purged string // endpoints
	submitted, retried, removed                      int
	number                                           int
	jobs                                             map[string]*trackedJob // whose end was not seen yet
	count                                            map[string]int         // of ends, by what they were
}

// trackedJob is a job whose end was not seen yet.
type trackedJob struct {
	endpoint string
	expires  time.Time
}

// answer calls the service in this process.
func (h *hour) answer(method, path, body string, into any) int {
	h.t.Helper()
	r := httptest.NewRequestWithContext(h.t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+h.APIKey())
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if into != nil && w.Code < 300 {
		if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
			h.t.Fatalf("%s %s: %s", method, path, w.Body)
		}
	}
	return w.Code
}

func (h *hour) endpoint(image string, workers int) string {
	h.t.Helper()
	var made struct{ ID string }
	h.number++
	if status := h.answer(http.MethodPost, "/v1/templates",
		fmt.Sprintf(`{"name":"t%d","imageName":%q,"isServerless":true}`, h.number, image), &made); status != 200 {
		h.t.Fatal(status)
	}
	if status := h.answer(http.MethodPost, "/v1/endpoints", fmt.Sprintf(
		`{"templateId":%q,"workersMin":%[2]d,"workersMax":%[2]d,"executionTimeoutMs":60000}`, made.ID, workers), &made,
	); status != 200 {
		h.t.Fatal(status)
	}
	return made.ID
}

// submitAll sends the requests of one window: so many jobs, cancellations of some of them, and all other requests.
func (h *hour) submitAll(jobs int) {
	h.t.Helper()
	for i := range jobs {
		endpoint, input, more := h.main, fmt.Sprintf(`{"ms":%d}`, i%1000), ""
		switch {
		case i%50 == 1:
			endpoint, input = h.failing, `{"message":"no"}`
		case i%50 == 2:
			endpoint, input = h.streaming, `{"chunks":[1,2,3],"interval_ms":100}`
		case i%100 == 3:
			endpoint, input = h.dying, `{"ms":100}`
		case i%200 == 4:
			endpoint = h.hanging
		case i%50 == 5:
			endpoint, input = h.purged, `{"ms":60000}`
		case i%50 == 6:
			input, more = `{"ms":90000}`, `,"policy":{"executionTimeout":5000}`
		case i%20 == 7:
			input, more = `{"ms":15000}`, `,"policy":{"ttl":10000}`
		}
		var job struct{ ID, Status string }
		if status := h.answer(http.MethodPost, "/v2/"+endpoint+"/run", `{"input":`+input+more+`}`, &job); status != 200 {
			h.t.Fatalf("job %d of a window: %d", i, status)
		}
		h.submitted++
		expires := h.Now().Add(24 * time.Hour)
		if strings.Contains(more, "ttl") {
			expires = h.Now().Add(10 * time.Second)
		}
		h.jobs[job.ID] = &trackedJob{endpoint, expires}
		switch {
		case i%10 == 8:
			h.answer(http.MethodPost, "/v2/"+endpoint+"/cancel/"+job.ID, "", &job)
			if job.Status == "CANCELLED" {
				h.ended(job.ID, job.Status)
			}
		case endpoint == h.streaming && !h.WouldWait(job.ID):
			h.answer(http.MethodGet, "/v2/"+endpoint+"/stream/"+job.ID, "", nil)
		case i%10 == 9:
			h.synchronously()
		}
	}
	h.answer(http.MethodGet, "/v2/"+h.main+"/requests", "", nil)
	h.answer(http.MethodGet, "/v2/"+h.main+"/health", "", nil)
	h.answer(http.MethodGet, "/v1/endpoints?includeWorkers=true", "", nil)
	h.answer(http.MethodGet, "/v1/nope", "", nil)
}

// synchronously runs a job whose client waits until it goes away. The failure comes at once.
func (h *hour) synchronously() {
	h.t.Helper()
	var job struct{ ID, Status string }
	if status := h.answer(http.MethodPost, "/v2/"+h.failing+"/runsync", `{"input":{"times":0}}`, &job); status != 200 {
		h.t.Fatal(status)
	}
	h.submitted++
	h.jobs[job.ID] = &trackedJob{h.failing, h.Now().Add(24 * time.Hour)}
	if job.Status == "COMPLETED" {
		h.ended(job.ID, job.Status)
	}
}

// look asks for every job whose end was not seen yet. Of those that are gone, some were purged, and the others must
// have expired; some of those that have failed are retried.
func (h *hour) look() {
	h.t.Helper()
	var purge struct{ Removed int }
	h.answer(http.MethodPost, "/v2/"+h.purged+"/purge-queue", "", &purge)
	h.removed += purge.Removed
	for _, id := range slices.Sorted(maps.Keys(h.jobs)) {
		job := h.jobs[id]
		var now struct{ Status string }
		status := h.answer(http.MethodGet, "/v2/"+job.endpoint+"/status/"+id, "", &now)
		isOver := !h.Now().Before(job.expires)
		switch {
		case status == http.StatusNotFound && job.endpoint == h.purged:
			h.ended(id, "purged")
		case status == http.StatusNotFound && isOver:
			h.ended(id, "expired")
		case status == http.StatusTooManyRequests: // Then in the next window.
		case status != http.StatusOK:
			h.t.Fatalf("job %s of %s: %d", id, job.endpoint, status)
		case now.Status == "FAILED" && h.number%5 == 0:
			h.count[now.Status]++
			h.retried++
			if status := h.answer(http.MethodPost, "/v2/"+job.endpoint+"/retry/"+id, "", nil); status != 200 {
				h.t.Fatalf("retry: %d", status)
			}
		case now.Status != "IN_QUEUE" && now.Status != "IN_PROGRESS":
			h.ended(id, now.Status)
		case isOver:
			h.t.Errorf("job %s is %s after its ttl", id, now.Status)
		}
		h.number++
	}
}

func (h *hour) ended(id, as string) {
	h.count[as]++
	delete(h.jobs, id)
}

// account holds what was seen against what was submitted and against what the emulator itself has counted.
func (h *hour) account(atLeast int) {
	h.t.Helper()
	ended := 0
	for _, count := range h.count {
		ended += count
	}
	present := 0 // of those whose end was not seen, in whatever state
	for id := range h.jobs {
		if _, ok := h.Object(emulator.KindJobs, id); ok {
			present++
		}
	}
	if h.submitted < atLeast || h.submitted != ended-h.retried+present {
		h.t.Errorf("%d submitted; %v ended, %d of them retried; %d present", h.submitted, h.count, h.retried, present)
	}
	for _, kind := range []string{"COMPLETED", "FAILED", "TIMED_OUT", "CANCELLED", "expired", "purged"} {
		if h.count[kind] == 0 {
			h.t.Errorf("no job is %s: %v", kind, h.count)
		}
	}
	if h.count["purged"] != h.removed {
		h.t.Errorf("%d purged, and %d are missing", h.removed, h.count["purged"])
	}
	var completed, failed, retried int
	for _, endpoint := range []string{h.main, h.failing, h.streaming, h.dying, h.hanging, h.purged} {
		var health struct {
			Jobs struct{ Completed, Failed, Retried int }
		}
		h.answer(http.MethodGet, "/v2/"+endpoint+"/health", "", &health)
		completed += health.Jobs.Completed
		failed += health.Jobs.Failed
		retried += health.Jobs.Retried
	}
	unseen := len(h.jobs) // They may have ended since they were last looked at.
	if got := h.count["COMPLETED"]; completed < got || completed > got+unseen {
		h.t.Errorf("%d completed, %d seen, %d not looked at", completed, got, unseen)
	}
	if got := h.count["FAILED"] + h.count["TIMED_OUT"]; failed < got || failed > got+unseen {
		h.t.Errorf("%d failed, %d seen, %d not looked at", failed, got, unseen)
	}
	if retried != h.retried {
		h.t.Errorf("%d retried, not %d", retried, h.retried)
	}
	h.t.Logf("%d submitted: %v, %d present, %d retried", h.submitted, h.count, present, h.retried)
}

// held returns how many bytes the process holds.
func held() int64 {
	var stats runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc) //nolint:gosec // It is no more than there is.
}
