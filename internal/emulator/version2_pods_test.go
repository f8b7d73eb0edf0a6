package emulator_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const oneGPU = `"gpu":{"id":"NVIDIA L4","count":1}`

func TestVersion2_pod(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{PodStartDelay: 30 * time.Second})
	id := a.create2("/pods", `{"name":"p","image":"i","ports":["22/tcp","8888/http"],`+oneGPU+`}`)
	object := "/pods/" + id
	expect(t, "new", a.get2(object), fmt.Sprintf(`{"id":%q,"name":"p","image":"i","disk":10,"env":{},"registry":null,
		"status":"PROVISIONING","actions":["stop","terminate"],"mounts":{},"cloud":"SECURE","cost":0.43,
		"gpu":{"id":"NVIDIA L4","count":1,"vcpuCount":12,"memory":50},"cpu":null,"template":null,"locked":false,
		"globalNetworking":{"enabled":false},"runtime":null,"ssh":{"proxy":null,"direct":null},"cudaVersion":"12.8"}`, id))
	a.Advance(10 * time.Second)
	expect(t, "after a third", a.get2(object), `{"status":"STARTING","actions":["stop","terminate"],"runtime":null}`)
	a.Advance(25 * time.Second)
	running := a.get2(object)
	expect(t, "ready", running, `{"status":"RUNNING","actions":["stop","restart","terminate"]}`)
	first := a.call(get, object, "").object()
	mappings, _ := first["portMappings"].(map[string]any)
	runtime, _ := running["runtime"].(map[string]any)
	ports := spell(t, runtime["ports"])
	if want := fmt.Sprintf(`{"ip":%q,"private":22,"public":%v,"type":"tcp"}`, first["publicIp"], mappings["22"]); runtime["uptime"] != 5.0 || !strings.Contains(ports, want) || !strings.Contains(ports, `"ip":"100.64.`) {
		t.Errorf("runtime %v, want %s", runtime, want)
	}
	ssh, _ := running["ssh"].(map[string]any)
	direct, _ := ssh["direct"].(map[string]any)
	if direct["host"] != first["publicIp"] || direct["port"] != mappings["22"] {
		t.Errorf("ssh %v, want %v", ssh, first)
	}
	expect(t, "renamed", a.patch2(object, `{"name":"q"}`), `{"name":"q"}`)
	if got := a.get2(object)["startedAt"]; got != running["startedAt"] {
		t.Errorf("a new name restarts: %v", got)
	}
	a.patch2(object, `{"env":{"A":"1"}}`)
	if got := a.get2(object)["startedAt"]; got == running["startedAt"] {
		t.Error("a new env does not restart")
	}
	a.delete2(object)
	if r := a.call(get, object, ""); r.status != http.StatusNotFound {
		t.Errorf("still there: %d", r.status)
	}
}

func TestVersion2_podActions(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/pods", `{"name":"p","image":"i",`+oneGPU+`}`)
	path := "/pods/" + id + "/action"
	act := func(action string) string { return `{"action":"` + action + `"}` }
	a.run2([]check2{
		{"start of a running pod", post, path, act("start"), 409, "RUNNING"},
		{"restart", post, path, act("restart"), 200, `"status":"RUNNING"`},
		{"stop", post, path, act("stop"), 200, `"status":"EXITED"`},
		{"stop of a stopped pod", post, path, act("stop"), 409, "EXITED"},
		{"restart of a stopped pod", post, path, act("restart"), 409, "EXITED"},
		{"reset", post, path, act("reset"), 422, "must be one of"},
		{"nothing", post, path, `{}`, 422, "missing property 'action'"},
		{"path of version 1", post, "/pods/" + id + "/start", ``, 404, "The requested path was not found."},
	})
	expect(t, "stopped", a.get2("/pods/"+id), `{"cost":0,"runtime":null,"actions":["start","terminate"]}`)
	a.must(a.PatchObject("pods", id, map[string]any{"locked": true}))
	a.run2([]check2{
		{"start of a locked pod", post, path, act("start"), 200, `"RUNNING"`},
		{"stop of a locked pod", post, path, act("stop"), 400, "locked"},
		{"terminate of a locked pod", post, path, act("terminate"), 400, "locked"},
		{"delete of a locked pod", del, "/pods/" + id, "", 400, "locked"},
		{"update of a locked pod", patch, "/pods/" + id, `{"name":"x"}`, 400, "locked"},
		{"update that unlocks", patch, "/pods/" + id, `{"name":"x","locked":false}`, 200, `"name":"x"`},
	})
	a.must(a.PatchObject("pods", id, map[string]any{"failed": true}))
	expect(t, "failed", a.get2("/pods/"+id), `{"status":"ERROR","actions":["start","terminate"]}`)
	a.run2([]check2{
		{"start of a failed pod", post, path, act("start"), 200, `"RUNNING"`},
		{"terminate", post, path, act("terminate"), 204, ""},
		{"gone", post, path, act("start"), 404, "pod not found"},
	})
	var names []string
	for _, r := range a.Requests("TerminatePod", "StopPod", "PodAction") {
		names = append(names, r.Operation)
	}
	if got := fmt.Sprint(names); got != "[StopPod StopPod PodAction PodAction StopPod TerminatePod TerminatePod]" {
		t.Errorf("the journal has %s", got)
	}
	a.SetFaults(emulator.Fault{Operation: "TerminatePod", Kind: emulator.FaultStatus})
	other := a.create2("/pods", `{"name":"p","image":"i",`+oneGPU+`}`)
	a.run2([]check2{
		{"another action", post, "/pods/" + other + "/action", act("stop"), 200, ""},
		{"fault by the action", post, "/pods/" + other + "/action", act("terminate"), 500, ""},
	})
}

