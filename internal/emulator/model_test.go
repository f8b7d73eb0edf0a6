package emulator_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// model has the objects that should exist after the requests so far, kept in the simplest way.
type model struct {
	server  *modelledServer
	objects map[string]map[string]map[string]any // by path and id
	lists   map[string][]string                  // ids by path, in the order of creation
}

const (
	templates = "/templates"
	volumes   = "/networkvolumes"
	auths     = "/containerregistryauth"
)

func newModel(t *rapid.T) *model {
	return &model{
		server:  newModelledServer(t, emulator.Options{}),
		objects: map[string]map[string]map[string]any{templates: {}, volumes: {}, auths: {}},
		lists:   map[string][]string{},
	}
}

// modelledServer is a server that is compared with a model, and notes the first breach of the contract.
type modelledServer struct {
	*emulator.Server
	breach error
}

func newModelledServer(t *rapid.T, options emulator.Options) *modelledServer {
	s := &modelledServer{}
	options.Seed = rapid.Uint64().Draw(t, "seed")
	options.Observe = func(ex emulator.Exchange) {
		requestErr, _ := contracttest.Check(wire(ex))
		if s.breach == nil {
			s.breach = breach(ex, false)
		}
		if s.breach == nil && requestErr != nil && ex.Status/100 == 2 {
			s.breach = fmt.Errorf("accepted against the contract: %w", requestErr)
		}
	}
	s.Server = emulator.New(options)
	return s
}

// send sends a request without a network between, and returns status and JSON of the answer.
func (s *modelledServer) send(t *rapid.T, method, path string, body any) (int, any) {
	text := ""
	if body != nil {
		spelled, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(spelled)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, "/v1"+path, strings.NewReader(text))
	r.Header.Set("Authorization", "Bearer emulator-key")
	r.Header.Set("Content-Type", "application/json")
	if body == nil {
		r.Header.Del("Content-Type")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if s.breach != nil {
		t.Fatalf("%s %s %s: %v", method, path, text, s.breach)
	}
	var value any
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &value); err != nil {
			t.Fatalf("%s %s: %s", method, path, w.Body)
		}
	}
	return w.Code, value
}

// Few names and values, so that requests meet.
var (
	someName = rapid.SampledFrom([]string{"a", "b", "c"})
	someText = rapid.SampledFrom([]string{"", "x", "ü \" \\ <&>"})
	someList = rapid.SliceOfN(someText, 0, 2)
)

// someID draws an object of the kind, or now and then one that does not exist.
func (m *model) someID(t *rapid.T, path string) string {
	return rapid.SampledFrom(append(slices.Clone(m.lists[path]), "missing")).Draw(t, "id")
}

func anyOf[T any](g *rapid.Generator[T]) *rapid.Generator[any] {
	return rapid.Map(g, func(value T) any { return value })
}

