package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

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
	a.call(http.MethodPost, "/templates", `{"env":"`+strings.Repeat("canary-9", 10<<10)+`"}`)

	all := a.control(http.MethodGet, "requests", "").text
	if strings.Contains(all, "canary") || strings.Count(all, "(masked)") != 11 || !strings.Contains(all, `"n":1e400`) {
		t.Errorf("the journal: %s", all)
	}
	for i := range a.Journal() {
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
