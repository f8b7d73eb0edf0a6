package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestControl_healthAndReset(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RESTRateLimit: 1})
	a.create("/templates", `{"name":"n","imageName":"i"}`)
	begin := a.Now()
	a.Advance(time.Hour)
	a.SetFaults(emulator.Fault{Operation: "*", Kind: "status"})
	if r := a.control(http.MethodGet, "health", ""); r.status != 200 || !equalJSON(t, r.text, `{"status":"ok"}`) {
		t.Errorf("health: %d %s", r.status, r.text)
	}
	if r := a.control(http.MethodPost, "reset", ""); r.status != 204 || r.text != "" {
		t.Errorf("reset: %d %s", r.status, r.text)
	}
	if len(a.Objects("templates"))+len(a.Requests())+len(a.Faults()) > 0 || a.Now() != begin {
		t.Errorf("left: %v, %v, %v, %v", a.Objects("templates"), a.Requests(), a.Faults(), a.Now())
	}
	a.create("/templates", `{"name":"n","imageName":"i"}`) // Within the limit again.
	if seq := a.Requests()[0].Seq; seq != 2 {
		t.Errorf("the sequence starts over at %d", seq)
	}
}

func TestControl_requests(t *testing.T) {
	t.Parallel()
	a := start(t)
	if r := a.control(http.MethodGet, "requests", ""); r.text != "[]\n" {
		t.Errorf("an empty journal: %s", r.text)
	}
	a.create("/templates", `{"name":"<n>","imageName":"i"}`)
	a.call(http.MethodGet, "/templates", "")

	if r := a.control(http.MethodGet, "requests?operation=CreateTemplate", ""); strings.Count(r.text, `"seq"`) != 1 ||
		!strings.Contains(r.text, `"operation":"CreateTemplate","status":200,`) ||
		!strings.Contains(r.text, `"body":{"imageName":"i","name":"<n>"},"response":{"category"`) {
		t.Errorf("filtered: %s", r.text)
	}
	if r := a.control(http.MethodGet, "requests", ""); strings.Count(r.text, `"seq"`) != 2 {
		t.Errorf("all: %s", r.text)
	}
	if r := a.control(http.MethodGet, "requests?operation=GetTemplate", ""); r.text != "[]\n" {
		t.Errorf("none: %s", r.text)
	}
	if r := a.control(http.MethodDelete, "requests", ""); r.status != 204 || len(a.Requests()) > 0 {
		t.Errorf("emptied: %d, %v", r.status, a.Requests())
	}
}

func TestControl_clock(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{PodStartDelay: 45 * time.Minute})
	shown := func(at, next string) string {
		return `{"now":"2026-01-01T` + at + `Z","real_time":false,"frozen":false,"next":` + next + `}`
	}
	check := func(body, want string, status int) {
		t.Helper()
		method := map[bool]string{true: http.MethodGet, false: http.MethodPost}[body == ""]
		if r := a.control(method, "clock", body); r.status != status || !equalJSON(t, r.text, want) {
			t.Errorf("%s %s: %d %s", method, body, r.status, r.text)
		}
	}
	refused := func(text string) string { return `{"error":"` + text + `","status":400}` }
	check(``, shown("00:00:00", "null"), 200)
	check(`{"advance":"30m"}`, shown("00:30:00", "null"), 200)
	check(``, shown("00:30:00", "null"), 200)
	check(`{"next":true}`, `{"error":"next: nothing is due, however far the clock advances","status":409}`, 409)
	a.create2("/pods", onL4)
	check(``, shown("00:30:00", `"2026-01-01T01:15:00Z"`), 200)
	check(`{"to":"2026-01-01T02:10:00+01:00"}`, shown("01:10:00", `"2026-01-01T01:15:00Z"`), 200)
	check(`{"next":true}`, shown("01:15:00", "null"), 200)
	check(`{"to":"2026-01-01T01:15:00Z"}`, shown("01:15:00", "null"), 200)
	check(`{"to":"2026-01-01T01:14:59Z"}`, refused("to: time never goes back; it is 2026-01-01T01:15:00Z"), 400)
	check(`{"to":"noon"}`, refused(`request body: parsing time \"noon\" as \"2006-01-02T15:04:05Z07:00\": `+
		`cannot parse \"noon\" as \"2006\"`), 400)
	check(`{"advance":"-1s"}`, refused("time never goes back"), 400)
	check(`{"advance":30}`, refused(`request body: a duration is a string like \"1m30s\", not 30`), 400)
	check(`[]`, refused("request body: array is not what belongs here"), 400)
	check(`{"frozen":true}`, `{"error":"frozen: the clock is manual, and never moves by itself","status":409}`, 409)
	one := refused("the body must have one of the members advance, to, next and frozen")
	check(`{}`, one, 400)
	check(`{"advance":"1s","next":true}`, one, 400)
	for _, body := range []string{` `, `{"advance":"soon"}`, `{"advances":"1s"}`, `{"advance":"1s"}{}`} {
		if r := a.control(http.MethodPost, "clock", body); r.status != 400 || r.message() == "" {
			t.Errorf("%q: %d %s", body, r.status, r.text)
		}
	}
	check(``, shown("01:15:00", "null"), 200)
}

