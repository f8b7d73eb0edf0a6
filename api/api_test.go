package api_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// The document must be one that any OpenAPI tool can read, in both forms.
func TestDocument_isValid(t *testing.T) {
	t.Parallel()

	document, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string][]byte{"YAML": kept, "JSON": document} {
		parsed, err := openapi3.NewLoader().LoadFromData(text)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if err := parsed.Validate(t.Context()); err != nil {
			t.Errorf("%s: %v", form, err)
		}
	}
}

// Tools read the values of an enumeration where it applies: in the served document no $ref leads to one.
func TestJSON_enumerationsStandWhereTheyApply(t *testing.T) {
	t.Parallel()

	text, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	references := 0
	walk(document, func(object map[string]any) {
		reference, ok := object["$ref"].(string)
		if !ok {
			return
		}
		references++
		target, found := at(document, strings.Split(strings.TrimPrefix(reference, "#/"), "/")...).(map[string]any)
		if !found {
			t.Errorf("%s leads nowhere", reference)
		}
		if _, isEnumeration := target["enum"]; isEnumeration {
			t.Errorf("an enumeration is behind %s", reference)
		}
	})
	if references == 0 {
		t.Error("the document has no references, so this test sees nothing")
	}

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

func TestDocument_belongsToTheCaller(t *testing.T) {
	t.Parallel()

	before, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	clear(before)

	after, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(after) {
		t.Error("a caller's change reached the next caller")
	}
}
