package emulator_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestTemplates_defaultsOfACreate(t *testing.T) {
	t.Parallel()
	a := start(t)

	for _, c := range []struct{ name, body, want string }{
		{
			"pod template", `{"name":"n","imageName":"i:1"}`,
			`{"id":"ID","name":"n","imageName":"i:1","category":"NVIDIA","containerDiskInGb":50,"volumeInGb":20,
			"volumeMountPath":"/workspace","containerRegistryAuthId":"","dockerEntrypoint":[],"dockerStartCmd":[],"env":{},
			"ports":["8888/http","22/tcp"],"isPublic":false,"readme":"","isServerless":false,"isPlatform":false,"earned":0,
			"runtimeInMin":0}`,
		},
		{
			"serverless template", `{"name":"s","imageName":"i:1","isServerless":true,"category":"CPU"}`,
			`{"id":"ID","name":"s","imageName":"i:1","category":"CPU","containerDiskInGb":50,"volumeInGb":0,
			"volumeMountPath":"/workspace","containerRegistryAuthId":"","dockerEntrypoint":[],"dockerStartCmd":[],"env":{},
			"ports":["8888/http","22/tcp"],"isPublic":false,"readme":"","isServerless":true,"isPlatform":false,"earned":0,
			"runtimeInMin":0}`,
		},
	} {
		created := a.call(http.MethodPost, "/templates", c.body)
		want := strings.Replace(c.want, "ID", created.id(), 1)
		if created.status != http.StatusOK || !equalJSON(t, created.text, want) {
			t.Errorf("%s: created %d %s", c.name, created.status, created.text)
		}
		if read := a.call(http.MethodGet, "/templates/"+created.id(), ""); !equalJSON(t, read.text, want) {
			t.Errorf("%s: read %d %s", c.name, read.status, read.text)
		}
	}
}

// Every key of an input arrives; every key of an update can be changed, and cleared if it has something to clear.
func TestTemplates_everyKey(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	id := a.create("/templates", `{"name":"n","imageName":"i"}`)

	for _, c := range []struct{ key, value, cleared string }{
		{"name", `"other"`, ""},
		{"imageName", `"j:2"`, ""},
		{"containerDiskInGb", `7`, `0`},
		{"volumeInGb", `9`, `0`},
		{"volumeMountPath", `"/data"`, ""},
		{"containerRegistryAuthId", fmt.Sprintf("%q", auth), `""`},
		{"dockerEntrypoint", `["sh","-c"]`, `[]`},
		{"dockerStartCmd", `["true"]`, `[]`},
		{"env", `{"A":"1","B":""}`, `{}`},
		{"ports", `["1/tcp","65535/http"]`, `[]`},
		{"isPublic", `true`, `false`},
		{"readme", `"# <b>&</b>"`, `""`},
	} {
		for _, value := range []string{c.value, c.cleared} {
			if value == "" {
				continue
			}
			before := a.call(http.MethodGet, "/templates/"+id, "").object()
			r := a.call(http.MethodPatch, "/templates/"+id, fmt.Sprintf(`{%q:%s}`, c.key, value))
			after := r.object()
			if got := fmt.Sprint(after[c.key]); got == fmt.Sprint(before[c.key]) || r.status != http.StatusOK {
				t.Errorf("%s = %s: %d, still %v", c.key, value, r.status, got)
			}
			delete(before, c.key)
			delete(after, c.key)
			if fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("%s = %s changed more than that:\n%v\n%v", c.key, value, before, after)
			}
		}
	}

	body := fmt.Sprintf(`{"name":"all","imageName":"i","category":"AMD","containerDiskInGb":1,"volumeInGb":2,
		"volumeMountPath":"/m","containerRegistryAuthId":%q,"dockerEntrypoint":["e"],"dockerStartCmd":["c"],
		"env":{"K":"v"},"ports":["80/http"],"isPublic":true,"readme":"r","isServerless":false`, auth)
	created := a.call(http.MethodPost, "/templates", body+"}")
	want := fmt.Sprintf(`%s,"id":%q,"isPlatform":false,"earned":0,"runtimeInMin":0}`, body, created.id())
	if !equalJSON(t, created.text, want) {
		t.Errorf("created %s", created.text)
	}
}

