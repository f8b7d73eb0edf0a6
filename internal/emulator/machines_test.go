package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const onL4 = `{"name":"p","image":"i","ports":["22/tcp"],"gpu":{"id":"NVIDIA L4","count":1}}`

// put sends a body to the control interface, which accepts it.
func (a *env) put(path, body string) {
	a.t.Helper()
	if r := a.control(http.MethodPut, path, body); r.status/100 != 2 {
		a.t.Fatalf("%s: %d %s", path, r.status, r.text)
	}
}

// A stock holds for both versions from the request on, and ends with a limit below 0 or a reset.
func TestControl_stock(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.put("stock", `[{"id":"NVIDIA L4","units":0},{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":1}]`)
	on1 := func() reply { return a.call(post, "/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4"]}`) }
	a.create2("/pods", onL4)
	if r := on1(); r.status != 500 {
		t.Errorf("the second: %d %s", r.status, r.text)
	}
	if r := a.control(get, "stock", ""); !strings.Contains(r.text, `{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":1}`) {
		t.Error(r.text)
	}
	a.put("stock", `[{"id":"NVIDIA L4","dataCenter":"EU-SE-1","units":-1}]`)
	if r := on1(); r.status != 201 {
		t.Errorf("without a limit: %d %s", r.status, r.text)
	}
	a.put("stock", `{"id":"NVIDIA L4","units":-1}`)
	if r := a.control(get, "stock", ""); r.text != "[]\n" {
		t.Errorf("without limits: %s", r.text)
	}
	a.put("stock", `{"id":"NVIDIA L4","units":1}`)
	a.Reset()
	if r := a.control(get, "stock", ""); r.text != "[]\n" {
		t.Errorf("after a reset: %s", r.text)
	}
	for path, body := range map[string]string{
		"stock": `[{"id":"X","units":1}]`, "fates": `[{"becomes":"X"}]`, "fates?": `[{"becomes":"EXITED","gpuTypeId":"X"}]`,
		"fates?1": `[{"becomes":"THROTTLED","after":"1s"}]`, "pod-ports": `{"status":100}`, "stock?": `null`,
		"fates?2": `[{"becomes":"ERROR","endpointId":"e"}]`,
	} {
		if r := a.control(http.MethodPut, path, body); r.status != 400 {
			t.Errorf("%s %s: %d %s", path, body, r.status, r.text)
		}
	}
}

// A pod that starts is accepted, and meets its fate later, over both versions; another one with the rule used up lives.
func TestControl_fatesOfPods(t *testing.T) {
	t.Parallel()
	for becomes, over1 := range map[string]string{"EXITED": "EXITED", "TERMINATED": "TERMINATED", "ERROR": "RUNNING"} {
		for _, after := range []string{"3s", "7s"} { // Before and after it is ready.
			t.Run(becomes+" after "+after, func(t *testing.T) {
				t.Parallel()
				a := start(t, emulator.Options{PodStartDelay: 5 * time.Second})
				a.put("fates", `[{"image":"i","gpuTypeId":"NVIDIA L4","becomes":"`+becomes+`","after":"`+after+`","count":1}]`)
				id := a.create2("/pods", onL4)
				if r := a.control(get, "fates", ""); r.text != "[]\n" {
					t.Errorf("used up: %s", r.text)
				}
				other := a.create2("/pods", onL4)
				expect(t, "accepted", a.pod(id), `{"desiredStatus":"RUNNING"}`)
				a.Advance(10 * time.Second)
				expect(t, "its fate", a.Objects(emulator.KindPods)[0],
					`{"desiredStatus":"`+over1+`","publicIp":null,"portMappings":null}`)
				expect(t, "over version 1", a.pod(id), `{"desiredStatus":"`+over1+`","publicIp":null,"portMappings":null}`)
				expect(t, "the other", a.get2("/pods/"+other), `{"status":"RUNNING"}`)
				if r := a.call2(get, "/pods/"+id, ""); becomes != "TERMINATED" && r.object()["status"] != becomes {
					t.Errorf("over version 2 %d %s", r.status, r.text)
				}
				if becomes != "TERMINATED" { // Started again, it lives.
					a.call2(post, "/pods/"+id+"/action", `{"action":"start"}`)
					a.Advance(10 * time.Second)
					expect(t, "started", a.get2("/pods/"+id), `{"status":"RUNNING"}`)
				}
			})
		}
	}
}

