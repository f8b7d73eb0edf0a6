package emulator_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// serverless creates a template for endpoints.
func (a *env) serverless(name string) string {
	a.t.Helper()
	return a.create("/templates", fmt.Sprintf(`{"name":%q,"imageName":"i:1","isServerless":true,"env":{"A":"1"}}`,
		name))
}

// endpoint creates one on a template of its own, with more members if given.
func (a *env) endpoint(members string) string {
	a.t.Helper()
	template := a.serverless(fmt.Sprintf("of endpoint %d", len(a.Objects("templates"))))
	return a.create("/endpoints", with(fmt.Sprintf(`"templateId":%q`, template), members))
}

// with makes a JSON object of members.
func with(members ...string) string {
	return "{" + strings.Join(slices.DeleteFunc(members, func(m string) bool { return m == "" }), ",") + "}"
}

func TestEndpoints_defaultsOfACreate(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.serverless("t")
	created := a.call(http.MethodPost, "/endpoints", fmt.Sprintf(`{"templateId":%q}`, template))
	members := fmt.Sprintf(`"id":%[1]q,"name":"endpoint-%[1]s","templateId":%[2]q,"computeType":"GPU","gpuTypeIds":[],"gpuCount":1,"instanceIds":[],
		"allowedCudaVersions":[],"dataCenterIds":[],"networkVolumeId":"","networkVolumeIds":[],"env":{"A":"1"},"workersMin":0,
		"workersMax":3,"workersStandby":3,"idleTimeout":5,"scalerType":"QUEUE_DELAY","scalerValue":4,"executionTimeoutMs":600000,
		"flashboot":true,"version":0,"userId":"user_emulator","createdAt":"2026-01-01T00:00:00Z"`, created.id(), template)
	embedded := `"template":` + a.call(http.MethodGet, "/templates/"+template, "").text
	if created.status != 200 || !equalJSON(t, created.text, with(members, embedded)) {
		t.Errorf("created %d %s", created.status, created.text)
	}

	path := "/endpoints/" + created.id()
	for query, want := range map[string]string{
		"":                      with(members),
		"?includeTemplate=true": with(members, embedded),
		"?includeWorkers=true":  with(members, `"workers":[]`),
		"?includeTemplate=true&includeWorkers=true": with(members, embedded, `"workers":[]`),
		"?includeTemplate=false&unknown=1":          with(members),
	} {
		if r := a.call(http.MethodGet, path+query, ""); !equalJSON(t, r.text, want) {
			t.Errorf("read %s: %d %s", query, r.status, r.text)
		}
		if r := a.call(http.MethodGet, "/endpoints"+query, ""); !equalJSON(t, r.text, "["+want+"]") {
			t.Errorf("listed %s: %d %s", query, r.status, r.text)
		}
	}
	for _, update := range []reply{a.call(http.MethodPatch, path, `{}`),
		a.call(http.MethodPost, path+"/update", `{"name":""}`)} {
		if !equalJSON(t, update.text, with(members, embedded)) {
			t.Errorf("updated: %d %s", update.status, update.text)
		}
	}
}

