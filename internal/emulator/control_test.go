package emulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestControl_healthAndReset(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.create("/templates", `{"name":"n","imageName":"i"}`)
	if r := a.control(http.MethodGet, "health", ""); r.status != 200 || !equalJSON(t, r.text, `{"status":"ok"}`) {
		t.Errorf("health: %d %s", r.status, r.text)
	}
	if r := a.control(http.MethodPost, "reset", ""); r.status != 204 || r.text != "" {
		t.Errorf("reset: %d %s", r.status, r.text)
	}
	if len(a.Objects("templates"))+len(a.Journal()) > 0 {
		t.Error("reset left something")
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
	if r := a.control(http.MethodDelete, "requests", ""); r.status != 204 || len(a.Journal()) > 0 {
		t.Errorf("emptied: %d, %v", r.status, a.Journal())
	}
}

func TestControl_clock(t *testing.T) {
	t.Parallel()
	a := start(t)
	for _, c := range []struct {
		method, body, want string
		status             int
	}{
		{method: http.MethodGet, want: `{"now":"2026-01-01T00:00:00Z"}`, status: 200},
		{method: http.MethodPost, body: `{"advance":"30m"}`, want: `{"now":"2026-01-01T00:30:00Z"}`, status: 200},
		{method: http.MethodGet, want: `{"now":"2026-01-01T00:30:00Z"}`, status: 200},
		{
			method: http.MethodPost, body: `{"advance":"-1s"}`, want: `{"error":"time never goes back","status":400}`,
			status: 400,
		},
		{
			method: http.MethodPost, body: `[]`,
			want: `{"error":"request body: array is not what belongs here","status":400}`, status: 400,
		},
	} {
		if r := a.control(c.method, "clock", c.body); r.status != c.status || !equalJSON(t, r.text, c.want) {
			t.Errorf("%s %s: %d %s", c.method, c.body, r.status, r.text)
		}
	}
	for _, body := range []string{``, `{"advance":30}`, `{"advance":"soon"}`, `{"advances":"1s"}`, `{"advance":"1s"}{}`} {
		if r := a.control(http.MethodPost, "clock", body); r.status != 400 || r.message() == "" {
			t.Errorf("%q: %d %s", body, r.status, r.text)
		}
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

// Control is for this machine, and leaves no trace in what it watches.
func TestControl_whoAndWhat(t *testing.T) {
	t.Parallel()
	observed := 0
	s := emulator.New(emulator.Options{RESTRateLimit: 1, Observe: func(emulator.Exchange) { observed++ }})
	t.Cleanup(s.Close)
	s.SetFaults(emulator.Fault{Operation: "*", Kind: "reset"})
	for remote, want := range map[string]int{
		"127.0.0.1:1": 200, "127.8.9.1:1": 200, "[::1]:1": 200, "192.0.2.1:1": 403, "[2001:db8::1]:1": 403, "": 403,
		"localhost:1": 403,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/_emulator/health", nil)
		r.RemoteAddr, r.Host = remote, "localhost"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want || w.Header().Get("X-Request-Id") == "" ||
			w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %v", remote, w.Code, w.Header())
		}
	}
	if observed != 0 || len(s.Journal()) != 0 {
		t.Errorf("%d observed, %v", observed, s.Journal())
	}
}