func TestTemplates_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/templates", `{"name":"n","imageName":"i"}`)
	serverless := a.create("/templates", `{"name":"s","imageName":"i","isServerless":true}`)
	post, patch := http.MethodPost, http.MethodPatch
	const noVolume = "volumeInGb must be 0: a serverless template has no local volume"

	for _, where := range []struct{ method, path, more string }{
		{post, "/templates", `"name":"x","imageName":"i",`},
		{patch, "/templates/" + id, ``},
		{post, "/templates/" + id + "/update", ``},
	} {
		body := func(member string) string { return "{" + where.more + member + "}" }
		a.run([]check{
			{"disk", where.method, where.path, body(`"containerDiskInGb":-1`), 400,
				"containerDiskInGb must be at least 0, not -1"},
			{"volume", where.method, where.path, body(`"volumeInGb":-1`), 400, "volumeInGb must be at least 0, not -1"},
			{"path", where.method, where.path, body(`"volumeMountPath":"w"`), 400,
				`volumeMountPath must be an absolute path, not "w"`},
			{"port", where.method, where.path, body(`"ports":["22"]`), 400,
				`ports: "22" is not <port_number>/<protocol> with protocol http or tcp`},
			{"port 0", where.method, where.path, body(`"ports":["0/tcp"]`), 400,
				`ports: "0/tcp" is not <port_number>/<protocol> with protocol http or tcp`},
			{"port 65536", where.method, where.path, body(`"ports":["22/tcp","65536/tcp"]`), 400,
				`ports: "65536/tcp" is not <port_number>/<protocol> with protocol http or tcp`},
			{"protocol", where.method, where.path, body(`"ports":["22/udp"]`), 400,
				`ports: "22/udp" is not <port_number>/<protocol> with protocol http or tcp`},
			{"auth", where.method, where.path, body(`"containerRegistryAuthId":"nope"`), 400,
				`containerRegistryAuthId "nope" does not exist`},
		})
	}
	a.run([]check{
		{"no name", post, "/templates", `{"imageName":"i"}`, 400, "name is required"},
		{"no image", post, "/templates", `{"name":"x"}`, 400, "imageName is required"},
		{"empty name", post, "/templates", `{"name":"","imageName":"i"}`, 400, "name must not be empty"},
		{"empty image", patch, "/templates/" + id, `{"imageName":""}`, 400, "imageName must not be empty"},
		{"category", post, "/templates", `{"name":"x","imageName":"i","category":"ARM"}`, 400,
			`category must be one of NVIDIA, AMD, CPU, not "ARM"`},
		{"volume", post, "/templates", `{"name":"x","imageName":"i","isServerless":true,"volumeInGb":1}`, 400,
			noVolume},
		{"volume later", patch, "/templates/" + serverless, `{"volumeInGb":1}`, 400, noVolume},
		{"volume 0", patch, "/templates/" + serverless, `{"volumeInGb":0}`, 200, ""},
		{"taken name", post, "/templates", `{"name":"n","imageName":"i"}`, 500, "name must be unique"},
		{"taken by rename", patch, "/templates/" + serverless, `{"name":"n"}`, 500, "name must be unique"},
		{"own name", patch, "/templates/" + id, `{"name":"n"}`, 200, ""},
		{"nothing", patch, "/templates/" + id, `{}`, 200, ""},
		{"read missing", http.MethodGet, "/templates/nope", ``, 404, "template not found"},
		{"update missing", patch, "/templates/nope", `{}`, 404, "template not found"},
		{"post missing", post, "/templates/nope/update", `{}`, 404, "template not found"},
		{"delete missing", http.MethodDelete, "/templates/nope", ``, 404, "template not found"},
	})
	if got := a.call(http.MethodGet, "/templates", "").names(t); !slices.Equal(got, []string{"n", "s"}) {
		t.Errorf("a refused request left something behind: %v", got)
	}
}

