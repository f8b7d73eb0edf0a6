package emulator_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// podModel has the pods that should exist after the requests so far. Time is that of the emulator's clock.
type podModel struct {
	server   *modelledServer
	template string
	env      map[string]any // of the template
	pods     map[string]*modelPod
	order    []string
}

type modelPod struct {
	name             string
	status           string
	locked           bool
	templateID       string
	volume           int
	env              map[string]any
	started, changed time.Time
	ready            time.Time
	address, port    any // the last ones seen while it had any
}

const podDelay = 3 * time.Second

func newPodModel(t *rapid.T) *podModel {
	m := &podModel{pods: map[string]*modelPod{}, env: map[string]any{"A": "t", "B": "t"}}
	m.server = newModelledServer(t, emulator.Options{PodStartDelay: podDelay})
	status, answer := m.server.send(t, http.MethodPost, templates,
		map[string]any{"name": "t", "imageName": "i", "env": m.env, "volumeInGb": 5})
	same(t, "the template", status, 200)
	object, _ := answer.(map[string]any)
	m.template, _ = object["id"].(string)
	return m
}

// some draws a pod, or now and then none.
func (m *podModel) some(t *rapid.T) (string, *modelPod) {
	id := rapid.SampledFrom(append(slices.Clone(m.order), "missing")).Draw(t, "pod")
	return id, m.pods[id]
}

var someEnv = rapid.MapOfN(rapid.SampledFrom([]string{"A", "C"}), rapid.SampledFrom([]string{"", "p"}), 0, 2)

func asAny(env map[string]string) map[string]any {
	all := map[string]any{}
	for key, value := range env {
		all[key] = value
	}
	return all
}

func (m *podModel) create(t *rapid.T) {
	now := m.server.Now()
	p := &modelPod{
		name: "my pod", status: "RUNNING", volume: 20, env: map[string]any{}, started: now, changed: now,
		ready: now.Add(podDelay),
	}
	in := map[string]any{"imageName": "i"}
	if rapid.Bool().Draw(t, "on the template") && m.template != "" {
		in = map[string]any{"templateId": m.template}
		p.templateID, p.volume, p.env = m.template, 5, maps.Clone(m.env)
	}
	if rapid.Bool().Draw(t, "give env") {
		env := asAny(someEnv.Draw(t, "env"))
		in["env"] = env
		maps.Copy(p.env, env)
	}
	if rapid.IntRange(0, 3).Draw(t, "lock") == 0 {
		in["locked"], p.locked = true, true
	}
	status, answer := m.server.send(t, http.MethodPost, "/pods", in)
	same(t, "status of the create", status, http.StatusCreated)
	object, _ := answer.(map[string]any)
	id, _ := object["id"].(string)
	if id == "" || m.pods[id] != nil {
		t.Fatalf("the new id is %q", id)
	}
	m.pods[id] = p
	m.order = append(m.order, id)
}

func (m *podModel) update(t *rapid.T) {
	id, p := m.some(t)
	in := map[string]any{}
	if rapid.Bool().Draw(t, "give name") {
		in["name"] = rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name")
	}
	if rapid.IntRange(0, 2).Draw(t, "give locked") == 0 {
		in["locked"] = rapid.Bool().Draw(t, "locked")
	}
	resets := false
	if rapid.IntRange(0, 2).Draw(t, "give env") == 0 {
		in["env"], resets = asAny(someEnv.Draw(t, "env")), true
	}
	if rapid.IntRange(0, 2).Draw(t, "give volume") == 0 {
		in["volumeInGb"], resets = rapid.IntRange(4, 25).Draw(t, "volume"), true
	}
	volume, grows := in["volumeInGb"].(int)
	want := http.StatusOK
	switch {
	case p == nil:
		want = http.StatusNotFound
	case grows && volume < p.volume:
		want = http.StatusBadRequest
	case resets && p.locked && in["locked"] != false:
		want = http.StatusInternalServerError
	}
	status, _ := m.server.send(t, http.MethodPatch, "/pods/"+id, in)
	same(t, "status of the update", status, want)
	if status != http.StatusOK {
		return
	}
	if name, given := in["name"].(string); given {
		p.name = name
	}
	if locked, given := in["locked"].(bool); given {
		p.locked = locked
	}
	if env, given := in["env"].(map[string]any); given {
		p.env = env
	}
	if grows {
		p.volume = volume
	}
	if resets && p.status == "RUNNING" {
		p.started, p.changed = m.server.Now(), m.server.Now()
	}
}

