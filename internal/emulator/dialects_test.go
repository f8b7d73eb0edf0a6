package emulator_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// objectsOf makes an object of each kind and returns how each is answered when it is read, by the name of its schema.
// Equal options give equal answers.
func objectsOf(t *testing.T, options emulator.Options) map[string]map[string]any {
	t.Helper()
	a := start(t, options)
	auth := a.create("/containerregistryauth", `{"name":"a","username":"u","password":"p"}`)
	volume := a.create("/networkvolumes", `{"name":"v","size":10,"dataCenterId":"EU-RO-1"}`)
	template := a.create("/templates", `{"name":"t","imageName":"i"}`)
	endpoint := a.endpoint(`"networkVolumeId":""`)
	pod := a.create("/pods", fmt.Sprintf(`{"name":"","imageName":"i","networkVolumeId":%q,"gpuTypeIds":["NVIDIA L4"]}`,
		volume))
	read := func(path string) map[string]any {
		r := a.call(http.MethodGet, path, "")
		if r.status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, r.status, r.text)
		}
		return r.object()
	}
	return map[string]map[string]any{
		"ContainerRegistryAuth": read("/containerregistryauth/" + auth),
		"NetworkVolume":         read("/networkvolumes/" + volume),
		"Template":              read("/templates/" + template),
		"Endpoint":              read("/endpoints/" + endpoint + "?includeTemplate=true"),
		"Pod":                   read("/pods/" + pod + "?includeMachine=true&includeNetworkVolume=true"),
	}
}

// conditional are the members that are there in some cases only, as the contract says of each.
var conditional = map[string][]string{
	"Endpoint": {"minCudaVersion", "workers"},
	"Pod":      {"cpuFlavorId", "endpointId", "savingsPlans", "slsVersion", "template"},
}

// What the contract allows deployments to leave out, to spell otherwise or to answer as null, the emulator answers in
// full unless it is told not to: clients that were not written for this project need it (contract 2.1).
func TestAnswers_areWhole(t *testing.T) {
	t.Parallel()
	schemas := contracttest.Document(1).Components.Schemas
	objects := objectsOf(t, emulator.Options{})
	for schema, object := range objects {
		var want []string
		for member := range schemas[schema].Value.Properties {
			if !slices.Contains(conditional[schema], member) {
				want = append(want, member)
			}
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(object)); !slices.Equal(got, want) {
			t.Errorf("%s has %v, not %v", schema, got, want)
		}
		for member, value := range object {
			if value == nil {
				t.Errorf("%s of a %s is null", member, schema)
			}
		}
	}
	for _, member := range []string{"memoryInGb", "vcpuCount"} {
		if number, ok := objects["Pod"][member].(float64); !ok || number != float64(int(number)) || number == 0 {
			t.Errorf("%s is %v", member, objects["Pod"][member])
		}
	}
	for _, member := range []string{"costPerHr", "adjustedCostPerHr"} {
		if cost, ok := objects["Pod"][member].(float64); !ok || cost == 0 {
			t.Errorf("%s is %#v", member, objects["Pod"][member])
		}
	}
	if ids, ok := objects["Endpoint"]["dataCenterIds"].([]any); !ok || len(ids) != 0 {
		t.Errorf("dataCenterIds is %v", objects["Endpoint"]["dataCenterIds"])
	}
}

