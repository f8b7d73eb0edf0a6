package emulator_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// notServed2 are the operations of version 2 that the emulator does not have: each is a 501 (contract-v2, at each).
var notServed2 = []string{
	"CreateCluster", "CreateDelegation", "CreateSecret", "DeleteCluster", "DeleteSecret", "GetCluster", "GetPodLogs",
	"GetSSHKeys", "GetSecret", "GetWorkerLogs", "ListClusterPods", "ListClusters", "ListDelegations",
	"ListSecrets", "RevokeDelegation", "UpdateCluster", "UpdateSSHKeys",
	"UpdateSecret",
}

// Both places have every operation of the contract, by its name.
func TestVersion2_routesAreTheContract(t *testing.T) {
	t.Parallel()
	want := make(map[string]string)
	for call, operation := range contracttest.Operations(2) {
		want[call] = operation
		want[strings.Replace(call, " ", " /management", 1)] = operation
	}
	if served := emulator.Operations2(); !maps.Equal(served, want) {
		t.Errorf("served %v, want %v", served, want)
	}
}

// Every operation is either called here with success, its request and its answer as the contract has them, or says that
// the emulator does not have it; in August as well.
func TestVersion2_everyOperation(t *testing.T) {
	t.Parallel()
	for name, august := range map[string]bool{"newest": false, "August": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			callEveryOperation2(t, august)
		})
	}
}

func callEveryOperation2(t *testing.T, august bool) {
	t.Helper()
	var mu sync.Mutex
	succeeded, missing := map[string]bool{}, map[string]bool{}
	a := start(t, emulator.Options{
		Version2: emulator.Version2Options{August: august, Quotas: emulator.MeasuredQuotas()},
		Observe: func(ex emulator.Exchange) {
			exchange := wire(ex)
			exchange.August = august
			requestErr, responseErr := contracttest.Check(exchange)
			if ex.Status != 501 && ex.Status != 404 && (requestErr != nil || responseErr != nil) {
				t.Errorf("%s %s: %v, %v", ex.Method, ex.URL, requestErr, responseErr)
			}
			mu.Lock()
			defer mu.Unlock()
			succeeded[ex.Operation] = succeeded[ex.Operation] || ex.Status/100 == 2
			missing[ex.Operation] = missing[ex.Operation] || ex.Status == 501
		},
	})
	template := a.create2("/templates", `{"name":"s","image":"i","serverless":true,"args":"a b"}`)
	for collection, bodies := range map[string][2]string{
		"/templates":       {`{"name":"n","image":"i"}`, `{"env":{"A":"1"},"mounts":{"persistent":{"size":10,"path":"/v"}}}`},
		"/serverless":      {`{"name":"e","templateId":"` + template + `",` + queueOfGPUs + `}`, `{"workers":{"max":0}}`},
		"/network-volumes": {`{"name":"n","size":10,"dataCenter":"EU-RO-1"}`, `{"size":11}`},
		"/registries":      {`{"name":"n","username":"u","password":"p"}`, ``},
		"/pods":            {`{"name":"p","image":"i","ports":["22/tcp","80/http"],` + oneGPU + `}`, `{"name":"q"}`},
	} {
		object := collection + "/" + a.create2(collection, bodies[0])
		a.get2(collection)
		a.get2(object)
		if bodies[1] != "" {
			a.patch2(object, bodies[1])
		}
		if collection == "/serverless" {
			a.get2(object + "/releases")
			a.get2(object + "/workers")
		}
		if collection == "/pods" {
			for _, action := range []string{"restart", "stop", "start", "terminate"} {
				a.call2(post, object+"/action", `{"action":"`+action+`"}`)
			}
			object = collection + "/" + a.create2(collection, bodies[0])
		}
		a.delete2(object)
	}
	const with = "?include=AVAILABILITY&product=POD"
	for _, path := range []string{
		"/openapi.json", "/catalog/templates", "/catalog/gpus" + with, "/catalog/gpus/NVIDIA%20L4" + with,
		"/catalog/cpus" + with, "/catalog/cpus/cpu3c" + with,
		"/catalog/datacenters?include=GPU_AVAILABILITY,CPU_AVAILABILITY", "/catalog/datacenters/EU-RO-1",
		"/billing", "/billing/pods", "/billing/serverless", "/billing/endpoints", "/billing/network-volumes",
		"/billing/clusters",
	} {
		a.get2(path)
	}
	for call, operation := range emulator.Operations2() {
		method, path, _ := strings.Cut(call, " ")
		if rest, ok := strings.CutPrefix(path, "/management/v2"); ok && slices.Contains(notServed2, operation) {
			a.call2(method, strings.NewReplacer("{id}", "x", "{workerId}", "y").Replace(rest), "")
		}
	}
	document := api.JSONV2()
	if august {
		document = api.JSONV2August()
	}
	mu.Lock()
	defer mu.Unlock()
	for _, operation := range emulator.Operations2() {
		isServed := !slices.Contains(notServed2, operation)
		switch {
		case operation == "PodAction":
			for _, action := range []string{"StartPod", "StopPod", "RestartPod", "TerminatePod"} {
				if !succeeded[action] {
					t.Errorf("%s was not called with success", action)
				}
			}
		case !strings.Contains(string(document), `"`+operation+`"`): // It came after August.
		case succeeded[operation] != isServed || missing[operation] == isServed:
			t.Errorf("%s: success %t, missing %t", operation, succeeded[operation], missing[operation])
		}
	}
}