// An eviction ends a pod that is locked too, and frees its GPU.
func TestControl_evict(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Stock: []emulator.StockLimit{{ID: "NVIDIA L4", Units: 0},
		{ID: "NVIDIA L4", DataCenter: "EU-SE-1", Units: 1}}})
	id := a.create2("/pods", onL4)
	a.patch2("/pods/"+id, `{"locked":true}`)
	if r := a.control(post, "pods/"+id+"/evict", ""); r.status != 204 {
		t.Fatalf("%d %s", r.status, r.text)
	}
	expect(t, "evicted", a.pod(id), `{"desiredStatus":"EXITED","publicIp":null,"portMappings":null}`)
	a.create2("/pods", onL4)
	endpoint := a.create2("/serverless", `{"name":"e","image":"i","workers":{"min":1,"max":1},`+queueOfGPUs+`}`)
	workers, _ := a.get2("/serverless/" + endpoint + "/workers")["workers"].([]any)
	worker, _ := workers[0].(map[string]any)
	if r := a.control(post, fmt.Sprintf("pods/%s/evict", worker["id"]), ""); r.status != 400 {
		t.Errorf("of a worker: %d %s", r.status, r.text)
	}
	if r := a.control(post, "pods/x/evict", ""); r.status != 404 {
		t.Errorf("of no pod: %d %s", r.status, r.text)
	}
}

// A worker is killed by its ID, or any; throttled, no other one of its endpoint starts until the fate ends.
func TestControl_workers(t *testing.T) {
	t.Parallel()
	a := start(t)
	create := func(name string) string {
		return a.create2("/serverless", `{"name":"`+name+`","image":"i","workers":{"min":2,"max":2},`+queueOfGPUs+`}`)
	}
	id, other := create("e"), create("other")
	ids := func() (ids []string) {
		workers, _ := a.get2("/serverless/" + id + "/workers")["workers"].([]any)
		for _, one := range workers {
			worker, _ := one.(map[string]any)
			ids = append(ids, fmt.Sprint(worker["id"]))
		}
		return ids
	}
	do := func(endpoint, what, body string) reply { return a.control(post, "endpoints/"+endpoint+"/"+what, body) }
	named := func(worker string) string { return `{"worker":"` + worker + `"}` }

	first := ids()
	if r := do(id, "kill-worker", named(first[1])); r.status != 204 {
		t.Errorf("killed: %d %s", r.status, r.text)
	}
	second := ids()
	if second[0] != first[0] || second[1] == first[1] {
		t.Errorf("of %v, the second was killed, which leaves %v", first, second)
	}
	a.put("fates", `{"image":"none","becomes":"UNHEALTHY"}`)
	const fates = `[{"endpointId":"%s","becomes":"THROTTLED"},{"image":"none","becomes":"UNHEALTHY"}]`
	for i, body := range []string{named(second[1]), "", ""} {
		r := do(id, "throttle-worker", body)
		if i < 2 && (r.status != 200 || !equalJSON(t, r.text, fmt.Sprintf(fates, id))) {
			t.Errorf("throttled: %d %s", r.status, r.text)
		}
		do(other, "kill-worker", "")
		want := []string{"IDLE2 THROTTLED2", "THROTTLED2 THROTTLED2", "THROTTLED2 THROTTLED2"}[i]
		if got := a.shown(id); got != want || a.shown(other) != "IDLE2 IDLE2" {
			t.Errorf("after %q: %s, want %s; the other has %s", body, got, want, a.shown(other))
		}
	}
	do(other, "throttle-worker", named("x")) // It sets no fate.
	for _, one := range [][3]string{
		{other, named("x"), fmt.Sprintf("endpoint %q has no worker \"x\"", other)},
		{other, named(first[0]), fmt.Sprintf("endpoint %q has no worker %q", other, first[0])},
		{id, "", fmt.Sprintf("endpoint %q has no worker", id)},
		{"nope", "", "endpoint not found"},
	} {
		for _, what := range []string{"kill-worker", "throttle-worker"} {
			if r := do(one[0], what, one[1]); r.status != 404 || r.message() != one[2] {
				t.Errorf("%s of %v: %d %s", what, one, r.status, r.text)
			}
		}
	}
	if r := do(other, "kill-worker", `{"id":"x"}`); r.status != 400 {
		t.Errorf("with another member: %d %s", r.status, r.text)
	}
	if r := a.control(get, "fates", ""); !equalJSON(t, r.text, fmt.Sprintf(fates, id)) {
		t.Errorf("refused, it changed the fates: %s", r.text)
	}
	a.put("fates", `[]`)
	if got := a.shown(id); got != "IDLE2 IDLE2" {
		t.Errorf("without the fate: %s", got)
	}
}

// shown returns the states of an endpoint's workers with their versions, s for stale, and holds the summary to them.
func (a *env) shown(id string) string {
	a.t.Helper()
	list := a.get2("/serverless/" + id + "/workers")
	var states []string
	workers, _ := list["workers"].([]any)
	counts := map[string]float64{}
	for _, one := range workers {
		w, _ := one.(map[string]any)
		counts[strings.ToLower(fmt.Sprint(w["status"]))]++
		counts["total"]++
		stale := map[any]string{true: "s"}[w["isStale"]]
		states = append(states, fmt.Sprint(w["status"], w["version"], stale))
		if started := w["startedAt"] != nil; started != (w["uptimeSeconds"] != nil) ||
			started == (w["status"] == "INITIALIZING" || w["status"] == "THROTTLED") {
			a.t.Errorf("started: %v", w)
		}
	}
	summary, _ := list["summary"].(map[string]any)
	for state, count := range summary {
		if counts[state] != count {
			a.t.Errorf("summary: %v of %v", summary, workers)
		}
	}
	return strings.Join(states, " ")
}

