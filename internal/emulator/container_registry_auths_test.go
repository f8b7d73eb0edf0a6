package emulator_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestContainerRegistryAuths_neverReturnCredentials(t *testing.T) {
	t.Parallel()
	a := start(t)
	created := a.call(http.MethodPost, "/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	want := fmt.Sprintf(`{"id":%q,"name":"a"}`, created.id())

	for call, got := range map[string]string{
		"create": created.text,
		"read":   a.call(http.MethodGet, "/containerregistryauth/"+created.id(), "").text,
	} {
		if !equalJSON(t, got, want) {
			t.Errorf("%s: %s", call, got)
		}
	}
	if got := a.call(http.MethodGet, "/containerregistryauth", "").text; !equalJSON(t, got, "["+want+"]") {
		t.Errorf("list: %s", got)
	}

	// The control side shows what arrived, or no test could tell.
	stored, _ := a.Object("containerRegistryAuths", created.id())
	if stored["username"] != "u" || stored["password"] != "p" {
		t.Errorf("stored: %v", stored)
	}
}

func TestContainerRegistryAuths_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	const path = "/containerregistryauth"
	used := a.create(path, `{"name":"used","username":"u","password":"p"}`)
	template := a.create("/templates", fmt.Sprintf(`{"name":"t","imageName":"i","containerRegistryAuthId":%q}`, used))
	post, del := http.MethodPost, http.MethodDelete

	a.run([]check{
		{"no name", post, path, `{"username":"u","password":"p"}`, 400, "name is required"},
		{"no username", post, path, `{"name":"x","password":"p"}`, 400, "username is required"},
		{"no password", post, path, `{"name":"x","username":"u"}`, 400, "password is required"},
		{"empty name", post, path, `{"name":"","username":"u","password":"p"}`, 400, "name must not be empty"},
		{"empty username", post, path, `{"name":"x","username":"","password":"p"}`, 400, "username must not be empty"},
		{"empty password", post, path, `{"name":"x","username":"u","password":""}`, 400, "password must not be empty"},
		{"taken name", post, path, `{"name":"used","username":"u","password":"p"}`, 500, "name must be unique"},
		{"no update", http.MethodPatch, path + "/" + used, `{"name":"x"}`, 405, "method not allowed"},
		{"no synonym of one", post, path + "/" + used + "/update", `{"name":"x"}`, 404, "not found"},
		{"read missing", http.MethodGet, path + "/nope", "", 404, "container registry auth not found"},
		{"delete missing", del, path + "/nope", "", 404, "container registry auth not found"},
		{"delete used", del, path + "/" + used, "", 500, "container registry auth is in use"},
		{"let go", http.MethodPatch, "/templates/" + template, `{"containerRegistryAuthId":""}`, 200, ""},
		{"delete unused", del, path + "/" + used, "", 204, ""},
		{"name is free", post, path, `{"name":"used","username":"u","password":"p"}`, 200, ""},
	})
}