func TestVersion2_podMounts(t *testing.T) {
	t.Parallel()
	a := start(t)
	volume := a.create2("/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-SE-1"}`)
	network := fmt.Sprintf(`{"network":[{"volumeId":%q,"path":"/v"}]}`, volume)
	with := func(members string) string { return `{"name":"p","image":"i",` + oneGPU + `,` + members + `}` }
	mounted := "/pods/" + a.create2("/pods", with(`"mounts":`+network))
	expect(t, "network volume", a.get2(mounted), `{"dataCenterId":"EU-SE-1","mounts":`+network+`}`)
	local := "/pods/" + a.create2("/pods", with(`"mounts":{"persistent":{"size":20,"path":"/p"}}`))
	expect(t, "unchanged", a.patch2(local, `{"mounts":{}}`), `{"mounts":{"persistent":{"size":20,"path":"/p"}}}`)
	expect(t, "grown", a.patch2(local, `{"mounts":{"persistent":{"size":30,"path":"/q"}}}`),
		`{"mounts":{"persistent":{"size":30,"path":"/q"}}}`)
	expect(t, "elsewhere", a.patch2(mounted, fmt.Sprintf(`{"mounts":{"network":[{"volumeId":%q,"path":"/w"}]}}`, volume)),
		fmt.Sprintf(`{"mounts":{"network":[{"volumeId":%q,"path":"/w"}]}}`, volume))
	a.run2([]check2{
		{"both", post, "/pods", with(`"mounts":{"persistent":{"size":20,"path":"/p"},` + network[1:]), 400, "exclude"},
		{"no such volume", post, "/pods", with(`"mounts":{"network":[{"volumeId":"x","path":"/v"}]}`), 400, "does not exist"},
		{"no ID", post, "/pods", with(`"mounts":{"network":[{"volumeId":"","path":"/v"}]}`), 400, `\"\" does not exist`},
		{"elsewhere", post, "/pods", with(`"dataCenterIds":["EU-RO-1"],"mounts":` + network), 400, "EU-SE-1"},
		{"community", post, "/pods", with(`"cloud":"COMMUNITY","mounts":` + network), 400, "secure cloud"},
		{"of a CPU pod", post, "/pods", `{"name":"p","image":"i","cpu":{"id":"cpu3c","vcpuCount":2},
			"mounts":{"persistent":{"size":20,"path":"/p"}}}`, 400, "CPU pod"},
		{"shrunk", patch, local, `{"mounts":{"persistent":{"size":29,"path":"/q"}}}`, 400, "must not be less"},
		{"removed", patch, mounted, `{"mounts":{"network":[]}}`, 400, "cannot be removed"},
		{"other kind", patch, mounted, `{"mounts":{"persistent":{"size":29,"path":"/q"}}}`, 400, "cannot get one"},
		{"other volume", patch, mounted, `{"mounts":{"network":[{"volumeId":"x","path":"/v"}]}}`, 400, "another"},
		{"not all members", patch, mounted, `{"mounts":{"network":[{"path":"/v"}]}}`, 422, "missing property"},
		{"volume in use", del, "/network-volumes/" + volume, "", 400, "must remove this network volume"},
	})
}

