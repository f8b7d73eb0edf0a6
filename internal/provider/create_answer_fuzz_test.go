package provider_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// hardCreated are answers to a create that a state may fall over.
var hardCreated = []string{
	`{"id":"new"}`, `{"id":"new","name":null}`,
	`{"id":"new","env":7,"ports":"x","size":{},"version":"y","image":[]}`, ``, ` `, `null`,
	`{}`, `[]`, `7`, `"new"`, `true`, `{"id":null}`, `{"id":7}`, `{"id":""}`, `{"id":" "}`, `{"id":["new"]}`,
	`{"id":"new"`, `<html>ok</html>`,
	`[{"id":"new"}]`, `{"ID":"new"}`, `{"id":"a","id":"new"}`, `{"error":"no","status":400}`, "{\"id\":\"\xff\"}",
	`{"id":"\u0000"}`,
	`{"id":".."}`, `{"id":"a/b"}`, `{"id":"name:x"}`, `{"id":"e\u0301"}`,
	`{"id":"` + strings.Repeat("x", 10_000) + `"}`, "\x00",
	strings.Repeat(`{"id":`, 20_000), `{"id":"new","extra":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
}

// created are the configurations of FuzzCreated, by type.
var created = map[string]acctest.Values{
	"podfleet_container_registry_auth": {"name": "it", "username": "bob", "password": "hunter2"},
	"podfleet_endpoint":                {"name": "it", "template_id": "t1"},
	"podfleet_network_volume":          {"name": "it", "size": 10, "data_center_id": "EU-RO-1"},
	"podfleet_pod":                     {"name": "it", "image_name": "img:1", "wait_for_ready": false},
	"podfleet_template":                {"name": "it", "image_name": "img:1"},
}

// Whatever a success of a create has for a body: it was carried out, so it is not sent again, and the object is in the
// state, under the id that was answered, or, if none can be read, under the one that is found.
func FuzzCreated(f *testing.F) {
	for _, body := range someInShort(hardCreated) {
		f.Add(201, body)
	}
	f.Add(200, hardCreated[0])
	f.Add(204, ``)
	f.Add(299, `{}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		if status < 200 || status > 299 {
			return
		}
		for _, typeName := range slices.Sorted(maps.Keys(created)) {
			isInState(t, typeName, status, body)
		}
	})
}

func isInState(t *testing.T, typeName string, status int, body string) {
	t.Helper()
	posts, object := 0, map[string]any{}
	p, _ := scriptedProcess(t, func(r receivedRequest) (int, string) {
		switch {
		case r.operation == "Create"+contractName[typeName]:
			posts++
			sent, err := io.ReadAll(r.Body)
			if err != nil || json.Unmarshal(sent, &object) != nil {
				t.Fatalf("%q: %v", sent, err)
			}
			// Members that the service shows of an object beside those of the request, and the identifying members.
			object["id"], object["createdAt"] = "found", time.Now().UTC().Format(time.RFC3339)
			object["machine"] = map[string]any{"secureCloud": object["cloudType"] == "SECURE"}
			if object["isServerless"] == nil {
				object["isServerless"] = false
			}
			return status, body
		case strings.HasPrefix(r.operation, "List") && posts == 0:
			return http.StatusOK, `[]`
		case r.operation == "List"+contractName[typeName]+"s":
			return http.StatusOK, inJSON(t, []any{object})
		default: // A GET of one object, which is about whatever is asked for.
			one := maps.Clone(object)
			one["id"] = lastElement(r.URL)
			return http.StatusOK, inJSON(t, one)
		}
	})
	made, diags := p.Apply(typeName, acctest.Instance{}, created[typeName])
	if posts != 1 {
		t.Errorf("%s: %d creates for %d %q", typeName, posts, status, body)
	}
	state := p.Attributes(typeName, made.State)
	if state == nil {
		t.Fatalf("%s: there is no state after %d %q: %s", typeName, status, body, acctest.Text(diags))
	}
	var answered struct{ ID string }
	want := "found"
	if json.Unmarshal([]byte(body), &answered) == nil && answered.ID != "" {
		want = answered.ID
	}
	if got := textOf(t, state["id"]); got != want || hasError(diags) {
		t.Errorf("%s: after %d %q the state has %q, want %q: %s", typeName, status, body, got, want, acctest.Text(diags))
	}
	if (want == "found") != (len(diags) > 0) {
		t.Errorf("%s: after %d %q what is said is: %s", typeName, status, body, acctest.Text(diags))
	}
}
