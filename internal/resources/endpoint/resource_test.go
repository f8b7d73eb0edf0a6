package endpoint_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	address  = "podfleet_endpoint.it"
	typeName = "podfleet_endpoint"
	kind     = "endpoints"
)

// hcl is an endpoint with these arguments beside its template.
func hcl(arguments string) string {
	return fmt.Sprintf("resource \"podfleet_endpoint\" \"it\" {\n  template_id = \"t1\"\n%s\n}\n", arguments)
}

const minimal = `name = "serve"`

const everything = `
  name                  = "serve-2"
  gpu_type_ids          = ["NVIDIA L40S", "NVIDIA A40"]
  gpu_count             = 2
  allowed_cuda_versions = ["12.8", "12.4"]
  min_cuda_version      = "12.4"
  data_center_ids       = ["US-TX-3", "EU-RO-1"]
  network_volume_id     = "v1"
  network_volume_ids    = ["v2", "v1"]
  workers_min           = 1
  workers_max           = 4
  idle_timeout          = 60
  scaler_type           = "REQUEST_COUNT"
  scaler_value          = 10
  execution_timeout_ms  = 30000
  flashboot             = false
`

// start is an account with two serverless templates, one for pods, and two volumes.
func start(t *testing.T, options ...emulator.Options) *acctest.Env {
	t.Helper()
	return stock(t, acctest.Start(t, options...))
}

// stock gives an account two serverless templates, one for pods, and two volumes.
func stock(t *testing.T, env *acctest.Env) *acctest.Env {
	t.Helper()
	for id, object := range map[string]map[string]any{
		"templates/t1":      {"name": "one", "imageName": "img:1", "isServerless": true, "volumeInGb": 0},
		"templates/t2":      {"name": "two", "imageName": "img:1", "isServerless": true, "volumeInGb": 0},
		"templates/pods":    {"name": "pods", "imageName": "img:1"},
		"networkVolumes/v1": {"name": "a", "size": 10, "dataCenterId": "EU-RO-1"},
		"networkVolumes/v2": {"name": "b", "size": 10, "dataCenterId": "US-TX-3"},
	} {
		kind, id, _ := strings.Cut(id, "/")
		env.Put(kind, id, object)
	}
	return env
}

const created = `{"name":"serve","templateId":"t1","computeType":"GPU","gpuCount":1,"workersMin":0,"workersMax":3,"idleTimeout":5,
	"scalerType":"QUEUE_DELAY","scalerValue":4,"executionTimeoutMs":600000,"flashboot":true}`

const updated = `{"name":"serve-2","gpuTypeIds":["NVIDIA L40S","NVIDIA A40"],"gpuCount":2,"allowedCudaVersions":["12.4","12.8"],
	"minCudaVersion":"12.4","dataCenterIds":["EU-RO-1","US-TX-3"],"networkVolumeId":"v1","networkVolumeIds":["v1","v2"],"workersMin":1,
	"workersMax":4,"idleTimeout":60,"scalerType":"REQUEST_COUNT","scalerValue":10,"executionTimeoutMs":30000,"flashboot":false}`

// An endpoint cannot be made paused: it is made with one worker, and paused.
func TestEndpoint_paused(t *testing.T) {
	t.Parallel()
	env := start(t)
	paused := hcl(minimal + "\nworkers_max = 0")
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(paused, acctest.Create)
	env.ExpectWrites("CreateEndpoint", "UpdateEndpoint")
	endpoint.Expect("workers_max", 0)
	endpoint.Apply(paused, acctest.NoOp)
	env.ExpectWrites()
	endpoint.VerifyImport()
}

