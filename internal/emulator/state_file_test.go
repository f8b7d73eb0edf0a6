package emulator_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func listen(t *testing.T, options emulator.Options) *emulator.Server {
	t.Helper()
	s, err := emulator.Listen(t.Context(), "127.0.0.1:0", options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// Each change is in the file before its answer or the end of its stream: of the service, of the control interface, of a
// fault and of a timer. A GET that changes nothing writes nothing. No key is in the file, and what is stored is.
func TestStateFile_beforeTheAnswer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.json")
	s := listen(t, emulator.Options{
		StateFile: path, APIKeys: []string{"canary-key"}, ReadOnlyAPIKeys: []string{"canary-read"},
		ControlToken: "canary-token", PodStartDelay: time.Minute, AutoAdvance: true,
	})
	control := func(method, path, body string) {
		r := httptest.NewRequestWithContext(t.Context(), method, "/_emulator/"+path, strings.NewReader(body))
		r.Header.Set("X-Emulator-Control-Token", "canary-token")
		r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code/100 != 2 {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
	}
	file := func() string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, step := range []struct {
		name string
		act  func()
		want string // in the file; empty for no write
	}{
		{"create", func() {
			ask(s, http.MethodPost, "/v1/templates", `{"name":"n","imageName":"i","env":{"A":"stored"}}`)
		}, `"A":"stored"`},
		{"over version 2", func() {
			ask(s, http.MethodPost, "/management/v2/registries", `{"name":"r","username":"u","password":"p1"}`)
		}, `"password":"p1"`},
		{"pod", func() { ask(s, http.MethodPost, "/v1/pods", `{"imageName":"i","name":"p"}`) }, `"kind":"pod ready"`},
		{"faults", func() { control(http.MethodPut, "faults", `{"operation":"ListPods","kind":"status","count":2}`) }, `"count":2`},
		{"a fault", func() { ask(s, http.MethodGet, "/v1/pods", "") }, `"count":1`},
		{"read", func() { ask(s, http.MethodGet, "/v1/templates", "") }, ""},
		{"read the state", func() { control(http.MethodGet, "state", "") }, ""},
		{"without a key", func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/templates", nil)
			s.ServeHTTP(httptest.NewRecorder(), r)
		}, ""},
		{"timer", func() { s.Advance(time.Minute); ask(s, http.MethodGet, "/v1/templates", "") }, `"timers":null`},
		{"state", func() { control(http.MethodPost, "state/networkVolumes/vol", `{}`) }, `"id":"vol"`},
		{"stream", func() {
			control(http.MethodPost, "state/templates/t", `{"imageName":"emulator/openai","isServerless":true}`)
			control(http.MethodPost, "state/endpoints/e", `{"templateId":"t","workersMax":1}`)
			ask(s, http.MethodPost, "/v2/e/openai/v1/chat/completions", `{"stream":true,"messages":[{"content":"a b c"}]}`)
		}, `"status":"COMPLETED"`},
		{"reset", func() { control(http.MethodPost, "reset", "") }, `"objects":[]`},
	} {
		before := file()
		step.act()
		switch after := file(); {
		case step.want == "" && after != before:
			t.Errorf("%s: written: %s", step.name, after)
		case !strings.Contains(after, step.want) || step.want != "" && after == before:
			t.Errorf("%s: no %s in %s", step.name, step.want, after)
		case strings.Contains(after, "canary"):
			t.Errorf("%s: a secret in %s", step.name, after)
		}
	}
}

// A restart goes on with objects and time. A webhook is called when the file has the job's end, and again after a
// restart during the call. A clock in real time has stood still.
func TestStateFile_restart(t *testing.T) {
	t.Parallel()
	called := make(chan string, 8)
	held := make(chan struct{})
	options := emulator.Options{StateFile: filepath.Join(t.TempDir(), "state.json"), RealTime: true, Seed: 3}
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if text, err := os.ReadFile(options.StateFile); !strings.Contains(string(text), `"status":"COMPLETED"`) {
			t.Errorf("the webhook of a job is called whose end is not in the file: %v", err)
		}
		var body bytes.Buffer
		_, _ = body.ReadFrom(r.Body)
		called <- body.String()
		select {
		case <-held:
		case <-r.Context().Done():
		}
	}))
	defer hook.Close()
	defer close(held)
	s := listen(t, options)
	ask(s, http.MethodPost, "/v1/templates", `{"name":"t","imageName":"emulator/echo","isServerless":true}`)
	template, _ := s.Objects("templates")[0]["id"].(string)
	ask(s, http.MethodPost, "/v1/endpoints", fmt.Sprintf(`{"templateId":%q,"workersMin":1}`, template))
	endpoint, _ := s.Objects("endpoints")[0]["id"].(string)
	ask(s, http.MethodPost, "/v2/"+endpoint+"/run", fmt.Sprintf(`{"input":{"n":1},"webhook":%q}`, hook.URL))
	first := await(t, called)
	s.Advance(time.Minute)
	now := s.Now()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	options.Objects = map[string][]map[string]any{"templates": {{"id": "seed"}}}
	next := listen(t, options)
	if again := await(t, called); again != first {
		t.Errorf("called with %s, not %s", again, first)
	}
	if got := next.Now(); got.Before(now) || got.Sub(now) > 50*time.Second {
		t.Errorf("it is %v, and was %v", got, now)
	}
	if _, ok := next.Object("templates", "seed"); ok || len(next.Objects("jobs")) != 1 {
		t.Errorf("%v", next.Objects("templates"))
	}
	if _, err := emulator.Listen(t.Context(), "127.0.0.1:0", options); err == nil {
		t.Error("two on one file")
	}
}

