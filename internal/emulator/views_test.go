package emulator_test

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// view returns a view of the control interface, which has no secret.
func (a *env) view(path string) reply {
	a.t.Helper()
	r := a.control(http.MethodGet, path, "")
	if strings.Contains(r.text, "canary") {
		a.t.Errorf("%s: %s", path, r.text)
	}
	return r
}

// wants compares a view with a text of JSON.
func (a *env) wants(path, want string, args ...any) {
	a.t.Helper()
	if r, want := a.view(path), fmt.Sprintf(want, args...); r.status != http.StatusOK || !equalJSON(a.t, r.text, want) {
		a.t.Errorf("%s: %d\n got %s\nwant %s", path, r.status, canonical(a.t, r.text), canonical(a.t, want))
	}
}

// furnished is an account with an object of each kind, whose secrets are canaries.
func furnished(t *testing.T, options emulator.Options) (q *queue, auth, volume, pod string) {
	t.Helper()
	a := start(t, options)
	auth = a.create("/containerregistryauth", `{"name":"r","username":"u","password":"canary"}`)
	template := a.create("/templates", fmt.Sprintf(`{"name":"t","imageName":"emulator/sleep","isServerless":true,
		"env":{"A":"canary"},"containerRegistryAuthId":%q}`, auth))
	volume = a.create("/networkvolumes", `{"name":"v","size":100,"dataCenterId":"EU-RO-1"}`)
	pod = a.create("/pods", fmt.Sprintf(`{"name":"p","imageName":"i","env":{"A":"canary"},"networkVolumeId":%q}`, volume))
	q = a.queueOn(template, fmt.Sprintf(`"name":"e","workersMin":1,"workersMax":2,"networkVolumeId":%q`, volume))
	return q, auth, volume, pod
}

func TestViews_overview(t *testing.T) {
	t.Parallel()
	q, auth, volume, pod := furnished(t, emulator.Options{PodStartDelay: 2 * time.Hour})
	q.submit(`{"input":{"ms":60000},"s3Config":{"accessSecret":"canary"}}`)
	q.submit(`{"input":{"ms":60000}}`)
	q.Advance(time.Minute)
	worker, _ := q.Objects("pods")[1]["id"].(string)
	q.patch(`{"workersMin":0}`)
	q.Advance(59 * time.Minute)
	r := q.view("overview")
	var billed [3]float64
	for i, list := range []string{"pods", "endpoints", "networkvolumes"} {
		billed[i] = q.billed("/billing/" + list)
	}
	price, _ := q.Objects("pods")[0]["costPerHr"].(float64)
	want := fmt.Sprintf(`{"now":"2026-01-01T01:00:00Z","cost":%v,"kinds":{
		"containerRegistryAuths":{"total":1,"objects":[{"number":1,"id":%q,"name":"r","state":"","created":"","cost":0,
			"cost_per_hour":0,"uses":[]}]},
		"templates":{"total":1,"objects":[{"number":1,"id":%q,"name":"t","state":"","created":"","cost":0,"cost_per_hour":0,
			"uses":[{"kind":"containerRegistryAuths","id":%q,"name":"r"}]}]},
		"networkVolumes":{"total":1,"objects":[{"number":1,"id":%q,"name":"v","state":"","created":"","cost":%v,
			"cost_per_hour":0.009589041,"uses":[]}]},
		"pods":{"total":1,"objects":[{"number":1,"id":%q,"name":"p","state":"STARTING","created":"2026-01-01T00:00:00Z",
			"cost":%v,"cost_per_hour":%v,"uses":[{"kind":"networkVolumes","id":%q,"name":"v"}]}]},
		"endpoints":{"total":1,"objects":[{"number":1,"id":%q,"name":"e","state":"workers: 0 of 2, jobs: 0",
			"created":"2026-01-01T00:00:00Z","cost":%v,"cost_per_hour":0,"uses":[{"kind":"templates","id":%q,"name":"t"},
			{"kind":"networkVolumes","id":%q,"name":"v"}]}]}}}`, rounded(billed[0]+billed[1]+billed[2]), auth, q.template, auth,
		volume, billed[2], pod, billed[0], price, volume, q.id, billed[1], q.template, volume)
	if !equalJSON(t, r.text, want) {
		t.Errorf(" got %s\nwant %s", canonical(t, r.text), canonical(t, want))
	}
	if billed[0] != price || billed[1] < price/60 || q.view("objects/pods/"+worker).status != http.StatusNotFound {
		t.Errorf("billed: %v", billed)
	}
	q.run(`{}`)
	q.Advance(4 * time.Second)
	if text := q.view("overview?kind=endpoints").text; !strings.Contains(text, `"workers: 1 of 2, jobs: 0"`) ||
		strings.Contains(text, "pods") {
		t.Error(text)
	}
}

