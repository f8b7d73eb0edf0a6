package validators

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The types of the framework take a number that they cannot hold for a mistake of the provider, and ask the user to
// report it. These types hold it as unknown, and report it at the attribute.

// WholeNumber is the type of each configurable whole number.
type WholeNumber struct{ basetypes.Int64Type }

// Equal implements attr.Type: values have the framework's type.
func (t WholeNumber) Equal(other attr.Type) bool {
	_, isWhole := other.(WholeNumber)
	return isWhole || t.Int64Type.Equal(other)
}

// ValueFromTerraform implements attr.Type.
func (t WholeNumber) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	if value, err := t.Int64Type.ValueFromTerraform(ctx, in); err == nil {
		return value, nil
	}
	return types.Int64Unknown(), nil
}

// Validate refuses a fraction, and a number that 64 bits do not hold.
func (t WholeNumber) Validate(ctx context.Context, in tftypes.Value, at path.Path) diag.Diagnostics {
	if !t.Int64Type.Validate(ctx, in, at).HasError() {
		return nil
	}
	return notHeld(in, at, "a whole number")
}

// Number is the type of each configurable number that can be a fraction.
type Number struct{ basetypes.Float64Type }

// Equal implements attr.Type: values have the framework's type.
func (t Number) Equal(other attr.Type) bool {
	_, isNumber := other.(Number)
	return isNumber || t.Float64Type.Equal(other)
}

// ValueFromTerraform implements attr.Type.
func (t Number) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	if value, err := t.Float64Type.ValueFromTerraform(ctx, in); err == nil {
		return value, nil
	}
	return types.Float64Unknown(), nil
}

// Validate refuses a number that 64 bits do not hold.
func (t Number) Validate(ctx context.Context, in tftypes.Value, at path.Path) diag.Diagnostics {
	if !t.Float64Type.Validate(ctx, in, at).HasError() {
		return nil
	}
	return notHeld(in, at, "a number")
}

// notHeld is the error about a number that a type cannot hold.
func notHeld(in tftypes.Value, at path.Path, wanted string) diag.Diagnostics {
	var value big.Float
	if err := in.As(&value); err != nil || value.IsInt() || wanted == "a number" {
		wanted += " that 64 bits can hold"
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, invalidValue,
		fmt.Sprintf("%s must be %s; got %s.", at, wanted, value.Text('g', maxDigits)))}
}

// maxDigits bounds a number in a message.
const maxDigits = 20