// A clock in real time stands still while it is frozen, for what waits too, and a reset ends that.
func TestControl_clockInRealTime(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RealTime: true, PodStartDelay: time.Hour})
	clock := func(body string) map[string]any {
		t.Helper()
		r := a.control(http.MethodPost, "clock", body)
		if r.status != 200 || r.object()["real_time"] != true {
			t.Fatalf("%s: %d %s", body, r.status, r.text)
		}
		return r.object()
	}
	frozen := clock(`{"frozen":true}`)
	id := a.create2("/pods", onL4)
	now := a.control(http.MethodGet, "clock", "").object()
	if frozen["frozen"] != true || now["now"] != frozen["now"] || now["next"] == nil {
		t.Errorf("frozen %v, then %v", frozen, now)
	}
	expect(t, "starting", a.pod(id), `{"publicIp":null}`)
	if after := clock(`{"next":true}`); after["now"] != now["next"] || after["frozen"] != true {
		t.Errorf("advanced to %v, not to %v", after, now["next"])
	}
	if a.pod(id)["publicIp"] == nil {
		t.Error("the pod is not ready")
	}
	if moving := clock(`{"frozen":false}`); moving["frozen"] != false {
		t.Errorf("moving: %v", moving)
	}
	clock(`{"frozen":true}`)
	a.Reset()
	if r := a.control(http.MethodGet, "clock", ""); r.object()["frozen"] != false {
		t.Errorf("after a reset: %s", r.text)
	}
}

