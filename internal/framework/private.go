package framework

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// In private state the provider stores more of an object than its attributes: JSON under keys. The type that the
// plugin framework hands out is in an internal package of its own and cannot be named here, so these interfaces stand
// for it everywhere.

// PrivateReader is private state that can be read: that of a request.
type PrivateReader interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

// PrivateWriter is private state that can be written: that of a response.
type PrivateWriter interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// PrivateState is private state that can be read and written: that of a Read's response.
type PrivateState interface {
	PrivateReader
	PrivateWriter
}

// PrivateValues is private state by key.
type PrivateValues map[string][]byte

// GetKey implements PrivateReader.
func (p PrivateValues) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return p[key], nil
}

// SetKey implements PrivateWriter.
func (p PrivateValues) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	if value == nil {
		delete(p, key)
	} else {
		p[key] = value
	}
	return nil
}

// MarkImported sets the mark of an import.
func MarkImported(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	return p.SetKey(ctx, importedKey, []byte("true"))
}

// Imported reports whether the object has the mark of an import.
func Imported(ctx context.Context, p PrivateReader) (bool, diag.Diagnostics) {
	value, diags := p.GetKey(ctx, importedKey)
	return value != nil, diags
}

// Adopted drops the mark of an import. An Update calls it if it adopts all that was unknown; if attributes can stay
// unconfigured, as a pod's placement, the mark stays for the first value of each.
func Adopted(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	return p.SetKey(ctx, importedKey, nil)
}

// SaveNames remembers exactly these attributes under a key.
func SaveNames(ctx context.Context, p PrivateWriter, key string, attributes []string) diag.Diagnostics {
	return Remember(ctx, p, key, slices.Compact(slices.Sorted(slices.Values(attributes))))
}

// Recall returns the value under a key; the zero value if nothing is kept.
func Recall[T any](ctx context.Context, p PrivateReader, key string) (value T, diags diag.Diagnostics) {
	kept, diags := p.GetKey(ctx, key)
	if kept == nil {
		return value, diags
	}
	if err := json.Unmarshal(kept, &value); err != nil {
		diags.AddError("Cannot read the private state", "The entry "+key+" is damaged: "+err.Error())
	}
	return value, diags
}

// Remember keeps a value under a key.
func Remember(ctx context.Context, p PrivateWriter, key string, value any) diag.Diagnostics {
	kept, err := json.Marshal(value)
	if err != nil {
		var diags diag.Diagnostics
		diags.AddError("Cannot write the private state", err.Error())
		return diags
	}
	return p.SetKey(ctx, key, kept)
}
