package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestVersion2_template(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create2("/registries", `{"name":"r","username":"u","password":"p"}`)
	id := a.create2("/templates", `{"name":"n","image":"i"}`)
	object := "/templates/" + id
	want := fmt.Sprintf(`{"id":%q,"name":"n","image":"i","args":"","entrypoint":[],"cmd":[],"disk":10,"env":{},"ports":[],
		"registry":null,"mounts":{},"serverless":false,"public":false,"category":"NVIDIA","startSsh":true,
		"startJupyter":true,"allowedCudaVersions":[]}`, id)
	if r := a.call2(get, object, ""); !equalJSON(t, r.text, want) {
		t.Errorf("the defaults are %s", r.text)
	}
	expect(t, "changed", a.patch2(object, fmt.Sprintf(`{"mounts":{"persistent":{"size":10,"path":"/v"}},"registry":%q,
		"ports":["22/tcp"],"env":{"A":"1"},"serverless":false,"startSsh":false,"allowedCudaVersions":["12.4"]}`, auth)),
		`{"mounts":{"persistent":{"size":10,"path":"/v"}},"ports":["22/tcp"],"env":{"A":"1"},"startSsh":false,"startJupyter":true}`)
	expect(t, "over version 1", a.call(get, object, "").object(), fmt.Sprintf(`{"containerRegistryAuthId":%q,
		"volumeInGb":10,"volumeMountPath":"/v","containerDiskInGb":10,"startSsh":null}`, auth))
	expect(t, "mounts without a member", a.patch2(object, `{"mounts":{}}`), `{"mounts":{"persistent":{"size":10,"path":"/v"}}}`)
	expect(t, "cleared", a.patch2(object, `{"registry":null,"ports":[],"env":{},"allowedCudaVersions":[]}`),
		`{"registry":null,"ports":[],"env":{},"allowedCudaVersions":[]}`)
	a.call(patch, object, `{"name":"m","containerDiskInGb":7}`)
	expect(t, "changed over version 1", a.get2(object), `{"name":"m","disk":7}`)
	a.delete2(object)
	if r := a.call(get, object, ""); r.status != http.StatusNotFound {
		t.Errorf("still there: %d", r.status)
	}
}

// args has three forms, and version 1 has the two lists of it.
func TestVersion2_args(t *testing.T) {
	t.Parallel()
	a := start(t)
	object := "/templates/" + a.create2("/templates", `{"name":"n","image":"i","args":"python 'a b.py' --x"}`)
	for _, c := range []struct{ name, body, args, entrypoint, cmd string }{
		{name: "text", body: `{}`, args: `"python 'a b.py' --x"`, entrypoint: `[]`, cmd: `["python","a b.py","--x"]`},
		{
			name: "form", body: `{"args":"{\"entrypoint\":[\"e\"],\"cmd\":[\"c\",\"d\"]}"}`,
			args: `"{\"entrypoint\":[\"e\"],\"cmd\":[\"c\",\"d\"]}"`, entrypoint: `["e"]`, cmd: `["c","d"]`,
		},
		{
			name: "one list", body: `{"cmd":["z"]}`, args: `"{\"entrypoint\":[\"e\"],\"cmd\":[\"z\"]}"`,
			entrypoint: `["e"]`, cmd: `["z"]`,
		},
		{name: "emptied", body: `{"entrypoint":[]}`, args: `"{\"cmd\":[\"z\"]}"`, entrypoint: `[]`, cmd: `["z"]`},
		{
			name: "all that agree", body: `{"args":"x","cmd":["x"],"entrypoint":[]}`, args: `"x"`, entrypoint: `[]`,
			cmd: `["x"]`,
		},
		{name: "cleared", body: `{"args":""}`, args: `""`, entrypoint: `[]`, cmd: `[]`},
	} {
		expect(t, c.name, a.patch2(object, c.body), fmt.Sprintf(`{"args":%s,"entrypoint":%s,"cmd":%s}`, c.args,
			c.entrypoint, c.cmd))
		expect(t, c.name+" over version 1", a.call(get, object, "").object(),
			fmt.Sprintf(`{"dockerEntrypoint":%s,"dockerStartCmd":%s}`, c.entrypoint, c.cmd))
	}
	a.call(patch, object, `{"dockerStartCmd":["1"]}`)
	expect(t, "set over version 1", a.get2(object), `{"args":"{\"cmd\":[\"1\"]}","cmd":["1"]}`)
	a.run2([]check2{{"several that differ", patch, object, `{"args":"x","cmd":["y"]}`, 400, "different things"}})
}

