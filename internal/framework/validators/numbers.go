package validators

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// AtLeast wants a whole number that is not below a minimum.
func AtLeast(least int64) validator.Int64 { return numbers{least: big.NewFloat(float64(least))} }

// Between wants a whole number from least to most.
func Between(least, most int64) validator.Int64 {
	return numbers{big.NewFloat(float64(least)), big.NewFloat(float64(most))}
}

// NumberAtLeast wants a number that is not below a minimum.
func NumberAtLeast(least float64) validator.Float64 { return numbers{least: big.NewFloat(least)} }

// numbers is a range, without an end if most is nil. The messages of the framework's own range checks say "value must
// be at least 0, got: -1".
type numbers struct{ least, most *big.Float }

func (n numbers) Description(context.Context) string {
	if n.most == nil {
		return fmt.Sprintf("must be at least %s", n.least.Text('f', -1))
	}
	return fmt.Sprintf("must be from %s to %s", n.least.Text('f', -1), n.most.Text('f', -1))
}

func (n numbers) MarkdownDescription(ctx context.Context) string { return n.Description(ctx) }

func (n numbers) ValidateInt64(ctx context.Context, req validator.Int64Request, resp *validator.Int64Response) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		n.check(ctx, req.Path, new(big.Float).SetInt64(req.ConfigValue.ValueInt64()), &resp.Diagnostics)
	}
}

func (n numbers) ValidateFloat64(ctx context.Context, req validator.Float64Request, resp *validator.Float64Response) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		n.check(ctx, req.Path, big.NewFloat(req.ConfigValue.ValueFloat64()), &resp.Diagnostics)
	}
}

func (n numbers) check(ctx context.Context, at path.Path, value *big.Float, diags *diag.Diagnostics) {
	if value.Cmp(n.least) < 0 || n.most != nil && value.Cmp(n.most) > 0 {
		diags.AddAttributeError(at, invalidValue, fmt.Sprintf("%s %s; got %s.", at, n.Description(ctx),
			value.Text('f', -1)))
	}
}
