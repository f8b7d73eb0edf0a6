package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// The schemas refuse the requests that the service answers with 422 (contract-v2 1.2).
func TestV2_requests(t *testing.T) {
	t.Parallel()

	const (
		queue   = `"name":"n","image":"i","type":"QUEUE","scaling":{"type":"QUEUE_DELAY","queueDelay":0.5}`
		counted = `"name":"n","image":"i","type":"QUEUE","scaling":{"type":"REQUEST_COUNT","requestCount":1}`
	)
	for _, check := range []struct {
		schema    string
		good, bad []string
	}{
		{"TemplateCreateInput",
			[]string{
				`{"name":"n","image":"i"}`,
				`{"name":"n","image":"i","mounts":{},"registry":null,"ports":["22/tcp"],"entrypoint":[],"args":""}`,
				`{"name":"n","image":"i","mounts":{"persistent":{"size":10,"path":"/p"}},"allowedCudaVersions":["12.11"]}`,
			},
			[]string{
				`{"name":"n"}`, `{"name":"","image":"i"}`, `{"name":"n","image":"i","disk":0}`, `{"name":"n","image":null}`,
				`{"name":"n","image":"i","readme":""}`, `{"name":"n","image":"i","ports":["22"]}`,
				`{"name":"n","image":"i","mounts":{"network":[]}}`, `{"name":"n","image":"i","allowedCudaVersions":["12"]}`,
				`{"name":"n","image":"i","mounts":{"persistent":{"size":9,"path":"/p"}}}`,
				`{"name":"n","image":"i","mounts":{"persistent":{"size":10}}}`,
			}},
		{"EndpointCreateInput",
			[]string{
				`{` + queue + `,"workers":{"idleTimeout":1},"gpu":{"pools":["P"],"excludedTypes":["NVIDIA A40"]}}`,
				`{` + counted + `,"workers":{"min":0,"max":0},"cpu":[{"id":"c","vcpuCount":2}]}`,
				`{` + strings.Replace(counted, "QUEUE", "LOAD_BALANCER", 1) + `,"workers":{"idleTimeout":3600}}`,
				`{` + strings.Replace(queue, `"image":"i"`, `"templateId":"t"`, 1) + `}`,
			},
			[]string{
				`{` + counted + `,"workers":{"idleTimeout":1}}`, `{` + strings.Replace(queue, "QUEUE", "LOAD_BALANCER", 1) + `}`,
				`{` + strings.Replace(queue, `"image":"i",`, "", 1) + `}`, `{` + queue + `,"gpu":{}}`,
				`{` + queue + `,"gpu":{"pools":[]}}`, `{` + queue + `,"gpu":{"pools":["P"],"minCudaVersion":""}}`,
				`{` + queue + `,"gpu":{"pools":["P"],"excludedTypes":["A","A"]}}`,
				`{` + queue + `,"gpu":{"pools":["P"],"excludedTypes":["-A"]}}`, `{` + queue + `,"cpu":[]}`,
				`{` + strings.Replace(queue, "0.5", "0.4", 1) + `}`, `{` + strings.Replace(counted, ":1}", ":0}", 1) + `}`,
				`{` + strings.Replace(counted, "requestCount", "queueDelay", 1) + `}`,
				`{` + queue + `,"flashboot":true}`, `{` + queue + `,"workers":{"idleTimeout":3601}}`,
			}},
		{"EndpointUpdateInput",
			[]string{
				`{"gpu":{"count":2}}`, `{"gpu":{"pools":["P"]}}`, `{"gpu":{"pools":["P"],"excludedTypes":["A"]}}`,
				`{"gpu":{"minCudaVersion":""}}`, `{"templateId":"t"}`, `{"workers":{"max":0}}`,
			},
			[]string{
				`{"gpu":{"excludedTypes":["A"]}}`, `{"type":"QUEUE"}`, `{"scaling":{"type":"QUEUE_DELAY"}}`, `{"templateId":""}`,
			}},
		{"PodCreateInput",
			[]string{
				`{"name":"n","image":"i","gpu":{"id":"NVIDIA A40","count":1,"minRamPerGpu":1},"mounts":{"network":[{"volumeId":"v","path":"/p"}]}}`,
				`{"name":"n","templateId":"t","cpu":{"id":"c","vcpuCount":2},"cloud":"COMMUNITY"}`,
			},
			[]string{
				`{"name":"n"}`, `{"name":"n","image":"i","locked":true}`, `{"name":"n","image":"i","gpu":{"count":1}}`,
				`{"name":"n","image":"i","cpu":{"id":"c"}}`, `{"name":"n","image":"i","gpuTypeIds":[]}`,
				`{"name":"n","image":"i","mounts":{"network":[{"volumeId":"v"}]}}`, `{"name":"n","image":"i","cloud":"ALL"}`,
			}},
		{"PodUpdateInput",
			[]string{`{"locked":true}`, `{"mounts":{"network":[]}}`, `{"registry":null}`},
			[]string{`{"cloud":"SECURE"}`, `{"gpu":{"id":"A"}}`, `{"locked":null}`, `{"startSsh":true}`}},
		{"PodActionInput", []string{`{"action":"restart"}`}, []string{`{}`, `{"action":"reset"}`}},
		{"NetworkVolumeUpdateInput",
			[]string{`{"size":10}`, `{"name":"n"}`},
			[]string{`{}`, `{"size":9}`, `{"size":4097}`, `{"dataCenter":"d"}`, `{"type":"STANDARD"}`}},
		{"ClusterUpdateInput", []string{`{"name":"n"}`}, []string{`{}`, `{"type":"RAY"}`}},
		{"SSHKeysUpdateInput",
			[]string{`{"keys":[]}`, `{"keys":["ssh-ed25519 AAAA me@home"]}`}, []string{`{}`, `{"keys":["AAAA"]}`}},
		{"SecretCreateInput",
			[]string{`{"name":"a/B-1._","value":""}`}, []string{`{"name":"a b","value":"v"}`, `{"name":"a"}`}},
	} {
		schema := loaded(t, api.JSONV2()).Components.Schemas[check.schema].Value
		for _, body := range check.good {
			if err := visit(t, schema, body); err != nil {
				t.Errorf("%s refuses %s: %v", check.schema, body, err)
			}
		}
		for _, body := range check.bad {
			if visit(t, schema, body) == nil {
				t.Errorf("%s accepts %s", check.schema, body)
			}
		}
	}
}

func visit(t *testing.T, schema *openapi3.Schema, body string) error {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(body), &value); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return schema.VisitJSON(value, openapi3.VisitAsRequest())
}

// Every object says which other members it can have: mostly none. So no member is unchecked.
func TestV2_objectsAreClosed(t *testing.T) {
	t.Parallel()
	for name, schema := range loaded(t, api.JSONV2()).Components.Schemas {
		for _, path := range open(name, schema.Value) {
			t.Errorf("the object %s is open", path)
		}
	}
}

// open lists the objects within a schema that allow any member.
func open(path string, schema *openapi3.Schema) (all []string) {
	others := schema.AdditionalProperties
	if schema.Type.Is("object") && others.Has == nil && others.Schema == nil {
		all = append(all, path)
	}
	if schema.Items != nil {
		all = append(all, open(path, schema.Items.Value)...)
	}
	for name, property := range schema.Properties {
		all = append(all, open(path+"."+name, property.Value)...)
	}
	return all
}
