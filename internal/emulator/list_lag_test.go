package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Every change of an object shows in its own GET at once, and in its kind's list when the lag is over.
func TestListLag(t *testing.T) {
	t.Parallel()
	const lag = 20 * time.Second
	for path, one := range map[string]struct{ kind, create string }{
		"/templates":      {emulator.KindTemplates, `{"name":"a","imageName":"i"}`},
		"/networkvolumes": {emulator.KindNetworkVolumes, `{"name":"a","size":1,"dataCenterId":"EU-RO-1"}`},
		"/containerregistryauth": {
			emulator.KindContainerRegistryAuths, `{"name":"a","username":"u","password":"p"}`,
		},
		"/pods":      {emulator.KindPods, `{"name":"a","imageName":"i"}`},
		"/endpoints": {emulator.KindEndpoints, ""},
	} {
		t.Run(one.kind, func(t *testing.T) {
			t.Parallel()
			a := start(t, emulator.Options{ListLag: lag})
			if one.create == "" {
				template := a.create("/templates", `{"name":"t","imageName":"i","isServerless":true}`)
				one.create = fmt.Sprintf(`{"name":"a","templateId":%q,"workersMax":1}`, template)
			}
			a.create(path, strings.Replace(one.create, `"a"`, `"first"`, 1))
			id := a.create(path, one.create)
			shown := func(when string, want ...string) {
				t.Helper()
				names := a.call(http.MethodGet, path, "").names(t)
				if fmt.Sprint(names) != fmt.Sprint(want) {
					t.Errorf("%s the list has %v, want %v", when, names, want)
				}
			}
			if r := a.call(http.MethodGet, path+"/"+id, ""); r.status != http.StatusOK {
				t.Errorf("its own GET: %d", r.status)
			}
			a.Advance(lag - 1)
			shown("before the lag is over")
			a.Advance(1)
			shown("then", "first", "a")

			for _, name := range []string{"changed twice", "b"} {
				a.must(a.PatchObject(one.kind, id, map[string]any{"name": name}))
			}
			a.Advance(lag - 1)
			shown("before the change shows", "first", "a")
			a.Advance(1)
			shown("then", "first", "b")

			a.call(http.MethodDelete, path+"/"+id, "")
			if r := a.call(http.MethodGet, path+"/"+id, ""); r.status != http.StatusNotFound {
				t.Errorf("deleted, its own GET: %d", r.status)
			}
			a.Advance(lag - 1)
			shown("before the delete shows", "first", "b")
			a.Advance(1)
			shown("in the end", "first")
		})
	}
}
