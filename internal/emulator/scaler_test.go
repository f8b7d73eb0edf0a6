package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// workers lists the endpoint's workers as its clients see them.
func (q *queue) workers() []map[string]any {
	q.t.Helper()
	list, _ := q.env.call(http.MethodGet, "/endpoints/"+q.id+"?includeWorkers=true", "").object()["workers"].([]any)
	workers := []map[string]any{}
	for _, one := range list {
		worker, _ := one.(map[string]any)
		workers = append(workers, worker)
	}
	return workers
}

// after is the number of workers after some time.
type after struct {
	time    time.Duration
	workers int
}

// watch advances the clock step by step and compares the number of workers. Times are from the call on.
func (q *queue) watch(steps ...after) {
	q.t.Helper()
	begin := q.Now()
	for _, step := range steps {
		q.Advance(begin.Add(step.time).Sub(q.Now()))
		if got := len(q.workers()); got != step.workers {
			q.t.Errorf("after %v: %d workers, not %d; %s", step.time, got, step.workers, q.counts())
		}
	}
}

const ms = time.Millisecond

// By delay: one more worker whenever the job that waits longest has waited for scalerValue seconds more.
func TestScaler_queueDelay(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/sleep", `"scalerValue":2,"workersMax":3,"idleTimeout":10`)
	q.patch(`{"executionTimeoutMs":600000}`)
	for range 4 {
		q.run(`{"ms":60000}`)
	}
	q.watch(after{1999 * ms, 0}, after{2000 * ms, 1}, after{3999 * ms, 1}, after{4000 * ms, 2},
		after{6000 * ms, 3}, after{30 * time.Second, 3})
	q.hasCounts("busy", "map[inProgress:3 inQueue:1 running:3]")
	// The first ends at 62 s and takes the fourth job, the others idle for ten seconds from 64 and 66 s on.
	q.watch(after{34 * time.Second, 3}, after{43999 * ms, 3}, after{44 * time.Second, 2},
		after{46 * time.Second, 1}, after{101999 * ms, 1}, after{102 * time.Second, 0})
	q.hasCounts("in the end", "map[completed:4]")
}

// By number: as many workers as it takes for scalerValue jobs each, queued or in progress.
func TestScaler_requestCount(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{ColdStart: time.Second}).queue("emulator/sleep",
		`"scalerType":"REQUEST_COUNT","scalerValue":2,"workersMax":3,"idleTimeout":1`)
	for jobs, workers := range []int{0, 1, 1, 2, 2, 3, 3, 3, 3} {
		if got := len(q.workers()); got != workers {
			t.Errorf("%d jobs: %d workers, not %d", jobs, got, workers)
		}
		q.run(`{"ms":10000}`)
	}
	q.hasCounts("cold", "map[inQueue:9 initializing:3]")
	q.Advance(time.Second)
	q.hasCounts("warm", "map[inProgress:3 inQueue:6 running:3]")
	q.watch(after{30 * time.Second, 3}, after{31 * time.Second, 0})
}

// Jobs of low priority start no worker, whatever scales; they are taken by those that others started, in their turn.
func TestScaler_lowPriority(t *testing.T) {
	t.Parallel()
	for _, scaler := range []string{"QUEUE_DELAY", "REQUEST_COUNT"} {
		q := start(t).queue("emulator/sleep", fmt.Sprintf(`"scalerType":%q,"scalerValue":1`, scaler))
		const low = `{"input":{"ms":1000},"policy":{"lowPriority":true}}`
		first := q.submit(low)
		q.watch(after{time.Hour, 0})
		normal, second := q.run(`{"ms":1000}`), q.submit(low)
		q.Advance(time.Second)
		q.watch(after{0, 1})
		if scaler == "QUEUE_DELAY" && (q.is(first) != "IN_PROGRESS" || q.is(normal) != "IN_QUEUE") {
			t.Errorf("%s: the first is %s, the other %s", scaler, q.is(first), q.is(normal))
		}
		q.Advance(2 * time.Second)
		if q.is(first) != "COMPLETED" || q.is(normal) != "COMPLETED" || q.is(second) == "IN_QUEUE" {
			t.Errorf("%s: they are %s, %s and %s", scaler, q.is(first), q.is(normal), q.is(second))
		}
		if got := len(q.workers()); scaler == "REQUEST_COUNT" && got != 1 {
			t.Errorf("%d workers", got)
		}
	}
}

