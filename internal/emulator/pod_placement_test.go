package emulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A pod is RUNNING at once, on its machine; its address comes when it is ready, not before, and goes when it stops.
func TestPods_placement(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	id := a.create("/pods", `{"imageName":"i","ports":["80/http","22/tcp","5432/tcp"]}`)
	a.Advance(2*time.Second - 1)
	created := a.pod(id)["machineId"]
	if p := a.pod(id); p["desiredStatus"] != "RUNNING" || ready(p) || p["machineId"] == "" {
		t.Errorf("too early: %v", p)
	}
	a.Advance(1)
	first := a.pod(id)
	mappings, _ := first["portMappings"].(map[string]any)
	if !ready(first) || first["machineId"] != created || len(mappings) != 2 || mappings["22"] == nil ||
		mappings["5432"] == nil ||
		mappings["22"] == mappings["5432"] {
		t.Errorf("placed: %v", first)
	}
	if first["lastStartedAt"] != "2026-01-01T00:00:00Z" || first["lastStatusChange"] != first["createdAt"] {
		t.Errorf("placing it changed its times: %v", first)
	}

	a.Advance(58 * time.Second)
	stopped := a.operate(id, "stop")
	if stopped["desiredStatus"] != "EXITED" || ready(stopped) || stopped["machineId"] != first["machineId"] ||
		stopped["lastStatusChange"] != "2026-01-01T00:01:00Z" || stopped["lastStartedAt"] != "2026-01-01T00:00:00Z" {
		t.Errorf("stopped: %v", stopped)
	}
	if stored, _ := a.Object("pods", id); ready(stored) {
		t.Errorf("stopped, but stored with its address: %v", stored)
	}
	a.Advance(time.Hour)
	started := a.operate(id, "start")
	if started["desiredStatus"] != "RUNNING" || ready(started) || started["createdAt"] != first["createdAt"] ||
		started["lastStatusChange"] != "2026-01-01T01:01:00Z" || started["lastStartedAt"] != "2026-01-01T01:01:00Z" {
		t.Errorf("started: %v", started)
	}
	a.Advance(2 * time.Second)
	if p := a.pod(id); !ready(p) || p["machineId"] != first["machineId"] {
		t.Errorf("placed again: %v", p)
	}
}

// The clock that places pods can be moved by hand, by requests, or by itself.
func TestPods_placementOnEveryClock(t *testing.T) {
	t.Parallel()
	stepping := start(t, emulator.Options{PodStartDelay: 2 * time.Second, StepPerRequest: time.Second})
	id := stepping.create("/pods", `{"imageName":"i"}`)
	if stepping.pod(id)["publicIp"] != nil || stepping.pod(id)["publicIp"] == nil {
		t.Error("not placed by the second request")
	}

	moved := start(t, emulator.Options{PodStartDelay: time.Hour, RealTime: true})
	id = moved.create("/pods", `{"imageName":"i"}`)
	if moved.pod(id)["publicIp"] != nil {
		t.Error("placed an hour early")
	}
	moved.control(http.MethodPost, "clock", `{"advance":"1h"}`)
	if moved.pod(id)["publicIp"] == nil {
		t.Error("the clock has moved, the pod is not placed")
	}

	byItself := start(t, emulator.Options{PodStartDelay: time.Millisecond, RealTime: true})
	id = byItself.create("/pods", `{"imageName":"i"}`)
	for begin := time.Now(); ; { // Nobody asks the service: the timer rings by itself.
		if p, _ := byItself.Object("pods", id); p["publicIp"] != nil {
			break
		}
		if time.Since(begin) > 30*time.Second {
			t.Fatal("never placed")
		}
	}

	atOnce := start(t)
	if r := atOnce.call(http.MethodPost, "/pods", `{"imageName":"i"}`); !ready(r.object()) {
		t.Errorf("without a delay: %s", r.text)
	}
}

// A machine without a public address is ready all the same.
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

// Reset removes all timers.
func TestPods_placementEndsWithReset(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	id := a.create("/pods", `{"imageName":"i"}`)
	a.Reset()
	a.Advance(time.Second)
	if again := a.create("/pods", `{"imageName":"i"}`); again != id { // The timer of the first knows this id.
		t.Fatalf("ids go on: %s, then %s", id, again)
	}
	a.Advance(time.Second)
	if p := a.pod(id); ready(p) {
		t.Errorf("placed by the pod before the reset: %v", p)
	}
}

// A pod that direct access has put without an address becomes ready after its first reset, like after a start.
func TestPods_resetOfAPodThatWasPut(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	if err := a.PutObject("pods", "put", map[string]any{"imageName": "i", "ports": []any{"22/tcp"}}); err != nil {
		t.Fatal(err)
	}
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
