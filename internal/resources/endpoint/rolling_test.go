package endpoint_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A change that makes new workers is announced, with what it changes; any other is not, and neither is one where there
// are no workers, or that makes another endpoint.
func TestEndpoint_rollingIsAnnounced(t *testing.T) {
	t.Parallel()
	env := start(t)
	p := env.Process()
	config := acctest.Values{"name": "serve", "template_id": "t1"}
	created := p.MustApply(typeName, acctest.Instance{}, config)
	cpu, _ := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"name": "cpu", "template_id": "t1", "compute_type": "CPU"})
	paused, _ := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"name": "paused", "template_id": "t1", "workers_max": 0})
	unknown := func(kind tftypes.Type) tftypes.Value { return tftypes.NewValue(kind, tftypes.UnknownValue) }
	says := func(was acctest.Instance, changes ...acctest.Values) string {
		t.Helper()
		changed := maps.Clone(config)
		for _, change := range changes {
			maps.Copy(changed, change)
		}
		return acctest.Text(p.Plan(typeName, was, changed).Diagnostics)
	}
	onCPU := acctest.Values{"name": "cpu", "compute_type": "CPU"}
	rolls := map[string]acctest.Values{
		"template_id":           {"template_id": "t2"},
		"gpu_type_ids":          {"gpu_type_ids": []string{"NVIDIA L4"}},
		"gpu_count":             {"gpu_count": 2},
		"allowed_cuda_versions": {"allowed_cuda_versions": []string{"12.8"}},
		"min_cuda_version":      {"min_cuda_version": "12.8"},
		"data_center_ids":       {"data_center_ids": []string{"EU-RO-1"}},
		"network_volume_id":     {"network_volume_id": "v1"},
		"network_volume_ids":    {"network_volume_ids": []string{"v1", "v2"}},
	}
	for name, change := range rolls {
		got := says(created, change)
		if strings.HasPrefix(name, "network") { // The service has one list of them.
			name = "network_volume_id, network_volume_ids"
		}
		if !strings.HasPrefix(got,
			"WARNING: Rolling update of the endpoint: ") || !strings.Contains(got, `"serve" changes `+name+
			".") {
			t.Errorf("%s: %s", name, got)
		}
		if got := says(paused, acctest.Values{"name": "paused", "workers_max": 0}, change); got != "" {
			t.Errorf("%s of a paused endpoint: %s", name, got)
		}
	}
	for name, change := range map[string]acctest.Values{"cpu_flavor_ids": {"cpu_flavor_ids": []string{"cpu3c"}},
		"vcpu_count": {"vcpu_count": 4}} {
		if got := says(cpu, onCPU, change); !strings.Contains(got, `"cpu" changes `+name+".") {
			t.Errorf("%s: %s", name, got)
		}
		rolls[name] = change
	}
	stays := map[string]acctest.Values{
		"name":                 {"name": "renamed"},
		"name_prefix":          {"name": nil, "name_prefix": "other-"},
		"workers_min":          {"workers_min": 1},
		"workers_max":          {"workers_max": 5},
		"idle_timeout":         {"idle_timeout": 9},
		"scaler_type":          {"scaler_type": "REQUEST_COUNT"},
		"scaler_value":         {"scaler_value": 9},
		"execution_timeout_ms": {"execution_timeout_ms": 9000},
		"flashboot":            {"flashboot": false},
		"deletion_protection":  {"deletion_protection": true},
		"wait_for_rollout":     {"wait_for_rollout": true},
		"drain_timeout":        {"drain_timeout": "5m"},
		"compute_type":         {"compute_type": "CPU", "template_id": "t2"}, // Makes another endpoint.
	}
	for name, change := range stays {
		if got := says(created, change); strings.Contains(got, "Rolling update") {
			t.Errorf("%s: %s", name, got)
		}
		changed := maps.Clone(config)
		maps.Copy(changed, change)
		plan := p.Plan(typeName, created, changed)
		if version := p.Attributes(typeName, plan.PlannedState)["version"]; name != "compute_type" && !version.IsKnown() {
			t.Errorf("%s: the planned version is unknown, which would replace the objects that it triggers", name)
		}
	}
	for name, change := range onlyOver2Rolls(t) {
		rolls[name] = change
	}
	for _, attribute := range p.Schema(typeName).Block.Attributes { // Each attribute is one or the other.
		if (attribute.Optional || attribute.Required) && rolls[attribute.Name] == nil && stays[attribute.Name] == nil {
			t.Errorf("nobody looked at whether %s rolls", attribute.Name)
		}
	}
	for name, test := range map[string]struct {
		change acctest.Values
		want   string
	}{
		"of a template that is not there yet": {acctest.Values{"template_id": unknown(tftypes.String)},
			"changes template_id."},
		"of more than one": {acctest.Values{"template_id": unknown(tftypes.String), "gpu_count": 2},
			"changes template_id, gpu_count."},
		"of an unknown set": {acctest.Values{"network_volume_ids": unknown(tftypes.Set{ElementType: tftypes.String})},
			"changes network_volume_ids."},
	} {
		if got := says(created, test.change); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := says(created); got != "" {
		t.Errorf("nothing changes: %s", got)
	}
}

// onlyOver2Rolls returns a change of each attribute that only version 2 has. It checks that plans warn of them.
func onlyOver2Rolls(t *testing.T) map[string]acctest.Values {
	t.Helper()
	env := start(t).UseVersion(2)
	p := env.Process()
	config := acctest.Values{"name": "serve", "image_name": "img:1", "gpu_pools": []string{"AMPERE_48"},
		"env_wo_version": 1, "env_wo": map[string]string{"SECRET": "hunter2"}}
	created := p.MustApply(typeName, acctest.Instance{}, config)
	rolls := map[string]acctest.Values{
		"image_name":                 {"image_name": "img:2"},
		"container_disk_in_gb":       {"container_disk_in_gb": 60},
		"container_registry_auth_id": {"container_registry_auth_id": "c1"},
		"docker_entrypoint":          {"docker_entrypoint": []string{"a"}},
		"docker_start_cmd":           {"docker_start_cmd": []string{"a"}},
		"env":                        {"env": map[string]string{"A": "a-value"}},
		"env_wo_version":             {"env_wo_version": 2},
		"ports":                      {"ports": []string{"80/http"}},
		"gpu_pools":                  {"gpu_pools": []string{"ADA_24"}},
		"excluded_gpu_type_ids":      {"excluded_gpu_type_ids": []string{"NVIDIA A40"}},
	}
	for name, change := range rolls {
		changed := maps.Clone(config)
		maps.Copy(changed, change)
		plan := p.Plan(typeName, created, changed)
		got := acctest.Text(plan.Diagnostics)
		switch name {
		case "env_wo_version":
			name = "env" // Its other half.
		case "docker_entrypoint", "docker_start_cmd":
			name = "docker_entrypoint, docker_start_cmd" // The service replaces both.
		case "gpu_pools", "excluded_gpu_type_ids":
			name = "gpu_pools, excluded_gpu_type_ids"
		}
		if !strings.Contains(got, `"serve" changes `+name+".") || strings.Contains(got, "a-value") {
			t.Errorf("%s: %s", name, got)
		}
		if version := p.Attributes(typeName, plan.PlannedState)["version"]; version.IsKnown() {
			t.Errorf("%s: the planned version is known", name)
		}
	}
	rolls["env_wo"] = rolls["env_wo_version"]
	return rolls
}