func TestVersion2_templateRefusals(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/templates", `{"name":"n","image":"i","serverless":true}`)
	object := "/templates/" + id
	bound := a.create("/templates", `{"name":"bound","imageName":"i","isServerless":true}`)
	a.create("/endpoints", fmt.Sprintf(`{"templateId":%q}`, bound))
	used := a.create("/templates", `{"name":"used","imageName":"i"}`)
	a.create("/pods", fmt.Sprintf(`{"templateId":%q}`, used))
	if err := a.PutObject("templates", "foreign", map[string]any{"name": "f", "imageName": "i", "isPublic": true,
		"containerRegistryAuthId": "theirs"}); err != nil {
		t.Fatal(err)
	}
	expect(t, "another account's", a.get2("/templates/foreign"), `{"name":"f","registry":null}`)
	a.run2([]check2{
		{"taken name", post, "/templates", `{"name":"n","image":"i"}`, 400, "name must be unique"},
		{"no image", post, "/templates", `{"name":"x"}`, 422, "missing property 'image'"},
		{"null for a list", patch, object, `{"ports":null}`, 422, "$.ports: got null"},
		{"bad port", patch, object, `{"ports":["22/udp"]}`, 422, "$.ports[0]"},
		{"large port", patch, object, `{"ports":["70000/tcp"]}`, 400, "65535"},
		{"no such registry", patch, object, `{"registry":"x"}`, 400, "registry"},
		{"network volume", patch, object, `{"mounts":{"network":[]}}`, 422, "'network'"},
		{"volume of workers", patch, object, `{"mounts":{"persistent":{"size":10,"path":"/v"}}}`, 400, "serverless"},
		{"small volume", patch, object, `{"mounts":{"persistent":{"size":9,"path":"/v"}}}`, 422, "want 10"},
		{"member of version 1", patch, object, `{"imageName":"i"}`, 422, "'imageName'"},
		{"synonym of version 1", post, object + "/update", `{}`, 404, "The requested path was not found."},
		{"bound by an endpoint", del, "/templates/" + bound, "", 400, "in use"},
		{"used by a pod", del, "/templates/" + used, "", 400, "in use"},
		{"another account's", patch, "/templates/foreign", `{"name":"x"}`, 404, "not found"},
		{"another account's", del, "/templates/foreign", ``, 404, "not found"},
	})
	if ids := a.ids2("/templates", "templates"); fmt.Sprint(ids) != fmt.Sprint([]string{used, bound, id}) {
		t.Errorf("the list has %v, want own ones, newest first", ids)
	}
	if ids := a.ids2("/catalog/templates?source=community", "templates"); fmt.Sprint(ids) != "[foreign]" {
		t.Errorf("the community's are %v", ids)
	}
}

// Registry credentials that a template names are deleted, and the template loses them; those of an endpoint are not.
func TestVersion2_registry(t *testing.T) {
	t.Parallel()
	a := start(t)
	free := a.create2("/registries", `{"name":"free","username":"u","password":"p"}`)
	taken := a.create2("/registries", `{"name":"taken","username":"u","password":"p"}`)
	inPod := a.create2("/registries", `{"name":"pod","username":"u","password":"p"}`)
	template := a.create2("/templates", fmt.Sprintf(`{"name":"n","image":"i","registry":%q}`, free))
	a.create2("/serverless", fmt.Sprintf(`{"name":"e","image":"i","registry":%q,`+queueOfGPUs+`}`, taken))
	a.create("/pods", fmt.Sprintf(`{"imageName":"i","containerRegistryAuthId":%q}`, inPod))
	if r := a.call2(get, "/registries/"+free, ""); !equalJSON(t, r.text, fmt.Sprintf(`{"id":%q,"name":"free"}`, free)) {
		t.Errorf("got %s", r.text)
	}
	a.run2([]check2{
		{"taken name", post, "/registries", `{"name":"free","username":"u","password":"p"}`, 400, "name must be unique"},
		{"of an endpoint", del, "/registries/" + taken, "", 400, "in use"},
		{"of a pod", del, "/registries/" + inPod, "", 400, "in use"},
		{"delegations are no credentials", get, "/registries/delegations", "", 501, "ListDelegations"},
	})
	a.delete2("/registries/" + free)
	expect(t, "the template", a.get2("/templates/"+template), `{"registry":null}`)
	if ids := a.ids2("/registries", "registries"); len(ids) != 2 {
		t.Errorf("the list has %v", ids)
	}
}

