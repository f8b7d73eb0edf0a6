package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A volume has one life over both versions.
func TestVersion2_networkVolume(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-RO-1"}`)
	want := fmt.Sprintf(`{"id":%q,"name":"n","size":10,"dataCenter":"EU-RO-1","type":"STANDARD"}`, id)
	if got := a.call2(http.MethodGet, "/network-volumes/"+id, ""); !equalJSON(t, got.text, want) {
		t.Errorf("got %s, want %s", got.text, want)
	}
	expect(t, "over version 1", a.call(http.MethodGet, "/networkvolumes/"+id, "").object(),
		`{"name":"n","size":10,"dataCenterId":"EU-RO-1","type":null}`)
	expect(t, "renamed", a.patch2("/network-volumes/"+id, `{"name":"m"}`), `{"name":"m","size":10}`)
	a.call(http.MethodPatch, "/networkvolumes/"+id, `{"size":20}`)
	expect(t, "grown over version 1", a.get2("/network-volumes/"+id), `{"name":"m","size":20}`)

	small := a.create("/networkvolumes", `{"name":"s","size":1,"dataCenterId":"EU-SE-1"}`)
	if ids := a.ids2("/network-volumes", "networkVolumes"); fmt.Sprint(ids) != fmt.Sprint([]string{id, small}) {
		t.Errorf("the list has %v", ids)
	}
	a.delete2("/network-volumes/" + id)
	if r := a.call(http.MethodGet, "/networkvolumes/"+id, ""); r.status != http.StatusNotFound {
		t.Errorf("still there over version 1: %d", r.status)
	}
}

func TestVersion2_networkVolumeRefusals(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/network-volumes", `{"name":"n","size":20,"dataCenter":"EU-RO-1","type":"STANDARD"}`)
	a.create("/pods", fmt.Sprintf(`{"imageName":"i","networkVolumeId":%q}`, id))
	object := "/network-volumes/" + id
	a.run2([]check2{
		{"unknown member", post, "/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-RO-1","bogus":1}`, 422,
			`"errors":["$: additional properties 'bogus' not allowed"]`},
		{"missing member", post, "/network-volumes", `{"name":"n","size":10}`, 422,
			`["$: missing property 'dataCenter'","$: additional properties 'name', 'size' not allowed"]`},
		{"small", post, "/network-volumes", `{"name":"n","size":9,"dataCenter":"EU-RO-1"}`, 422, "want 10"},
		{"large", post, "/network-volumes", `{"name":"n","size":4097,"dataCenter":"EU-RO-1"}`, 422, "want 4,096"},
		{"text", post, "/network-volumes", `{"name":"n","size":"10","dataCenter":"EU-RO-1"}`, 422, "$.size: got string"},
		{"spelling", post, "/network-volumes", `{"name":"n","size":10.0,"dataCenter":"EU-RO-1"}`, 422, "want integer"},
		{"fraction", post, "/network-volumes", `{"name":"n","size":10.5,"dataCenter":"EU-RO-1"}`, 422, "want integer"},
		{"null", post, "/network-volumes", `{"name":null,"size":10,"dataCenter":"EU-RO-1"}`, 422, "$.name: got null"},
		{"no JSON", post, "/network-volumes", `{"name":`, 422, "not JSON"},
		{"no data center", post, "/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-XX-1"}`, 400, "EU-RO-1, CA-MTL-1"},
		{"no such tier", post, "/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-CZ-1","type":"HIGH_PERFORMANCE"}`, 400,
			"EU-CZ-1"},
		{"shrunk", patch, object, `{"size":19}`, 400, "must not be less"},
		{"nothing", patch, object, `{}`, 422, "minProperties"},
		{"moved", patch, object, `{"dataCenter":"EU-SE-1"}`, 422, "'dataCenter'"},
		{"in use", del, object, "", 400, "must remove this network volume"},
		{"gone", get, "/network-volumes/x", "", 404, `"detail":"network volume not found"`},
		{"gone comes before the body", patch, "/network-volumes/x", `{"bogus":1}`, 404, "not found"},
		{"gone to a delete", del, "/network-volumes/x", "", 404, "not found"},
	})
}

// The checks before any operation, and their order (contract-v2 1.2).
func TestVersion2_order(t *testing.T) {
	t.Parallel()
	const reader = "reader"
	a := start(t, emulator.Options{ReadOnlyAPIKeys: []string{reader}, Version2: emulator.Version2Options{
		Quotas: emulator.Quotas{Minute: 1, Hour: 10, Day: 10}}})
	large := `{"name":"` + strings.Repeat("n", 102_400) + `"}`
	for _, c := range []struct {
		name, method, path, body, key string
		status                        int
		allow                         string
	}{
		{name: "too large without a key", method: post, path: "/network-volumes", body: large, status: 413},
		{name: "too large nowhere", method: post, path: "/nowhere", body: large, key: "k", status: 413},
		{name: "no key nowhere", method: get, path: "/nowhere", status: 401},
		{name: "wrong key", method: get, path: "/network-volumes", key: "wrong", status: 401},
		{name: "nowhere", method: get, path: "/nowhere", key: reader, status: 404},
		{
			name: "no method", method: http.MethodPut, path: "/network-volumes", key: reader, status: 405,
			allow: "GET, POST",
		},
		{name: "read-only", method: post, path: "/network-volumes", body: `{`, key: reader, status: 403},
		{name: "passes, and finds nothing", method: get, path: "/network-volumes/x", key: reader, status: 404},
		{name: "over the limit", method: get, path: "/network-volumes/x", key: reader, status: 429},
		{
			name: "over the limit with a bad body", method: post, path: "/network-volumes", body: "{",
			key: emulator.DefaultAPIKey, status: 429,
		},
	} {
		authorization := ""
		if c.key != "" {
			authorization = "Bearer " + c.key
		}
		r := a.call2(c.method, c.path, c.body, "Authorization", authorization)
		if r.status != c.status || r.header.Get("Allow") != c.allow ||
			r.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %v %s", c.name, r.status, r.header, r.text)
		}
		if shown := r.header.Get("RateLimit") != ""; shown != (c.status != 413 && c.status != 401) {
			t.Errorf("%s: RateLimit %q", c.name, r.header.Get("RateLimit"))
		}
	}
}

// Version 2 has two places: one of its own, and one beside the queue for clients that know the host only.
func TestVersion2_besideTheQueue(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-RO-1"}`)
	for _, c := range []struct {
		method, path string
		status       int
		contentType  string
	}{
		{method: get, path: "/v2/network-volumes/" + id, status: 200, contentType: "application/json"},
		{method: get, path: "/v2/openapi.json", status: 200, contentType: "application/json"},
		{method: get, path: "/v2/secrets", status: 404, contentType: "application/problem+json"},
		// No endpoint is called pods.
		{method: post, path: "/v2/pods/run", status: 405, contentType: "application/problem+json"},
		{method: get, path: "/v2/podsx/health", status: 404, contentType: "application/json"},
		{method: get, path: "/management/v2/podsx/health", status: 404, contentType: "application/problem+json"},
		{method: get, path: "/management/v1/pods", status: 404, contentType: "application/json"},
	} {
		r, err := a.send(c.method, a.URL()+c.path, "")
		if err != nil || r.status != c.status || r.header.Get("Content-Type") != c.contentType {
			t.Errorf("%s %s: %d %v %.100s %v", c.method, c.path, r.status, r.header, r.text, err)
		}
	}
	if err := a.PutObject(emulator.KindEndpoints, "pods", map[string]any{}); err == nil {
		t.Error("an endpoint got a reserved word for its id")
	}
}
