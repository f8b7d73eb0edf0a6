package emulator_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// queueOfGPUs are the members that every GPU endpoint over version 2 has to have.
const queueOfGPUs = `"type":"QUEUE","scaling":{"type":"QUEUE_DELAY","queueDelay":4},"gpu":{"pools":["AMPERE_80"]}`

// Direct access removes an endpoint with the copy of a template that it keeps, as a delete does: a copy that stayed
// would use its registry credentials for ever.
func TestVersion2_endpointRemovedWithItsCopy(t *testing.T) {
	t.Parallel()
	a := start(t)
	auth := a.create2("/registries", `{"name":"a","username":"u","password":"p"}`)
	id := a.create2("/serverless", `{"name":"e","image":"i","registry":"`+auth+`",`+queueOfGPUs+`}`)
	a.must(a.DeleteObject(emulator.KindEndpoints, id))
	if left := a.call(get, "/templates?includeEndpointBoundTemplates=true", "").text; strings.TrimSpace(left) != "[]" {
		t.Errorf("templates: %s", left)
	}
	a.delete2("/registries/" + auth)
}

func TestVersion2_endpoint(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create2("/serverless", `{"name":"e","image":"i","env":{"A":"1"},`+queueOfGPUs+`}`)
	object := "/serverless/" + id
	base := a.QueueURL() + "/" + id
	want := fmt.Sprintf(`{"id":%q,"name":"e","image":"i","args":"","entrypoint":[],"cmd":[],"disk":10,"env":{"A":"1"},
		"ports":[],"registry":null,"type":"QUEUE","gpu":{"pools":["AMPERE_80"],"excludedTypes":[],"count":1,
		"allowedCudaVersions":[],"minCudaVersion":null},"workers":{"min":0,"max":3,"idleTimeout":10},
		"scaling":{"type":"QUEUE_DELAY","queueDelay":4},"dataCenterIds":[],"networkVolumes":[],"timeout":0,
		"flashboot":"OFF","createdAt":%q,"requestUrls":{"run":"%[3]s/run","runSync":"%[3]s/runsync",
		"status":"%[3]s/status/{job_id}","stream":"%[3]s/stream/{job_id}","cancel":"%[3]s/cancel/{job_id}",
		"retry":"%[3]s/retry/{job_id}","purgeQueue":"%[3]s/purge-queue","health":"%[3]s/health"}}`,
		id, a.get2(object)["createdAt"], base)
	if r := a.call2(get, object, ""); !equalJSON(t, r.text, want) {
		t.Errorf("got  %s\nwant %s", r.text, want)
	}
	if ids := a.ids2("/serverless", "endpoints"); fmt.Sprint(ids) != fmt.Sprint([]string{id}) {
		t.Errorf("the list has %v", ids)
	}
	first := a.call(get, "/endpoints/"+id+"?includeTemplate=true", "").object()
	expect(t, "over version 1", first, `{"name":"e","computeType":"GPU","flashboot":false,"version":2,"scalerValue":4,
		"idleTimeout":10,"executionTimeoutMs":0,"env":{"A":"1"},
		"gpuTypeIds":["NVIDIA A100-SXM4-80GB","NVIDIA A100 80GB PCIe"]}`)
	for _, c := range []struct{ name, body, want, over1 string }{
		{
			name: "workers", body: `{"workers":{"max":5}}`, want: `{"workers":{"min":0,"max":5,"idleTimeout":10}}`,
			over1: `{"workersMax":5,"version":2}`,
		},
		{
			name: "delay below a second", body: `{"scaling":{"type":"QUEUE_DELAY","queueDelay":0.5}}`,
			want: `{"scaling":{"type":"QUEUE_DELAY","queueDelay":0.5}}`, over1: `{"scalerValue":1}`,
		},
		{
			name: "requests", body: `{"scaling":{"type":"REQUEST_COUNT","requestCount":7}}`,
			want:  `{"scaling":{"type":"REQUEST_COUNT","requestCount":7},"workers":{"min":0,"max":5}}`,
			over1: `{"scalerType":"REQUEST_COUNT","scalerValue":7}`,
		},
		{
			name: "priority", body: `{"flashboot":"PRIORITY_FLASHBOOT"}`, want: `{"flashboot":"PRIORITY_FLASHBOOT"}`,
			over1: `{"flashboot":true}`,
		},
		{
			name: "exclusion",
			body: `{"gpu":{"pools":["AMPERE_80"],"excludedTypes":["NVIDIA A100 80GB PCIe"],"minCudaVersion":"12.4"}}`,
			want: `{"gpu":{"pools":["AMPERE_80"],"excludedTypes":["NVIDIA A100 80GB PCIe"],"count":1,"allowedCudaVersions":[],
			"minCudaVersion":"12.4"}}`,
			over1: `{"gpuTypeIds":["NVIDIA A100-SXM4-80GB"],"minCudaVersion":"12.4","version":2}`,
		},
		{
			name: "pools without exclusions",
			body: `{"gpu":{"pools":["AMPERE_48"],"allowedCudaVersions":["12.1"],"minCudaVersion":""}}`,
			want: `{"gpu":{"pools":["AMPERE_48"],"excludedTypes":[],"count":1,"allowedCudaVersions":["12.1"],
			"minCudaVersion":null}}`,
			over1: `{"gpuTypeIds":["NVIDIA A40","NVIDIA RTX A6000"]}`,
		},
		{
			name: "container", body: `{"image":"j","env":{"B":"2"}}`, want: `{"image":"j","env":{"B":"2"}}`,
			over1: `{"version":3}`,
		},
		{name: "the same again", body: `{"image":"j"}`, want: `{"image":"j"}`, over1: `{"version":3}`},
	} {
		expect(t, c.name, a.patch2(object, c.body), c.want)
		expect(t, c.name+", read", a.get2(object), c.want)
		expect(t, c.name+" over version 1", a.call(get, "/endpoints/"+id, "").object(), c.over1)
	}
	// What version 1 changes is seen over version 2.
	a.call(patch, "/endpoints/"+id, `{"gpuTypeIds":["NVIDIA L40","NVIDIA A40"],"scalerType":"QUEUE_DELAY","scalerValue":2,
		"flashboot":true}`)
	expect(t, "changed over version 1", a.get2(object), `{"flashboot":"FLASHBOOT","scaling":{"type":"QUEUE_DELAY","queueDelay":2},
		"gpu":{"pools":["AMPERE_48","ADA_48_PRO"],"excludedTypes":["NVIDIA RTX A6000","NVIDIA L40S",
		"NVIDIA RTX 6000 Ada Generation"],"count":1,"allowedCudaVersions":["12.1"],"minCudaVersion":null}}`)
	// Drift over the control interface is seen over both.
	for _, c := range []struct{ patch, want, over1 string }{
		{`{"gpuTypeIds":["NVIDIA L40"]}`, `{"gpu":{"pools":["ADA_48_PRO"],"excludedTypes":["NVIDIA L40S",
			"NVIDIA RTX 6000 Ada Generation"],"count":1,"allowedCudaVersions":["12.1"],"minCudaVersion":null}}`,
			`{"gpuTypeIds":["NVIDIA L40"]}`},
		{`{"scalerValue":7}`, `{"scaling":{"type":"QUEUE_DELAY","queueDelay":7}}`, `{"scalerValue":7}`},
		{`{"flashboot":false}`, `{"flashboot":"OFF"}`, `{"flashboot":false}`},
	} {
		a.control(http.MethodPatch, "state/endpoints/"+id, c.patch)
		expect(t, "drift "+c.patch, a.get2(object), c.want)
		expect(t, "drift "+c.patch+" over version 1", a.call(get, "/endpoints/"+id, "").object(), c.over1)
	}
	hidden, _ := a.call(get, "/endpoints/"+id, "").object()["templateId"].(string)
	if slices.Contains(a.ids2("/templates", "templates"), hidden) {
		t.Error("the list has the endpoint's copy")
	}
	a.delete2(object)
	if r := a.call(get, "/templates/"+hidden, ""); r.status != http.StatusNotFound {
		t.Errorf("the copy outlives the endpoint: %d", r.status)
	}
}

