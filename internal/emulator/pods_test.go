package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// delayed returns an account whose pods are not ready until the clock is advanced.
func delayed(t *testing.T) *env {
	t.Helper()
	return start(t, emulator.Options{PodStartDelay: 2 * time.Second})
}

func TestPods_defaultsOfACreate(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	created := a.call(http.MethodPost, "/pods", `{"imageName":"i:1","gpuTypeIds":["NVIDIA L4"]}`)
	want := fmt.Sprintf(`{"id":%q,"name":"my pod","image":"i:1","imageName":"i:1","desiredStatus":"RUNNING","locked":false,
		"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","volumeEncrypted":false,"env":{},
		"ports":["8888/http","22/tcp"],"dockerEntrypoint":[],"dockerStartCmd":[],"containerRegistryAuthId":"","templateId":"",
		"interruptible":false,"costPerHr":0.43,"adjustedCostPerHr":0.43,"memoryInGb":50,"vcpuCount":12,"gpuCount":1,
		"gpu":{"id":"NVIDIA L4","count":1,"displayName":"L4","securePrice":0.43,"communityPrice":0.344,"oneWeekPrice":0.4085,
		"oneMonthPrice":0.387,"threeMonthPrice":0.3655,"sixMonthPrice":0.344,"communitySpotPrice":0.215,"secureSpotPrice":0.258},
		"machineId":%q,"portMappings":null,"publicIp":null,"lastStartedAt":"2026-01-01T00:00:00Z",
		"lastStatusChange":"2026-01-01T00:00:00Z","createdAt":"2026-01-01T00:00:00Z","consumerUserId":"user_emulator"}`, created.id(), created.object()["machineId"])
	if created.status != http.StatusCreated || created.object()["machineId"] == "" ||
		!equalJSON(t, created.text, want) {
		t.Errorf("created %d %s", created.status, created.text)
	}
	if r := a.call(http.MethodGet, "/pods/"+created.id(), ""); r.status != 200 || !equalJSON(t, r.text, want) {
		t.Errorf("read %d %s", r.status, r.text)
	}
	if r := a.call(http.MethodGet, "/pods", ""); !equalJSON(t, r.text, "["+want+"]") {
		t.Errorf("listed %d %s", r.status, r.text)
	}
}

// Every key of an update arrives and changes nothing else; all but two reset the pod, given is enough.
func TestPods_everyKey(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	id := a.create("/pods", `{"imageName":"i"}`)
	for _, c := range []struct {
		key    string
		resets bool
		values []string
	}{
		{"name", false, []string{`"n"`, `""`}},
		{"locked", false, []string{`true`, `false`}},
		{"imageName", true, []string{`"j:2"`}},
		{"containerDiskInGb", true, []string{`60`, `0`}},
		{"volumeInGb", true, []string{`30`, `31`}},
		{"volumeMountPath", true, []string{`"/data"`}},
		{"env", true, []string{`{"A":"1","B":""}`, `{"A":"1"}`, `{}`}},
		{"ports", true, []string{`["1/tcp","65535/http"]`, `[]`}},
		{"dockerEntrypoint", true, []string{`["sh","-c"]`, `[]`}},
		{"dockerStartCmd", true, []string{`["true"]`, `[]`}},
		{"containerRegistryAuthId", true, []string{fmt.Sprintf("%q", auth), `""`}},
		{"globalNetworking", true, []string{`true`, `false`}},
	} {
		for _, value := range c.values {
			for _, again := range []bool{false, true} {
				a.Advance(time.Second)
				before, _ := a.Object("pods", id)
				body := fmt.Sprintf(`{%q:%s}`, c.key, value)
				r := a.call(http.MethodPatch, "/pods/"+id, body)
				after, _ := a.Object("pods", id)
				changed := fmt.Sprint(after[c.key]) != fmt.Sprint(before[c.key])
				if r.status != 200 || changed == again {
					t.Errorf("%s: %d %s, now %v", body, r.status, r.text, after[c.key])
				}
				if reset := before["lastStartedAt"] != after["lastStartedAt"]; reset != c.resets {
					t.Errorf("%s: reset is %v", body, reset)
				}
				delete(before, c.key)
				delete(after, c.key)
				for _, follows := range []string{"lastStartedAt", "lastStatusChange", "portMappings", "networked"} {
					delete(before, follows)
					delete(after, follows)
				}
				if fmt.Sprint(before) != fmt.Sprint(after) {
					t.Errorf("%s changed more than that:\n%v\n%v", body, before, after)
				}
			}
		}
	}
}