// Pages are cut as they are asked for, newest first, whatever is deleted in between.
func TestVersion2_pages(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Version2: emulator.Version2Options{PageSize: 2}})
	var ids []string
	for i := range 5 {
		ids = append(ids, a.create2("/templates", fmt.Sprintf(`{"name":"n%d","image":"i"}`, i)))
	}
	next := func(query string) (page []string, cursor string) {
		list := a.get2("/templates" + query)
		pagination, _ := list["pagination"].(map[string]any)
		cursor, _ = pagination["nextCursor"].(string)
		if pagination["hasNextPage"] != (cursor != "") {
			t.Errorf("pagination %v", pagination)
		}
		return a.ids2("/templates"+query, "templates"), cursor
	}
	first, cursor := next("")
	if fmt.Sprint(first) != fmt.Sprint([]string{ids[4], ids[3]}) {
		t.Errorf("the first page is %v of %v", first, ids)
	}
	a.delete2("/templates/" + ids[3])
	a.create2("/templates", `{"name":"late","image":"i"}`)
	second, cursor2 := next("?cursor=" + cursor)
	if fmt.Sprint(second) != fmt.Sprint([]string{ids[2], ids[1]}) {
		t.Errorf("the second page is %v of %v", second, ids)
	}
	if third, end := next("?cursor=" + cursor2); fmt.Sprint(third) != fmt.Sprint(ids[:1]) || end != "" {
		t.Errorf("the third page is %v, cursor %q", third, end)
	}
	if one, _ := next("?limit=1"); len(one) != 1 {
		t.Errorf("a page of one is %v", one)
	}
	a.run2([]check2{
		{"of another list", get, "/serverless?cursor=" + cursor, "", 422, "cursor"},
		{"of other parameters", get, "/templates?limit=2&cursor=" + cursor, "", 422, "cursor"},
		{"made up", get, "/templates?cursor=x", "", 422, "cursor"},
		{"empty", get, "/templates?cursor=", "", 422, "cursor"},
		{"too large", get, "/templates?limit=1001", "", 422, "want 1,000"},
		{"no number", get, "/templates?limit=x", "", 422, "limit"},
		{"unknown parameter", get, "/templates?includeWorkers=x", "", 200, "pagination"},
	})
}

// An older deployment has no pages and no lists for args, and refuses the members that are new.
func TestVersion2_august(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Version2: emulator.Version2Options{August: true, PageSize: 1}})
	for i := range 3 {
		a.create2("/templates", fmt.Sprintf(`{"name":"n%d","image":"i","args":"{\"cmd\":[\"c\"]}"}`, i))
	}
	list := a.get2("/templates?limit=1")
	objects, _ := list["templates"].([]any)
	if _, paged := list["pagination"]; paged || len(objects) != 3 {
		t.Errorf("the list is %v", list)
	}
	object, _ := objects[0].(map[string]any)
	if _, ok := object["cmd"]; ok || object["args"] != `{"cmd":["c"]}` {
		t.Errorf("a template is %v", object)
	}
	a.run2([]check2{
		{"cmd", post, "/templates", `{"name":"x","image":"i","cmd":["c"]}`, 422, "'cmd'"},
		{"large", post, "/templates", `{"name":"x","image":"` + strings.Repeat("i", 110_000) + `"}`, 201, ""},
		{"secrets", get, "/account/secrets", "", 404, "The requested path was not found."},
	})
	if r := a.call2(get, "/openapi.json", ""); strings.Contains(r.text, "x-since") {
		t.Error("the self-description has what came later")
	}
}
