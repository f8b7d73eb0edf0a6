package networkvolume

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
		NoPolicy: []string{"name_prefix", "deletion_protection"},
		Subjects: map[string]policytest.Subject{
			"volume": {
				Config:   map[string]any{"name": "n", "size": 10, "data_center_id": "d"},
				Computed: map[string]any{"id": "id1"},
				Samples:  map[string][2]any{"size": {11, 9}},
			},
		},
	})
}