func TestPods_everyKeyOfACreate(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	template := a.create("/templates", `{"name":"t","imageName":"i"}`)
	volume := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	kept := fmt.Sprintf(`"name":"n","locked":true,"imageName":"j","containerDiskInGb":1,"volumeInGb":2,"volumeMountPath":"/m",
		"env":{"A":"1"},"ports":["1/tcp"],"dockerEntrypoint":["e"],"dockerStartCmd":["c"],"containerRegistryAuthId":%q,
		"globalNetworking":true,"templateId":%q,"computeType":"GPU","cloudType":"SECURE","gpuCount":2,"networkVolumeId":%q,
		"interruptible":true`, auth, template, volume)
	asked := `"gpuTypeIds":["NVIDIA L4"],"gpuTypePriority":"custom","cpuFlavorIds":["cpu3m"],"cpuFlavorPriority":"custom",
		"vcpuCount":4,"dataCenterIds":["US-GA-1","EU-RO-1"],"dataCenterPriority":"custom","countryCodes":["RO"],
		"allowedCudaVersions":["12.4"],"minRAMPerGPU":100,"minVCPUPerGPU":20,"minDiskBandwidthMBps":1.5,"minDownloadMbps":2,
		"minUploadMbps":0,"supportPublicIp":true`
	id := a.create("/pods", with(kept, asked))
	got, _ := a.Object("pods", id)
	for key, want := range (reply{text: with(kept)}).object() {
		if fmt.Sprint(got[key]) != fmt.Sprint(want) {
			t.Errorf("%s: %v, not %v", key, got[key], want)
		}
	}
	machine, _ := got["machine"].(map[string]any)
	if got["memoryInGb"] != 200.0 || got["vcpuCount"] != 40.0 || machine["dataCenterId"] != "EU-RO-1" {
		t.Errorf("its hardware: %v", got)
	}
	if got["costPerHr"] != 0.516 { // Two at 0.6 of the price, being a spot pod.
		t.Errorf("it costs %v", got["costPerHr"])
	}
}

func TestPods_rules(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/pods", `{"imageName":"i"}`)
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	post, patch := http.MethodPost, http.MethodPatch

	for _, where := range []struct{ method, path, more string }{
		{post, "/pods", `"imageName":"i"`},
		{patch, "/pods/" + id, ``},
		{post, "/pods/" + id + "/update", ``},
	} {
		body := func(member string) string { return with(where.more, member) }
		a.run([]check{
			{"auth", where.method, where.path, body(`"containerRegistryAuthId":"nope"`), 400,
				`containerRegistryAuthId "nope" does not exist`},
		})
	}
	create := func(members ...string) string { return with(append([]string{`"imageName":"i"`}, members...)...) }
	const (
		noResources  = "the machines do not have the resources to deploy the pod"
		noSuchPlaces = "there are no instances currently available in these places"
	)
	a.run([]check{
		{"nothing to run", post, "/pods", `{}`, 400, "imageName or templateId is required"},
		{"no template", post, "/pods", `{"templateId":""}`, 400, "imageName or templateId is required"},
		{"template", post, "/pods", create(`"templateId":"nope"`), 400, `templateId "nope" does not exist`},
		{"cloud of volumes", post, "/pods", create(`"cloudType":"COMMUNITY","networkVolumeId":` + fmt.Sprintf("%q", v)), 400,
			"networkVolumeId: network volumes are in the secure cloud only"},
		{"volume", post, "/pods", create(`"networkVolumeId":"nope"`), 400, `networkVolumeId "nope" does not exist`},
		{"volume elsewhere", post, "/pods", create(fmt.Sprintf(`"networkVolumeId":%q,"dataCenterIds":["US-GA-1"]`, v)),
			400, fmt.Sprintf(`networkVolumeId %q is in EU-RO-1, which is none of dataCenterIds`, v)},
		{"too many gpus", post, "/pods", create(`"gpuCount":9`), 500, noResources},
		{"too many vcpus", post, "/pods", create(`"computeType":"CPU","vcpuCount":129`), 500, noResources},
		{"too many gpus of a CPU pod", post, "/pods", create(`"computeType":"CPU","vcpuCount":128,"gpuCount":9`), 201,
			""},
		{"too many vcpus of a GPU pod", post, "/pods", create(`"vcpuCount":129,"gpuCount":8`), 201, ""},
		{"too much memory", post, "/pods", create(`"minRAMPerGPU":9223372036854775807`), 500, noResources},
		{"too many vcpus a gpu", post, "/pods", create(`"minVCPUPerGPU":65`), 500, noResources},
		{"no such places", post, "/pods", create(`"countryCodes":["RO"],"dataCenterIds":["US-GA-1"]`), 500,
			noSuchPlaces},
		{"no such country", post, "/pods", create(`"countryCodes":["XX"]`), 500, noSuchPlaces},
		{"shrunk", patch, "/pods/" + id, `{"volumeInGb":19}`, 400,
			"volumeInGb must not be less than the current 20 GB, not 19"},
		{"placement", patch, "/pods/" + id, `{"templateId":"x"}`, 400, "Extra input keys provided in request body"},
		{"read missing", http.MethodGet, "/pods/nope", ``, 404, "pod not found"},
		{"update missing", patch, "/pods/nope", `{}`, 404, "pod not found"},
		{"delete missing", http.MethodDelete, "/pods/nope", ``, 404, "pod not found"},
		{"start missing", post, "/pods/nope/start", ``, 404, "pod not found"},
	})
	if got := len(a.Objects("pods")); got != 3 {
		t.Errorf("a refused request left something behind: %d pods", got)
	}
}

