package emulator_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// notServed lists the operations of the contract that the emulator deliberately leaves out, each with its reason.
var notServed = map[string]string{}

// notPublished lists the operations of the emulator that the contract's document leaves out, each with its reason.
var notPublished = map[string]string{
	"GET /v2/{endpointId}/openai/{route...}":  "what it answers is the worker's own",
	"POST /v2/{endpointId}/openai/{route...}": "what it answers is the worker's own",
}

// Operation by operation the route table and the contract agree, names included.
func TestRoutes_areTheContract(t *testing.T) {
	t.Parallel()
	published := contracttest.Operations(1)
	for call, reason := range notServed {
		if _, ok := published[call]; !ok || reason == "" {
			t.Errorf("%s is listed as not served for nothing", call)
		}
		delete(published, call)
	}
	served := emulator.Operations()
	for call, id := range published {
		if want := strings.TrimSuffix(id, "ViaPost"); served[call] != want {
			t.Errorf("%s is %q in the contract, %q in the emulator", call, want, served[call])
		}
	}
	for call := range served {
		if _, ok := published[call]; !ok && notPublished[call] == "" {
			t.Errorf("%s is not in the contract", call)
		}
	}
	for call := range notPublished {
		if _, ok := published[call]; ok || served[call] == "" {
			t.Errorf("%s is listed as not published for nothing", call)
		}
	}
}

func TestRoutes_selfDescription(t *testing.T) {
	t.Parallel()
	a := start(t)
	r := a.call(http.MethodGet, "/openapi.json", "", "Authorization", "")
	if r.status != http.StatusOK || !equalJSON(t, r.text, string(api.JSON())) {
		t.Errorf("%d %.100s", r.status, r.text)
	}
}

// What names no operation is answered in JSON like everything else: no redirect, no plain text.
func TestRoutes_unknown(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/templates", `{"name":"n","imageName":"i"}`)
	for _, c := range []struct {
		method, path, allow string
		status              int
	}{
		{method: http.MethodGet, path: "/", status: 404},
		{method: http.MethodGet, path: "/template", status: 404},
		{method: http.MethodGet, path: "/templates/", status: 404},
		{method: http.MethodGet, path: "//templates", status: 404},
		{method: http.MethodGet, path: "/./templates", status: 404},
		{method: http.MethodGet, path: "/templates/" + id + "/", status: 404},
		{method: http.MethodGet, path: "/templates/" + id + "/%2E%2E", status: 404},
		{method: http.MethodGet, path: "/templates/%2e%2e", status: 404},
		{method: http.MethodGet, path: "/Templates", status: 404},
		{method: http.MethodPut, path: "/templates", allow: "GET, POST", status: 405},
		{method: http.MethodDelete, path: "/templates", allow: "GET, POST", status: 405},
		{method: http.MethodOptions, path: "/templates/" + id, allow: "DELETE, GET, PATCH", status: 405},
		{method: http.MethodHead, path: "/templates/" + id, allow: "DELETE, GET, PATCH", status: 405},
		{method: http.MethodGet, path: "/templates/" + id + "/update", allow: "POST", status: 405},
		{method: "WHATEVER", path: "/networkvolumes", allow: "GET, POST", status: 405},
	} {
		r := a.call(c.method, c.path, "")
		if r.status != c.status || r.header.Get("Allow") != c.allow ||
			r.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s: %d %v", c.method, c.path, r.status, r.header)
		}
		if c.method != http.MethodHead && r.message() == "" {
			t.Errorf("%s %s: %q", c.method, c.path, r.text)
		}
	}
}

// An id is one element of the path, whatever it holds, and is looked for as it is.
func TestRoutes_idsAreEscaped(t *testing.T) {
	t.Parallel()
	a := start(t)
	a.run([]check{
		{"template", http.MethodGet, "/templates/..%2Fpods%2Fx", "", 404, "template not found"},
		{"volume", http.MethodGet, "/networkvolumes/..%2f..%2fv1%2ftemplates", "", 404, "network volume not found"},
		{"auth", http.MethodDelete, "/containerregistryauth/%2E%2E%2Ftemplates", "", 404,
			"container registry auth not found"},
		{"update", http.MethodPatch, "/templates/a%2Fupdate", "{}", 404, "template not found"},
		{"slash", http.MethodGet, "/templates/%2F", "", 404, "template not found"},
	})
	for _, r := range a.Requests() {
		if r.Operation == "" {
			t.Errorf("%s %s reached no operation", r.Method, r.Path)
		}
	}
	for id, path := range map[string]string{"../pods/x": "..%2Fpods%2Fx", "a b?c#d%": "a%20b%3Fc%23d%25", "ä": "%C3%A4"} {
		a.must(a.PutObject("templates", id, map[string]any{"name": id, "imageName": "i"}))
		if r := a.call(http.MethodGet, "/templates/"+path, ""); r.id() != id {
			t.Errorf("%s found %d %s", path, r.status, r.text)
		}
	}
}

// Both places have every operation of the contract, by its name.
func TestVersion2_routesAreTheContract(t *testing.T) {
	t.Parallel()
	want := make(map[string]string)
	for call, operation := range contracttest.Operations(2) {
		want[call] = operation
		want[strings.Replace(call, " ", " /management", 1)] = operation
	}
	if served := emulator.Operations2(); !maps.Equal(served, want) {
		t.Errorf("served %v, want %v", served, want)
	}
}