func TestControl_faults(t *testing.T) {
	t.Parallel()
	a := start(t)
	rules := `[{"operation":"ListTemplates","kind":"status","status":503,"message":"busy","retry_after":1,"count":2,
		"probability":1,"delay":"1ms"},{"operation":"*","kind":"html"}]`
	numbered := strings.NewReplacer(`"1ms"`, `"1ms","number":1`, `"html"`, `"html","number":2`).Replace(rules)
	shown := func(nearest ...string) string {
		parts := strings.SplitAfter(numbered, `"number":`)
		for i, text := range nearest {
			parts[i+1] = parts[i+1][:1] + text + parts[i+1][1:]
		}
		return strings.Join(parts, "")
	}
	want := shown(`,"nearest":"operation is ListTemplates; no request yet"`, `,"nearest":"operation is *; no request yet"`)
	if r := a.control(http.MethodPut, "faults", rules); r.status != 200 || !equalJSON(t, r.text, want) {
		t.Errorf("put: %d %s", r.status, r.text)
	}
	if r := a.control(http.MethodPut, "faults", want); r.status != 200 || !equalJSON(t, r.text, want) {
		t.Errorf("put as it was shown: %d %s", r.status, r.text)
	}
	if r := a.call(http.MethodGet, "/templates", ""); r.status != 503 || r.message() != "busy" {
		t.Errorf("with a fault: %d %s", r.status, r.text)
	}
	r := a.control(http.MethodGet, "faults", "")
	want = shown("", `,"nearest":"operation is *; 1 request, an earlier rule took each"`)
	if !equalJSON(t, r.text, strings.Replace(want, `"count":2`, `"count":1`, 1)) {
		t.Errorf("left: %s", r.text)
	}
	for _, body := range []string{
		``, `{}`, `[{}]`, `[{"operation":"*","kind":"stat"}]`, `[{"operation":"List","kind":"status"}]`,
		`[{"operation":"*","kind":"status","retryAfter":1}]`, `[{"operation":"*","kind":"stall","delay":5}]`,
		`[{"operation":"*","kind":"stall","delay":"5"}]`, `[{"operation":"*","kind":"status","probability":1.5}]`,
		`[{"operation":"*","kind":"status","headers":{"Sunset":7}}]`, `[{"operation":"*","kind":"reset","body":{}}]`,
		`{"operation":"*","kind":"pass"}`, `{"operation":"*","kinds":"pass"}`, `{"operation":"*","kind":"status"} []`,
	} {
		if r := a.control(http.MethodPut, "faults", body); r.status != 400 || r.message() == "" {
			t.Errorf("%q: %d %s", body, r.status, r.text)
		}
	}
	if len(a.Faults()) != 2 {
		t.Errorf("a refused PUT changed the rules: %v", a.Faults())
	}
	// One rule in the place of a list.
	a.control(http.MethodPut, "faults", ` {"operation":"*","kind":"status","status":410,"body":{"error": "ended"},
		"headers":{"Sunset":"soon"}}`)
	if r := a.call(http.MethodGet, "/templates", ""); r.status != 410 || r.text != `{"error":"ended"}` ||
		r.header.Get("Sunset") != "soon" {
		t.Errorf("with a body and headers: %d %s %v", r.status, r.text, r.header)
	}
	// A rule that spared another one until that was used up.
	a.control(http.MethodPut, "faults", `[{"operation":"ListPods","kind":"pass"},{"operation":"*","kind":"html","count":1}]`)
	a.call(http.MethodGet, "/templates", "")
	left := a.control(http.MethodGet, "faults", "").text
	if r := a.control(http.MethodPut, "faults", left); r.status != 200 || strings.Contains(left, "html") {
		t.Errorf("put %s: %d %s", left, r.status, r.text)
	}
	if r := a.control(http.MethodDelete, "faults", ""); r.status != 204 {
		t.Errorf("deleted: %d %s", r.status, r.text)
	}
	if r := a.control(http.MethodGet, "faults", ""); r.text != "[]\n" {
		t.Errorf("no rules: %s", r.text)
	}
}

func TestControl_state(t *testing.T) {
	t.Parallel()
	a := start(t)
	empty := `{"templates":[],"endpoints":[],"networkVolumes":[],"pods":[],"containerRegistryAuths":[],"jobs":[]}`
	if r := a.control(http.MethodGet, "state", ""); !equalJSON(t, r.text, empty) {
		t.Errorf("empty: %s", r.text)
	}
	volume := `{"id":"v/1","name":"v","size":5,"dataCenterId":"EU-RO-1","type":"STANDARD"}`
	for _, c := range []struct {
		method, path, body, want string
		status                   int
	}{
		{
			method: http.MethodPost, path: "state/networkVolumes/v%2F1", body: `{"name":"v","size":5}`, want: volume,
			status: 200,
		},
		{
			method: http.MethodPatch, path: "state/networkVolumes/v%2F1", body: `{"size":2}`,
			want: strings.Replace(volume, "5", "2", 1), status: 200,
		},
		{
			method: http.MethodPatch, path: "state/networkVolumes/v", body: `{}`,
			want: `{"error":"network volume not found","status":404}`, status: 404,
		},
		{
			method: http.MethodPatch, path: "state/networkVolume/v", body: `{}`,
			want: `{"error":"no kind \"networkVolume\" of objects","status":404}`, status: 404,
		},
		{
			method: http.MethodPost, path: "state/jobs/p", body: `{}`,
			want: `{"error":"endpointId \"\" does not exist","status":400}`, status: 400,
		},
		{
			method: http.MethodDelete, path: "state/networkVolumes/v", body: ``,
			want: `{"error":"networkVolumes: no object \"v\"","status":404}`, status: 404,
		},
		{method: http.MethodPost, path: "state/networkVolumes/v", body: `[]`, want: ``, status: 400},
		{method: http.MethodPost, path: "state/networkVolumes/v", body: ``, want: ``, status: 400},
		{
			method: http.MethodPut, path: "state/networkVolumes/v", body: `{}`,
			want: `{"error":"method not allowed","status":405}`, status: 405,
		},
		{method: http.MethodGet, path: "nope", body: ``, want: `{"error":"not found","status":404}`, status: 404},
		{method: http.MethodGet, body: ``, want: `{"error":"not found","status":404}`, status: 404},
	} {
		r := a.control(c.method, c.path, c.body)
		if r.status != c.status || c.want != "" && !equalJSON(t, r.text, c.want) {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, r.status, r.text)
		}
	}
	if r := a.control(http.MethodGet, "state", ""); !strings.Contains(r.text, `"size":2`) {
		t.Errorf("state: %s", r.text)
	}
	if r := a.control(http.MethodDelete, "state/networkVolumes/v%2F1", ""); r.status != 204 {
		t.Errorf("deleted: %d %s", r.status, r.text)
	}
	if r := a.control(http.MethodGet, "state", ""); !equalJSON(t, r.text, empty) {
		t.Errorf("empty again: %s", r.text)
	}
}