// rounded drops what is floating-point error.
func rounded(usd float64) float64 { return math.Round(usd*1e9) / 1e9 }

// billed sums a billing list.
func (a *env) billed(path string) (usd float64) {
	a.t.Helper()
	for _, part := range strings.Split(a.call(http.MethodGet, path, "").text, `"amount":`)[1:] {
		var amount float64
		if _, err := fmt.Sscanf(part, "%g", &amount); err != nil {
			a.t.Fatal(err)
		}
		usd += amount
	}
	return rounded(usd)
}

// An overview has the newest hundred of a kind, and the next hundred on demand; so has the view of an endpoint of jobs.
func TestViews_rows(t *testing.T) {
	t.Parallel()
	q := start(t).queue("i", `"workersMax":1`)
	for i := range 150 {
		q.must(q.PutObject("templates", fmt.Sprint("t", i), map[string]any{"name": fmt.Sprint(i)}))
		q.run(`{}`)
	}
	ids := func(path string) (ids []string) {
		for _, part := range strings.Split(q.view(path).text, `"id":"t`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			ids = append(ids, id)
		}
		return ids
	}
	first, next := ids("overview?kind=templates"), ids("overview?kind=templates&before=52")
	if len(first) != 100 || first[0] != "149" || first[99] != "50" ||
		len(next) != 50 || next[0] != "49" || next[49] != "0" {
		t.Errorf("%v, then %v", first, next)
	}
	for path, want := range map[string]string{
		"overview?kind=templates": `"total":151`, "overview?kind=templates&before=2": `"total":151`,
		"endpoints/" + q.id: `"total":150`, "objects/templates/" + q.template: `"used_by":[{"kind":"endpoints","id":"` + q.id,
	} {
		if text := q.view(path).text; !strings.Contains(text, want) {
			t.Errorf("%s: %s", path, text)
		}
	}
	if n := strings.Count(q.view("endpoints/"+q.id).text, `"status":"IN_QUEUE"`); n != 100 {
		t.Errorf("%d jobs", n)
	}
	for path, want := range map[string]string{
		"overview?before=x":   "before must be a number above 0",
		"overview?kind=jobs":  `no kind "jobs" of objects`,
		"objects/jobs/x":      `jobs: no object "x"`,
		"objects/templates/x": `templates: no object "x"`,
		"endpoints/x":         "endpoint not found",
		"jobs/x/y":            `endpoint "x" has no job "y", or it was deleted long ago`,
	} {
		if r := q.view(path); r.message() != want || r.status/100 != 4 {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
}

// An object is shown as each version returns it, in the dialect of the deployment, with its relations, and without a
// trace.
func TestViews_object(t *testing.T) {
	t.Parallel()
	q, auth, volume, pod := furnished(t, emulator.Options{
		RESTRateLimit: 6, AnswersAs: []string{"sparse"},
		Version2: emulator.Version2Options{Quotas: emulator.Quotas{Minute: 1, Hour: 1, Day: 1}},
	})
	q.SetFaults(emulator.Fault{Operation: "*", Kind: "status", Count: 1})
	before, now := len(q.Requests()), q.Now()
	worker, _ := q.Objects("pods")[1]["id"].(string)
	used := func(kind, id, name string) string {
		return fmt.Sprintf(`{"kind":%q,"id":%q,"name":%q}`, kind, id, name)
	}
	ofWorker := used("pods", worker, "e")
	for kind, c := range map[string][5]string{ // id, uses, used by, and a part of each version
		"containerRegistryAuths": {auth, "", ofWorker + "," + used("templates", q.template, "t"),
			`{"body":{"id":"` + auth + `"},"path":"/v1/containerregistryauth/`,
			`{"body":{"id":"` + auth + `","name":"r"},"path":"/management/v2/registries/`},
		"templates": {q.template, used("containerRegistryAuths", auth, "r"), used("endpoints", q.id, "e") + "," + ofWorker,
			`"env":{"A":"(masked)"}`, `"path":"/management/v2/templates/`},
		"networkVolumes": {volume, "", used("endpoints", q.id, "e") + "," + ofWorker + "," + used("pods", pod, "p"),
			`"path":"/v1/networkvolumes/`, `"path":"/management/v2/network-volumes/`},
		"endpoints": {q.id, used("templates", q.template, "t") + "," + used("networkVolumes", volume, "v"), ofWorker,
			`"path":"/v1/endpoints/`, `"runSync":"` + q.QueueURL() + "/" + q.id + `/runsync"`},
		"pods": {pod, used("networkVolumes", volume, "v"), "", `"env":{"A":"(masked)"}`, `"path":"/management/v2/pods/`},
	} {
		c[1], c[2] = `"uses":[`+c[1]+`]`, `"used_by":[`+c[2]+`]`
		r := q.view("objects/" + kind + "/" + c[0])
		for _, want := range c[1:] {
			if !strings.Contains(r.text, want) || strings.Count(r.text, `"status":200`) != 2 {
				t.Errorf("%s: %s\nlacks %s", kind, r.text, want)
			}
		}
	}
	shown := q.view("objects/pods/" + pod).text
	answered := q.env.call(http.MethodGet, "/pods/"+pod, "")
	if answered.status != http.StatusInternalServerError || len(q.Requests()) != before+1 || q.Now() != now {
		t.Errorf("%d, %d requests, at %v", answered.status, len(q.Requests())-before, q.Now())
	}
	answered = q.env.call(http.MethodGet, "/pods/"+pod, "")
	body := canonical(t, strings.Replace(answered.text, "canary", "(masked)", 1))
	if !strings.Contains(canonical(t, shown), body) {
		t.Errorf("%s\nis not in %s", body, shown)
	}
	if text := q.view("objects/pods/" + worker).text; !strings.Contains(text, `"status":404`) {
		t.Errorf("version 2 has a worker: %s", text)
	}
}

func TestViews_endpoint(t *testing.T) {
	t.Parallel()
	q := start(t, emulator.Options{ColdStart: time.Second}).queue("emulator/sleep", `"name":"e","workersMin":1,"workersMax":1`)
	worker, _ := q.Objects("pods")[0]["id"].(string)
	const view = `{"id":%q,"name":"e","now":"2026-01-01T00:00:0%dZ","scaling":%q,"throttled":0,"total":%d,
		"jobs":{"completed":%d,"failed":0,"inProgress":%d,"inQueue":%d,"retried":0},
		"workers":[{"id":%q,"state":%q,"version":0,"image":"emulator/sleep","job":%q,"since":"2026-01-01T00:00:0%dZ"}],
		"listed":[%s]}`
	wants := func(now int, scaling string, completed, running, queued int, state, job string, since int, listed string) {
		t.Helper()
		q.wants("endpoints/"+q.id, view, q.id, now, scaling,
			completed+running+queued, completed, running, queued, worker, state, job, since, listed)
	}
	const minimum = "Minimum: no job needs another worker, and workersMin of the endpoint is 1."
	wants(0, minimum, 0, 0, 0, "INITIALIZING", "", 0, "")
	q.Advance(time.Second)
	wants(1, minimum, 0, 0, 0, "IDLE", "", 1, "")
	q.Advance(time.Second)
	first := q.run(`{"ms":2000}`)
	q.Advance(time.Second)
	second := q.run(`{"ms":2000}`)
	waits := `{"id":"` + second + `","status":"IN_QUEUE","submitted":"2026-01-01T00:00:03Z","delay_ms":null,"execution_ms":null,
		"worker":"","attempt":0,"reason":"Quota: all workers are busy, and workersMax of the endpoint is 1.",
		"input":"{\"ms\":2000}"}`
	runs := `{"id":"` + first + `","status":%q,"submitted":"2026-01-01T00:00:02Z","delay_ms":0,"execution_ms":%s,"worker":"` +
		worker + `","attempt":1,"reason":"","input":"{\"ms\":2000}"}`
	wants(3, "Maximum: jobs wait, and workersMax of the endpoint is 1.", 0, 1, 1, "RUNNING", first, 2,
		waits+","+fmt.Sprintf(runs, "IN_PROGRESS", "null"))
	q.call(http.MethodPost, "/cancel/"+second, "")
	q.remove(second)
	q.Advance(2 * time.Second)
	wants(5, minimum, 1, 0, 0, "IDLE", "", 4,
		fmt.Sprintf(runs, "COMPLETED", "2000"))
}

// A job is shown as in the state, with the times that the queue returns.
func TestViews_job(t *testing.T) {
	t.Parallel()
	q := start(t).queue("emulator/sleep", `"workersMax":1`)
	const webhook = "http://inbox.emulator.invalid/x"
	job := q.submit(`{"input":{"ms":2000},"s3Config":{"accessSecret":"canary"},"webhook":"` +
		strings.Replace(webhook, "//", "//user:canary@", 1) + `?key=canary#canary"}`)
	for _, step := range []struct {
		after            time.Duration
		delay, execution string
	}{
		{0, "null", "null"}, {5 * time.Second, "4000", "null"}, {2 * time.Second, "4000", "2000"},
		{time.Hour, "null", "null"},
	} {
		q.Advance(step.after)
		state := "null"
		if object, ok := q.Object("jobs", job); ok {
			object["webhook"] = webhook
			state = spell(t, object)
		}
		r := q.view("jobs/" + q.id + "/" + job)
		if step.after == time.Hour {
			if r.status != http.StatusNotFound {
				t.Error(r.text)
			}
			continue
		}
		timeline, _, _ := strings.Cut(canonical(t, r.text), `"timeline":`)
		want := canonical(t, `{"job":`+state+`,"delay_ms":`+step.delay+`,"execution_ms":`+step.execution+
			`,"dropped":0,"deleted_at":null,"timeline":[]}`)
		if !strings.HasPrefix(want, timeline) {
			t.Errorf("got %s\nwant %s", r.text, want)
		}
	}
}

// A request that is sent from the console is one like any other.
func TestViews_send(t *testing.T) {
	t.Parallel()
	q, _, _, pod := furnished(t, emulator.Options{})
	q.ClearJournal()
	q.SetFaults(emulator.Fault{Operation: "ListPods", Kind: "reset"},
		emulator.Fault{Operation: "GetPod", Kind: "truncate", Count: 1})
	for _, c := range []struct{ request, status, want string }{
		{`{"method":"POST","path":"/v2/` + q.id + `/run","body":{"input":{"ms":1}}}`, "200", `"status":"IN_QUEUE"`},
		{`{"method":"GET","path":"/v1/pods"}`, "0", `"body":null`},
		{`{"method":"GET","path":"/v1/pods/` + pod + `"}`, "0", `"body":null`},
		{`{"method":"GET","path":"/v1/pods/` + pod + `","body":null}`, "200", `"env":{"A":"(masked)"}`},
		{`{"method":"POST","path":"/v2/` + q.id + `/runsync","body":[]}`, "400", `"detail":"`},
		{`{"method":"POST","path":"/_emulator/reset"}`, "404", `"error":"not found"`},
		{`{"method":"DELETE","path":"/v1/pods/` + pod + `"}`, "204", `"body":null`},
	} {
		r := q.control(http.MethodPost, "send", c.request)
		newest := q.Requests()[len(q.Requests())-1]
		for _, want := range []string{`"status":` + c.status + `,`, c.want, `"request_id":"` + newest.RequestID + `"`, `"duration_ms":`} {
			if !strings.Contains(r.text, want) || strings.Contains(r.text, "canary") {
				t.Errorf("%s: %s lacks %s", c.request, r.text, want)
			}
		}
		if newest.UserAgent != "console" || fmt.Sprint(newest.Status) != c.status && newest.Fault != "truncate" {
			t.Errorf("%s: %+v", c.request, newest)
		}
	}
	if n := len(q.Requests()); n != 7 {
		t.Errorf("%d requests", n)
	}
	for request, want := range map[string]string{
		`{"method":"G T","path":"/v1/pods"}`: "invalid method", `{"path":"%zz"}`: "invalid URL escape", `[]`: "array is not what belongs here",
	} {
		r := q.control(http.MethodPost, "send", request)
		if r.status != http.StatusBadRequest || !strings.Contains(r.text, want) {
			t.Errorf("%s: %d %s", request, r.status, r.text)
		}
	}
}

// Viewers learn at once where they are, and then of each change, whoever makes it; reads are none.
func TestViews_changes(t *testing.T) {
	t.Parallel()
	goOn := make(chan struct{})
	slow := elsewhere(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
	})
	q := start(t).queue("emulator/sleep", `"workersMin":1`)
	var job string
	for i, c := range []struct {
		isChange bool
		act      func()
	}{
		{true, func() { job = q.submit(fmt.Sprintf(`{"input":{"ms":5000},"webhook":%q}`, slow.URL)) }},
		{true, func() { q.Advance(5 * time.Second) }},
		{true, func() {
			close(goOn)
			q.AwaitOutbound()
		}},
		{true, func() { q.Advance(time.Millisecond) }}, // Costs change.
		{true, func() { q.patch(`{"name":"n"}`) }},
		{false, func() { q.env.call(http.MethodGet, "/pods", "") }},
		{false, func() { q.view("objects/endpoints/" + q.id) }},
		{true, func() { q.remove(job) }},
		{true, func() { q.kill() }},
		{true, func() { q.Reset() }},
	} {
		viewer := q.changes()
		before := viewer()
		c.act()
		after := q.changes()()
		if (before != after) != c.isChange || !strings.HasPrefix(after, `data: {"seq":`) {
			t.Errorf("%d: %s, then %s", i, before, after)
		}
		for seen := before; seen != after; seen = viewer() { // It may see some of several changes first.
		}
	}

	timers := start(t, emulator.Options{StepPerRequest: time.Hour, PodStartDelay: time.Minute})
	timers.create("/pods", `{"name":"p","imageName":"i"}`)
	before := timers.changes()()
	timers.call(http.MethodGet, "/pods", "")
	ready := timers.changes()()
	timers.call(http.MethodGet, "/pods", "")
	if after := timers.changes()(); before == ready || after != ready {
		t.Errorf("%s, %s when the pod was ready, then %s", before, ready, after)
	}
}

// changes returns a function that waits for the next event of changes.
func (a *env) changes() func() string {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), testTimeout)
	a.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL()+"/_emulator/changes", nil)
	if err != nil {
		a.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { _ = response.Body.Close() }) // The server may have closed it.
	events := bufio.NewReader(response.Body)
	return func() (event string) {
		for strings.TrimSpace(event) == "" {
			if event, err = events.ReadString('\n'); err != nil {
				a.t.Fatal(err)
			}
		}
		return event
	}
}