func TestVersion2_cpuEndpoint(t *testing.T) {
	t.Parallel()
	a := start(t)
	const cpus = `"cpu":[{"id":"cpu5c","vcpuCount":4},{"id":"cpu3g","vcpuCount":2}]`
	id := a.create2("/serverless", `{"name":"e","image":"i","type":"QUEUE","scaling":{"type":"REQUEST_COUNT","requestCount":1},`+cpus+`}`)
	expect(t, "created", a.get2("/serverless/"+id), `{"gpu":null,"cpu":[{"id":"cpu5c","vcpuCount":4,"memory":8},
		{"id":"cpu3g","vcpuCount":2,"memory":8}],"workers":{"min":0,"max":3}}`)
	a.control(http.MethodPatch, "state/endpoints/"+id, `{"vcpuCount":8}`)
	expect(t, "drift", a.get2("/serverless/"+id), `{"cpu":[{"id":"cpu5c","vcpuCount":8,"memory":16},
		{"id":"cpu3g","vcpuCount":8,"memory":32}]}`)
	a.control(http.MethodPatch, "state/endpoints/"+id, `{"cpuFlavorIds":["cpu5c"],"vcpuCount":2}`)
	expect(t, "drift", a.get2("/serverless/"+id), `{"cpu":[{"id":"cpu5c","vcpuCount":2,"memory":4}]}`)
	expect(t, "over version 1", a.call(get, "/endpoints/"+id, "").object(), `{"computeType":"CPU"}`)
	a.run2([]check2{
		{"GPUs", patch, "/serverless/" + id, `{"gpu":{"pools":["AMPERE_80"]}}`, 400, "the endpoint has CPUs"},
		{"idle timeout", patch, "/serverless/" + id, `{"workers":{"idleTimeout":5}}`, 422, "idleTimeout"},
		{"twice", patch, "/serverless/" + id, `{"cpu":[{"id":"cpu5c","vcpuCount":4},{"id":"cpu5c","vcpuCount":2}]}`, 400, "twice"},
		{"no power of two", patch, "/serverless/" + id, `{"cpu":[{"id":"cpu5c","vcpuCount":6}]}`, 400, "powers of two"},
		{"no flavor", patch, "/serverless/" + id, `{"cpu":[{"id":"x","vcpuCount":2}]}`, 400, "does not exist"},
		{"none", patch, "/serverless/" + id, `{"cpu":[]}`, 422, "minItems"},
	})
}

