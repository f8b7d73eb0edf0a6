package emulator_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// ask sends a request without a connection, and returns the status and the answer.
func ask(s *emulator.Server, method, path, body string) string {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
	r.Header.Set("Authorization", "Bearer "+s.APIKey())
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return fmt.Sprintf("%d %s", w.Code, w.Body)
}

// walker changes an account by chance.
type walker struct {
	*emulator.Server
	*rng.Source
	t *testing.T
}

// any returns the ID of an object of a kind; "none" without one.
func (w walker) any(kind string) string {
	return w.NthID(kind, w.IntN(1000))
}

// step does one thing, which may fail.
func (w walker) step() {
	if w.IntN(3) == 0 {
		w.Advance(time.Duration(w.IntN(20_000)) * time.Millisecond)
		return
	}
	n, image := w.IntN(1000), []string{"echo", "sleep", "stream", "crash", "fail", "hang"}[w.IntN(6)]
	endpoint, job := w.any("endpoints"), w.any("jobs")
	if state, ok := w.Object("jobs", job); ok {
		endpoint, _ = state["endpointId"].(string)
	}
	const (
		get, post, patch, del = http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete
		v2                    = "/management/v2"
	)
	webhook := "http://inbox.emulator.invalid/x?status=500&status=500&status=200"
	steps := [][3]string{
		{post, "/v1/templates", fmt.Sprintf(`{"name":"t%d","imageName":"emulator/%s","isServerless":true,"env":{"A":"<&>"}}`, n, image)},
		{post, "/v1/templates", fmt.Sprintf(`{"name":"p%d","imageName":"i","volumeInGb":%d}`, n, n)},
		{patch, "/v1/templates/" + w.any("templates"), fmt.Sprintf(`{"env":{"N":"%d"}}`, n)},
		{post, "/v1/endpoints", fmt.Sprintf(`{"name":"e%d","templateId":%q,"workersMin":%d,"workersMax":3,"idleTimeout":%d,"scalerType":%q}`,
			n, w.any("templates"), n%2, 1+n%60, []string{"QUEUE_DELAY", "REQUEST_COUNT"}[n%2])},
		{post, v2 + "/serverless", fmt.Sprintf(`{"name":"f%d","image":"emulator/%s",%s}`, n, image, queueOfGPUs)},
		{patch, "/v1/endpoints/" + w.any("endpoints"), fmt.Sprintf(`{"gpuCount":%d}`, 1+n%8)},
		{patch, "/v1/endpoints/" + w.any("endpoints"), fmt.Sprintf(`{"workersMax":%d}`, n%4)},
		{patch, v2 + "/serverless/" + w.any("endpoints"), fmt.Sprintf(`{"env":{"N":"%d"}}`, n)},
		{post, "/v1/pods", fmt.Sprintf(`{"imageName":"i","gpuCount":%d,"ports":["22/tcp"]}`, 1+n%3)},
		{post, v2 + "/pods", `{"name":"p","image":"i","gpu":{"id":"NVIDIA A40","count":1}}`},
		{post, "/v1/pods/" + w.any("pods") + "/stop", ""},
		{post, "/v1/pods/" + w.any("pods") + "/start", ""},
		{post, v2 + "/pods/" + w.any("pods") + "/restart", ""},
		{post, "/v1/networkvolumes", fmt.Sprintf(`{"name":"v%d","size":%d,"dataCenterId":"US-TX-3"}`, n, 1+n)},
		{patch, "/v1/networkvolumes/" + w.any("networkVolumes"), `{"size":3000}`},
		{post, v2 + "/registries", fmt.Sprintf(`{"name":"a%d","username":"u","password":"p"}`, n)},
		{del, "/v1/templates/" + w.any("templates"), ""}, {del, "/v1/pods/" + w.any("pods"), ""},
		{del, v2 + "/network-volumes/" + w.any("networkVolumes"), ""},
		{post, "/_emulator/endpoints/" + endpoint + "/kill-worker", ""},
		{post, "/_emulator/state/templates/" + fmt.Sprint("put", n), `{"name":"public","isPublic":true}`},
		{http.MethodPut, "/_emulator/stock", fmt.Sprintf(`[{"id":"NVIDIA A40","units":%d}]`, n%10)},
		{http.MethodPut, "/_emulator/fates", `[{"becomes":"EXITED","after":"90s","count":2},{"becomes":"INITIALIZING","count":3}]`},
		{http.MethodPut, "/_emulator/faults", `[{"operation":"GetTemplate","kind":"status","probability":0.5,"body":{"a":"<"}},
			{"operation":"GetPod","kind":"html","count":3}]`},
		{http.MethodPut, "/_emulator/scripts", fmt.Sprintf(`[{"input":{"n":%d},"error":"scripted","count":4},{"image":"fail","output":1}]`, n%10)},
		{get, "/v1/templates/" + w.any("templates"), ""}, {get, "/v2/" + endpoint + "/stream/" + job, ""},
		{post, "/v2/" + endpoint + "/cancel/" + job, ""}, {post, "/v2/" + endpoint + "/retry/" + job, ""},
	}
	if w.IntN(12) == 0 {
		steps = [][3]string{{post, "/v2/" + endpoint + "/purge-queue", ""}, {del, "/v1/endpoints/" + endpoint, ""}}
	}
	for range 20 { // Jobs are most of it.
		steps = append(steps, [3]string{post, "/v2/" + endpoint + "/run", fmt.Sprintf(
			`{"input":{"n":%d,"ms":%d,"chunks":["<a>", null],"interval_ms":900},"webhook":%q,"policy":{"lowPriority":%v,"ttl":%d}}`,
			n%10, n*20, webhook, n%5 == 0, 60_000+n*8000)})
	}
	one := steps[w.IntN(len(steps))]
	if strings.Contains(one[1], "/stream/") && !w.StreamIsDue(job) {
		return // It would wait.
	}
	ask(w.Server, one[0], one[1], one[2])
}

