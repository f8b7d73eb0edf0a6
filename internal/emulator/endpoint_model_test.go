package emulator_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// endpointModel has the endpoints as they should be: their workers, their version, what they hold.
type endpointModel struct {
	server    *modelledServer
	templates []string
	images    map[string]string
	endpoints map[string]*modelEndpoint
	order     []string
}

type modelEndpoint struct {
	templateID            string
	gpus, idle, low, high int
	version               int
}

const modelQuota = 9

// someMembers draws members of an input and applies them to a copy.
func (m *endpointModel) someMembers(t *rapid.T, e modelEndpoint) (map[string]any, modelEndpoint) {
	in := map[string]any{}
	number := func(key string, member *int, least, most int) {
		if rapid.IntRange(0, 2).Draw(t, "give "+key) == 0 {
			*member = rapid.IntRange(least, most).Draw(t, key)
			in[key] = *member
		}
	}
	number("gpuCount", &e.gpus, 1, 3)
	number("idleTimeout", &e.idle, 1, 3)
	number("workersMin", &e.low, 0, 4)
	number("workersMax", &e.high, 0, 6)
	return in, e
}

// verdict judges an endpoint as it would be.
func (m *endpointModel) verdict(id string, e modelEndpoint) int {
	sum := e.high
	for other := range m.endpoints {
		if other != id {
			sum += m.endpoints[other].high
		}
	}
	before := m.endpoints[id]
	switch {
	case e.low > e.high:
		return http.StatusBadRequest
	case (before == nil || e.high > before.high) && sum > modelQuota, before == nil && e.high == 0:
		return http.StatusInternalServerError
	}
	return http.StatusOK
}

func (m *endpointModel) create(t *rapid.T) {
	in, e := m.someMembers(t, modelEndpoint{gpus: 1, idle: 5, high: 3})
	e.templateID = rapid.SampledFrom(m.templates).Draw(t, "template")
	in["templateId"] = e.templateID
	status, answer := m.server.send(t, http.MethodPost, "/endpoints", in)
	same(t, "status of the create", status, m.verdict("", e))
	if status == http.StatusOK {
		object, _ := answer.(map[string]any)
		id := fmt.Sprint(object["id"])
		m.endpoints[id], m.order = &e, append(m.order, id)
	}
}

func (m *endpointModel) update(t *rapid.T) {
	id := rapid.SampledFrom(append(slices.Clone(m.order), "missing")).Draw(t, "endpoint")
	before := m.endpoints[id]
	if before == nil {
		status, _ := m.server.send(t, http.MethodPatch, "/endpoints/missing", map[string]any{})
		same(t, "status of the update", status, http.StatusNotFound)
		return
	}
	in, e := m.someMembers(t, *before)
	if rapid.IntRange(0, 4).Draw(t, "give templateId") == 0 {
		e.templateID = rapid.SampledFrom(m.templates).Draw(t, "template")
		in["templateId"] = e.templateID
	}
	status, _ := m.server.send(t, http.MethodPatch, "/endpoints/"+id, in)
	same(t, "status of the update", status, m.verdict(id, e))
	if status == http.StatusOK {
		if e.gpus != before.gpus || e.templateID != before.templateID {
			e.version++
		}
		m.endpoints[id] = &e
	}
}

func (m *endpointModel) updateTemplate(t *rapid.T) {
	id := rapid.SampledFrom(m.templates).Draw(t, "template")
	image := rapid.SampledFrom([]string{"i", "j"}).Draw(t, "image")
	status, _ := m.server.send(t, http.MethodPatch, templates+"/"+id, map[string]any{"imageName": image, "readme": image})
	same(t, "status of the template's update", status, 200)
	if m.images[id] != image {
		m.images[id] = image
		for _, e := range m.endpoints {
			if e.templateID == id {
				e.version++
			}
		}
	}
}

func (m *endpointModel) remove(t *rapid.T) {
	if len(m.order) == 0 {
		t.Skip("there is none")
	}
	id := rapid.SampledFrom(m.order).Draw(t, "endpoint")
	status, _ := m.server.send(t, http.MethodDelete, templates+"/"+m.endpoints[id].templateID, nil)
	same(t, "status of its template's delete", status, http.StatusInternalServerError)
	status, _ = m.server.send(t, http.MethodDelete, "/endpoints/"+id, nil)
	same(t, "status of the delete", status, http.StatusNoContent)
	delete(m.endpoints, id)
	m.order = slices.DeleteFunc(m.order, func(other string) bool { return other == id })
}

func (m *endpointModel) check(t *rapid.T) {
	status, answer := m.server.send(t, http.MethodGet, "/endpoints", nil)
	list, _ := answer.([]any)
	same(t, "the list", []any{status, len(list)}, []any{200, len(m.order)})
	for i, id := range m.order {
		got, _ := list[i].(map[string]any)
		e := m.endpoints[id]
		same(t, id, fmt.Sprintf("%v %v %v %v %v %v %v", got["id"], got["templateId"], got["gpuCount"],
			got["idleTimeout"],
			got["workersMin"], got["workersMax"], got["version"]),
			fmt.Sprintf("%v %v %v %v %v %v %v", id, e.templateID, e.gpus, e.idle, e.low, e.high, e.version))
	}
}

// Random lives of endpoints and their templates: workers within the quota, versions that count what rolls.
func TestModel_endpoints(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &endpointModel{endpoints: map[string]*modelEndpoint{}, images: map[string]string{}}
		m.server = newModelledServer(t, emulator.Options{WorkersQuota: modelQuota})
		defer m.server.Close()
		for _, name := range []string{"s", "t"} {
			status, answer := m.server.send(t, http.MethodPost, templates,
				map[string]any{"name": name, "imageName": "i", "isServerless": true})
			object, _ := answer.(map[string]any)
			id := fmt.Sprint(object["id"])
			same(t, "the template", status, 200)
			m.templates, m.images[id] = append(m.templates, id), "i"
		}
		t.Repeat(map[string]func(*rapid.T){
			"create": m.create, "update": m.update, "update template": m.updateTemplate, "delete": m.remove,
			"": m.check,
		})
	})
}
