package emulator_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

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
			{"auth", where.method, where.path, body(`"containerRegistryAuthId":"nope"`), 400,
				`containerRegistryAuthId "nope" does not exist`},
		})
	}
	a.run([]check{
		{"volume", post, "/templates", `{"name":"x","imageName":"i","isServerless":true,"volumeInGb":1}`, 400,
			noVolume},
		{"volume later", patch, "/templates/" + serverless, `{"volumeInGb":1}`, 400, noVolume},
		{"volume 0", patch, "/templates/" + serverless, `{"volumeInGb":0}`, 200, ""},
		{"taken name", post, "/templates", `{"name":"n","imageName":"i"}`, 500, "name must be unique"},
		{"taken by rename", patch, "/templates/" + serverless, `{"name":"n"}`, 500, "name must be unique"},
		{"own name", patch, "/templates/" + id, `{"name":"n"}`, 200, ""},
		{"read missing", http.MethodGet, "/templates/nope", ``, 404, "template not found"},
		{"update missing", patch, "/templates/nope", `{}`, 404, "template not found"},
		{"delete missing", http.MethodDelete, "/templates/nope", ``, 404, "template not found"},
	})
	if got := a.call(http.MethodGet, "/templates", "").names(t); !slices.Equal(got, []string{"n", "s"}) {
		t.Errorf("a refused request left something behind: %v", got)
	}
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
	a.must(a.PutObject("templates", "t", map[string]any{"name": "n", "imageName": "i"}))
	a.call(http.MethodPatch, "/templates/t", `{"isPublic":true}`)
	if got := a.call(http.MethodGet, "/templates", "").names(t); len(got) != 1 {
		t.Errorf("listed: %v", got)
	}
}
