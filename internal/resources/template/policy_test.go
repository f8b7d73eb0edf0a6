package template

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
	"github.com/podfleet/terraform-provider-podfleet/internal/policytest"
)

func TestPolicies(t *testing.T) {
	t.Parallel()
	// Version 2 refuses 0 and 5, and cannot take a volume away.
	samples := map[string][2]any{"container_disk_in_gb": {11, 0}, "volume_in_gb": {5, 11}}
	serverless := map[string][2]any{"container_disk_in_gb": {0, 11}, "volume_in_gb": {11, 0}}
	policytest.Check(t, "testdata/policies.txt", policytest.Entity{
		Table: policies,
		New: func(table policy.Table) resource.Resource {
			r := NewResource()
			r.(*Resource).policies = table //nolint:forcetypeassert // NewResource says so.
			return r
		},
		NoPolicy: []string{"name_prefix", "env_wo", "deletion_protection"},
		Subjects: map[string]policytest.Subject{
			"template": {
				Alone:    []string{"is_serverless"},
				Config:   map[string]any{"name": "n", "image_name": "img:1"},
				Computed: map[string]any{"id": "id1", "is_platform": false},
				Samples:  samples,
			},
			"serverless": {
				Alone:    []string{"is_serverless"},
				Config:   map[string]any{"name": "n", "image_name": "img:1", "is_serverless": true},
				Computed: map[string]any{"id": "id1", "is_platform": false},
				Samples:  serverless,
			},
		},
	})
}
