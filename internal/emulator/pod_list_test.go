package emulator_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

func TestPods_flags(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	template := a.create("/templates", `{"name":"t","imageName":"i"}`)
	volume := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	id := a.create("/pods", fmt.Sprintf(`{"templateId":%q,"networkVolumeId":%q,"gpuTypeIds":["NVIDIA L4"]}`, template,
		volume))
	embedded := map[string]string{
		"machine": `{"dataCenterId":"EU-RO-1","gpuTypeId":"NVIDIA L4","location":"RO","costPerHr":0.43,"secureCloud":true,
			"supportPublicIp":true}`,
		"networkVolume": a.call(http.MethodGet, "/networkvolumes/"+volume, "").text,
		"template":      a.call(http.MethodGet, "/templates/"+template, "").text,
		"savingsPlans":  `[]`,
	}
	flags := map[string]string{
		"includeMachine": "machine", "includeNetworkVolume": "networkVolume", "includeTemplate": "template",
		"includeSavingsPlans": "savingsPlans", "includeWorkers": "",
	}
	got := a.call(http.MethodGet, "/pods/"+id+"?includeMachine=true", "").object()
	if spell(t, got["machine"]) != spell(t, reply{text: embedded["machine"]}.object()) {
		t.Errorf("not ready, and without its machine: %v", got)
	}
	a.Advance(1e10)
	plain := a.call(http.MethodGet, "/pods/"+id, "").object()
	for _, member := range flags {
		if _, there := plain[member]; there {
			t.Errorf("%s without its flag", member)
		}
	}
	for flag, member := range flags {
		for _, query := range []string{"?" + flag + "=true", "?" + flag + "=false"} {
			want := spell(t, plain)
			if member != "" && query[len(query)-5:] != "false" {
				want = fmt.Sprintf(`%s,%q:%s}`, want[:len(want)-1], member, embedded[member])
			}
			one := a.call(http.MethodGet, "/pods/"+id+query, "")
			all := a.call(http.MethodGet, "/pods"+query, "")
			if !equalJSON(t, one.text, want) || !equalJSON(t, all.text, "["+want+"]") {
				t.Errorf("%s: %s, listed %s", query, one.text, all.text)
			}
		}
		for _, path := range []string{"/pods", "/pods/" + id} {
			a.run([]check{{"flag", http.MethodGet, path + "?" + flag + "=1", "", 400, flag + " must be true or false"}})
		}
	}
}

func TestPods_filters(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create("/templates", `{"name":"t","imageName":"of template"}`)
	volume := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	one := a.create("/pods", `{"name":"one","imageName":"i:1","gpuTypeIds":["NVIDIA L4"],"dataCenterIds":["US-GA-1"]}`)
	a.create("/pods", fmt.Sprintf(`{"name":"two","templateId":%q,"gpuTypeIds":["NVIDIA A40"],"networkVolumeId":%q}`,
		template, volume))
	three := a.create("/pods", `{"name":"three","imageName":"i:1","computeType":"CPU","cpuFlavorIds":["cpu3c"],"dataCenterIds":["AP-JP-1"]}`)
	a.call(http.MethodPost, "/pods/"+three+"/stop", "")
	a.worker("worker", "e")

	for query, want := range map[string][]string{
		"":                     {"one", "two", "three"},
		"computeType=CPU":      {"three"},
		"computeType=GPU":      {"one", "two"},
		"cpuFlavorId=cpu3c":    {"three"},
		"dataCenterId=EU-RO-1": {"two"},
		"dataCenterId=EU-RO-1&dataCenterId=US-GA-1":    {"one", "two"},
		"desiredStatus=EXITED":                         {"three"},
		"desiredStatus=RUNNING":                        {"one", "two"},
		"desiredStatus=TERMINATED":                     {},
		"endpointId=e":                                 {},
		"endpointId=e&includeWorkers=true":             {"worker"},
		"includeWorkers=true":                          {"one", "two", "three", "worker"},
		"gpuTypeId=NVIDIA+L4":                          {"one"},
		"gpuTypeId=NVIDIA%20L4&gpuTypeId=NVIDIA%20A40": {"one", "two"},
		"id=" + one:                                    {"one"},
		"id=nope":                                      {},
		"imageName=of+template":                        {"two"},
		"name=three":                                   {"three"},
		"name=one&name=two&name=nope":                  {"one", "two"},
		"networkVolumeId=" + volume:                    {"two"},
		"templateId=" + template:                       {"two"},
		"templateId=":                                  {"one", "three"},
		"imageName=i:1&computeType=GPU":                {"one"},
		"unknown=x":                                    {"one", "two", "three"},
	} {
		if got := a.call(http.MethodGet, "/pods?"+query, "").names(t); !slices.Equal(got, want) {
			t.Errorf("%s lists %v, not %v", query, got, want)
		}
	}
	a.run([]check{
		{"compute", http.MethodGet, "/pods?computeType=GPU&computeType=gpu", "", 400,
			`computeType must be one of GPU, CPU, not "gpu"`},
		{"status", http.MethodGet, "/pods?desiredStatus=STOPPED", "", 400,
			`desiredStatus must be one of RUNNING, EXITED, TERMINATED, not "STOPPED"`},
		{"two ids", http.MethodGet, "/pods?id=" + one + "&id=" + three, "", 400, "id takes one value"},
	})
	if r := a.call(http.MethodGet, "/pods?name=nope", ""); r.text != "[]\n" {
		t.Errorf("an empty list is %q", r.text)
	}
}

