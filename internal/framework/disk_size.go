package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A disk grows and never shrinks (contract 2.4, 2.6). One can be grown outside of Terraform, and then the configured
// size, or its default, is less than the size of the disk: that must not stop every plan.

// SaveAppliedSize remembers the size that an apply asked for, in GB. A null or unknown one changes nothing.
func SaveAppliedSize(ctx context.Context, p PrivateWriter, size types.Int64) diag.Diagnostics {
	if size.IsNull() || size.IsUnknown() {
		return nil
	}
	return Remember(ctx, p, appliedSizeKey, size.ValueInt64())
}

// AppliedSize returns the size that an apply last asked for, in GB. It is null if none is remembered: after an import,
// and in states of provider versions that did not remember it.
func AppliedSize(ctx context.Context, p PrivateReader) (types.Int64, diag.Diagnostics) {
	var size *int64
	diags := Recall(ctx, p, appliedSizeKey, &size)
	return types.Int64PointerValue(size), diags
}

// Resize is the effect of a planned size on a disk that exists.
type Resize int

const (
	// ResizeAllowed is a size that the service accepts, or the one that it has. Unknown sizes are allowed: they may
	// turn out so.
	ResizeAllowed Resize = iota
	// ResizeShrinks is a smaller size that the configuration asks for. The service refuses it.
	ResizeShrinks
	// ResizeGrownOutside is a smaller size that is not asked for: the disk was grown outside of Terraform.
	ResizeGrownOutside
)

// JudgeSize compares a planned size with the one that the service has and the one that was last applied, all in GB;
// applied is null if it is not remembered. A plan that is less than the applied size asks for a smaller disk, whatever
// happened outside.
func JudgeSize(planned, actual, applied types.Int64) Resize {
	switch {
	case planned.IsNull(), planned.IsUnknown(), actual.IsNull(), actual.IsUnknown(),
		planned.ValueInt64() >= actual.ValueInt64():
		return ResizeAllowed
	case applied.IsNull():
		return ResizeGrownOutside
	case planned.ValueInt64() < applied.ValueInt64(), actual.ValueInt64() <= applied.ValueInt64():
		return ResizeShrinks
	default:
		return ResizeGrownOutside
	}
}

// WarnGrownOutside says that a plan keeps the service's size. what names the volume of the object: The network volume
// "data".
func WarnGrownOutside(at path.Path, object Object, what string, planned, actual types.Int64, diags *diag.Diagnostics) {
	diags.AddAttributeWarning(at, object.About("The volume is larger than configured"), fmt.Sprintf(
		"%s has %d GB, and %s is %d. The volume was enlarged outside of Terraform. A volume cannot shrink, so it keeps "+
			"its size.\n\nNext: set %[3]s = %[2]d to match the service.", what, actual.ValueInt64(), at, planned.ValueInt64()))
}