// Each dialect changes exactly what it says, of exactly the kinds it says.
func TestDialects(t *testing.T) {
	t.Parallel()
	const gone = "gone"
	published := objectsOf(t, emulator.Options{})
	published["Machine"], _ = published["Pod"]["machine"].(map[string]any)
	differences := map[string]map[string]map[string]any{
		"sparse": {
			"Template": {
				"category": gone, "isPublic": gone, "isPlatform": gone, "readme": gone, "earned": gone,
				"runtimeInMin": gone,
			},
			"Endpoint": {
				"computeType": gone, "dataCenterIds": gone, "allowedCudaVersions": gone, "executionTimeoutMs": gone,
				"networkVolumeIds": gone, "env": gone,
			},
			"Pod": {
				"imageName": gone, "locked": gone, "volumeEncrypted": gone, "dockerEntrypoint": gone,
				"dockerStartCmd":          gone,
				"containerRegistryAuthId": gone, "interruptible": gone, "adjustedCostPerHr": gone, "gpuCount": gone,
				"lastStatusChange": gone, "consumerUserId": gone,
			},
			"NetworkVolume":         {"dataCenterId": gone},
			"ContainerRegistryAuth": {"name": gone},
		},
		"fractions": {"Pod": {"memoryInGb": 50.5}}, // An L4 comes with 50.
		"all-data-centers": {
			"Endpoint": {"dataCenterIds": account.DataCenters()},
		},
		"bodiless-pod-actions": {},
		"created":              {},
		"all-gpu-types": {
			"Endpoint": {"gpuTypeIds": account.GPUTypeIDs()},
		},
		"sorted-gpu-types":    {},
		"both-volume-members": {},
		"respelled": {
			"Template": {"volumeMountPath": "/workspace\r\n ",
				"ports": []string{"22/tcp", "8888/http", "22/tcp"}},
			"Pod": {"volumeMountPath": "/workspace\r\n ",
				"ports": []string{"22/tcp", "8888/http", "22/tcp"}},
		},
		"costs-as-strings": {
			"Pod":     {"costPerHr": "0.43", "adjustedCostPerHr": "0.43"},
			"Machine": {"costPerHr": "0.43"},
		},
		"null-for-empty": {
			"Template": {"containerRegistryAuthId": nil, "readme": nil},
			"Endpoint": {"networkVolumeId": nil},
			"Pod":      {"name": nil, "containerRegistryAuthId": nil, "templateId": nil},
		},
	}
	lean := map[string]any{}
	for member := range published["Pod"] {
		if !slices.Contains([]string{"id", "name", "image", "desiredStatus", "costPerHr", "portMappings", "publicIp"},
			member) {
			lean[member] = gone
		}
	}
	differences["lean-pods"] = map[string]map[string]any{"Pod": lean}

	for _, dialect := range emulator.Dialects() {
		t.Run(dialect.Name, func(t *testing.T) {
			t.Parallel()
			change, known := differences[dialect.Name]
			if !known {
				t.Fatal("this test does not know the dialect")
			}
			answered := objectsOf(t, emulator.Options{AnswersAs: []string{dialect.Name}})
			answered["Machine"], _ = answered["Pod"]["machine"].(map[string]any)
			for kind, object := range published {
				want := maps.Clone(object)
				for member, value := range change[kind] {
					if want[member] = value; value == gone {
						delete(want, member)
					}
				}
				for member := range want { // Embedded objects have their own kinds.
					if _, isObject := want[member].(map[string]any); isObject && member != "env" &&
						member != "portMappings" {
						delete(want, member)
						delete(answered[kind], member)
					}
				}
				if kind == "Machine" && dialect.Name == "lean-pods" {
					want = nil
				}
				if got := spell(t, answered[kind]); got != spell(t, want) {
					t.Errorf("%s is\n%s, not\n%s", kind, got, spell(t, want))
				}
			}
		})
	}
}

// Services fill in what a create of an endpoint leaves out, and keep no order of what it has; a create can be a 201.
func TestDialects_ofEndpoints(t *testing.T) {
	t.Parallel()
	for dialect, test := range map[string]struct {
		request, member string
		want            []string
	}{
		"all-gpu-types": {`"computeType":"CPU"`, "gpuTypeIds", account.GPUTypeIDs()},
		"sorted-gpu-types": {`"gpuTypeIds":["NVIDIA L4","NVIDIA A40"]`, "gpuTypeIds",
			[]string{"NVIDIA A40", "NVIDIA L4"}},
		"both-volume-members": {`"networkVolumeId":"v1"`, "networkVolumeIds", []string{"v1"}},
		"respelled": {`"gpuTypeIds":["NVIDIA L4","NVIDIA A40"]`, "gpuTypeIds",
			[]string{"NVIDIA A40", "NVIDIA L4", "NVIDIA A40"}},
	} {
		a := start(t, emulator.Options{AnswersAs: []string{dialect, "created"}})
		a.must(a.PutObject("networkVolumes", "v1", map[string]any{"name": "v", "size": 10}))
		template := a.call(http.MethodPost, "/templates", `{"name":"t","imageName":"i","isServerless":true}`)
		r := a.call(http.MethodPost, "/endpoints", fmt.Sprintf(`{"templateId":%q,%s}`, template.id(), test.request))
		if r.status != http.StatusCreated || spell(t, r.object()[test.member]) != spell(t, test.want) {
			t.Errorf("%s: %d %s", dialect, r.status, r.text)
		}
		if got := a.call(http.MethodGet, "/endpoints/"+r.id(), ""); got.status != http.StatusOK {
			t.Errorf("%s: a read is %d", dialect, got.status)
		}
	}
}