func TestVersion2_endpointRefusals(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{WorkersQuota: 5})
	id := a.create2("/serverless", `{"name":"e","image":"i",`+queueOfGPUs+`}`)
	object := "/serverless/" + id
	pods := a.create2("/templates", `{"name":"pods","image":"i"}`)
	large := a.create("/templates", `{"name":"large","imageName":"i","isServerless":true,"env":{"A":"`+
		strings.Repeat("x", 102_000)+`"}}`)
	volume := a.create2("/network-volumes", `{"name":"n","size":10,"dataCenter":"EU-RO-1"}`)
	with := func(members string) string { return `{"name":"f",` + queueOfGPUs + `,` + members + `}` }
	a.run2([]check2{
		{"neither image nor template", post, "/serverless", `{"name":"f",` + queueOfGPUs + `}`, 422, "missing property"},
		{"no GPU, no CPU", post, "/serverless", `{"name":"f","image":"i","type":"QUEUE","scaling":{"type":"REQUEST_COUNT","requestCount":1}}`,
			400, "exactly one"},
		{"both", post, "/serverless", with(`"image":"i","cpu":[{"id":"cpu5c","vcpuCount":4}]`), 400, "exactly one"},
		{"no such template", post, "/serverless", with(`"templateId":"x"`), 404, "template not found"},
		{"template of pods", post, "/serverless", with(`"templateId":"` + pods + `"`), 422, "pod templates"},
		{"too large with its template", post, "/serverless", with(`"templateId":"` + large + `"`), 413, "102400"},
		{"load balancer", post, "/serverless", `{"name":"f","image":"i","type":"LOAD_BALANCER","scaling":{"type":"REQUEST_COUNT",
			"requestCount":1},"gpu":{"pools":["AMPERE_80"]}}`, 501, "LOAD_BALANCER"},
		{"load balancer by delay", post, "/serverless", `{"name":"f","image":"i","type":"LOAD_BALANCER","scaling":{"type":"QUEUE_DELAY",
			"queueDelay":1},"gpu":{"pools":["AMPERE_80"]}}`, 422, "A load balancer cannot"},
		{"idle timeout", post, "/serverless", `{"name":"f","image":"i","type":"QUEUE","scaling":{"type":"REQUEST_COUNT","requestCount":1},
			"workers":{"idleTimeout":5},"gpu":{"pools":["AMPERE_80"]}}`, 422, "has no idle timeout"},
		{"over the quota", post, "/serverless", with(`"image":"i"`), 400, "workers quota"},
		{"more at least than at most", patch, object, `{"workers":{"min":4}}`, 400, "workersMin"},
		{"no pool", patch, object, `{"gpu":{"pools":["X"]}}`, 400, "X"},
		{"exclusions alone", patch, object, `{"gpu":{"excludedTypes":[]}}`, 422, "missing property 'pools'"},
		{"exclusion of nothing", patch, object, `{"gpu":{"pools":["AMPERE_80"],"excludedTypes":["NVIDIA A40"]}}`, 400, "none of the pools"},
		{"all excluded", patch, object, `{"gpu":{"pools":["ADA_24"],"excludedTypes":["NVIDIA GeForce RTX 4090"]}}`, 400, "no GPU type remains"},
		{"two constraints", patch, object, `{"gpu":{"allowedCudaVersions":["12.1"],"minCudaVersion":"12.1"}}`, 400, "exclude each other"},
		{"no data center", patch, object, `{"dataCenterIds":["X"]}`, 400, "X"},
		{"no volume", patch, object, `{"networkVolumes":["X"]}`, 400, "X"},
		{"out of reach", patch, object, `{"networkVolumes":["` + volume + `"],"dataCenterIds":["EU-SE-1"]}`, 400, "EU-RO-1"},
		{"type", patch, object, `{"type":"QUEUE"}`, 422, "'type'"},
	})
	expect(t, "paused", a.patch2(object, `{"workers":{"max":0}}`), `{"workers":{"min":0,"max":0,"idleTimeout":10}}`)
}

