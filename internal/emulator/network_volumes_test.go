package emulator_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestNetworkVolumes_lifecycle(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)

	for _, step := range []struct{ method, path, body, want string }{
		{method: http.MethodGet, path: "/" + id, want: `{"id":%q,"name":"v","size":1,"dataCenterId":"EU-RO-1"}`},
		{
			method: http.MethodPatch, path: "/" + id, body: `{"size":4000}`,
			want: `{"id":%q,"name":"v","size":4000,"dataCenterId":"EU-RO-1"}`,
		},
		{
			method: http.MethodPost, path: "/" + id + "/update", body: `{"name":"w"}`,
			want: `{"id":%q,"name":"w","size":4000,"dataCenterId":"EU-RO-1"}`,
		},
		{method: http.MethodGet, want: `[{"id":%q,"name":"w","size":4000,"dataCenterId":"EU-RO-1"}]`},
	} {
		r := a.call(step.method, "/networkvolumes"+step.path, step.body)
		if want := fmt.Sprintf(step.want, id); r.status != http.StatusOK || !equalJSON(t, r.text, want) {
			t.Errorf("%s %s %s: %d %s, not %s", step.method, step.path, step.body, r.status, r.text, want)
		}
	}
	if r := a.call(http.MethodDelete, "/networkvolumes/"+id, ""); r.status != http.StatusNoContent || r.text != "" {
		t.Errorf("deleted: %d %s", r.status, r.text)
	}
	if r := a.call(http.MethodGet, "/networkvolumes", ""); r.text != "[]\n" {
		t.Errorf("an empty list is %q", r.text)
	}
}

func TestNetworkVolumes_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/networkvolumes", `{"name":"v","size":10,"dataCenterId":"EU-RO-1"}`)
	post, patch, path := http.MethodPost, http.MethodPatch, "/networkvolumes/"+id

	a.run([]check{
		{"no name", post, "/networkvolumes", `{"size":1,"dataCenterId":"EU-RO-1"}`, 400, "name is required"},
		{"no size", post, "/networkvolumes", `{"name":"x","dataCenterId":"EU-RO-1"}`, 400, "size is required"},
		{"no place", post, "/networkvolumes", `{"name":"x","size":1}`, 400, "dataCenterId is required"},
		{"empty name", post, "/networkvolumes", `{"name":"","size":1,"dataCenterId":"EU-RO-1"}`, 400,
			"name must not be empty"},
		{"size 0", post, "/networkvolumes", `{"name":"x","size":0,"dataCenterId":"EU-RO-1"}`, 400,
			"size must be at least 1, not 0"},
		{"size 4001", post, "/networkvolumes", `{"name":"x","size":4001,"dataCenterId":"EU-RO-1"}`, 400,
			"size must be at most 4000, not 4001"},
		{"unknown place", post, "/networkvolumes", `{"name":"x","size":1,"dataCenterId":"XX-1"}`, 500,
			`dataCenterId "XX-1" does not exist`},
		{"same name", post, "/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`, 200, ""},
		{"shrunk", patch, path, `{"size":9}`, 400, "size must not be less than the current 10 GB, not 9"},
		{"shrunk by post", post, path + "/update", `{"size":9}`, 400,
			"size must not be less than the current 10 GB, not 9"},
		{"same size", patch, path, `{"size":10}`, 200, ""},
		{"too large", patch, path, `{"size":4001}`, 400, "size must be at most 4000, not 4001"},
		{"moved", patch, path, `{"dataCenterId":"US-TX-1"}`, 400, "Extra input keys provided in request body"},
		{"read missing", http.MethodGet, "/networkvolumes/nope", "", 404, "network volume not found"},
		{"update missing", patch, "/networkvolumes/nope", `{}`, 404, "network volume not found"},
		{"delete missing", http.MethodDelete, "/networkvolumes/nope", "", 500, "network volume is nonexistent"},
	})
}

func TestNetworkVolumes_allowVolumeShrink(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{AllowVolumeShrink: true})
	id := a.create("/networkvolumes", `{"name":"v","size":10,"dataCenterId":"EU-RO-1"}`)
	if r := a.call(http.MethodPatch, "/networkvolumes/"+id, `{"size":9}`); r.object()["size"] != 9.0 {
		t.Errorf("shrunk: %d %s", r.status, r.text)
	}
	a.run([]check{{"to nothing", http.MethodPatch, "/networkvolumes/" + id, `{"size":0}`, 400,
		"size must be at least 1, not 0"}})
}