// A cold start takes its time, also that of a worker in the place of one that died.
func TestScaler_coldStart(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{ColdStart: 3 * time.Second}).queue("i", `"workersMin":1`)
	for range 2 {
		worker := q.workers()[0]
		if worker["publicIp"] != nil || worker["machineId"] == "" || q.counts() != "map[initializing:1]" {
			t.Errorf("cold: %v, %s", worker, q.counts())
		}
		q.Advance(3*time.Second - 1)
		before := q.counts()
		q.Advance(1)
		worker = q.workers()[0]
		if before != "map[initializing:1]" || q.counts() != "map[idle:1 ready:1]" || worker["publicIp"] == nil ||
			worker["machineId"] == "" {
			t.Errorf("%s, then %s, %v", before, q.counts(), worker)
		}
		q.must(q.KillWorker(q.id, ""))
	}
	q.patch(`{"workersMin":0}`)
	q.Advance(time.Minute)
	if err := q.KillWorker(q.id, ""); err == nil || q.KillWorker("nope", "") == nil {
		t.Error("nobody was killed without an error")
	}
}

// A rolling release: idle workers of the old version end at once, busy ones finish first, new jobs go to new workers.
func TestScaler_rollingRelease(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{ColdStart: time.Second}).queue("emulator/sleep", `"workersMin":2,"workersMax":3`)
	q.Advance(time.Second)
	old := q.run(`{"ms":60000}`)
	for _, change := range []string{`{"readme":"r"}`, `{"name":"other"}`} { // In place.
		q.env.call(http.MethodPatch, "/templates/"+q.template, change)
	}
	q.hasCounts("before", "map[idle:1 inProgress:1 ready:1 running:1]")
	q.env.call(http.MethodPatch, "/templates/"+q.template, `{"env":{"A":"2"}}`)
	q.hasCounts("rolling", "map[inProgress:1 initializing:2 running:1]")
	versions := func() string {
		counts := map[string]int{}
		for _, worker := range q.workers() {
			counts[fmt.Sprint(worker["slsVersion"], worker["env"])]++
		}
		return fmt.Sprint(counts)
	}
	if got := versions(); got != "map[0 map[]:1 1 map[A:2]:2]" {
		t.Errorf("rolling: %s", got)
	}
	q.Advance(time.Second)
	job := q.run(`{"ms":60000}`)
	if worker := q.status(job).object()["workerId"]; worker == q.status(old).object()["workerId"] || worker == nil {
		t.Errorf("the new job is on %v", worker)
	}
	q.Advance(59 * time.Second)
	if q.is(old) != "COMPLETED" || versions() != "map[1 map[A:2]:2]" {
		t.Errorf("rolled: %s, %s", q.is(old), versions())
	}
	// With no room for a new worker the old one is waited for.
	q.patch(`{"workersMin":0,"workersMax":1}`)
	q.Advance(time.Minute)
	busy := q.run(`{"ms":60000}`)
	q.Advance(5 * time.Second)
	q.patch(`{"gpuCount":2}`)
	next := q.run(`{"ms":1000}`)
	q.Advance(30 * time.Second)
	if q.is(busy) != "IN_PROGRESS" || q.is(next) != "IN_QUEUE" || versions() != "map[1 map[A:2]:1]" {
		t.Errorf("waiting: %s, %s, %s", q.is(busy), q.is(next), versions())
	}
	q.Advance(time.Minute)
	if q.is(busy) != "COMPLETED" || q.is(next) != "COMPLETED" {
		t.Errorf("then they are %s and %s", q.is(busy), q.is(next))
	}
}

// A paused endpoint takes nothing and has no idle workers, but finishes what it has begun. What waited goes on when it
// is not paused any more, of which the queue hears late.
func TestScaler_pause(t *testing.T) {
	t.Parallel()
	for _, lag := range []time.Duration{0, 5 * time.Second} {
		q := start(t, emulator.Options{UnpauseLag: lag}).queue("emulator/sleep", `"workersMin":1,"workersMax":1`)
		running, waiting := q.run(`{"ms":1000}`), q.run(`{"ms":1000}`)
		q.patch(`{"workersMin":0,"workersMax":0}`)
		submit := func() int { return q.call(http.MethodPost, "/run", `{"input":{}}`).status }
		if submit() != 409 || q.counts() != "map[inProgress:1 inQueue:1 running:1]" {
			t.Errorf("paused: %s", q.counts())
		}
		q.Advance(time.Hour)
		if q.is(waiting) != "IN_QUEUE" || q.counts() != "map[completed:1 inQueue:1]" || submit() != 409 {
			t.Errorf("an hour later: %s, %s, %s", q.is(running), q.is(waiting), q.counts())
		}
		q.patch(`{"workersMin":1,"workersMax":1}`)
		if lag > 0 {
			q.Advance(lag - 1)
			if submit() != 409 || q.is(waiting) != "IN_QUEUE" || len(q.workers()) != 0 {
				t.Errorf("before the queue knows: %s, %v", q.is(waiting), q.workers())
			}
			q.Advance(1)
		}
		if submit() != 200 || q.is(waiting) != "IN_PROGRESS" {
			t.Errorf("unpaused: %s", q.is(waiting))
		}
	}
}

