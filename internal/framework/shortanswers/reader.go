package shortanswers

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Reader refreshes objects of a type without the framework, as far as nothing has changed.
type Reader interface {
	// Unchanged refreshes an object, of which it gets the state in MessagePack and the private state as it is stored. It
	// reports whether that changes neither of them, and adds no warning. identity is the object's then, in MessagePack;
	// nil if the type has none. Anything else is the framework's, whatever the reason.
	Unchanged(ctx context.Context, state, private []byte) (identity []byte, unchanged bool)
}

// newReader returns the short reader of a resource.
func newReader[M any](of resource.Resource, refresh framework.Refresh[M]) Reader {
	return reader[M]{
		refresh: refresh,
		decoder: sync.OnceValue(func() *stateDecoder { return newStateDecoder(of, reflect.TypeFor[M]()) }),
	}
}

type reader[M any] struct {
	refresh framework.Refresh[M]
	// decoder is made when it is needed: a process that only applies reads nothing.
	decoder func() *stateDecoder
}

// Unchanged implements Reader.
func (r reader[M]) Unchanged(ctx context.Context, state, private []byte) (identity []byte, unchanged bool) {
	var before M
	if !r.decoder().decode(ctx, state, reflect.ValueOf(&before).Elem()) {
		return nil, false
	}
	kept, ok := readStoredPrivate(private)
	if !ok {
		return nil, false
	}
	var diags diag.Diagnostics
	after, outcome := r.refresh.Object(ctx, before, kept, &diags)
	if len(diags) > 0 || kept.changed || outcome == framework.Gone ||
		outcome == framework.Found && !sameModel(before, after) ||
		outcome == framework.Unread && framework.IsBare(before) {
		return nil, false
	}
	if r.refresh.Identity == nil {
		return nil, true
	}
	return encodeIdentity(r.refresh.Identity(after))
}

// encodeIdentity writes an identity as core does. An incomplete one is the framework's to refuse.
func encodeIdentity(identity any) (encoded []byte, ok bool) {
	members := map[string]any{}
	value := reflect.ValueOf(identity)
	for _, field := range reflect.VisibleFields(value.Type()) {
		text, isText := value.FieldByIndex(field.Index).Interface().(types.String)
		if !isText || text.IsNull() || text.IsUnknown() {
			return nil, false
		}
		members[field.Tag.Get("tfsdk")] = text.ValueString()
	}
	var buffer bytes.Buffer
	encoder := msgpack.NewEncoder(&buffer)
	encoder.SetSortMapKeys(true)
	err := encoder.EncodeMapSorted(members)
	return buffer.Bytes(), err == nil
}

// sameModel reports whether two models are the same to the framework.
func sameModel[M any](a, b M) bool {
	x, y := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	for _, field := range reflect.VisibleFields(x.Type()) {
		if field.Anonymous || field.Tag.Get("tfsdk") == "" {
			continue
		}
		was, isValue := x.FieldByIndex(field.Index).Interface().(attr.Value)
		is, areValues := y.FieldByIndex(field.Index).Interface().(attr.Value)
		if !isValue || !areValues || !sameValue(was, is) {
			return false
		}
	}
	return true
}

// sameValue compares as attr.Value's Equal does, except fractions: the framework keeps the one before if both are the
// same as float64, also in objects.
func sameValue(a, b attr.Value) bool {
	switch a := a.(type) {
	case types.Float64:
		b, ok := b.(types.Float64)
		return ok && sameFloat64(a, b)
	case types.Object:
		b, ok := b.(types.Object)
		return ok && sameObject(a, b)
	case timeouts.Value:
		b, ok := b.(timeouts.Value)
		return ok && a.Object.Equal(b.Object)
	default:
		return a.Equal(b)
	}
}

func sameFloat64(a, b types.Float64) bool {
	return a.IsNull() == b.IsNull() && a.IsUnknown() == b.IsUnknown() && a.ValueFloat64() == b.ValueFloat64()
}

func sameObject(a, b types.Object) bool {
	if a.IsNull() || a.IsUnknown() || b.IsNull() || b.IsUnknown() {
		return a.Equal(b)
	}
	was, is := a.Attributes(), b.Attributes()
	for name := range was {
		if is[name] == nil || !sameValue(was[name], is[name]) {
			return false
		}
	}
	return len(was) == len(is)
}

// storedPrivate holds private state as it is stored, and as a refresh changes it.
type storedPrivate struct {
	all     map[string][]byte
	changed bool
}

// readStoredPrivate reads private state that the framework would write again as it is.
func readStoredPrivate(stored []byte) (*storedPrivate, bool) {
	p := &storedPrivate{all: map[string][]byte{}}
	if len(stored) == 0 {
		return p, true
	}
	if json.Unmarshal(stored, &p.all) != nil || len(p.all) == 0 {
		return nil, false
	}
	for key, value := range p.all {
		// Keys that begin with a dot are the framework's own: after an import, it has something to do with them.
		if strings.HasPrefix(key, ".") || !json.Valid(value) || !utf8.Valid(value) {
			return nil, false
		}
	}
	again, err := json.Marshal(p.all)
	return p, err == nil && bytes.Equal(again, stored)
}

// GetKey implements framework.PrivateReader.
func (p *storedPrivate) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return p.all[key], nil
}

// SetKey implements framework.PrivateWriter.
func (p *storedPrivate) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	before, kept := p.all[key]
	switch {
	case len(value) == 0:
		p.changed = p.changed || kept
		delete(p.all, key)
	default:
		p.changed = p.changed || !bytes.Equal(before, value)
		p.all[key] = value
	}
	return nil
}
