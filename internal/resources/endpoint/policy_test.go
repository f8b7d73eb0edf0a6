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
		Subjects: map[string]policytest.Subject{
			"gpu": {
				Alone:    []string{"compute_type"},
				Config:   map[string]any{"name": "n", "template_id": "t1"},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{"c"}},
				Samples:  map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true}},
			},
			"own": {
				Alone:    []string{"compute_type", "image_name", "gpu_type_ids", "gpu_pools", "excluded_gpu_type_ids"},
				Config:   map[string]any{"name": "n", "image_name": "img:1", "gpu_pools": []string{"P"}},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{"c"}},
				Samples:  map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true}},
			},
			"cpu": {
				Alone:    []string{"compute_type"},
				Config:   map[string]any{"name": "n", "template_id": "t1", "compute_type": "CPU"},
				Computed: map[string]any{"id": "id1", "version": 3, "data_center_ids": []string{}},
				Samples:  map[string][2]any{"compute_type": {"CPU", "GPU"}, "flashboot": {false, true}},
			},
		},
	})
}