// What a pod takes from its template, and what the service puts into its environment (contract-v2 8.1).
func TestVersion2_podTemplate(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create2("/templates", `{"name":"t","image":"i","disk":7,"ports":["1/tcp"],"env":{"A":"1","B":"1"},
		"mounts":{"persistent":{"size":10,"path":"/v"}},"allowedCudaVersions":["12.1"]}`)
	id := a.create2("/pods", fmt.Sprintf(`{"name":"p","templateId":%q,"env":{"B":"2"},%s}`, template, oneGPU))
	p := a.get2("/pods/" + id)
	expect(t, "copied", p, `{"image":"i","disk":7,"ports":["1/tcp"],"mounts":{"persistent":{"size":10,"path":"/v"}},
		"cudaVersion":"12.1","template":null}`)
	env, _ := p["env"].(map[string]any)
	if key, _ := env["PUBLIC_KEY"].(string); !strings.HasPrefix(key, "ssh-") || env["JUPYTER_PASSWORD"] == nil ||
		env["A"] != "1" || env["B"] != "2" {
		t.Errorf("the environment is %v", env)
	}
	bare := a.create2("/pods", fmt.Sprintf(`{"name":"p","templateId":%q,"startSsh":false,"startJupyter":false,%s}`, template, oneGPU))
	expect(t, "without variables", a.get2("/pods/"+bare), `{"env":{"A":"1","B":"1"}}`)
	cpu := a.create2("/pods", fmt.Sprintf(`{"name":"p","templateId":%q,"cpu":{"id":"cpu3c","vcpuCount":2}}`, template))
	expect(t, "CPU pod", a.get2("/pods/"+cpu), `{"mounts":{},"cudaVersion":null,"cpu":{"id":"cpu3c","vcpuCount":2,"memory":4},"gpu":null}`)

	a.patch2("/templates/"+template, `{"image":"j","env":{}}`)
	expect(t, "after a change of the template", a.get2("/pods/"+bare), `{"image":"i"}`)
	expect(t, "copied again", a.patch2("/pods/"+bare, fmt.Sprintf(`{"templateId":%q}`, template)),
		`{"image":"j","env":{},"mounts":{"persistent":{"size":10,"path":"/v"}}}`)
	a.delete2("/templates/" + template)
	first := a.create("/templates", `{"name":"t1","imageName":"i"}`)
	over1 := a.create("/pods", fmt.Sprintf(`{"templateId":%q}`, first))
	expect(t, "made over version 1", a.get2("/pods/"+over1), `{"template":null}`)
	if ids := a.ids2("/pods", "pods"); fmt.Sprint(ids) != fmt.Sprint([]string{over1, cpu, bare, id}) {
		t.Errorf("the list has %v", ids)
	}
}

func TestVersion2_podRefusals(t *testing.T) {
	t.Parallel()
	a := start(t)
	serverless := a.create2("/templates", `{"name":"t","image":"i","serverless":true}`)
	endpoint := a.create2("/serverless", `{"name":"e","image":"i","workers":{"min":1},`+queueOfGPUs+`}`)
	const capacity = "There are no longer any instances available"
	gpu := func(members string) string {
		return `{"name":"p","image":"i","gpu":{"id":"NVIDIA L4",` + members + `}}`
	}
	with := func(members string) string { return `{"name":"p","image":"i",` + oneGPU + `,` + members + `}` }
	a.run2([]check2{
		{"no hardware", post, "/pods", `{"name":"p","image":"i"}`, 400, "exactly one"},
		{"both", post, "/pods", with(`"cpu":{"id":"cpu3c","vcpuCount":2}`), 400, "exactly one"},
		{"no image", post, "/pods", `{"name":"p",` + oneGPU + `}`, 422, "missing property"},
		{"no count", post, "/pods", `{"name":"p","image":"i","gpu":{"id":"NVIDIA L4"}}`, 400, capacity},
		{"too many", post, "/pods", gpu(`"count":9`), 400, capacity},
		{"too much memory", post, "/pods", gpu(`"count":1,"minRamPerGpu":513`), 400, capacity},
		{"no such CUDA", post, "/pods", gpu(`"count":1,"minCudaVersion":"99.1"`), 400, capacity},
		{"two constraints", post, "/pods", gpu(`"count":1,"minCudaVersion":"12.1","allowedCudaVersions":["12.1"]`), 400, "exclude"},
		{"no such type", post, "/pods", `{"name":"p","image":"i","gpu":{"id":"X","count":1}}`, 400, "does not exist"},
		{"no such flavor", post, "/pods", `{"name":"p","image":"i","cpu":{"id":"X","vcpuCount":2}}`, 400, "does not exist"},
		{"vCPUs", post, "/pods", `{"name":"p","image":"i","cpu":{"id":"cpu3c","vcpuCount":3}}`, 400, "powers of two"},
		{"no such data center", post, "/pods", with(`"dataCenterIds":["X"]`), 400, "does not exist"},
		{"locked from the start", post, "/pods", with(`"locked":true`), 422, "'locked'"},
		{"network without NVIDIA", post, "/pods", `{"name":"p","image":"i","globalNetworking":true,"gpu":{"id":"AMD Instinct MI300X OAM","count":1}}`,
			400, "NVIDIA"},
		{"no such template", post, "/pods", `{"name":"p","templateId":"x",` + oneGPU + `}`, 404, "template not found"},
		{"serverless template", post, "/pods", `{"name":"p","templateId":"` + serverless + `",` + oneGPU + `}`, 422, "serverless"},
		{"logs", get, "/pods/x/logs", "", 501, "GetPodLogs"},
		{"builds", get, "/serverless/x/builds", "", 404, "The requested path was not found."},
	})
	worker, _ := a.Objects(emulator.KindPods)[0]["id"].(string)
	a.run2([]check2{{"worker of " + endpoint, get, "/pods/" + worker, "", 404, "pod not found"}})
	if ids := a.ids2("/pods", "pods"); len(ids) != 0 {
		t.Errorf("the list has %v", ids)
	}
	id := a.create2("/pods", with(`"globalNetworking":true`))
	network, _ := a.get2("/pods/" + id)["globalNetworking"].(map[string]any)
	if network["enabled"] != true || network["internalDns"] != id+".internal" || network["ip"] == nil {
		t.Errorf("global networking %v", network)
	}
}

