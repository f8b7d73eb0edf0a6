package emulator_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// pod reads a pod that must be there.
func (a *env) pod(id string) map[string]any {
	a.t.Helper()
	r := a.call(http.MethodGet, "/pods/"+id, "")
	if r.status != http.StatusOK {
		a.t.Fatalf("GET /pods/%s: %d %s", id, r.status, r.text)
	}
	return r.object()
}

// operate starts, stops, resets or restarts a pod with success, and checks that the answer is the pod.
func (a *env) operate(id, operation string) map[string]any {
	a.t.Helper()
	r := a.call(http.MethodPost, "/pods/"+id+"/"+operation, "")
	if r.status != http.StatusOK || fmt.Sprint(r.object()) != fmt.Sprint(a.pod(id)) {
		a.t.Errorf("%s: %d %s, read %v", operation, r.status, r.text, a.pod(id))
	}
	return r.object()
}

func ready(p map[string]any) bool { return p["publicIp"] != nil && p["portMappings"] != nil }

// A pod is ready some time after each start. A reset keeps its public ports, a restart need not, and both are starts. A
// lock holds back what ends a container, but no update that unlocks.
func TestPods_life(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{PodStartDelay: time.Minute})
	id, last := a.create("/pods", `{"imageName":"i"}`), any(nil)
	expect := func(step string, isReady, isStart bool) any {
		t.Helper()
		p := a.pod(id)
		if ready(p) != isReady || (p["lastStartedAt"] != last) != isStart {
			t.Errorf("%s: %v, started before at %v", step, p, last)
		}
		last = p["lastStartedAt"]
		a.Advance(30 * time.Second)
		return p["portMappings"]
	}
	expect("created", false, true)
	expect("half a minute later", false, false)
	ports := fmt.Sprint(expect("a minute later", true, false))
	a.operate(id, "reset")
	if after := fmt.Sprint(expect("reset", true, true)); after != ports {
		t.Errorf("a reset changes the ports %s to %s", ports, after)
	}
	a.operate(id, "restart")
	if after := fmt.Sprint(expect("restarted", true, true)); after == ports {
		t.Errorf("a restart keeps the ports %s", ports)
	}
	a.run([]check{
		{"lock", http.MethodPatch, "/pods/" + id, `{"locked":true}`, 200, ""},
		{"stop", http.MethodPost, "/pods/" + id + "/stop", "", 500, "the pod is locked and cannot be stopped"},
		{"update", http.MethodPatch, "/pods/" + id, `{"env":{}}`, 500, "the pod is locked and cannot be reset"},
		{"unlock", http.MethodPatch, "/pods/" + id, `{"locked":false,"env":{}}`, 200, ""},
	})
	expect("unlocked", true, true)
	a.operate(id, "stop")
	expect("stopped", false, false)
	a.operate(id, "start")
	expect("started", false, true)
}

// Operations take no body; an empty object is none, whatever it calls itself.
func TestPods_operationsTakeNoBody(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/pods", `{"imageName":"i"}`)
	for _, operation := range []string{"start", "reset", "restart", "stop"} {
		path := "/pods/" + id + "/" + operation
		if r := a.call(http.MethodPost, path, `{"a":1}`); r.status != 400 || r.message() == "" {
			t.Errorf("%s: %d %s", operation, r.status, r.text)
		}
		if r := a.call(http.MethodPost, path, "{ }", "Content-Type", "text/plain"); r.status != 200 {
			t.Errorf("%s: %d %s", operation, r.status, r.text)
		}
	}
}

// Drift: a pod that was stopped behind the API's back shows no address, and a CPU pod stays one.
func TestPods_drift(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/pods", `{"imageName":"i","computeType":"CPU","cpuFlavorIds":["cpu3c"]}`)
	before := a.pod(id)
	a.must(a.PatchObject("pods", id, map[string]any{"desiredStatus": "EXITED"}))
	p := a.pod(id)
	if ready(p) || p["desiredStatus"] != "EXITED" || p["gpu"] != nil || p["cpuFlavorId"] != "cpu3c" {
		t.Errorf("stopped: %v", p)
	}
	if p := a.operate(id, "start"); !ready(p) || p["costPerHr"] != before["costPerHr"] {
		t.Errorf("started: %v", p)
	}
	err := a.PatchObject("pods", id, map[string]any{"env": map[string]string{"A": "1"}, "publicIp": nil, "name": nil})
	if err != nil {
		t.Fatal(err)
	}
	if p := a.pod(id); fmt.Sprint(p["env"]) != "map[A:1]" || p["publicIp"] != nil || p["name"] != "my pod" {
		t.Errorf("patched: %v", p)
	}
	if err := a.PatchObject("pods", id, map[string]any{"id": "other"}); err == nil {
		t.Error("an object got another id")
	}
}

// A machine without a public address becomes ready too.
func TestPods_publicAddress(t *testing.T) {
	t.Parallel()
	a := start(t)
	for members, public := range map[string]bool{
		``:                        true,
		`"cloudType":"COMMUNITY"`: false,
		`"supportPublicIp":false`: false,
		`"cloudType":"COMMUNITY","supportPublicIp":true`: true,
		`"computeType":"CPU"`:                            true,
	} {
		p := a.call(http.MethodPost, "/pods", with(`"imageName":"i"`, members)).object()
		ports, _ := p["portMappings"].(map[string]any)
		if ports == nil || (len(ports) == 1) != public || (p["publicIp"] != nil) != public || p["machineId"] == "" {
			t.Errorf("%s: %v", members, p)
		}
	}
}

// A pod that direct access has put without an address becomes ready after its first reset, like after a start.
func TestPods_resetOfAPodThatWasPut(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	a.must(a.PutObject("pods", "put", map[string]any{"imageName": "i", "ports": []any{"22/tcp"}}))
	a.Advance(time.Minute)
	if p := a.pod("put"); ready(p) {
		t.Errorf("nothing has started it: %v", p)
	}
	a.operate("put", "reset")
	if p := a.pod("put"); ready(p) {
		t.Errorf("at once: %v", p)
	}
	a.Advance(2 * time.Second)
	if p := a.pod("put"); !ready(p) {
		t.Errorf("after the delay: %v", p)
	}
}
