package emulator_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
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

func TestPods_locked(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/pods", `{"imageName":"i","locked":true}`)
	path, post, patch := "/pods/"+id, http.MethodPost, http.MethodPatch
	const reset = "the pod is locked and cannot be reset"
	a.run([]check{
		{"stop", post, path + "/stop", "", 500, "the pod is locked and cannot be stopped"},
		{"reset", post, path + "/reset", "", 500, reset},
		{"delete", http.MethodDelete, path, "", 500, "the pod is locked and cannot be deleted"},
		{"restart", post, path + "/restart", "", 200, ""}, // The contract does not count it among them.
		{"start", post, path + "/start", "", 200, ""},
		{"rename", patch, path, `{"name":"n"}`, 200, ""},
		{"update", patch, path, `{"env":{}}`, 500, reset},
		{"update by post", post, path + "/update", `{"imageName":"j"}`, 500, reset},
		{"lock again", patch, path, `{"locked":true,"imageName":"j"}`, 500, reset},
		{"bad and locked", patch, path, `{"volumeInGb":1}`, 400,
			"volumeInGb must not be less than the current 20 GB, not 1"},
		{"unlock with it", patch, path, `{"locked":false,"imageName":"j"}`, 200, ""},
		{"lock with it", patch, path, `{"locked":true,"imageName":"k"}`, 200, ""},
		{"unlock", patch, path, `{"locked":false}`, 200, ""},
		{"reset now", post, path + "/reset", "", 200, ""},
		{"stop now", post, path + "/stop", "", 200, ""},
		{"lock", patch, path, `{"locked":true}`, 200, ""},
		{"locked and stopped", post, path + "/stop", "", 500, "the pod is locked and cannot be stopped"},
		{"start it", post, path + "/start", "", 200, ""},
		{"unlock", patch, path, `{"locked":false}`, 200, ""},
		{"delete now", http.MethodDelete, path, "", 204, ""},
	})
}

// Operations take no body; an empty object is none, whatever it calls itself.
func TestPods_operationsTakeNoBody(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/pods", `{"imageName":"i"}`)
	for _, operation := range []string{"start", "reset", "restart", "stop"} {
		path := "/pods/" + id + "/" + operation
		for body, status := range map[string]int{`{"a":1}`: 400, `[]`: 400, `null`: 400, `x`: 400, ` `: 400} {
			if r := a.call(http.MethodPost, path, body); r.status != status || r.message() == "" {
				t.Errorf("%s %q: %d %s", operation, body, r.status, r.text)
			}
		}
		for _, contentType := range []string{"application/json", "text/plain", "", "x"} {
			if operation == "stop" {
				a.call(http.MethodPost, "/pods/"+id+"/start", "")
			}
			r, err := a.try(http.MethodPost, path, "{ }", "Content-Type", contentType)
			if err != nil || r.status != 200 {
				t.Errorf("%s as %q: %d %s, %v", operation, contentType, r.status, r.text, err)
			}
		}
	}
}

// Drift: a pod that was stopped behind the API's back shows no address, and a CPU pod stays one.
func TestPods_drift(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/pods", `{"imageName":"i","computeType":"CPU","cpuFlavorIds":["cpu3c"]}`)
	before := a.pod(id)
	if err := a.PatchObject("pods", id, map[string]any{"desiredStatus": "EXITED"}); err != nil {
		t.Fatal(err)
	}
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

// Many clients at once, while time goes on under them: nothing races, and in the end every running pod is placed.
func TestPods_concurrency(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			for range 10 {
				id := a.create("/pods", `{"imageName":"i"}`)
				a.Advance(time.Second)
				for _, operation := range []string{"stop", "start", "restart"} {
					a.call(http.MethodPost, "/pods/"+id+"/"+operation, "")
				}
				a.call(http.MethodPatch, "/pods/"+id, `{"env":{"A":"1"}}`)
				a.call(http.MethodGet, "/pods", "")
			}
		})
	}
	group.Wait()
	a.Advance(2 * time.Second)
	for _, p := range a.Objects("pods") {
		if !ready(p) || p["desiredStatus"] != "RUNNING" {
			t.Errorf("%v", p)
		}
	}
	if got := len(a.Objects("pods")); got != 60 {
		t.Errorf("%d pods", got)
	}
}
