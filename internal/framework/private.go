package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// Private state is what the provider keeps of an object for itself, beside its
// attributes: JSON under keys. The framework's own type of it has no name that
// can be written here.

type privateReader interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

type privateWriter interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// importedKey marks that an object was imported and not updated since.
const importedKey = "imported"

// Imported reports whether the object was imported and has not been updated
// since. Plan modifiers ask: see planmodifiers.CreateOnlyString.
func Imported(ctx context.Context, p privateReader) (bool, diag.Diagnostics) {
	value, diags := p.GetKey(ctx, importedKey)
	return value != nil, diags
}

// Adopted drops the mark of an import. An Update calls it: from then on the
// state holds what was configured, and a change of it is a change.
func Adopted(ctx context.Context, p privateWriter) diag.Diagnostics {
	return p.SetKey(ctx, importedKey, nil)
}
