package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// All attributes are in one warning, each once, in a fixed order.
func TestWarnAdopted(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	WarnAdopted(Object{"pod", "desk", "p1"}, nil, &diags)
	WarnAdopted(Object{"pod", "desk", "p1"}, []Adoption{
		{"b", "is sent"}, {"c", "replaces the pod"}, {"a", "replaces the pod"}, {"a", "replaces the pod"},
	}, &diags)
	const want = `The pod "desk" (p1) was imported, and the API did not return these attributes: a, b, c. The state adopts ` +
		"the configured values, and the provider sends nothing. A later change of a, c replaces the pod. A later change of " +
		"b is sent.\n\nNext: before you apply, compare the configured values with those that the object was created with, " +
		"for example in the service's console or in your store of secrets. If they differ, correct the configuration first."
	if len(diags) != 1 || diags[0].Detail() != want || diags[0].Severity() != diag.SeverityWarning {
		t.Errorf("%v, want %s", diags, want)
	}
}