// Every key of an input arrives, and each change is in place or raises the version.
func TestEndpoints_everyKey(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.serverless("other")
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	w := a.create("/networkvolumes", `{"name":"w","size":1,"dataCenterId":"EU-RO-1"}`)
	id := a.endpoint("")

	const inPlace, rolls = 0, 1
	for _, c := range []struct {
		key    string
		rolls  float64
		values []string
	}{
		{"name", inPlace, []string{`"n"`, `"other"`, `"else"`}},
		{"templateId", rolls, []string{fmt.Sprintf("%q", template)}},
		{"gpuTypeIds", rolls, []string{`["NVIDIA L4","Tesla T4"]`, `["Tesla T4","NVIDIA L4"]`, `[]`}},
		{"gpuCount", rolls, []string{`4`, `1`}},
		{"cpuFlavorIds", rolls, []string{`["cpu3c","cpu5g"]`, `[]`}},
		{"vcpuCount", rolls, []string{`8`, `2`}},
		{"allowedCudaVersions", rolls, []string{`["12.4"]`, `[]`}},
		{"minCudaVersion", rolls, []string{`"12.4"`, `"13.0"`}},
		{"dataCenterIds", rolls, []string{`["EU-RO-1"]`, `["US-GA-1","EU-RO-1"]`, `[]`}},
		{"networkVolumeId", rolls, []string{fmt.Sprintf("%q", v), fmt.Sprintf("%q", w), `""`}},
		{"networkVolumeIds", rolls, []string{fmt.Sprintf("[%q]", v), fmt.Sprintf("[%q,%q]", w, v), `[]`}},
		{"workersMin", inPlace, []string{`2`, `0`}},
		{"workersMax", inPlace, []string{`0`, `7`, `3`}},
		{"idleTimeout", inPlace, []string{`1`, `3600`}},
		{"scalerType", inPlace, []string{`"REQUEST_COUNT"`, `"QUEUE_DELAY"`}},
		{"scalerValue", inPlace, []string{`1`, `9`}},
		{"executionTimeoutMs", inPlace, []string{`5000`, `0`}},
		{"flashboot", inPlace, []string{`false`, `true`}},
	} {
		for _, value := range c.values {
			before, _ := a.Object("endpoints", id)
			body := fmt.Sprintf(`{%q:%s}`, c.key, value)
			r := a.call(http.MethodPatch, "/endpoints/"+id, body)
			after, _ := a.Object("endpoints", id)
			if r.status != 200 || fmt.Sprint(after[c.key]) == fmt.Sprint(before[c.key]) {
				t.Errorf("%s: %d %s, still %v", body, r.status, r.text, after[c.key])
			}
			from, _ := before["version"].(float64)
			if after["version"] != from+c.rolls {
				t.Errorf("%s: version %v to %v", body, from, after["version"])
			}
			for _, changed := range []string{c.key, "version"} {
				delete(before, changed)
				delete(after, changed)
			}
			if fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("%s changed more than that:\n%v\n%v", body, before, after)
			}
			// The same once more changes nothing, so there is nothing to roll.
			if again := a.call(http.MethodPatch, "/endpoints/"+id, body).object(); again["version"] != from+c.rolls {
				t.Errorf("%s again: version %v to %v", body, from, again["version"])
			}
		}
	}

	body := fmt.Sprintf(`{"name":"all","templateId":%q,"computeType":"CPU","gpuTypeIds":["NVIDIA L4"],"gpuCount":2,
		"cpuFlavorIds":["cpu3c"],"vcpuCount":4,"allowedCudaVersions":["12.4"],"minCudaVersion":"12.0","dataCenterIds":["EU-RO-1"],
		"networkVolumeId":%q,"networkVolumeIds":[%q],"workersMin":1,"workersMax":2,"idleTimeout":9,"scalerType":"REQUEST_COUNT",
		"scalerValue":3,"executionTimeoutMs":7000,"flashboot":false`, template, v, w)
	all := a.create("/endpoints", body+"}")
	stored, _ := a.Object("endpoints", all)
	want := body + fmt.Sprintf(`,"id":%q,"instanceIds":[],"workersStandby":2,"version":0,"userId":"user_emulator",
		"createdAt":"2026-01-01T00:00:00Z"}`, all)
	if !equalJSON(t, spell(t, stored), want) {
		t.Errorf("created %v", stored)
	}
}

// Ids that are a set come back in an order of the service's own, and no order of theirs is a change.
func TestEndpoints_setsHaveNoOrder(t *testing.T) {
	t.Parallel()
	a := start(t)
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	w := a.create("/networkvolumes", `{"name":"w","size":1,"dataCenterId":"US-GA-1"}`)
	id := a.endpoint(fmt.Sprintf(`"networkVolumeIds":[%q,%q],"dataCenterIds":["EU-RO-1","US-GA-1"]`, v, w))
	got := a.call(http.MethodPatch, "/endpoints/"+id,
		fmt.Sprintf(`{"networkVolumeIds":[%q,%q],"dataCenterIds":["US-GA-1","EU-RO-1"]}`, w, v)).object()
	if fmt.Sprint(got["networkVolumeIds"]) != fmt.Sprint([]string{v, w}) || got["version"] != 0.0 {
		t.Errorf("%v, version %v", got["networkVolumeIds"], got["version"])
	}
	if got["networkVolumeId"] != "" {
		t.Errorf("one fills the other: %v", got["networkVolumeId"])
	}
}

