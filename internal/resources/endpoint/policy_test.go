package endpoint

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
	"github.com/podfleet/terraform-provider-podfleet/internal/policytest"
)

func TestPolicies(t *testing.T) {
	t.Parallel()
	policytest.Check(t, "testdata/policies.txt", policytest.Entity{
		Table: policies,
		New: func(table policy.Table) resource.Resource {
			r := NewResource()
			r.(*Resource).policies = table //nolint:forcetypeassert // NewResource says so.
			return r
		},
		NoPolicy: []string{"name_prefix", "env_wo", "deletion_protection"},
		Unseen:   []string{"name.Over"}, // No sample has the suffix: see TestEndpoint_badInput.
		Subjects: map[string]policytest.Subject{
			"gpu": {
				Alone:    []string{"compute_type", "template_id"},
				Config:   map[string]any{"name": "n", "template_id": "t1"},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{"c"}},
				Samples: map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true},
					"scaler_value": {11, 1.5}},
			},
			"own": {
				Alone:    []string{"compute_type", "image_name", "gpu_type_ids", "gpu_pools", "excluded_gpu_type_ids"},
				Config:   map[string]any{"name": "n", "image_name": "img:1", "gpu_pools": []string{"P"}},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{"c"}},
				Samples: map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true},
					"scaler_value": {11, 1.5}},
			},
			"own by types": {
				Alone: []string{"compute_type", "image_name", "gpu_type_ids", "gpu_pools", "excluded_gpu_type_ids",
					"min_cuda_version"},
				Config: map[string]any{"name": "n", "image_name": "img:1", "gpu_type_ids": []string{"T"}},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{"c"},
					"gpu_type_ids": nil},
				Samples: map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true}},
			},
			"requests": {
				Alone: []string{"compute_type", "template_id", "scaler_type"},
				Config: map[string]any{"name": "n", "template_id": "t1", "scaler_type": "REQUEST_COUNT",
					"compute_type": "CPU"},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{}},
				Samples: map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true},
					"scaler_value": {11, 1.5}, "scaler_type": {"REQUEST_COUNT", "QUEUE_DELAY"}, "vcpu_count": {4, 11}},
			},
			"cpu": {
				Alone:    []string{"compute_type", "template_id", "cpu_flavor_ids"},
				Config:   map[string]any{"name": "n", "template_id": "t1", "compute_type": "CPU"},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{}},
				Samples: map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true},
					"scaler_value": {11, 1.5}, "env": {map[string]any{}, map[string]any{"K": "b"}}},
			},
		},
	})
}