func (m *podModel) operate(t *rapid.T, operation string) {
	id, p := m.some(t)
	want := http.StatusOK
	switch {
	case p == nil:
		want = http.StatusNotFound
	case p.locked && (operation == "stop" || operation == "reset"):
		want = http.StatusInternalServerError
	case p.status == "EXITED" && (operation == "reset" || operation == "restart"):
		want = http.StatusBadRequest
	}
	status, _ := m.server.send(t, http.MethodPost, "/pods/"+id+"/"+operation, nil)
	same(t, "status of "+operation, status, want)
	if status != http.StatusOK {
		return
	}
	now := m.server.Now()
	switch {
	case operation == "start" && p.status == "EXITED":
		p.status, p.started, p.changed, p.ready = "RUNNING", now, now, now.Add(podDelay)
		p.address, p.port = nil, nil
	case operation == "stop" && p.status == "RUNNING":
		p.status, p.changed = "EXITED", now
		p.address, p.port = nil, nil
	case operation == "reset":
		p.started, p.changed = now, now
	case operation == "restart":
		p.started, p.changed, p.port = now, now, nil
	}
}

func (m *podModel) remove(t *rapid.T) {
	id, p := m.some(t)
	want := http.StatusNoContent
	switch {
	case p == nil:
		want = http.StatusNotFound
	case p.locked:
		want = http.StatusInternalServerError
	}
	status, _ := m.server.send(t, http.MethodDelete, "/pods/"+id, nil)
	same(t, "status of the delete", status, want)
	if status == http.StatusNoContent {
		delete(m.pods, id)
		m.order = slices.DeleteFunc(m.order, func(other string) bool { return other == id })
	}
}

func (m *podModel) removeTemplate(t *rapid.T) {
	if m.template == "" {
		t.Skip("it is gone")
	}
	want := http.StatusNoContent
	for _, p := range m.pods {
		if p.templateID == m.template {
			want = http.StatusInternalServerError
		}
	}
	status, _ := m.server.send(t, http.MethodDelete, templates+"/"+m.template, nil)
	same(t, "status of the template's delete", status, want)
	if status == http.StatusNoContent {
		m.template = ""
	}
}

// check compares every pod with what it should be, and its address with the one that it had.
func (m *podModel) check(t *rapid.T) {
	status, answer := m.server.send(t, http.MethodGet, "/pods", nil)
	list, _ := answer.([]any)
	same(t, "the list", []any{status, len(list)}, []any{200, len(m.order)})
	for i, id := range m.order {
		p, got := m.pods[id], map[string]any{}
		maps.Copy(got, list[i].(map[string]any)) //nolint:forcetypeassert // Held against the contract already.
		ready := p.status == "RUNNING" && !m.server.Now().Before(p.ready)
		want := map[string]any{
			"id": id, "name": p.name, "desiredStatus": p.status, "locked": p.locked, "templateId": p.templateID,
			"volumeInGb": p.volume, "env": p.env,
			"lastStartedAt": p.started.Format(time.RFC3339Nano), "lastStatusChange": p.changed.Format(time.RFC3339Nano),
		}
		for member, value := range want {
			same(t, id+"."+member, got[member], value)
		}
		same(t, id+" has a machine", got["machineId"] != "", true)
		same(t, id+" has an address", []any{got["publicIp"] != nil, got["portMappings"] != nil}, []any{ready, ready})
		if !ready {
			continue
		}
		if p.address != nil {
			same(t, id+" keeps its address", got["publicIp"], p.address)
		}
		if p.port != nil {
			same(t, id+" keeps its port", got["portMappings"], p.port)
		}
		p.address, p.port = got["publicIp"], got["portMappings"]
	}
}

// Random lives of pods, and after each step every pod equals the model's.
func TestModel_pods(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newPodModel(t)
		defer m.server.Close()
		actions := map[string]func(*rapid.T){
			"create":          m.create,
			"update":          m.update,
			"delete":          m.remove,
			"delete template": m.removeTemplate,
			"wait": func(t *rapid.T) {
				m.server.Advance(time.Duration(rapid.IntRange(0, 16).Draw(t,
					"quarters of a second")) * 250 * time.Millisecond)
			},
			"": m.check,
		}
		for _, operation := range []string{"start", "stop", "reset", "restart"} {
			actions[operation] = func(t *rapid.T) { m.operate(t, operation) }
		}
		t.Repeat(actions)
	})
}
