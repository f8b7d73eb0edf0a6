package template

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
			"template": {
				Alone:    []string{"is_serverless"},
				Config:   map[string]any{"name": "n", "image_name": "img:1"},
				Computed: map[string]any{"id": "id1", "is_platform": false},
			},
			"serverless": {
				Alone:    []string{"is_serverless"},
				Config:   map[string]any{"name": "n", "image_name": "img:1", "is_serverless": true},
				Computed: map[string]any{"id": "id1", "is_platform": false},
			},
		},
	})
}