// Null disks are disks that were left out: the template's, else the default; in an update, what they were.
func TestPods_nullDisks(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create("/templates", `{"name":"t","imageName":"i","containerDiskInGb":7,"volumeInGb":8}`)
	for body, want := range map[string]string{
		`{"imageName":"i","containerDiskInGb":null,"volumeInGb":null}`:                        "50 20",
		fmt.Sprintf(`{"templateId":%q,"containerDiskInGb":null,"volumeInGb":null}`, template): "7 8",
	} {
		p := a.call(http.MethodPost, "/pods", body)
		patched := a.call(http.MethodPatch, "/pods/"+p.id(), `{"containerDiskInGb":null,"volumeInGb":null}`)
		for _, r := range []reply{p, patched} {
			if got := fmt.Sprint(r.object()["containerDiskInGb"], r.object()["volumeInGb"]); got != want {
				t.Errorf("%s: %s, %d %s", body, got, r.status, r.text)
			}
		}
	}
}

// A pod takes from its template what the request leaves out, and lays its own env over the template's. After that they
// go their own ways.
func TestPods_inheritFromTheirTemplate(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	templates := fmt.Sprintf(`"imageName":"i","containerDiskInGb":7,"volumeInGb":8,"volumeMountPath":"/t","dockerEntrypoint":["e"],
		"dockerStartCmd":["c"],"env":{"A":"t","B":"t"},"ports":["9/tcp"],"containerRegistryAuthId":%q`, auth)
	template := a.create("/templates", with(`"name":"t"`, templates))
	onTemplate := fmt.Sprintf(`"templateId":%q`, template)

	given := `"imageName":"j","containerDiskInGb":1,"volumeInGb":0,"volumeMountPath":"/p","dockerEntrypoint":[],"dockerStartCmd":[],
		"ports":[],"containerRegistryAuthId":""`
	for _, c := range []struct{ request, want string }{
		{with(onTemplate), with(templates)},
		{with(onTemplate, given, `"env":{"B":"p","C":"p"}`), with(given, `"env":{"A":"t","B":"p","C":"p"}`)},
		{with(onTemplate, `"env":{}`), with(templates)},
	} {
		r := a.call(http.MethodPost, "/pods", c.request)
		for key, want := range (reply{text: c.want}).object() {
			if got := r.object()[key]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %s is %v, not %v", c.request, key, got, want)
			}
		}
	}

	id := a.create("/pods", with(onTemplate))
	before, _ := a.Object("pods", id)
	a.call(http.MethodPatch, "/templates/"+template, `{"imageName":"k","env":{"A":"new"},"containerDiskInGb":9}`)
	if after, _ := a.Object("pods", id); fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("the template's change reached the pod: %v", after)
	}
	r := a.call(http.MethodPatch, "/pods/"+id, `{"env":{"Z":"p"}}`)
	if got := fmt.Sprint(r.object()["env"]); got != "map[Z:p]" {
		t.Errorf("the template's env was laid under an update's: %s", got)
	}
	if got, _ := a.Object("templates", template); fmt.Sprint(got["env"]) != "map[A:new]" {
		t.Errorf("the pod changed its template: %v", got["env"])
	}
}