// someInput draws keys of an input; the required ones always.
func (m *model) someInput(t *rapid.T, path string, create bool) map[string]any {
	required, optional := map[string]*rapid.Generator[any]{"name": anyOf(someName)}, map[string]*rapid.Generator[any]{}
	switch path {
	case templates:
		required["imageName"] = anyOf(rapid.SampledFrom([]string{"i:1", "i:2"}))
		disk := anyOf(rapid.IntRange(-1, 3))
		optional = map[string]*rapid.Generator[any]{
			"containerDiskInGb": disk, "volumeInGb": disk,
			"volumeMountPath":         anyOf(rapid.SampledFrom([]string{"/a", "/b", "c"})),
			"containerRegistryAuthId": anyOf(rapid.SampledFrom(append(slices.Clone(m.lists[auths]), "", "missing"))),
			"dockerEntrypoint":        anyOf(someList), "dockerStartCmd": anyOf(someList),
			"env":      anyOf(rapid.MapOfN(rapid.SampledFrom([]string{"A", "B"}), someText, 0, 2)),
			"ports":    anyOf(rapid.SliceOfN(rapid.SampledFrom([]string{"1/tcp", "2/http", "x"}), 0, 2)),
			"isPublic": anyOf(rapid.Bool()), "readme": anyOf(someText),
		}
		if create {
			optional["category"] = anyOf(rapid.SampledFrom([]string{"NVIDIA", "AMD", "CPU", "TPU"}))
			optional["isServerless"] = anyOf(rapid.Bool())
		}
	case volumes:
		required["size"] = anyOf(rapid.IntRange(0, 4))
		if create {
			required["dataCenterId"] = anyOf(rapid.SampledFrom([]string{"EU-RO-1", "US-TX-1", "MOON-1"}))
		}
	case auths:
		required["username"], required["password"] = anyOf(rapid.Just("u")), anyOf(rapid.Just("p"))
	}
	input := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(required)) {
		if create || rapid.Bool().Draw(t, "give "+key) {
			input[key] = required[key].Draw(t, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(optional)) {
		if rapid.IntRange(0, 4).Draw(t, "give "+key) == 0 {
			input[key] = optional[key].Draw(t, key)
		}
	}
	return input
}

// verdict returns the status that the rules of the contract give an input that has the right keys and types.
func (m *model) verdict(path, id string, in map[string]any) int {
	old := m.objects[path][id]
	switch path {
	case templates:
		serverless := in["isServerless"] == true || old["isServerless"] == true
		for _, key := range []string{"containerDiskInGb", "volumeInGb"} {
			if size, given := in[key].(int); given && (size < 0 || key == "volumeInGb" && size > 0 && serverless) {
				return 400
			}
		}
		list, _ := in["ports"].([]string)
		auth, _ := in["containerRegistryAuthId"].(string)
		if in["category"] == "TPU" || in["volumeMountPath"] == "c" || slices.Contains(list, "x") ||
			auth != "" && m.objects[auths][auth] == nil {
			return 400
		}
	case volumes:
		if size, given := in["size"].(int); given &&
			(size < 1 || old != nil && float64(size) < old["size"].(float64)) { //nolint:forcetypeassert // The model's own.
			return 400
		}
		if in["dataCenterId"] == "MOON-1" {
			return 500
		}
	}
	if path != volumes && in["name"] != nil {
		for other, object := range m.objects[path] {
			if other != id && object["name"] == in["name"] {
				return 500
			}
		}
	}
	return 200
}

// keep notes an accepted input and returns the object that must come back.
func (m *model) keep(t *rapid.T, path, id string, in map[string]any) map[string]any {
	object := maps.Clone(m.objects[path][id])
	if object == nil {
		m.lists[path] = append(m.lists[path], id)
		object = map[string]any{"id": id}
		if path == templates {
			object = map[string]any{
				"id": id, "category": "NVIDIA", "containerDiskInGb": 50, "volumeInGb": 20,
				"volumeMountPath":         "/workspace",
				"containerRegistryAuthId": "", "dockerEntrypoint": []any{}, "dockerStartCmd": []any{},
				"env": map[string]any{}, "ports": []any{"8888/http", "22/tcp"}, "isPublic": false, "readme": "",
				"isServerless": false, "isPlatform": false, "earned": 0, "runtimeInMin": 0,
			}
			if in["isServerless"] == true {
				object["volumeInGb"] = 0
			}
		}
	}
	maps.Copy(object, in)
	delete(object, "username")
	delete(object, "password")
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	object = nil
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	m.objects[path][id] = object
	return object
}

func same(t *rapid.T, what string, got, want any) {
	if fmt.Sprint(got) != fmt.Sprint(want) { // Maps print sorted.
		t.Fatalf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func (m *model) create(t *rapid.T, path string) {
	in := m.someInput(t, path, true)
	status, answer := m.server.send(t, http.MethodPost, path, in)
	same(t, "status of the create", status, m.verdict(path, "", in))
	if status == http.StatusOK {
		object, _ := answer.(map[string]any)
		id, _ := object["id"].(string)
		if id == "" || m.objects[path][id] != nil {
			t.Fatalf("the new id is %q", id)
		}
		same(t, "created", answer, m.keep(t, path, id, in))
	}
}

func (m *model) update(t *rapid.T, path string) {
	id, in := m.someID(t, path), m.someInput(t, path, false)
	method, suffix := http.MethodPatch, ""
	if rapid.Bool().Draw(t, "by post") {
		method, suffix = http.MethodPost, "/update"
	}
	status, answer := m.server.send(t, method, path+"/"+id+suffix, in)
	want := m.verdict(path, id, in)
	if id == "missing" {
		want = http.StatusNotFound
	}
	same(t, "status of the update", status, want)
	if status == http.StatusOK {
		same(t, "updated", answer, m.keep(t, path, id, in))
	}
}

func (m *model) remove(t *rapid.T, path string) {
	id := m.someID(t, path)
	want := http.StatusNoContent
	switch {
	case id == "missing" && path == volumes:
		want = http.StatusInternalServerError
	case id == "missing":
		want = http.StatusNotFound
	case path == auths:
		for _, object := range m.objects[templates] {
			if object["containerRegistryAuthId"] == id {
				want = http.StatusInternalServerError
			}
		}
	}
	status, _ := m.server.send(t, http.MethodDelete, path+"/"+id, nil)
	same(t, "status of the delete", status, want)
	if status == http.StatusNoContent {
		delete(m.objects[path], id)
		m.lists[path] = slices.DeleteFunc(m.lists[path], func(other string) bool { return other == id })
	}
}

// check compares everything there is to read.
func (m *model) check(t *rapid.T) {
	for _, path := range []string{templates, volumes, auths} {
		want := []any{}
		for _, id := range m.lists[path] {
			want = append(want, m.objects[path][id])
			status, object := m.server.send(t, http.MethodGet, path+"/"+id, nil)
			same(t, path+"/"+id, []any{status, object}, []any{200, m.objects[path][id]})
		}
		status, list := m.server.send(t, http.MethodGet, path, nil)
		same(t, path, []any{status, list}, []any{200, want})
	}
}

// Random requests on all kinds, and after each the account equals the model's, answers included.
func TestModel_crud(t *testing.T) {
	longtest.ManyCases(t)
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(t)
		defer m.server.Close()
		t.Repeat(map[string]func(*rapid.T){
			"create template": func(t *rapid.T) { m.create(t, templates) },
			"create volume":   func(t *rapid.T) { m.create(t, volumes) },
			"create auth":     func(t *rapid.T) { m.create(t, auths) },
			"update template": func(t *rapid.T) { m.update(t, templates) },
			"update volume":   func(t *rapid.T) { m.update(t, volumes) },
			"delete template": func(t *rapid.T) { m.remove(t, templates) },
			"delete volume":   func(t *rapid.T) { m.remove(t, volumes) },
			"delete auth":     func(t *rapid.T) { m.remove(t, auths) },
			"":                m.check,
		})
	})
}

// ask sends a request to the queue of the modelled endpoint.
func (m *queueModel) ask(t *rapid.T, method, path string, body any) (int, map[string]any) {
	text := ""
	if body != nil {
		spelled, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(spelled)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, "/v2/"+m.endpoint+path, strings.NewReader(text))
	r.Header.Set("Authorization", "emulator-key")
	w := httptest.NewRecorder()
	m.server.ServeHTTP(w, r)
	var object map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &object); err != nil {
		t.Fatalf("%s %s: %s", method, path, w.Body)
	}
	return w.Code, object
}
