package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestJoinAdopted(t *testing.T) {
	t.Parallel()
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String, "name": tftypes.String}}
	state := func(name any) tfsdk.State {
		return tfsdk.State{Raw: tftypes.NewValue(kind, map[string]tftypes.Value{
			"id": tftypes.NewValue(tftypes.String, "p1"), "name": tftypes.NewValue(tftypes.String, name),
		})}
	}
	other := diag.NewWarningDiagnostic("Something else", "stays")
	for name, want := range map[any]string{
		"desk": `The pod "desk" (p1) was imported`,
		nil:    "The pod p1 was imported",
	} {
		diags := diag.Diagnostics{}
		WarnAdopted(path.Root("b"), "is sent", &diags)
		diags.Append(other)
		WarnAdopted(path.Root("c"), "replaces the pod", &diags)
		WarnAdopted(path.Root("a"), "replaces the pod", &diags)
		WarnAdopted(path.Root("a"), "replaces the pod", &diags)
		JoinAdopted("pod", state(name), &diags)
		want += ", and the API did not return these attributes: a, b, c. The state adopts the configured values, " +
			"and the provider sends nothing. A later change of a, c replaces the pod. A later change of b is sent.\n\n" +
			"Next: before you apply, compare the configured values with those that the object was created with, for example " +
			"in the service's console or in your store of secrets. If they differ, correct the configuration first."
		if len(diags) != 2 || !diags[0].Equal(other) || diags[1].Detail() != want ||
			diags[1].Severity() != diag.SeverityWarning {
			t.Errorf("%v, want %s", diags, want)
		}
	}
	diags := diag.Diagnostics{other}
	if JoinAdopted("pod", state("desk"), &diags); len(diags) != 1 {
		t.Errorf("%v", diags)
	}
}