// The name of what was deleted is free again, and a refused update changes nothing.
func TestTemplates_deleted(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/templates", `{"name":"n","imageName":"i"}`)

	r := a.call(http.MethodDelete, "/templates/"+id, "")
	if r.status != http.StatusNoContent || r.text != "" || r.header.Get("Content-Type") != "" {
		t.Errorf("deleted: %d %q %q", r.status, r.header.Get("Content-Type"), r.text)
	}
	if r := a.call(http.MethodGet, "/templates/"+id, ""); r.status != http.StatusNotFound {
		t.Errorf("still there: %d", r.status)
	}
	if r := a.call(http.MethodGet, "/templates", ""); r.text != "[]\n" {
		t.Errorf("an empty list is %q", r.text)
	}
	a.create("/templates", `{"name":"n","imageName":"i"}`)
}

func TestTemplates_flags(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{PlatformName: "Xyz"})
	a.create("/templates", `{"name":"own","imageName":"i"}`)
	a.create("/templates", `{"name":"own public","imageName":"i","isPublic":true}`)
	for name, member := range map[string]string{"platform": "isPlatform", "public": "isPublic"} {
		err := a.PutObject("templates", name, map[string]any{"name": name, "imageName": "i", member: true})
		if err != nil {
			t.Fatal(err)
		}
	}

	for query, want := range map[string][]string{
		"":                                    {"own", "own public"},
		"?includePublicTemplates=true":        {"own", "own public", "public"},
		"?includePublicTemplates=false":       {"own", "own public"},
		"?includePlatformTemplates=true":      {"own", "own public", "platform"},
		"?includeXyzTemplates=true":           {"own", "own public", "platform"},
		"?includeEndpointBoundTemplates=true": {"own", "own public"},
		"?unknown=maybe":                      {"own", "own public"},
		"?includePublicTemplates=true&includePlatformTemplates=true": {"own", "own public", "platform", "public"},
	} {
		got := a.call(http.MethodGet, "/templates"+query, "").names(t)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q lists %v, not %v", query, got, want)
		}
	}
	a.run([]check{
		{"list", http.MethodGet, "/templates?includePublicTemplates=1", "", 400,
			"includePublicTemplates must be true or false"},
		{"list, own word", http.MethodGet, "/templates?includeXyzTemplates=", "", 400,
			"includeXyzTemplates must be true or false"},
		{"read", http.MethodGet, "/templates/public?includeEndpointBoundTemplates=yes", "", 400,
			"includeEndpointBoundTemplates must be true or false"},
		{"found without", http.MethodGet, "/templates/platform", "", 200, ""},
	})
}

func TestTemplates_platformName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[string]any{
		"":         {"isPlatform": true},
		"Xyz":      {"isPlatform": true, "isXyz": true},
		"Platform": {"isPlatform": true},
	} {
		a := start(t, emulator.Options{PlatformName: name})
		err := a.PutObject("templates", "t", map[string]any{"name": "n", "imageName": "i", "isPlatform": true})
		if err != nil {
			t.Fatal(err)
		}
		got := a.call(http.MethodGet, "/templates/t", "").object()
		for member := range got {
			known := []string{"isPublic", "isServerless"}
			if strings.HasPrefix(member, "is") && !slices.Contains(known, member) && got[member] != want[member] {
				t.Errorf("%q: %s is %v", name, member, got[member])
			}
		}
		for member := range want {
			if got[member] != true {
				t.Errorf("%q: no %s", name, member)
			}
		}
	}
}

// An update makes a template the account's own: it does not vanish from the list by becoming public.
func TestTemplates_adopted(t *testing.T) {
	t.Parallel()
	a := start(t)
	if err := a.PutObject("templates", "t", map[string]any{"name": "n", "imageName": "i"}); err != nil {
		t.Fatal(err)
	}
	a.call(http.MethodPatch, "/templates/t", `{"isPublic":true}`)
	if got := a.call(http.MethodGet, "/templates", "").names(t); len(got) != 1 {
		t.Errorf("listed: %v", got)
	}
}
