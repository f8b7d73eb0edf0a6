package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// unobtainable is more hardware than any machine has.
const unobtainable = `"gpuCount":1000`

// Workers that find no machine are throttled for as long as somebody wants them.
func TestScaler_throttled(t *testing.T) {
	t.Parallel()
	const submitted = `{"input":{}}`
	for name, c := range map[string]struct {
		endpoint string
		event    func(q *queue)
		want     string
	}{
		"waits": {`"scalerValue":1`, func(q *queue) { q.submit(submitted) }, "map[inQueue:3 throttled:1]"},
		"by count": {
			`"scalerType":"REQUEST_COUNT","scalerValue":1`, func(q *queue) { q.submit(submitted) },
			"map[inQueue:3 throttled:3]",
		},
		"fewer": {`"scalerType":"REQUEST_COUNT","scalerValue":1`, func(q *queue) { q.patch(`{"scalerValue":2}`) },
			"map[inQueue:2 throttled:1]"},
		"purged": {`"scalerValue":1`, func(q *queue) { q.call(http.MethodPost, "/purge-queue", "") }, "map[]"},
		"low priority is left": {`"scalerValue":1`, func(q *queue) {
			q.call(http.MethodPost, "/purge-queue", "")
			q.submit(`{"input":{},"policy":{"lowPriority":true}}`)
		}, "map[inQueue:1]"},
		"low priority came first": {`"scalerValue":1`, func(q *queue) {
			q.submit(`{"input":{},"policy":{"lowPriority":true}}`)
			for _, job := range q.Objects("jobs")[:2] {
				q.call(http.MethodPost, fmt.Sprintf("/cancel/%s", job["id"]), "")
			}
		}, "map[inQueue:1]"},
		"minimum lowered": {`"workersMin":3`, func(q *queue) { q.patch(`{"workersMin":0}`) },
			"map[inQueue:2 throttled:1]"},
		"paused": {`"scalerValue":1`, func(q *queue) { q.patch(`{"workersMax":0}`) }, "map[inQueue:2]"},
	} {
		q := start(t).queue("i", unobtainable+","+c.endpoint)
		q.submit(submitted)
		q.submit(submitted)
		q.Advance(time.Second)
		if c.event(q); q.counts() != c.want {
			t.Errorf("%s: %s, not %s", name, q.counts(), c.want)
		}
	}
}

// Numbers that are longer than any time are that: nothing happens early because of them.
func TestScaler_hugeNumbers(t *testing.T) {
	t.Parallel()
	const huge = "9223372036854775807"
	q := start(t).queue("emulator/sleep", `"workersMin":1,"workersMax":2,"scalerValue":`+huge+`,"executionTimeoutMs":`+
		huge)
	job, next := q.run(`{"ms":3600000}`), q.run(`{}`)
	q.Advance(time.Hour - 1)
	if q.is(job) != "IN_PROGRESS" || q.is(next) != "IN_QUEUE" || len(q.workers()) != 1 {
		t.Errorf("%s, %s, %d workers", q.is(job), q.is(next), len(q.workers()))
	}
	count := q.queueOn(q.template, `"scalerType":"REQUEST_COUNT","scalerValue":`+huge)
	job = count.run(`{}`)
	if got := count.is(job); got != "COMPLETED" {
		t.Errorf("by count: %s", got)
	}
	if r := q.env.call(http.MethodPatch, "/endpoints/"+q.id, `{"idleTimeout":`+huge+`}`); r.status != 400 {
		t.Errorf("idleTimeout: %d %s", r.status, r.text)
	}
}

// The workers of an endpoint with several volumes spread over them.
func TestScaler_spreadsOverVolumes(t *testing.T) {
	t.Parallel()
	a := start(t)
	var ids []string
	for _, place := range []string{"EU-RO-1", "US-KS-2"} {
		ids = append(ids, fmt.Sprintf("%q", a.create("/networkvolumes",
			fmt.Sprintf(`{"name":%q,"size":1,"dataCenterId":%[1]q}`, place))))
	}
	q := a.queue("i", `"workersMin":4,"workersMax":4,"networkVolumeIds":[`+strings.Join(ids, ",")+`]`)
	mounted := map[string]int{}
	for _, pod := range q.Objects("pods") {
		mounted[fmt.Sprintf("%q", pod["networkVolumeId"])]++
	}
	if mounted[ids[0]] != 2 || mounted[ids[1]] != 2 {
		t.Errorf("mounted: %v of %v", mounted, ids)
	}
}

// Busy workers of an old version have no place of those that the maximum leaves, but end only when they are done.
func TestScaler_maximumLoweredWhileRolling(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/sleep", `"workersMin":2,"workersMax":4`)
	q.run(`{"ms":60000}`)
	q.run(`{"ms":60000}`)
	q.patch(`{"gpuCount":2}`)
	q.hasCounts("rolling", "map[idle:2 inProgress:2 ready:2 running:2]")
	q.patch(`{"workersMin":1,"workersMax":3}`)
	q.hasCounts("lowered", "map[idle:1 inProgress:2 ready:1 running:2]")
}