// A template is a snapshot: its changes reach no endpoint that was created over version 2.
func TestVersion2_snapshot(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create2("/templates", `{"name":"t","image":"i","serverless":true,"env":{"A":"1","B":"1"},"disk":7,
		"allowedCudaVersions":["12.1"]}`)
	id := a.create2("/serverless", fmt.Sprintf(`{"name":"e","templateId":%q,"env":{"B":"2"},%s}`, template, queueOfGPUs))
	object := "/serverless/" + id
	expect(t, "copied", a.get2(object), `{"image":"i","disk":7,"env":{"A":"1","B":"2"}}`)
	gpu, _ := a.get2(object)["gpu"].(map[string]any)
	expect(t, "copied", gpu, `{"allowedCudaVersions":["12.1"]}`)

	a.patch2("/templates/"+template, `{"image":"j","env":{"A":"3"}}`)
	expect(t, "after a change of the template", a.get2(object), `{"image":"i","env":{"A":"1","B":"2"}}`)
	expect(t, "no release", a.call(get, "/endpoints/"+id, "").object(), `{"version":2}`)
	expect(t, "copied once more", a.patch2(object, fmt.Sprintf(`{"templateId":%q}`, template)), `{"image":"j","env":{"A":"3"}}`)
	expect(t, "a release", a.call(get, "/endpoints/"+id, "").object(), `{"version":3}`)
	a.delete2("/templates/" + template) // The copy does not keep it.
	expect(t, "without the template", a.get2(object), `{"image":"j"}`)
	a.patch2(object, `{"name":"f"}`)
	if ids := a.ids2("/templates", "templates"); len(ids) != 0 {
		t.Errorf("templates %v", ids)
	}
}

