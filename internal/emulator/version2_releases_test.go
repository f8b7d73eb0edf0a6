package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
	"time"
)

// releases returns an endpoint's releases: versions and changed fields, newest first.
func (a *env) releases(id, query string) (list map[string]any, text string) {
	a.t.Helper()
	list = a.get2("/serverless/" + id + "/releases" + query)
	var read struct {
		Releases []struct {
			Version int
			Diff    []struct{ Field string }
		}
	}
	encoded, err := json.Marshal(list)
	if err == nil {
		err = json.Unmarshal(encoded, &read)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	for _, r := range read.Releases {
		text += fmt.Sprintf("%d%v ", r.Version, r.Diff)
	}
	return list, text
}

// Each change that replaces the workers is a release, over either version, and has the version that version 1 shows.
func TestVersion2_releases(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create2("/templates", `{"name":"t","image":"i","serverless":true}`)
	id := a.create2("/serverless", `{"name":"e","image":"i","env":{"A":"1"},`+queueOfGPUs+`}`)
	for _, step := range []struct {
		name string
		act  func()
		want string
	}{
		{"created", func() {}, "2[] "},
		{"workers", func() { a.patch2("/serverless/"+id, `{"workers":{"max":2}}`) }, "2[] "},
		{"container", func() { a.patch2("/serverless/"+id, `{"image":"j","env":{}}`) },
			"3[{template.env} {template.imageName}] 2[] "},
		{"the same template", func() { a.patch2("/serverless/"+id, `{"templateId":"`+template+`"}`) },
			"4[{template.imageName}] 3[{template.env} {template.imageName}] 2[] "},
		{"places over version 1", func() { a.call(patch, "/endpoints/"+id, `{"dataCenterIds":["US-TX-3"]}`) },
			"5[{locations}] 4[{template.imageName}] 3[{template.env} {template.imageName}] 2[] "},
	} {
		step.act()
		list, got := a.releases(id, "")
		if got != step.want {
			t.Errorf("%s: %s, want %s", step.name, got, step.want)
		}
		if one := a.call(get, "/endpoints/"+id, "").object()["version"]; one != list["endpointVersion"] {
			t.Errorf("%s: version %v over version 1, and %v over version 2", step.name, one, list["endpointVersion"])
		}
	}
	list, got := a.releases(id, "?limit=3")
	pagination, _ := list["pagination"].(map[string]any)
	if got != "5[{locations}] 4[{template.imageName}] 3[{template.env} {template.imageName}] " ||
		pagination["hasNextPage"] != true {
		t.Errorf("%s %v", got, pagination)
	}
	cursor, _ := pagination["nextCursor"].(string)
	if _, got = a.releases(id, "?limit=3&cursor="+url.QueryEscape(cursor)); got != "2[] " {
		t.Error(got)
	}
	newest, _ := list["releases"].([]any)[0].(map[string]any)
	expect(t, "the newest", newest, `{"id":"`+id+`-5","source":"MANUAL","buildId":null,"createdByUserId":"user_emulator",
		"workerCount":0,"diff":[{"field":"locations","old":[],"new":["US-TX-3"]}]}`)
	a.run2([]check2{
		{"no endpoint", get, "/serverless/x/releases", "", 404, "endpoint not found"},
		{"no page", get, "/serverless/" + id + "/releases?limit=0", "", 422, "limit"},
	})
}

// An endpoint of version 1 has releases by its template too, and direct access does not need any.
func TestVersion2_releasesOfVersion1(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create("/templates", `{"name":"t","imageName":"i","isServerless":true}`)
	id := a.create("/endpoints", `{"name":"e","templateId":"`+template+`"}`)
	a.call(patch, "/templates/"+template, `{"imageName":"j"}`)
	a.call(patch, "/templates/"+template, `{"readme":"j"}`)
	if list, got := a.releases(id, ""); got != "1[{template.imageName}] 0[] " || list["endpointVersion"] != 1.0 {
		t.Errorf("%s %v", got, list["endpointVersion"])
	}
	injected := map[string]any{"name": "f", "templateId": template, "version": 7}
	a.must(a.PutObject("endpoints", "e1", injected))
	if list, got := a.releases("e1", ""); got != "7[] " || list["endpointVersion"] != 7.0 {
		t.Errorf("%s %v", got, list["endpointVersion"])
	}
}

// A rollout is in progress while a worker runs an older version.
func TestVersion2_rollout(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/serverless", `{"name":"e","image":"emulator/echo","workers":{"min":2,"max":2},`+queueOfGPUs+`}`)
	a.Advance(time.Minute)
	list, _ := a.releases(id, "")
	if got := spell(t, list["rollout"]); got !=
		spell(t, map[string]any{"inProgress": false, "workersOnLatest": 2, "workersTotal": 2, "percentOnLatest": 100}) {
		t.Error(got)
	}
	worker, _ := a.Objects("pods")[0]["id"].(string)
	a.must(a.PatchObject("pods", worker, map[string]any{"slsVersion": 1}))
	list, _ = a.releases(id, "")
	if got := spell(t, list["rollout"]); got !=
		spell(t, map[string]any{"inProgress": true, "workersOnLatest": 1, "workersTotal": 2, "percentOnLatest": 50}) {
		t.Error(got)
	}
}