// busy reports whether any worker has a job.
func busy(s *emulator.Server) bool {
	for _, job := range s.Objects("jobs") {
		if job["status"] == "IN_PROGRESS" {
			return true
		}
	}
	return false
}

// future has a server's next hour: all that it shows, next IDs and choices of chance.
func future(s *emulator.Server) string {
	var all strings.Builder
	note := func(method, path, body string) {
		fmt.Fprintf(&all, "%s %s: %s\n", method, path, ask(s, method, path, body))
	}
	const window = "?bucketSize=hour&startTime=2026-01-01T00:00:00Z&endTime=2026-01-02T00:00:00Z"
	shown := []string{
		"/_emulator/state", "/_emulator/inbox", "/_emulator/faults", "/_emulator/scripts", "/_emulator/stock",
		"/_emulator/fates", "/_emulator/clock", "/v1/pods?includeWorkers=true", "/v1/endpoints", "/v1/templates",
		"/v1/networkvolumes",
		"/v1/billing/pods" + window, "/v1/billing/endpoints" + window, "/v1/billing/networkvolumes" + window,
		"/management/v2/pods", "/management/v2/serverless", "/management/v2/templates", "/management/v2/registries",
		"/management/v2/network-volumes", "/management/v2/billing/pods", "/management/v2/billing/serverless",
	}
	for _, pass := range []time.Duration{0, 9 * time.Second, time.Minute, time.Hour} {
		s.Advance(pass)
		for _, path := range shown {
			note(http.MethodGet, path, "")
		}
		for _, e := range s.Objects("endpoints") {
			note(http.MethodGet, fmt.Sprintf("/v2/%s/health", e["id"]), "")
			note(http.MethodGet, fmt.Sprintf("/management/v2/serverless/%s/releases", e["id"]), "")
		}
		for _, j := range s.Objects("jobs") {
			note(http.MethodGet, fmt.Sprintf("/v2/%s/status/%s", j["endpointId"], j["id"]), "")
			if s.StreamIsDue(fmt.Sprint(j["id"])) {
				note(http.MethodGet, fmt.Sprintf("/v2/%s/stream/%s", j["endpointId"], j["id"]), "")
			}
		}
	}
	for i := range 10 {
		note(http.MethodPost, "/v1/templates", fmt.Sprintf(`{"name":"next%d","imageName":"emulator/sleep","isServerless":true}`, i))
		note(http.MethodGet, "/v1/templates/"+fmt.Sprint(s.Objects("templates")[0]["id"]), "")
		note(http.MethodPost, "/v1/networkvolumes", `{"name":"v","size":1,"dataCenterId":"US-TX-3"}`)
		note(http.MethodPost, "/v1/containerregistryauth", fmt.Sprintf(`{"name":"next%d","username":"u","password":"p"}`, i))
		note(http.MethodPost, "/v1/pods", `{"imageName":"i","ports":["22/tcp"]}`)
		note(http.MethodPost, "/management/v2/serverless", fmt.Sprintf(`{"name":"g%d","image":"emulator/sleep",%s}`, i, queueOfGPUs))
		for _, e := range s.Objects("endpoints")[:1] {
			note(http.MethodPost, fmt.Sprintf("/v2/%s/run", e["id"]), `{"input":{"ms":10}}`)
		}
	}
	note(http.MethodPost, "/_emulator/clock", `{"advance":"10m"}`)
	note(http.MethodGet, "/_emulator/state", "")
	return all.String()
}