// No view of the journal has a value of an environment or a password. One at a time is shown to who asks for it, but no
// bucket's credentials.
func TestRequests_masked(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.call(http.MethodPost, "/templates", `{"name":"n","imageName":"i","env":{"A":"canary-1","B":{"c":["canary-2",null]}}}`)
	a.call(http.MethodPost, "/containerregistryauth", `{"name":"r","username":"u","password":"canary-3"}`)
	a.create("/templates", `{"name":"t","imageName":"i","env":{"A":"canary-4"}}`)
	a.call(http.MethodGet, "/templates", "")
	q := a.queue("w", `"workersMin":1`)
	q.call(http.MethodPost, "/run", `{"input":{"ENV":"canary-5","n":1e400},"s3Config":{"accessSecret":"canary-6"},
		"webhook":"http://inbox.emulator.invalid/x?key=canary-10"}`)
	q.call(http.MethodPost, "/runsync", `{"input":{"text":"{\"s3Config\":\"canary-7\"}","s3_config":"canary-8"}}`)
	q.call(http.MethodPost, "/run", `{"input":{"text":"{\"password\":\"canary-11\",\"url\":\"data:x\"}"}}`)
	q.call(http.MethodPost, "/run", `{"input":{"text":" [{\"password\":\"canary-12\"}]"}}`)
	q.call(http.MethodPost, "/run", `{"input":{"text":"\"{\\\"password\\\":\\\"canary-13\\\"}\""}}`)
	a.call(http.MethodPost, "/templates", `{"env":"`+strings.Repeat("canary-9", 10<<10)+`"}`)

	all := a.control(http.MethodGet, "requests", "").text
	if strings.Contains(all, "canary") || strings.Count(all, "(masked)") != 12 || !strings.Contains(all, `"n":1e400`) {
		t.Errorf("the journal: %s", all)
	}
	for i := range a.Requests() {
		if r := a.control(http.MethodGet, fmt.Sprintf("requests/%d", i+1), ""); r.status != http.StatusOK ||
			strings.Contains(r.text, "canary") {
			t.Errorf("%d: %d %s", i+1, r.status, r.text)
		}
	}
	for _, c := range []struct {
		id, body, want string
		status         int
	}{
		{"1", `{"of":"request","path":["env","A"]}`, `{"value":"canary-1"}`, 200},
		{"emulator-00000001", `{"of":"request","path":["env","B","c","0"]}`, `{"value":"canary-2"}`, 200},
		{"4", `{"of":"response","path":["0","env","A"]}`, `{"value":"canary-4"}`, 200},
		{"1", `{"of":"request","path":["env"]}`, "no single value", 404},
		{"1", `{"of":"request","path":["env","B","c","7"]}`, "no single value", 404},
		{"1", `{"of":"request","path":["env","A","x"]}`, "no single value", 404},
		{"1", `{"of":"both","path":[]}`, "of must be request or response", 400},
		{"1", `{"of":"request","of_all":true}`, "unknown field", 400},
		{"999", `{"of":"request","path":["env","A"]}`, "the journal has no request", 404},
		{"7", `{"of":"request","path":["s3Config"]}`, `{"value":"(redacted)"}`, 200},
		{"7", `{"of":"request","path":["s3Config","accessSecret"]}`, "no single value", 404},
		{"8", `{"of":"response","path":["output","text"]}`, `{"value":"(redacted)"}`, 200},
	} {
		r := a.control(http.MethodPost, "requests/"+c.id+"/reveal", c.body)
		if r.status != c.status || !strings.Contains(r.text, c.want) {
			t.Errorf("%s %s: %d %s", c.id, c.body, r.status, r.text)
		}
		if get := a.control(http.MethodGet, "requests/"+c.id+"/reveal", ""); get.status != http.StatusMethodNotAllowed {
			t.Errorf("a GET: %d", get.status)
		}
	}
}