func TestEndpoints_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.endpoint("")
	serverless := a.serverless("t")
	forPods := a.create("/templates", `{"name":"p","imageName":"i"}`)
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	post, patch := http.MethodPost, http.MethodPatch
	outside := fmt.Sprintf("network volume %q is in EU-RO-1, which is none of dataCenterIds", v)

	for _, where := range []struct{ method, path, more string }{
		{post, "/endpoints", fmt.Sprintf(`"templateId":%q`, serverless)},
		{patch, "/endpoints/" + id, ``},
		{post, "/endpoints/" + id + "/update", ``},
	} {
		body := func(members ...string) string { return with(append([]string{where.more}, members...)...) }
		a.run([]check{
			{"volume", where.method, where.path, body(`"networkVolumeId":"nope"`), 400,
				`networkVolumeId "nope" does not exist`},
			{"volumes", where.method, where.path, body(fmt.Sprintf(`"networkVolumeIds":[%q,"nope"]`, v)), 400,
				`networkVolumeIds "nope" does not exist`},
			{"volume outside", where.method, where.path,
				body(`"dataCenterIds":["US-GA-1"]`, fmt.Sprintf(`"networkVolumeId":%q`, v)), 400, outside},
			{"volumes outside", where.method, where.path,
				body(`"dataCenterIds":["US-GA-1"]`, fmt.Sprintf(`"networkVolumeIds":[%q]`, v)), 400, outside},
			{"workers", where.method, where.path, body(`"workersMin":2`, `"workersMax":1`), 400,
				"workersMin must not be more than workersMax: 2, 1"},
			{"workers by default", where.method, where.path, body(`"workersMin":4`), 400,
				"workersMin must not be more than workersMax: 4, 3"},
		})
	}
	a.run([]check{
		{"missing template", post, "/endpoints", `{"templateId":"nope"}`, 400, `templateId "nope" does not exist`},
		{"pod template", post, "/endpoints", fmt.Sprintf(`{"templateId":%q}`, forPods), 500,
			fmt.Sprintf("endpoints cannot use pod templates: templateId %q is not serverless", forPods)},
		{"pod template later", patch, "/endpoints/" + id, fmt.Sprintf(`{"templateId":%q}`, forPods), 500,
			fmt.Sprintf("endpoints cannot use pod templates: templateId %q is not serverless", forPods)},
		{"compute later", patch, "/endpoints/" + id, `{"computeType":"GPU"}`, 400,
			"Extra input keys provided in request body"},
		{"read missing", http.MethodGet, "/endpoints/nope", ``, 404, "endpoint not found"},
		{"update missing", patch, "/endpoints/nope", `{}`, 404, "endpoint not found"},
		{"delete missing", http.MethodDelete, "/endpoints/nope", ``, 404, "endpoint not found"},
		{"flag", http.MethodGet, "/endpoints?includeTemplate=1", "", 400, "includeTemplate must be true or false"},
		{"flag without a value", http.MethodGet, "/endpoints?includeTemplate", "", 400,
			"includeTemplate must be true or false"},
		{"flag in capitals", http.MethodGet, "/endpoints?includeTemplate=True", "", 400,
			"includeTemplate must be true or false"},
		{"flag twice", http.MethodGet, "/endpoints?includeTemplate=true&includeTemplate=no", "", 200, ""},
		{"no flag of it", http.MethodGet, "/endpoints?includeTemplate=false&includeMachine=yes", "", 200, ""},
		{"flag of one", http.MethodGet, "/endpoints/" + id + "?includeWorkers=", "", 400,
			"includeWorkers must be true or false"},
		{"volume in its place", patch, "/endpoints/" + id,
			fmt.Sprintf(`{"dataCenterIds":["EU-RO-1"],"networkVolumeId":%q}`, v), 200, ""},
		{"then elsewhere", patch, "/endpoints/" + id, `{"dataCenterIds":["US-GA-1"]}`, 400, outside},
	})
	if got := len(a.Objects("endpoints")); got != 1 {
		t.Errorf("a refused request left something behind: %d endpoints", got)
	}
}

// A create that asks for a paused endpoint is answered with nothing at all.
func TestEndpoints_pausedAtCreation(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.serverless("t")
	r := a.call(http.MethodPost, "/endpoints", fmt.Sprintf(`{"templateId":%q,"workersMax":0}`, template))
	if r.status != 500 || r.text != "" || r.header.Get("Content-Type") != "" || r.header.Get("X-Request-Id") == "" {
		t.Errorf("%d %v %q", r.status, r.header, r.text)
	}
	if len(a.Objects("endpoints")) > 0 {
		t.Error("it was created all the same")
	}
}