// differ fails a test with the first line that differs.
func differ(t *testing.T, what, is, want string) {
	t.Helper()
	lines, others := strings.Split(is, "\n"), strings.Split(want, "\n")
	for i := range min(len(lines), len(others)) {
		if a, b := lines[i], others[i]; a != b {
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			from := max(0, at-200)
			t.Fatalf("%s, line %d of %d: %.60s\n is …%.400s\nwant …%.400s", what, i, len(others), b, a[from:], b[from:])
		}
	}
	if is != want {
		t.Fatalf("%s: %d lines, not %d", what, len(lines), len(others))
	}
}

func saveOptions() emulator.Options {
	return emulator.Options{
		Seed: 7, ListLag: 8 * time.Second, PodStartDelay: 40 * time.Second, ColdStart: 20 * time.Second,
		RolloutLag: 30 * time.Second, SubmissionLag: 2 * time.Second, UnpauseLag: 10 * time.Second, WorkersQuota: 1000,
	}
}

func restored(t *testing.T, text []byte) *emulator.Server {
	t.Helper()
	options := saveOptions()
	options.Seed = 8 // It has no effect.
	s := emulator.New(options)
	t.Cleanup(s.Close)
	if err := s.RestoreSaved(text); err != nil {
		t.Fatal(err)
	}
	return s
}

func saved(t *testing.T, s *emulator.Server) []byte {
	t.Helper()
	text, err := s.Saved()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A copy has the same future as its original. Where a worker had a job, that job queues again, in each copy alike.
func TestSave_sameFuture(t *testing.T) {
	t.Parallel()
	kinds, wereBusy := map[string]bool{}, 0
	for seed := range longtest.Of(15, 300) {
		w := walker{emulator.New(saveOptions()), rng.New(uint64(seed), 1), t}
		defer w.Close()
		for range 150 + w.IntN(100) {
			w.step()
		}
		for i, job := range w.Objects("jobs") {
			if i%2 == 0 && w.StreamIsDue(fmt.Sprint(job["id"])) { // Its chunks are not delivered again.
				ask(w.Server, http.MethodGet, fmt.Sprintf("/v2/%s/stream/%s", job["endpointId"], job["id"]), "")
			}
		}
		wantsBusy := seed%3 == 0
		for range 1000 {
			if busy(w.Server) == wantsBusy {
				break
			}
			if w.Advance(50 * time.Millisecond); wantsBusy {
				w.step()
			}
		}
		if busy(w.Server) {
			wereBusy++
			text := saved(t, w.Server)
			a, b := restored(t, text), restored(t, text)
			for _, job := range w.Objects("jobs") {
				is, _ := a.Object("jobs", fmt.Sprint(job["id"]))
				if job["status"] == "IN_PROGRESS" && is["retries"] == job["retries"] {
					t.Errorf("seed %d: %v became %v", seed, job, is)
				}
			}
			differ(t, fmt.Sprint("running, seed ", seed), future(a), future(b))
			continue
		}
		text := saved(t, w.Server)
		for _, kind := range regexp.MustCompile(`"kind":"([^"]+)"`).FindAllSubmatch(text, -1) {
			kinds[string(kind[1])] = true
		}
		twin := restored(t, text)
		if again := saved(t, twin); string(again) != string(text) {
			differ(t, fmt.Sprint("saved again, seed ", seed), string(again), string(text))
		}
		differ(t, fmt.Sprint("seed ", seed), future(twin), future(w.Server))
		differ(t, fmt.Sprint("saved at last, seed ", seed), string(saved(t, twin)), string(saved(t, w.Server)))
	}
	for _, kind := range []string{
		"pod ready", "release", "EXITED", "queue wakes", "worker ready", "webhook", "job expires", "retention",
	} {
		if !kinds[kind] {
			t.Errorf("no state had a timer %q", kind)
		}
	}
	if wereBusy < 2 {
		t.Error("hardly any worker had a job")
	}
}
