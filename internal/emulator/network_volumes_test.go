package emulator_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestNetworkVolumes_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/networkvolumes", `{"name":"v","size":10,"dataCenterId":"EU-RO-1"}`)
	post, patch, path := http.MethodPost, http.MethodPatch, "/networkvolumes/"+id

	a.run([]check{
		{"unknown place", post, "/networkvolumes", `{"name":"x","size":1,"dataCenterId":"XX-1"}`, 500,
			`dataCenterId "XX-1" does not exist`},
		{"shrunk", patch, path, `{"size":9}`, 400, "size must not be less than the current 10 GB, not 9"},
		{"shrunk by post", post, path + "/update", `{"size":9}`, 400,
			"size must not be less than the current 10 GB, not 9"},
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
