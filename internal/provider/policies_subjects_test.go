package provider_test

import (
	"maps"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// situation describes an attribute in state, configuration and private state.
type situation struct {
	code, name string
	// was and wants are the value of the state and the configured one: A, B, B and A of a list, an empty one of a list or
	// a text, null, or unknown (?). Of a create, the state is absent.
	was, wants string
	// marks of private state
	imported, configured, recorded, leftOut bool
}

// situations distinguish all policies.
var situations = []situation{
	{code: "new", name: "a create without it", was: "absent", wants: "null"},
	{code: "new B", name: "a create with B", was: "absent", wants: "B"},
	{code: "kept", name: "A, never configured", was: "A", wants: "null"},
	{code: "let go", name: "A, and not configured any more", was: "A", wants: "null", configured: true},
	{code: "brought", name: "A, of an import", was: "A", wants: "null", imported: true},
	{code: "none", name: "null, not configured", was: "null", wants: "null"},
	{code: "none i", name: "the same after an import", was: "null", wants: "null", imported: true},
	{code: "none r", name: "the same, recorded by the import", was: "null", wants: "null", imported: true, recorded: true},
	{code: "none l", name: "the same, variables left out", was: "null", wants: "null", imported: true, leftOut: true},
	{code: "A>B", name: "from A to B", was: "A", wants: "B"},
	{code: "A>B i", name: "the same after an import", was: "A", wants: "B", imported: true},
	{code: "B>A", name: "from B to A, which the object got", was: "B", wants: "A"},
	{code: "A>BA i", name: "from A to B and A after an import", was: "A", wants: "[B A]", imported: true},
	{code: "A>?", name: "from A to an unknown value", was: "A", wants: "?"},
	{code: "A>0 i", name: "from A to empty after an import", was: "A", wants: "empty", imported: true},
	{code: "0>A", name: "from an empty value to A", was: "empty", wants: "A"},
	{code: "first", name: "from null to A", was: "null", wants: "A"},
	{code: "first i", name: "the same after an import", was: "null", wants: "A", imported: true},
	{code: "first r", name: "the same, recorded by the import", was: "null", wants: "A", imported: true, recorded: true},
	{code: "first l", name: "the same, variables left out", was: "null", wants: "A", imported: true, leftOut: true},
	{code: "null>B i", name: "from null to B after an import", was: "null", wants: "B", imported: true},
	{code: "null>0 i", name: "from null to empty after an import", was: "null", wants: "empty", imported: true},
	{code: "null>? i", name: "from null to an unknown value after an import", was: "null", wants: "?", imported: true},
}

// policySubject is an object to plan.
type policySubject struct {
	// config is the smallest configuration.
	config acctest.Values
	// computed are values that the service sets, as the state of the object has them.
	computed acctest.Values
	// samples are two values of an attribute, A and B. Any other attribute has the two values of its type.
	samples map[string][2]any
	// alone are attributes on which other attributes depend: a plan varies one of them, or all the rest.
	alone []string
}

var policySubjects = map[string]map[string]policySubject{
	"podfleet_container_registry_auth": {
		"login": {
			config:   acctest.Values{"name": "n", "username": "u"},
			computed: acctest.Values{"id": "id1"},
		},
	},
	"podfleet_network_volume": {
		"volume": {
			config:   acctest.Values{"name": "n", "size": 10, "data_center_id": "d"},
			computed: acctest.Values{"id": "id1"},
			samples:  map[string][2]any{"size": {11, 9}},
		},
	},
	// Version 2 refuses 0 and 5, and cannot take a volume away.
	"podfleet_template": {
		"template": {
			alone:    []string{"is_serverless"},
			config:   acctest.Values{"name": "n", "image_name": "img:1"},
			computed: acctest.Values{"id": "id1", "is_platform": false},
			samples:  map[string][2]any{"container_disk_in_gb": {11, 0}, "volume_in_gb": {5, 11}},
		},
		"serverless": {
			alone:    []string{"is_serverless"},
			config:   acctest.Values{"name": "n", "image_name": "img:1", "is_serverless": true},
			computed: acctest.Values{"id": "id1", "is_platform": false},
			samples:  map[string][2]any{"container_disk_in_gb": {0, 11}, "volume_in_gb": {11, 0}},
		},
	},
	"podfleet_endpoint": {
		"gpu": endpointSubject(acctest.Values{"template_id": "t1"}, []string{"c"}, "template_id"),
		"own": endpointSubject(acctest.Values{"image_name": "img:1", "gpu_pools": []string{"P"}}, []string{"c"},
			"image_name", "gpu_type_ids", "gpu_pools", "excluded_gpu_type_ids"),
		"own by types": endpointSubject(acctest.Values{"image_name": "img:1", "gpu_type_ids": []string{"T"}},
			[]string{"c"}, "image_name", "gpu_type_ids", "gpu_pools", "excluded_gpu_type_ids", "min_cuda_version").with(
			map[string][2]any{"scaler_value": {11, 13}}, acctest.Values{"gpu_type_ids": nil}),
		"requests": endpointSubject(acctest.Values{"template_id": "t1", "scaler_type": "REQUEST_COUNT",
			"compute_type": "CPU"}, []string{}, "template_id", "scaler_type").with(map[string][2]any{
			"scaler_type": {"REQUEST_COUNT", "QUEUE_DELAY"}, "vcpu_count": {4, 11}}, nil),
		"cpu": endpointSubject(acctest.Values{"template_id": "t1", "compute_type": "CPU"}, []string{}, "template_id",
			"cpu_flavor_ids").with(map[string][2]any{"env": {map[string]string{}, map[string]string{"K": "b"}}}, nil),
	},
	// Version 2 has no pod without a disk, and no change from no volume to one. It keeps a first value that it refuses.
	"podfleet_pod": {
		"gpu":               podSubject(acctest.Values{"image_name": "img:1"}).with(podSizes(0, 0), nil),
		"cpu":               podSubject(acctest.Values{"image_name": "img:1", "compute_type": "CPU"}).with(nil, cpuOfPod),
		"cpu without a say": podSubject(acctest.Values{"image_name": "img:1"}).with(nil, cpuOfPod),
		"without a machine": podSubject(acctest.Values{"image_name": "img:1"}).with(podSizes(0, 5),
			acctest.Values{"machine": nil, "gpu": nil}),
		"of a template": podSubject(acctest.Values{"template_id": "t1"}).with(nil, acctest.Values{
			"image_name": "img:t", "ports": []string{"1/tcp"}, "container_disk_in_gb": 3, "volume_in_gb": 4,
			"volume_mount_path": "/t", "docker_start_cmd": []string{}, "docker_entrypoint": []string{},
		}),
	},
}

func endpointSubject(config acctest.Values, dataCenters []string, alone ...string) policySubject {
	config["name"] = "n"
	return policySubject{
		config:   config,
		computed: acctest.Values{"id": "id1", "version": 3, "data_center_ids": dataCenters},
		samples: map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true},
			"scaler_value": {11, 1.5}},
		alone: append(alone, "compute_type"),
	}
}

