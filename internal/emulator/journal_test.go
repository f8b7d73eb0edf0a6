package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Every request with a key is there, in whatever way it ended.
func TestJournal_entries(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RESTRateLimit: 3})
	a.SetFaults(emulator.Fault{Operation: "GetTemplate", Kind: "reset", Count: 1})
	a.Advance(time.Second)
	a.call(http.MethodPost, "/templates", `{ "name":"n", "imageName":"i" }`)
	a.call(http.MethodPost, "/templates/x%2Fy/update?a=b%20c&a=", `{}`)
	a.call(http.MethodPatch, "/nope", `{"a":1`)
	a.call(http.MethodGet, "/templates", "", "Authorization", "")
	a.call(http.MethodGet, "/templates", "")
	a.call(http.MethodPost, "/networkvolumes", "\xff\x00")
	a.call(http.MethodPost, "/networkvolumes", `"text"`)
	if _, err := a.try(http.MethodPost, "/templates", `null`); err != nil {
		t.Fatal(err)
	}
	if _, err := a.send(http.MethodGet, a.URL()+"/", ""); err != nil {
		t.Fatal(err)
	}

	text, err := json.Marshal(a.Requests())
	if err != nil {
		t.Fatal(err)
	}
	want := `[
		{"seq":1,"method":"POST","path":"/v1/templates","query":"","operation":"CreateTemplate","status":200,"body":{"name":"n","imageName":"i"}},
		{"seq":2,"method":"POST","path":"/v1/templates/x%2Fy/update","query":"a=b%20c&a=","operation":"UpdateTemplate","status":404,"body":{}},
		{"seq":3,"method":"PATCH","path":"/v1/nope","query":"","operation":"","status":404,"body":"(redacted)"},
		{"seq":5,"method":"GET","path":"/v1/templates","query":"","operation":"ListTemplates","status":200,"body":null},
		{"seq":6,"method":"POST","path":"/v1/networkvolumes","query":"","operation":"CreateNetworkVolume","status":400,"body":"(redacted)"},
		{"seq":7,"method":"POST","path":"/v1/networkvolumes","query":"","operation":"CreateNetworkVolume","status":429,"body":"(redacted)"},
		{"seq":8,"method":"POST","path":"/v1/templates","query":"","operation":"CreateTemplate","status":429,"body":"(redacted)"},
		{"seq":9,"method":"GET","path":"/","query":"","operation":"","status":404,"body":null}]`
	var got []map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, entry := range got {
		ms, _ := entry["duration_ms"].(float64)
		size, _ := entry["response_bytes"].(float64)
		if entry["time"] != "2026-01-01T00:00:01Z" || ms <= 0 || entry["user_agent"] != "Go-http-client/1.1" ||
			entry["request_id"] != fmt.Sprintf("emulator-%08v", entry["seq"]) || size < 30 ||
			entry["unknown_key"] != false {
			t.Errorf("%v", entry)
		}
		for _, name := range []string{
			"time", "duration_ms", "user_agent", "request_id", "response_bytes", "unknown_key", "fault", "rule",
		} {
			delete(entry, name)
		}
	}
	stripped, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if !equalJSON(t, string(stripped), want) {
		t.Errorf("the journal is %s", stripped)
	}
}

// A journal that has dropped requests is not returned: their number would be wrong.
func TestJournal_incomplete(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{JournalBytes: 2000})
	dropped := func() string { return a.control(http.MethodGet, "requests", "").header.Get("X-Journal-Dropped") }
	for range 20 {
		a.call(http.MethodGet, "/templates", "")
	}
	if n, err := strconv.Atoi(dropped()); err != nil || n == 0 || n == 20 {
		t.Errorf("%d dropped: %v", n, err)
	}
	func() {
		defer func() {
			if said := fmt.Sprint(recover()); !strings.Contains(said, "dropped its oldest "+dropped()+" entries") {
				t.Errorf("it said %s", said)
			}
		}()
		t.Errorf("it returned %v", a.Requests("ListTemplates"))
	}()
	a.ClearJournal()
	a.call(http.MethodGet, "/templates", "")
	if kept := a.Requests(); len(kept) != 1 || dropped() != "0" {
		t.Errorf("after it was cleared: %d requests, %s dropped", len(kept), dropped())
	}
}