// worker injects a worker of an endpoint.
func (a *env) worker(id, endpointID string, members ...any) {
	a.t.Helper()
	object := map[string]any{"name": id, "imageName": "i", "endpointId": endpointID, "slsVersion": 0}
	for i := 0; i+1 < len(members); i += 2 {
		object[fmt.Sprint(members[i])] = members[i+1]
	}
	a.must(a.PutObject("pods", id, object))
}

// Workers are pods that only their endpoint changes, and that end with it.
func TestPods_workers(t *testing.T) {
	t.Parallel()
	a := start(t)
	id, other := a.endpoint(""), a.endpoint("")
	volume := a.create("/networkvolumes", `{"name":"v","size":1,"dataCenterId":"EU-RO-1"}`)
	a.worker("w", id, "networkVolumeId", volume)
	a.worker("x", other)

	worker := a.call(http.MethodGet, "/pods/w", "")
	if got := worker.object(); got["endpointId"] != id || got["slsVersion"] != 0.0 {
		t.Errorf("read: %s", worker.text)
	}
	with := a.call(http.MethodGet, "/endpoints/"+id+"?includeWorkers=true", "").object()
	if fmt.Sprint(with["workers"]) != fmt.Sprint([]any{worker.object()}) {
		t.Errorf("of the endpoint: %v", with["workers"])
	}

	refused := fmt.Sprintf("the pod is a worker of endpoint %q and cannot be changed by itself", id)
	post := http.MethodPost
	a.run([]check{
		{"update", http.MethodPatch, "/pods/w", `{"name":"n"}`, 400, refused},
		{"update by post", post, "/pods/w/update", `{"name":"n"}`, 400, refused},
		{"start", post, "/pods/w/start", ``, 400, refused},
		{"stop", post, "/pods/w/stop", ``, 400, refused},
		{"reset", post, "/pods/w/reset", ``, 400, refused},
		{"restart", post, "/pods/w/restart", ``, 400, refused},
		{"delete", http.MethodDelete, "/pods/w", ``, 400, refused},
		{"its volume", http.MethodDelete, "/networkvolumes/" + volume, ``, 500,
			"you must remove this network volume from all pods before deleting it"},
		{"its endpoint", http.MethodDelete, "/endpoints/" + id, ``, 204, ""},
		{"gone with it", http.MethodGet, "/pods/w", ``, 404, "pod not found"},
		{"its volume again", http.MethodDelete, "/networkvolumes/" + volume, ``, 204, ""},
		{"another's", http.MethodGet, "/pods/x", ``, 200, ""},
	})
}
