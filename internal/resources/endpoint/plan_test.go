package endpoint_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

func TestEndpoint_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, want string }{
		"workers_min over default": {hcl(`workers_min = 5`),
			`workers_min exceeds workers_max.*workers_min is 5, and workers_max is 3.*\(at workers_min\)`},
		"workers_min over max": {hcl("workers_min = 2\nworkers_max = 1"), `workers_min is 2, and workers_max is 1`},
		"vcpu_count for GPU": {hcl(`vcpu_count = 4`),
			`Invalid attribute for the compute type.*vcpu_count has no meaning.*\(at vcpu_count\)`},
		"cpu_flavor_ids for GPU": {hcl(minimal + "\ncpu_flavor_ids = [\"cpu3c\"]"),
			`Invalid attribute for the compute type.*cpu_flavor_ids has no meaning`},
		"gpu_type_ids for CPU": {hcl("compute_type = \"CPU\"\ngpu_type_ids = [\"NVIDIA A40\"]"),
			`Invalid attribute for the compute type.*gpu_type_ids has no meaning`},
		"idle_timeout": {hcl(`idle_timeout = 3601`), `no idle timeouts above 3600 seconds\..*Next: set idle_timeout to 3600 or less\.`},
		"scaler_value": {hcl(`scaler_value = 0`), `scaler_value value must be at least 0\.5`},
		"scaler_type": {hcl(`scaler_type = "MAGIC"`),
			`scaler_type must be "QUEUE_DELAY" or "REQUEST_COUNT"; got `},
		"long name": {hcl(fmt.Sprintf("name = %q", strings.Repeat("x", 192))),
			`name must have from 1 to 191 characters; got `},
		"a flavor twice": {hcl(cpu + "\ncpu_flavor_ids = [\"cpu3c\", \"cpu3c\"]"), `duplicate.*\(at cpu_flavor_ids\)`},
		"suffix":         {hcl(`name = "serve -fb"`), `add the suffix " -fb" .*Next: choose a name that does not end in this suffix\.`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			env.Process().Object(typeName).ExpectPlanError(test.config, test.want)
			env.ExpectWrites()
		})
	}
}

// A plan of a create or a replacement refuses what the service would refuse, before the old endpoint is deleted. No
// plan of an endpoint that stays does, and a volume that the list does not show refuses nothing.
func TestEndpoint_refusedBeforeTheDelete(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		env := stock(t, begin())
		it := env.Process().Object(typeName)
		it.Apply(hcl("network_volume_id = \"v1\"\ndata_center_ids = [\"EU-RO-1\"]"), acctest.Create)
		_ = env.Writes()
		const far = `is in another data center.*v1 is in the data center EU-RO-1, and data_center_ids allows US-TX-3 only`
		const cpu = "compute_type = \"CPU\"\ndata_center_ids = [\"US-TX-3\"]\n"
		for line, says := range map[string]string{
			`network_volume_id = "v1"`:    far + `.*\(at network_volume_id\)`,
			`network_volume_ids = ["v1"]`: far + `.*\(at network_volume_ids\)`,
		} {
			it.ExpectPlanError(hcl(cpu+line), acctest.Wrapped(says))
			env.Process().Object(typeName).ExpectPlanError(hcl(cpu+line), acctest.Wrapped(says))
		}
		both := it.ExpectPlanError(hcl(cpu+"network_volume_id = \"v1\"\nnetwork_volume_ids = [\"v1\"]"),
			"another data center")
		if count := strings.Count(acctest.Text(both), "ERROR"); count != 1 {
			t.Errorf("%d errors for one volume", count)
		}
		it.Plan(hcl(cpu+`network_volume_id = "v9"`), acctest.Replace)
		env.ClearJournal()
		it.Process = env.Process()
		it.Plan(hcl("network_volume_id = \"v1\"\ndata_center_ids = [\"US-TX-3\"]"), acctest.Update)
		if called := env.Requests("ListNetworkVolumes"); len(called) != 0 {
			t.Errorf("%v", called)
		}
		says := acctest.Text(it.Plan(hcl("compute_type = \"CPU\"\nname = \"other\""), acctest.Replace).Diagnostics)
		if strings.Contains(says, "rename") {
			t.Error(says)
		}
		env.ExpectWrites()
	})
}

// A CPU endpoint that a deployment answers as GPU is told of when it is made and when it is changed, and not with every
// refresh.
func TestEndpoint_answeredAsGPU(t *testing.T) {
	t.Parallel()
	env := start(t)
	p := env.Process()
	config := acctest.Values{"name": "serve", "template_id": "t1", "compute_type": "CPU"}
	made := p.MustApply(typeName, acctest.Instance{}, config)
	env.Patch(kind, env.OnlyID(kind), map[string]any{"computeType": "GPU"})
	read, diags := p.Read(typeName, made)
	if len(diags) != 0 {
		t.Errorf("refresh: %s", acctest.Text(diags))
	}
	if plan := p.Plan(typeName, read, config); len(plan.Diagnostics) != 0 || len(plan.RequiresReplace) != 0 {
		t.Errorf("plan: replaces %v: %s", plan.RequiresReplace, acctest.Text(plan.Diagnostics))
	}
	config["idle_timeout"] = 9
	if _, diags = p.Apply(typeName, read, config); len(diags) != 1 ||
		!strings.Contains(acctest.Text(diags), `The request for the endpoint "serve" had one of the compute types CPU, and the service returned GPU`) {
		t.Errorf("change: %s", acctest.Text(diags))
	}
}

// Null, unknown and empty ask for nothing: not what is left open by a variable, nor the empty lists that a generated
// configuration has. A number of vCPUs in an answer without flavors counts nothing.
func TestEndpoint_asksForNothing(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string]string{
		"null on a GPU endpoint":  "cpu_flavor_ids = null\nvcpu_count = null",
		"empty on a GPU endpoint": "cpu_flavor_ids = []",
		"unknown on a GPU endpoint": "cpu_flavor_ids = [for n in [late(4)] : \"cpu3c\" if n > 9]\nvcpu_count = " +
			"late(4) > 9 ? 4 : null",
		"empty on a CPU endpoint": "compute_type = \"CPU\"\ngpu_type_ids = []\nallowed_cuda_versions = " +
			"[]\ngpu_count = null",
		"no flavor": "compute_type = \"CPU\"\ncpu_flavor_ids = []",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			env.Rewrite().Use(func(a *emulatortest.Answer) {
				a.Body = bytes.ReplaceAll(a.Body, []byte(`"workersMin":`), []byte(`"vcpuCount":8,"workersMin":`))
			})
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(minimal+"\n"+arguments), acctest.Create)
			endpoint.Apply(hcl(minimal+"\n"+arguments), acctest.NoOp)
			for _, request := range env.Requests("CreateEndpoint") {
				if strings.Contains(string(request.Body), "vcpuCount") ||
					strings.Contains(string(request.Body), "cpuFlavorIds") {
					t.Errorf("sent %s", request.Body)
				}
			}
		})
	}
}

// A replacement whose template cannot be read is refused: the create after the delete would fail.
func TestEndpoint_replacedByOneOfNoTemplate(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := sleeping(t, start())
		it := env.Process().Object(typeName)
		it.Apply(hcl(minimal), acctest.Create)
		it.ExpectPlanError(strings.Replace(hcl(minimal+"\ncompute_type = \"CPU\""), `"t1"`, `"none"`, 1), "template")
		if len(env.Objects(kind)) != 1 {
			t.Error("deleted")
		}
	})
}
