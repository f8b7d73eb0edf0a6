package api_test

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// documents are all that the package gives out.
var documents = map[string][]byte{
	"version 1": api.JSON(), "version 2": api.JSONV2(), "version 2 of August": api.JSONV2August(),
}

// The documents must be ones that any OpenAPI tool can read, in both forms.
func TestDocument_isValid(t *testing.T) {
	t.Parallel()

	forms := maps.Clone(documents)
	for _, name := range []string{"openapi.yaml", "openapi-v2.yaml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		forms[name] = text
	}
	for form, document := range forms {
		parsed := loaded(t, document)
		if err := parsed.Validate(t.Context()); err != nil {
			t.Errorf("%s: %v", form, err)
		}
		for path, item := range parsed.Paths.Map() {
			if len(item.Operations()) == 0 {
				t.Errorf("%s: the path %s has no operation", form, path)
			}
		}
	}
}

// Tools read the values of an enumeration where it applies: in a served document no $ref leads to one.
func TestJSON_enumerationsStandWhereTheyApply(t *testing.T) {
	t.Parallel()

	for name, document := range documents {
		root := decoded(t, document)
		references := 0
		walk(root, func(object map[string]any) {
			reference, ok := object["$ref"].(string)
			if !ok {
				return
			}
			references++
			target, found := at(root, strings.Split(strings.TrimPrefix(reference, "#/"), "/")...).(map[string]any)
			if !found {
				t.Errorf("%s: %s leads nowhere", name, reference)
			}
			if _, isEnumeration := target["enum"]; isEnumeration {
				t.Errorf("%s: an enumeration is behind %s", name, reference)
			}
		})
		if references == 0 {
			t.Errorf("%s has no references, so this test sees nothing", name)
		}
	}

	document := decoded(t, api.JSON())
	for _, use := range [][]string{
		{"NetworkVolume", "properties", "dataCenterId"},
		{"NetworkVolumeCreateInput", "properties", "dataCenterId"},
		{"PodCreateInput", "properties", "gpuTypeIds", "items"},
		{"PodCreateInput", "properties", "cpuFlavorIds", "items"},
		{"PodCreateInput", "properties", "cloudType"},
		{"EndpointCreateInput", "properties", "cpuFlavorIds", "items"},
		{"EndpointUpdateInput", "properties", "minCudaVersion"},
		{"EndpointUpdateInput", "properties", "scalerType"},
		{"TemplateCreateInput", "properties", "category"},
		{"Pod", "properties", "desiredStatus"},
		{"PodGpu", "properties", "id"},
	} {
		schema, _ := at(document, append([]string{"components", "schemas"}, use...)...).(map[string]any)
		values, _ := schema["enum"].([]any)
		if schema["type"] != "string" || len(values) < 2 {
			t.Errorf("%s has no values: %v", strings.Join(use, "."), schema)
		}
	}
}

// walk visits every object in a value.
func walk(value any, visit func(map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		visit(value)
		for _, member := range value {
			walk(member, visit)
		}
	case []any:
		for _, element := range value {
			walk(element, visit)
		}
	}
}

// at follows names into a value; nil if they lead nowhere.
func at(value any, names ...string) any {
	for _, name := range names {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// loaded reads a document as tools do.
func loaded(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	parsed, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// decoded reads a document as JSON.
func decoded(t *testing.T, text []byte) (root map[string]any) {
	t.Helper()
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return root
}