// What is taken is taken over both versions, and free again when its pod stops.
func TestVersion2_stock(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{Stock: []emulator.StockLimit{
		{ID: "NVIDIA L4", Units: 0}, {ID: "NVIDIA L4", DataCenter: "EU-SE-1", Units: 2}, {ID: "cpu3c", Units: 0}}})
	body := `{"name":"p","image":"i","gpu":{"id":"NVIDIA L4","count":2}}`
	id := a.create2("/pods", body)
	expect(t, "the only place", a.get2("/pods/"+id), `{"dataCenterId":"EU-SE-1"}`)
	const capacity = "There are no longer any instances available"
	refused := func(why string) {
		t.Helper()
		a.run2([]check2{{why, post, "/pods", body, 400, capacity}})
		r := a.call(post, "/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4"]}`)
		if r.status != 500 || !strings.Contains(r.message(), "no instances") {
			t.Errorf("%s: over version 1 %d %s", why, r.status, r.text)
		}
	}
	refused("all are taken")
	a.run2([]check2{
		{"nothing elsewhere", post, "/pods", `{"name":"p","image":"i","dataCenterIds":["EU-RO-1"],"gpu":{"id":"NVIDIA L4","count":1}}`,
			400, capacity},
		{"no CPUs", post, "/pods", `{"name":"p","image":"i","cpu":{"id":"cpu3c","vcpuCount":2}}`, 400, capacity},
		{"stop", post, "/pods/" + id + "/action", `{"action":"stop"}`, 200, ""},
	})
	other := a.create("/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4","NVIDIA A40"],"gpuTypePriority":"custom"}`)
	expect(t, "over version 1", a.get2("/pods/"+other), `{"gpu":{"id":"NVIDIA L4","count":1,"vcpuCount":12,"memory":50}}`)
	a.run2([]check2{{"start without room", post, "/pods/" + id + "/action", `{"action":"start"}`, 400, capacity}})
	r := a.call(post, "/pods/"+id+"/start", "")
	if r.status != 500 || !strings.Contains(r.message(), "not enough free GPUs") {
		t.Errorf("start over version 1: %d %s", r.status, r.text)
	}
	second := a.create("/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4","NVIDIA A40"],"gpuTypePriority":"custom"}`)
	third := a.create("/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4","NVIDIA A40"],"gpuTypePriority":"custom"}`)
	expect(t, "second", a.get2("/pods/"+second), `{"dataCenterId":"EU-SE-1"}`)
	gpu, _ := a.get2("/pods/" + third)["gpu"].(map[string]any)
	expect(t, "third", gpu, `{"id":"NVIDIA A40"}`)
	a.must(a.SetStock(emulator.StockLimit{ID: "NVIDIA L4", Units: -1}))
	a.create2("/pods", body)
	if err := a.SetStock(emulator.StockLimit{ID: "X"}); err == nil {
		t.Error("a stock of nothing was set")
	}
}