// The objects of a seed are there at the start and after each reset, whatever their order, and a mistake is named.
func TestObjects(t *testing.T) {
	t.Parallel()
	const seed = `{"jobs":[{"id":"j","endpointId":"e","status":"COMPLETED","output":1e400}],
		"pods":[{"id":"p","networkVolumeId":"v","name":"mine"},{"id":"w","endpointId":"e"}],"endpoints":[{"id":"e","templateId":"t"}],
		"templates":[{"id":"t","name":"t","imageName":"i","containerRegistryAuthId":"a"}],
		"networkVolumes":[{"id":"v","size":3}],"containerRegistryAuths":[{"id":"a","name":"a"}]}`
	objects, err := emulator.ParseObjects([]byte(seed))
	if err != nil {
		t.Fatal(err)
	}
	a := start(t, emulator.Options{Objects: objects})
	first := a.control(http.MethodGet, "state", "").text
	for _, want := range []string{`"output":1e400`, `"name":"mine"`, `"size":3`, `"templateId":"t"`} {
		if !strings.Contains(first, want) || strings.Contains(first, `"id":"w"`) {
			t.Errorf("no %s in %s", want, first)
		}
	}
	a.create("/templates", `{"name":"more","imageName":"i"}`)
	a.control(http.MethodPost, "reset", "")
	if again := a.control(http.MethodGet, "state", "").text; again != first {
		t.Errorf("after a reset: %s", again)
	}
	// What the state shows is a seed.
	if _, err := emulator.ParseObjects([]byte(first)); err != nil {
		t.Error(err)
	}
	for bad, want := range map[string]string{
		`[]`:                                   "array",
		`{"pod":[]}`:                           `no kind "pod"`,
		`{"pods":[{"name":"x"}]}`:              "pods: the object at index 0 has no id",
		`{"templates":[{"id":"t","nam":"x"}]}`: `templates "t": json: unknown field "nam"`,
		`{"networkVolumes":[{"id":"v","size":"x"}]}`:    `networkVolumes "v": `,
		`{"templates":[{"id":"t"},{"id":"t"}]}`:         `templates "t": two objects have this id`,
		`{"endpoints":[{"id":"pods"}]}`:                 `endpoints "pods": no endpoint has the id "pods"`,
		`{"templates":[{"id":"t","env":1}]}`:            `templates "t": env cannot be number`,
		`{"jobs":[{"id":"j","endpointId":"e"}]}`:        `jobs "j": endpointId "e" does not exist`,
		`{"endpoints":[{"id":"e","workersMin":"two"}]}`: "workersMin cannot be string",
	} {
		if _, err := emulator.ParseObjects([]byte(bad)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// A snapshot brings back the objects and the time. The journal and other snapshots stay, a request that waits is
// answered, and at most 20 are kept.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	a := start(t)
	expect := func(method, path string, status int, parts ...string) {
		t.Helper()
		r := a.control(method, path, "")
		for _, part := range parts {
			if !strings.Contains(r.text, part) {
				t.Errorf("%s %s: no %s in %s", method, path, part, r.text)
			}
		}
		if r.status != status {
			t.Errorf("%s %s: %d %s", method, path, r.status, r.text)
		}
	}
	expect(http.MethodGet, "snapshots", 200, "[]")
	q := a.queue("emulator/sleep", `"workersMin":1`)
	expect(http.MethodPut, "snapshots/before%20it", 200, `"name":"before it"`, `"taken_at":"2026-01-01T00:00:00Z"`,
		`"templates":1`, `"jobs":0`, `"bytes":`)
	job := q.run(`{"ms":60000}`)
	expect(http.MethodPut, "snapshots/running", 200, `"jobs":1`)
	waiting := q.longPoll(http.MethodGet, "/status-sync/"+job, "")
	a.awaitWaiting(1)
	if text := string(saved(t, a.Server)); strings.Contains(text, `"kind":""`) {
		t.Errorf("the timer of a wait is in %s", text)
	}
	a.Advance(30 * time.Second)
	requests := len(a.Requests())
	expect(http.MethodPost, "snapshots/before%20it/restore", 204)
	if r := await(t, waiting); r.status != http.StatusNotFound {
		t.Errorf("a request that waited: %d %s", r.status, r.text)
	}
	if jobs := a.Objects("jobs"); len(jobs) != 0 || a.Now().Minute() != 0 || len(a.Requests()) != requests+1 {
		t.Errorf("%v, %v, %d requests and now %d", a.Objects("jobs"), a.Now(), requests, len(a.Requests()))
	}
	a.control(http.MethodPost, "reset", "")
	expect(http.MethodPost, "snapshots/running/restore", 204)
	if j, _ := a.Object("jobs", job); fmt.Sprint(j["retries"]) != "1" {
		t.Errorf("%v", j)
	}
	for i := range 18 {
		expect(http.MethodPut, fmt.Sprint("snapshots/", i), 200)
	}
	expect(http.MethodPut, "snapshots/one-more", 409, "at most 20 snapshots")
	expect(http.MethodPut, "snapshots/running", 200) // It replaces one.
	expect(http.MethodDelete, "snapshots/17", 204)
	expect(http.MethodDelete, "snapshots/17", 404, `no snapshot \"17\"`)
	expect(http.MethodPost, "snapshots/17/restore", 404, `no snapshot \"17\"`)
	if all := a.Snapshots(); len(all) != 19 || all[0].Name != "before it" || all[18].Name != "running" {
		t.Errorf("%+v", all)
	}
}