func TestEndpoints_workersQuota(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{WorkersQuota: 5})
	template := a.serverless("t")
	body := func(most int) string { return fmt.Sprintf(`{"templateId":%q,"workersMax":%d}`, template, most) }
	a.create("/endpoints", body(2))
	second := a.create("/endpoints", body(3))
	patch := http.MethodPatch
	a.run([]check{
		{"one too many", http.MethodPost, "/endpoints", body(1), 500,
			"workersMax: the workers quota of 5 is exceeded by 1"},
		{"later", patch, "/endpoints/" + second, `{"workersMax":5}`, 500,
			"workersMax: the workers quota of 5 is exceeded by 2"},
		{"as before", patch, "/endpoints/" + second, `{"workersMax":3}`, 200, ""},
		{"most of all", patch, "/endpoints/" + second, `{"workersMax":9223372036854775807}`, 500,
			"workersMax: the workers quota of 5 is exceeded by 9223372036854775802"},
		{"fewer", patch, "/endpoints/" + second, `{"workersMax":2}`, 200, ""},
		{"its own do not count", patch, "/endpoints/" + second, `{"workersMax":3}`, 200, ""},
		{"fewer again", patch, "/endpoints/" + second, `{"workersMax":2}`, 200, ""},
		{"the last one", http.MethodPost, "/endpoints", body(1), 200, ""},
	})
	// The service can take some away by itself, and then fewer are still too many, but welcome.
	a.must(a.PatchObject("endpoints", second, map[string]any{"workersMax": 50}))
	a.run([]check{{"fewer of too many", patch, "/endpoints/" + second, `{"workersMax":40}`, 200, ""}})

	standard := start(t)
	template = standard.serverless("t")
	standard.run([]check{{"by default", http.MethodPost, "/endpoints", body(101), 500,
		"workersMax: the workers quota of 100 is exceeded by 1"}})
}

// An update of a template rolls its endpoints exactly if it changes what workers run.
func TestEndpoints_rollWithTheirTemplate(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	template := a.serverless("t")
	body := fmt.Sprintf(`{"templateId":%q}`, template)
	one, two, other := a.create("/endpoints", body), a.create("/endpoints", body), a.endpoint("")
	version := 0.0
	for _, c := range []struct {
		change string
		rolls  float64
	}{
		{`{"name":"u"}`, 0},
		{`{"readme":"r","isPublic":true,"volumeInGb":0,"volumeMountPath":"/m"}`, 0},
		{`{"imageName":"i:2"}`, 1},
		{`{"imageName":"i:2"}`, 0},
		{`{"env":{"A":"2"}}`, 1},
		{`{"dockerEntrypoint":["e"]}`, 1},
		{`{"dockerStartCmd":["c"]}`, 1},
		{`{"containerDiskInGb":7}`, 1},
		{`{"ports":["1/tcp"]}`, 1},
		{fmt.Sprintf(`{"containerRegistryAuthId":%q}`, auth), 1},
		{`{"name":"v","env":{"A":"3"},"imageName":"i:3"}`, 1},
	} {
		a.call(http.MethodPatch, "/templates/"+template, c.change)
		version += c.rolls
		for id, want := range map[string]float64{one: version, two: version, other: 0} {
			if got := a.call(http.MethodGet, "/endpoints/"+id, "").object()["version"]; got != want {
				t.Fatalf("%s: version %v, not %v", c.change, got, want)
			}
		}
	}
	if got := a.call(http.MethodGet, "/endpoints/"+one, "").object()["env"]; fmt.Sprint(got) != "map[A:3]" {
		t.Errorf("env is the template's, but %v", got)
	}
}

// An endpoint holds its template, which is listed with its flag only, and no volume while it has no workers.
func TestEndpoints_holdTheirTemplate(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.serverless("t")
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	id := a.create("/endpoints", fmt.Sprintf(`{"templateId":%q,"networkVolumeId":%q,"networkVolumeIds":[%[2]q]}`,
		template, v))
	if got := a.call(http.MethodGet, "/templates", "").names(t); len(got) > 0 {
		t.Errorf("listed without the flag: %v", got)
	}
	if got := a.call(http.MethodGet, "/templates?includeEndpointBoundTemplates=true", "").names(t); len(got) != 1 {
		t.Errorf("listed with the flag: %v", got)
	}
	del := http.MethodDelete
	a.run([]check{
		{"template", del, "/templates/" + template, "", 500, "template is in use"},
		{"volume", del, "/networkvolumes/" + v, "", 204, ""},
		{"endpoint", del, "/endpoints/" + id, "", 204, ""},
		{"gone", http.MethodGet, "/endpoints/" + id, "", 404, "endpoint not found"},
		{"template again", del, "/templates/" + template, "", 204, ""},
	})
}

func TestEndpoints_flashbootSuffix(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{FlashbootSuffix: true})
	id := a.endpoint(`"name":"n"`)
	for change, want := range map[string]string{`{"flashboot":true}`: "n -fb", `{"flashboot":false}`: "n"} {
		changed := a.call(http.MethodPatch, "/endpoints/"+id, change)
		read := a.call(http.MethodGet, "/endpoints/"+id, "")
		if changed.object()["name"] != want || read.object()["name"] != want {
			t.Errorf("%s: %v, then %v", change, changed.object()["name"], read.object()["name"])
		}
	}
	if stored, _ := a.Object("endpoints", id); stored["name"] != "n" {
		t.Errorf("stored as %v", stored["name"])
	}
}