// A number in the dialect "fractions" is told from another by its spelling only.
func TestDialects_fractionsAreSpelled(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{AnswersAs: []string{"fractions"}})
	pod := a.call(http.MethodPost, "/pods", `{"imageName":"i","ports":["22/tcp"],"gpuTypeIds":["NVIDIA L4"]}`).text
	volume := a.call(http.MethodPost, "/networkvolumes", `{"name":"v","size":10,"dataCenterId":"EU-RO-1"}`).text
	for text, want := range map[string][]string{
		pod: {`"memoryInGb":50.5`, `"vcpuCount":12.0`, `"containerDiskInGb":50.0`, `"count":1.0`,
			`"costPerHr":0.43`},
		volume: {`"size":10.0`},
	} {
		for _, spelled := range want {
			if !strings.Contains(text, spelled) {
				t.Errorf("there is no %s in %s", spelled, text)
			}
		}
	}
}

func TestDialects_bodilessPodActions(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{AnswersAs: []string{"bodiless-pod-actions"}})
	pod := "/pods/" + a.create("/pods", `{"imageName":"i"}`)
	for _, action := range []string{"/restart", "/reset", "/stop", "/start"} {
		r := a.call(http.MethodPost, pod+action, "")
		if r.status != http.StatusOK || r.text != "" || r.header.Get("Content-Type") != "" {
			t.Errorf("%s: %d %q %v", action, r.status, r.text, r.header)
		}
		want := map[string]string{"/stop": "EXITED"}[action]
		if want == "" {
			want = "RUNNING"
		}
		if got := a.call(http.MethodGet, pod, "").object()["desiredStatus"]; got != want {
			t.Errorf("after %s the pod is %v", action, got)
		}
	}
	if r := a.call(http.MethodPost, pod+"x/stop", ""); r.status != http.StatusNotFound ||
		r.message() != "pod not found" {
		t.Errorf("a refusal has no body: %d %q", r.status, r.text)
	}
}

// Dialects reach lists and what is embedded, and go together; what is stored stays as it was.
func TestDialects_embeddedAndTogether(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{AnswersAs: []string{"sparse", "null-for-empty", "costs-as-strings",
		"fractions"}})
	endpoint := a.endpoint(`"workersMin":1`)
	var listed []map[string]any
	text := a.call(http.MethodGet, "/endpoints?includeTemplate=true&includeWorkers=true", "").text
	if err := json.Unmarshal([]byte(text), &listed); err != nil || len(listed) != 1 {
		t.Fatalf("%v %s", err, text)
	}
	template, _ := listed[0]["template"].(map[string]any)
	workers, _ := listed[0]["workers"].([]any)
	if _, there := template["category"]; there || len(workers) != 1 || listed[0]["networkVolumeId"] != nil {
		t.Fatalf("%s", text)
	}
	worker, _ := workers[0].(map[string]any)
	cost, isText := worker["costPerHr"].(string)
	if _, there := worker["imageName"]; there || !isText || cost == "" || !strings.Contains(text, `.5,"name"`) {
		t.Errorf("%s", text)
	}
	stored, _ := a.Object("endpoints", endpoint)
	if stored["computeType"] != "GPU" || stored["networkVolumeId"] != "" {
		t.Errorf("stored as %v", stored)
	}
}