// A worker that finishes while the queue still takes its endpoint for paused ends like the others.
func TestScaler_unpausedWhileBusy(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{UnpauseLag: 5 * time.Second}).queue("emulator/sleep",
		`"workersMin":1,"workersMax":1`)
	q.run(`{"ms":1000}`)
	waiting := q.run(`{"ms":1000}`)
	q.patch(`{"workersMin":0,"workersMax":0}`)
	q.patch(`{"workersMin":1,"workersMax":1}`)
	q.watch(after{999 * ms, 1}, after{1000 * ms, 0}, after{4999 * ms, 0})
	if got := q.is(waiting); got != "IN_QUEUE" {
		t.Errorf("it is %s", got)
	}
	q.watch(after{1 * ms, 1})
}

// A worker is a pod of its endpoint's: hardware, price, template, volume. While it is there it holds them.
func TestScaler_workersArePods(t *testing.T) {
	t.Parallel()
	a := start(t)
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	q := a.queue("i", `"name":"n","workersMin":1,"gpuTypeIds":["NVIDIA L4","NVIDIA A40"],"gpuCount":2,"networkVolumeId":"`+v+`"`)
	worker := q.workers()[0]
	for member, want := range map[string]any{
		"name": "n", "endpointId": q.id, "slsVersion": 0, "templateId": q.template, "imageName": "i",
		"desiredStatus": "RUNNING",
		"volumeInGb":    0, "gpuCount": 2, "costPerHr": 0.86, "interruptible": false, "consumerUserId": "user_emulator",
	} {
		if fmt.Sprint(worker[member]) != fmt.Sprint(want) {
			t.Errorf("%s is %v, not %v", member, worker[member], want)
		}
	}
	id, _ := worker["id"].(string)
	pod := a.call(http.MethodGet, "/pods/"+id+"?includeMachine=true&includeNetworkVolume=true", "").object()
	if got := fmt.Sprint(pod["machine"], pod["networkVolume"]); !strings.Contains(got, "dataCenterId:EU-RO-1") ||
		!strings.Contains(got, v) {
		t.Errorf("it is on %s", got)
	}
	with := a.call(http.MethodGet, "/pods?includeWorkers=true", "").names(t)
	without := a.call(http.MethodGet, "/pods", "").names(t)
	if len(with) != 1 || len(without) != 0 {
		t.Errorf("listed: %v, %v", with, without)
	}
	if r := a.call(http.MethodDelete, "/networkvolumes/"+v, ""); r.status != 500 ||
		!strings.Contains(r.text, "must remove this network volume") {
		t.Errorf("held: %d %s", r.status, r.text)
	}
	q.patch(`{"workersMin":0}`)
	a.Advance(5 * time.Second)
	if r := a.call(http.MethodDelete, "/networkvolumes/"+v, ""); r.status != 204 {
		t.Errorf("free: %d %s", r.status, r.text)
	}
	// What no machine has is waited for, visibly.
	cpu := a.queue("i", `"workersMin":2,"computeType":"CPU","cpuFlavorIds":["cpu5c"],"vcpuCount":4`)
	if worker := cpu.workers()[0]; worker["costPerHr"] != 0.14 || worker["gpu"] != nil || worker["vcpuCount"] != 4.0 {
		t.Errorf("CPU: %v", worker)
	}
	large := a.queue("i", `"workersMin":2,"gpuCount":9`)
	large.hasCounts("too large", "map[throttled:2]")
	large.patch(`{"gpuCount":8}`)
	large.hasCounts("large", "map[idle:2 ready:2]")
	late := a.queue("i", `"gpuCount":9`)
	late.run(`{}`)
	a.Advance(time.Minute)
	late.hasCounts("late", "map[inQueue:1 throttled:1]")
}

// Behind the API's back anything may change, and the engine follows.
func TestScaler_drift(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/sleep", `"workersMin":2`)
	job := q.run(`{"ms":60000}`)
	worker, _ := q.status(job).object()["workerId"].(string)
	q.must(q.DeleteObject("pods", worker))
	if r := q.status(job).object(); r["status"] != "IN_PROGRESS" || r["workerId"] == worker || len(q.workers()) != 2 {
		t.Errorf("killed: %v, %d workers", r, len(q.workers()))
	}
	q.must(q.PatchObject("endpoints", q.id, map[string]any{"workersMin": 0, "workersMax": 0}))
	q.hasCounts("paused", "map[inProgress:1 running:1]")
	q.must(q.DeleteObject("endpoints", q.id))
	if len(q.Objects("jobs"))+len(q.Objects("pods")) > 0 || q.is(job) != "endpoint not found" {
		t.Errorf("left: %v %v", q.Objects("jobs"), q.Objects("pods"))
	}
	err := q.PutObject("endpoints", "injected", map[string]any{"templateId": q.template, "workersMin": 1})
	if err != nil {
		t.Fatal(err)
	}
	q.id = "injected"
	q.hasCounts("injected", "map[idle:1 ready:1]")
}