// An endpoint of version 1 is bound to the template itself, which others share, until version 2 has given it a copy
// (contract-v2 5.3).
func TestVersion2_boundEndpoint(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method, body string
		// afterwards, without and with a detaching PATCH first: the name and image of the template; empty if it is gone.
		bound, detached string
		paused          bool
	}{
		"rename":                 {method: patch, body: `{"name":"new"}`, bound: "new-template i", detached: "t i"},
		"settings":               {method: patch, body: `{"image":"j"}`, bound: "t j", detached: "t i"},
		"delete":                 {method: del, detached: "t i"},
		"delete of a paused one": {method: del, detached: "t i", paused: true},
		"workers":                {method: patch, body: `{"workers":{"max":1}}`, bound: "t i", detached: "t i"},
	} {
		for _, detach := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%t", name, detach), func(t *testing.T) {
				t.Parallel()
				a := start(t)
				template := a.create("/templates", `{"name":"t","imageName":"i","isServerless":true}`)
				one := a.create("/endpoints", fmt.Sprintf(`{"templateId":%q,"name":"one"}`, template))
				two := a.create("/endpoints", fmt.Sprintf(`{"templateId":%q,"name":"two"}`, template))
				if c.paused {
					a.patch2("/serverless/"+one, `{"workers":{"max":0}}`)
				}
				want := c.bound
				if detach {
					want = c.detached
					a.patch2("/serverless/"+one, fmt.Sprintf(`{"templateId":%q}`, template))
				}
				if r := a.call2(c.method, "/serverless/"+one, c.body); r.status/100 != 2 {
					t.Fatalf("%d %s", r.status, r.text)
				}
				shared := a.call2(get, "/templates/"+template, "").object()
				got := ""
				if shared["status"] == nil {
					got = fmt.Sprint(shared["name"], " ", shared["image"])
				}
				if got != want {
					t.Errorf("the shared template is %q, want %q", got, want)
				}
				_, image, _ := strings.Cut(want, " ")
				other := a.get2("/serverless/" + two)
				if got, _ := other["image"].(string); got != image {
					t.Errorf("the other endpoint has image %q, want %q", got, image)
				}
			})
		}
	}
}

// Version 1 can bind an endpoint of version 2 to a template, and delete it.
func TestVersion2_endpointOverVersion1(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create("/templates", `{"name":"t","imageName":"j","isServerless":true}`)
	id := a.create2("/serverless", `{"name":"e","image":"i",`+queueOfGPUs+`}`)
	hidden, _ := a.call(get, "/endpoints/"+id, "").object()["templateId"].(string)
	a.call(patch, "/endpoints/"+id, fmt.Sprintf(`{"templateId":%q}`, template))
	expect(t, "bound", a.get2("/serverless/"+id), `{"image":"j"}`)
	if r := a.call(get, "/templates/"+hidden, ""); r.status != http.StatusNotFound {
		t.Errorf("the copy is still there: %d", r.status)
	}
	a.delete2("/serverless/" + id)
	if r := a.call(get, "/templates/"+template, ""); r.status != http.StatusNotFound {
		t.Errorf("the bound template is still there: %d", r.status)
	}
	id = a.create2("/serverless", `{"name":"e","image":"i",`+queueOfGPUs+`}`)
	a.call(patch, "/endpoints/"+id, `{"workersMax":0}`)
	if r := a.call(del, "/endpoints/"+id, ""); r.status != http.StatusNoContent {
		t.Errorf("deleted over version 1: %d %s", r.status, r.text)
	}
	if all := a.Objects(emulator.KindTemplates); len(all) != 0 {
		t.Errorf("templates %v", all)
	}
}
