package containerregistryauth

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
		NoPolicy: []string{"name_prefix", "password_wo"},
		Subjects: map[string]policytest.Subject{
			"login": {
				Config:   map[string]any{"name": "n", "username": "u"},
				Computed: map[string]any{"id": "id1"},
			},
		},
	})
}