// The releases of version 2 show old and new variables as a change of a member.
func TestRequests_maskedChanges(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.SetFaults(emulator.Fault{Operation: "ListTemplates", Kind: "pass", Body: `[
		{"field":"template.env","old":{"A":"canary"},"new":["canary"]},{"field":"gpuCount","old":1,"new":2}]`})
	a.call(http.MethodGet, "/templates", "")
	want := `"response":[{"field":"template.env","new":["(masked)"],"old":{"A":"(masked)"}},{"field":"gpuCount","new":2,"old":1}]`
	if r := a.control(http.MethodGet, "requests", ""); !strings.Contains(r.text, want) {
		t.Error(r.text)
	}
}

// Filters choose by status or its class, and the newest.
func TestRequests_filters(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: "reset"})
	a.call(http.MethodGet, "/templates", "")
	a.call(http.MethodGet, "/templates/x", "")
	if _, err := a.try(http.MethodPost, "/pods", "{}"); err == nil {
		t.Error("no fault")
	}
	a.call(http.MethodPost, "/templates", "[")
	for query, want := range map[string]string{
		"":                      "1 2 3 4",
		"status=404":            "2",
		"status=4xx":            "2 4",
		"status=0&status=400":   "3 4",
		"limit=2":               "3 4",
		"status=4xx&limit=1":    "4",
		"operation=GetTemplate": "2",
		"status=x":              "status must be",
		"limit=0":               "limit must be",
		"limit=":                "limit must be",
	} {
		r := a.control(http.MethodGet, "requests?"+query, "")
		got := r.text
		if r.status == http.StatusOK {
			got = ""
			for _, part := range strings.Split(r.text, `{"seq":`)[1:] {
				got += part[:1] + " "
			}
		}
		if !strings.Contains(got, want) || r.status == http.StatusOK && strings.TrimSpace(got) != want {
			t.Errorf("%s: %d %q", query, r.status, got)
		}
	}
	r := a.control(http.MethodGet, "requests/3", "")
	if !strings.Contains(r.text, `"fault":"reset"`) || !strings.Contains(r.text, `"response":null`) {
		t.Error(r.text)
	}
}

// A number is that of a request, also if a client has chosen it as a request ID. Any other ID finds its request.
func TestRequests_number(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.call(http.MethodPost, "/templates", `{"name":"n","imageName":"i","env":{"A":"one"}}`)
	a.call(http.MethodPost, "/templates", `{"name":"m","imageName":"i","env":{"A":"two"}}`, "X-Request-Id", "1")
	r := a.control(http.MethodPost, "requests/1/reveal", `{"of":"request","path":["env","A"]}`)
	if !strings.Contains(r.text, `"one"`) {
		t.Errorf("%d %s", r.status, r.text)
	}
	for _, id := range []string{"stream", strings.Repeat("x", 2000)} {
		a.call(http.MethodGet, "/templates", "", "X-Request-Id", id)
		if r := a.control(http.MethodGet, "requests/"+id, ""); !strings.Contains(r.text, `"request_id":"`+id[:6]) {
			t.Errorf("%.10s: %d %s", id, r.status, r.text)
		}
	}
}
