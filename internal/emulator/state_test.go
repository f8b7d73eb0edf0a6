package emulator_test

import (
	"net/http"
	"testing"
)

func TestState_drift(t *testing.T) {
	t.Parallel()
	a := start(t)
	const kind = "templates"
	err := a.PutObject(kind, "t/1", map[string]any{
		"id": "t/1", "name": "n", "imageName": "i", "env": map[string]string{"A": "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := a.call(http.MethodGet, "/templates/t%2F1", "").object()
	if got["name"] != "n" || got["volumeMountPath"] != "/workspace" {
		t.Errorf("put: %v", got)
	}

	// Maps are replaced whole, nil is the default, what is not named stays.
	err = a.PatchObject(kind, "t/1", map[string]any{"env": map[string]string{"B": "2"}, "volumeInGb": 7, "ports": nil})
	if err != nil {
		t.Fatal(err)
	}
	object, _ := a.Object(kind, "t/1")
	if env, _ := object["env"].(map[string]any); len(env) != 1 || env["B"] != "2" || object["volumeInGb"] != 7.0 ||
		object["name"] != "n" {
		t.Errorf("patched: %v", object)
	}
	if ports, _ := object["ports"].([]any); len(ports) != 2 {
		t.Errorf("ports: %v", ports)
	}

	// Overwritten as given: nothing of the old object is left.
	a.must(a.PutObject(kind, "t/1", map[string]any{"name": "m", "imageName": "i"}))
	if object, _ := a.Object(kind, "t/1"); object["name"] != "m" || object["volumeInGb"] != 20.0 ||
		len(a.Objects(kind)) != 1 {
		t.Errorf("overwritten: %v", object)
	}

	a.must(a.DeleteObject(kind, "t/1"))
	if r := a.call(http.MethodGet, "/templates/t%2F1", ""); r.status != http.StatusNotFound {
		t.Errorf("deleted: %d", r.status)
	}
	if _, ok := a.Object(kind, "t/1"); ok {
		t.Error("deleted, but there")
	}
}

// What the state shows of an object can be put back: it is the same object then.
func TestState_putBack(t *testing.T) {
	t.Parallel()
	a := start(t)
	for _, body := range []string{
		`{"imageName":"i","computeType":"CPU","cpuFlavorIds":["cpu3g"],"vcpuCount":4}`, `{"imageName":"i","gpuCount":2}`,
	} {
		id := a.create("/pods", body)
		was, _ := a.Object("pods", id)
		a.must(a.DeleteObject("pods", id))
		a.must(a.PutObject("pods", id, was))
		if is, _ := a.Object("pods", id); spell(t, is) != spell(t, was) {
			t.Errorf("%s\nwas %s\nis  %s", body, spell(t, was), spell(t, is))
		}
	}
}

// Neither rules nor references are checked: this is behind the API's back.
func TestState_noRules(t *testing.T) {
	t.Parallel()
	a := start(t)
	for id, object := range map[string]map[string]any{
		"a": {"name": "same", "imageName": "i", "containerRegistryAuthId": "nope"},
		"b": {"name": "same", "imageName": "i", "isServerless": true, "volumeInGb": 5},
	} {
		a.must(a.PutObject("templates", id, object))
	}
	a.must(a.PutObject("containerRegistryAuths", "nope", map[string]any{"name": "used"}))
	if err := a.DeleteObject("containerRegistryAuths", "nope"); err != nil {
		t.Errorf("in use: %v", err)
	}
	// A dangling reference breaks no update of anything else.
	if r := a.call(http.MethodPatch, "/templates/a", `{"readme":"r"}`); r.status != 200 {
		t.Errorf("%d %s", r.status, r.text)
	}
}

func TestState_mistakes(t *testing.T) {
	t.Parallel()
	a := start(t)
	for name, err := range map[string]error{
		"kind":        a.PutObject("template", "x", nil),
		"empty id":    a.PutObject("templates", "", nil),
		"other id":    a.PutObject("templates", "x", map[string]any{"id": "y"}),
		"member":      a.PutObject("templates", "x", map[string]any{"nam": "y"}),
		"case":        a.PutObject("templates", "x", map[string]any{"Name": "y"}),
		"type":        a.PutObject("networkVolumes", "x", map[string]any{"size": "1"}),
		"no JSON":     a.PutObject("networkVolumes", "x", map[string]any{"size": func() {}}),
		"patch kind":  a.PatchObject("template", "x", nil),
		"patch none":  a.PatchObject("templates", "x", nil),
		"delete kind": a.DeleteObject("template", "x"),
		"delete none": a.DeleteObject("templates", "x"),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, ok := a.Object("template", "x"); ok {
		t.Error("an object of an unknown kind")
	}
	if objects := a.Objects("template"); objects == nil || len(objects) > 0 {
		t.Errorf("objects of an unknown kind: %v", objects)
	}
	if objects := a.Objects("templates"); len(objects) > 0 {
		t.Errorf("a mistake left %v", objects)
	}
}