// Workers are shown in each of their states: by the queue, by their fates, and without a machine.
func TestVersion2_workers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ fates, starting, ready, health string }{
		"usual":       {`[]`, "INITIALIZING2 INITIALIZING2", "RUNNING2 IDLE2", `{"running":1,"idle":1,"ready":1}`},
		"never ready": {`[{"becomes":"INITIALIZING"}]`, "INITIALIZING2 INITIALIZING2", "INITIALIZING2 INITIALIZING2", `{"initializing":2}`},
		"failing": {`[{"becomes":"UNHEALTHY","count":1}]`, "UNHEALTHY2 INITIALIZING2", "UNHEALTHY2 RUNNING2",
			`{"unhealthy":1,"running":1}`},
		"waiting": {`[{"image":"emulator/sleep","becomes":"THROTTLED"}]`, "THROTTLED2 THROTTLED2", "THROTTLED2 THROTTLED2",
			`{"throttled":2}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := start(t, emulator.Options{ColdStart: time.Second})
			a.put("fates", test.fates)
			id := a.create2("/serverless", `{"name":"e","image":"emulator/sleep","workers":{"min":2,"max":2},`+queueOfGPUs+`}`)
			if got := a.shown(id); got != test.starting {
				t.Errorf("starting: %s, want %s", got, test.starting)
			}
			(&queue{env: a, id: id}).run(`{"ms":60000}`)
			a.Advance(2 * time.Second)
			if got := a.shown(id); got != test.ready {
				t.Errorf("later: %s, want %s", got, test.ready)
			}
			workers, _ := a.health(id).object()["workers"].(map[string]any)
			expect(t, "health", workers, test.health)
			if name == "waiting" { // A worker that waits for a machine gets one as soon as there is one.
				a.put("fates", `[]`)
				if got := a.shown(id); got != "INITIALIZING2 INITIALIZING2" {
					t.Errorf("with machines: %s", got)
				}
			}
		})
	}
}

// A rollout begins after its lag; until then the old workers serve. One that is busy is stale until its job ends.
func TestVersion2_rolloutLag(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RolloutLag: 5 * time.Second})
	id := a.create2("/serverless", `{"name":"e","image":"emulator/sleep","workers":{"min":2,"max":2},`+queueOfGPUs+`}`)
	(&queue{env: a, id: id}).run(`{"ms":60000}`)
	a.patch2("/serverless/"+id, `{"env":{"A":"1"}}`)
	for _, step := range []struct {
		after           time.Duration
		workers, shown1 string
	}{
		{0, "RUNNING2 IDLE2", `{"version":2}`},
		{4 * time.Second, "RUNNING2 IDLE2", `{"version":2}`},
		{time.Second, "RUNNING2s IDLE3", `{"version":3}`},
		{time.Minute, "IDLE3 IDLE3", `{"version":3}`},
	} {
		a.Advance(step.after)
		if got := a.shown(id); got != step.workers {
			t.Errorf("%v: %s, want %s", step.after, got, step.workers)
		}
		expect(t, "over version 1", a.call(get, "/endpoints/"+id, "").object(), step.shown1)
	}
}

// The public port of a pod is open from ready to stop, and answers with the status that was set.
func TestServer_openPorts(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{OpenPorts: true, PodStartDelay: time.Second})
	id := a.create2("/pods", onL4)
	if at := a.pod(id)["portMappings"]; at != nil {
		t.Errorf("before it is ready: %v", at)
	}
	a.Advance(time.Second)
	address := func() string {
		pod := a.pod(id)
		ports, _ := pod["portMappings"].(map[string]any)
		return fmt.Sprintf("http://%v:%v/health", pod["publicIp"], ports["22"])
	}
	asked := func(url string) int {
		t.Helper()
		response, err := http.Get(url) //nolint:gosec,noctx // It is on loopback.
		if err != nil {
			return 0
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	first := address()
	if got := asked(first); got != 200 || !strings.HasPrefix(first, "http://127.0.0.1:") {
		t.Errorf("ready: %d of %s", got, first)
	}
	a.put("pod-ports", `{"status":503}`)
	if got := asked(first); got != 503 {
		t.Errorf("as set: %d", got)
	}
	a.call2(post, "/pods/"+id+"/action", `{"action":"stop"}`)
	if got := asked(first); got != 0 {
		t.Errorf("stopped: %d", got)
	}
	a.call2(post, "/pods/"+id+"/action", `{"action":"start"}`)
	a.Advance(time.Second)
	again := address()
	if got := asked(again); got != 503 {
		t.Errorf("started again: %d of %s", got, again)
	}
	a.Reset()
	if got := asked(again); got != 0 {
		t.Errorf("after a reset: %d", got)
	}
}