// What a pod names cannot be deleted before it, stopped or not.
func TestPods_hold(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	template := a.create("/templates", fmt.Sprintf(`{"name":"t","imageName":"i","containerRegistryAuthId":%q}`, auth))
	volume := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	id := a.create("/pods", fmt.Sprintf(`{"templateId":%q,"networkVolumeId":%q,"containerRegistryAuthId":%q}`, template,
		volume, auth))
	del := http.MethodDelete
	held := []check{
		{"template", del, "/templates/" + template, "", 500, "template is in use"},
		{"volume", del, "/networkvolumes/" + volume, "", 500,
			"you must remove this network volume from all pods before deleting it"},
		{"auth", del, "/containerregistryauth/" + auth, "", 500, "container registry auth is in use"},
	}
	a.run(held)
	a.run([]check{{"stop", http.MethodPost, "/pods/" + id + "/stop", "", 200, ""}})
	a.run(held)
	a.run([]check{{"delete", del, "/pods/" + id, "", 204, ""}, {"gone", http.MethodGet, "/pods/" + id, "", 404,
		"pod not found"}})
	a.run(held[2:]) // The template names it too.
	for i := range held {
		held[i].status, held[i].message = 204, ""
	}
	a.run(held)
}

// Of each compute type exactly its own wishes count.
func TestPods_hardware(t *testing.T) {
	t.Parallel()
	a := start(t)
	both := `"imageName":"i","gpuTypeIds":["NVIDIA A40"],"gpuCount":3,"cpuFlavorIds":["cpu5m"],"vcpuCount":4`
	cpu := a.call(http.MethodPost, "/pods?includeMachine=true", with(both, `"computeType":"CPU"`)).object()
	have := func(p map[string]any) string {
		return fmt.Sprintf("%v %v %v %v %v", p["cpuFlavorId"], p["vcpuCount"], p["memoryInGb"], p["costPerHr"],
			p["gpuCount"])
	}
	if have(cpu) != "cpu5m 4 32 0.26 <nil>" || cpu["gpu"] != nil {
		t.Errorf("CPU: %v", cpu)
	}
	id, _ := cpu["id"].(string)
	machine, _ := a.call(http.MethodGet, "/pods/"+id+"?includeMachine=true", "").object()["machine"].(map[string]any)
	if machine["gpuTypeId"] != "unknown" {
		t.Errorf("the machine of a CPU pod is %v", machine)
	}
	if text := a.call(http.MethodGet, "/pods?gpuTypeId=unknown", "").text; strings.TrimSpace(text) != "[]" {
		t.Errorf("unknown is a GPU type: %s", text)
	}
	gpu := a.call(http.MethodPost, "/pods", with(both)).object()
	if have(gpu) != "<nil> 27 150 1.2 3" {
		t.Errorf("GPU: %v", gpu)
	}
	for members, want := range map[string]float64{
		``:                        1.2,
		`"cloudType":"COMMUNITY"`: 0.96,
		`"interruptible":true`:    0.72,
		`"cloudType":"COMMUNITY","interruptible":true`: 0.6,
	} {
		if p := a.call(http.MethodPost, "/pods", with(both, members)).object(); p["costPerHr"] != want {
			t.Errorf("%s costs %v, not %v", members, p["costPerHr"], want)
		}
	}
}

// In custom order the first wish is taken; by availability, the one that the seed says.
func TestPods_priorities(t *testing.T) {
	t.Parallel()
	got := func(seed uint64, priority string) string {
		a := start(t, emulator.Options{Seed: seed})
		var all []string
		for range 8 {
			id := a.create("/pods", fmt.Sprintf(`{"imageName":"i","gpuTypeIds":["Tesla T4","NVIDIA A40"],"gpuTypePriority":%q,
				"dataCenterIds":["US-GA-1","EU-RO-1"],"dataCenterPriority":%[1]q}`, priority))
			p := a.call(http.MethodGet, "/pods/"+id+"?includeMachine=true", "").object()
			machine, _ := p["machine"].(map[string]any)
			all = append(all, fmt.Sprint(machine["gpuTypeId"], machine["dataCenterId"], machine["location"]))
		}
		return strings.Join(all, ", ")
	}
	if all := got(1, "custom"); all != strings.TrimSuffix(strings.Repeat("Tesla T4US-GA-1US, ", 8), ", ") {
		t.Errorf("custom: %s", all)
	}
	one, again, two := got(1, "availability"), got(1, "availability"), got(2, "availability")
	if one != again || one == two || !strings.Contains(one, "A40") || !strings.Contains(one, "EU-RO-1RO") {
		t.Errorf("availability: %s and %s, another seed: %s", one, again, two)
	}
	// A pod is where its volume is.
	a := start(t)
	v := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"AP-JP-1"}`)
	id := a.create("/pods", fmt.Sprintf(`{"imageName":"i","networkVolumeId":%q}`, v))
	p := a.call(http.MethodGet, "/pods/"+id+"?includeMachine=true", "").object()
	if machine, _ := p["machine"].(map[string]any); machine["dataCenterId"] != "AP-JP-1" {
		t.Errorf("beside its volume: %v", p)
	}
}