var cpuOfPod = acctest.Values{
	"gpu": nil, "cpu_flavor_id": "a", "vcpu_count": 2,
	"machine": acctest.Values{"data_center_id": "a", "secure_cloud": false},
}

func podSubject(config acctest.Values) policySubject {
	return policySubject{
		config: config,
		computed: acctest.Values{
			"id": "id1", "machine": acctest.Values{"data_center_id": "a", "secure_cloud": true},
			"gpu": acctest.Values{"id": "a", "count": 11}, "vcpu_count": 8,
		},
		samples: map[string][2]any{
			"compute_type": {"GPU", "CPU"}, "cloud_type": {"SECURE", "COMMUNITY"}, "desired_status": {"EXITED", "RUNNING"},
			"wait_for_ready": {false, true}, "container_disk_in_gb": {11, 0}, "volume_in_gb": {11, 0},
			"ready_check":  {acctest.Values{"port": 22}, acctest.Values{"port": 22, "path": "/"}},
			"alternatives": {[]acctest.Values{{"data_center_ids": []string{"c"}}}, []acctest.Values{{"gpu_count": 13}}},
		},
		alone: []string{"compute_type", "template_id", "network_volume_id", "desired_status", "alternatives"},
	}
}

func podSizes(disk, volume int) map[string][2]any {
	return map[string][2]any{"container_disk_in_gb": {disk, 13}, "volume_in_gb": {volume, 13}}
}

// with has other samples and computed values.
func (s policySubject) with(samples map[string][2]any, computed acctest.Values) policySubject {
	maps.Copy(s.samples, samples)
	maps.Copy(s.computed, computed)
	return s
}
