package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// SizeOf returns the size to plan of a disk that exists. A disk grows and never shrinks (contract 2.4, 2.6): one that
// is larger than planned, because it was grown outside of Terraform or the configuration has less now, keeps its size,
// with a warning.
func SizeOf(at path.Path, object Object, planned, actual types.Int64, diags *diag.Diagnostics) types.Int64 {
	if planned.IsNull() || planned.IsUnknown() || planned.ValueInt64() >= actual.ValueInt64() {
		return planned
	}
	diags.AddAttributeWarning(at, object.About("The volume is larger than configured"), fmt.Sprintf(
		"The volume has %d GB, and %s is %d. A volume cannot shrink, so it keeps its size.\n\n"+
			"Next: set %[2]s = %[1]d to match the service.", actual.ValueInt64(), at, planned.ValueInt64()))
	return actual
}