func TestEndpoint_pausingFails(t *testing.T) {
	t.Parallel()
	env := start(t)
	env.SetFaults(emulator.Fault{Operation: "UpdateEndpoint", Kind: "status", Status: http.StatusBadRequest,
		Message: "no"})
	p := env.Process()
	config := acctest.Values{"name": "serve", "template_id": "t1", "workers_max": 0}
	kept, diags := p.Apply(typeName, acctest.Instance{}, config)
	if says := acctest.Text(diags); len(diags) != 1 ||
		!strings.Contains(says, "WARNING: The endpoint was created, but could not be paused") ||
		!strings.Contains(says, `"serve" (ID `+env.OnlyID(kind)) || !strings.Contains(says, "UpdateEndpoint: no") {
		t.Error(says)
	}
	// It is in the state, and the next apply does what is left: its id, and so its address, stays.
	env.SetFaults()
	was := env.OnlyID(kind)
	env.ClearJournal()
	read, _ := p.Read(typeName, kept)
	p.MustApply(typeName, read, config)
	env.ExpectSent("UpdateEndpoint", `{"workersMax":0}`)
	if got := env.OnlyID(kind); got != was {
		t.Errorf("the endpoint is %s, and was %s", got, was)
	}
}

// Deployments that want no workers before a delete say so.
func TestEndpoint_deleteWithWorkers(t *testing.T) {
	t.Parallel()
	env := start(t)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal+"\nworkers_min = 1"), acctest.Create)
	env.ClearJournal()
	env.SetFaults(emulator.Fault{
		Operation: "DeleteEndpoint", Kind: emulator.FaultStatus, Status: http.StatusInternalServerError,
		Message: "set workers to 0 first", Count: 1,
	})
	endpoint.Destroy()
	env.ExpectWrites("DeleteEndpoint", "UpdateEndpoint", "DeleteEndpoint")
}

func TestEndpoint_import(t *testing.T) {
	t.Parallel()
	env := start(t)
	env.Put(kind, "e1", map[string]any{"name": "serve", "templateId": "t1", "computeType": "GPU"})
	p := env.Process()
	for _, how := range []struct{ id, identity string }{{id: "e1"}, {id: "name:serve"}, {identity: "e1"}} {
		imported := p.MustImport(typeName, how.id, how.identity)
		plan := p.Plan(typeName, imported, acctest.Values{"name": "serve", "template_id": "t1"})
		if string(plan.PlannedState.MsgPack) != string(imported.State.MsgPack) {
			t.Errorf("%+v plans %v", how, p.Attributes(typeName, plan.PlannedState))
		}
		// What is never returned, and a compute type that some deployments answer wrongly, are adopted.
		config := acctest.Values{"name": "serve", "template_id": "t1", "compute_type": "CPU", "vcpu_count": 4,
			"cpu_flavor_ids": []string{"cpu3c"}}
		plan = p.Plan(typeName, imported, config)
		if says := acctest.Text(plan.Diagnostics); len(plan.RequiresReplace) != 0 || len(plan.Diagnostics) != 1 ||
			!strings.Contains(says, "Value not verified after import") ||
			!strings.Contains(says, `The endpoint "serve" (e1) was imported`) ||
			!strings.Contains(says, "attributes: compute_type, cpu_flavor_ids, vcpu_count.") {
			t.Errorf("replaces %v: %s", plan.RequiresReplace, says)
		}
		env.ClearJournal()
		adopted, diags := p.Apply(typeName, imported, config)
		if says := acctest.Text(diags); len(env.Writes()) != 0 || says != "" {
			t.Errorf("%s", says)
		}
		config["compute_type"] = "GPU"
		if plan = p.Plan(typeName, adopted, config); len(plan.RequiresReplace) != 1 {
			t.Errorf("a later change replaces %v", plan.RequiresReplace)
		}
		refreshed, diags := p.Read(typeName, adopted)
		if len(diags) != 0 {
			t.Errorf("each refresh says it again: %s", acctest.Text(diags))
		}
		if got := p.Attributes(typeName, refreshed.State)["compute_type"].String(); !strings.Contains(got, "CPU") {
			t.Errorf("the answer replaced what was asked for: %s", got)
		}
	}
}
