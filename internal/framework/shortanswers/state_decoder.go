package shortanswers

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/big"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// errUnusual is a state that the framework is to read: of another form than core sends, or with a value that no state
// should have.
var errUnusual = errors.New("not a state as core sends it")

// valueDecoder decodes one value. The next one may be null, and is never unknown.
type valueDecoder func(*msgpack.Decoder) (attr.Value, error)

// stateDecoder decodes states from MessagePack straight into a model.
type stateDecoder struct {
	// attributes are those of the schema, its blocks included. It is nil for a schema that it cannot decode.
	attributes map[string]decodedAttribute
}

type decodedAttribute struct {
	decode valueDecoder
	field  []int // its index in the model
}

func newStateDecoder(of resource.Resource, model reflect.Type) *stateDecoder {
	ctx := context.Background()
	var described resource.SchemaResponse
	of.Schema(ctx, resource.SchemaRequest{}, &described)
	d := &stateDecoder{attributes: map[string]decodedAttribute{}}
	for name, attribute := range described.Schema.Attributes {
		d.attributes[name] = decodedAttribute{decode: attributeDecoder(attribute)}
	}
	for name, block := range described.Schema.Blocks {
		d.attributes[name] = decodedAttribute{decode: blockDecoder(ctx, block)}
	}
	for _, field := range reflect.VisibleFields(model) {
		if name := field.Tag.Get("tfsdk"); name != "" && !field.Anonymous {
			attribute := d.attributes[name]
			attribute.field = field.Index
			d.attributes[name] = attribute
		}
	}
	for _, attribute := range d.attributes {
		if attribute.decode == nil || attribute.field == nil {
			return &stateDecoder{}
		}
	}
	return d
}

// decode reports whether the state was as core sends it: every attribute once, sorted, and nothing after them. model is
// a struct with tfsdk tags.
func (d *stateDecoder) decode(state []byte, model reflect.Value) bool {
	if d.attributes == nil {
		return false
	}
	rest := bytes.NewReader(state)
	decoder := msgpack.GetDecoder()
	defer msgpack.PutDecoder(decoder)
	decoder.Reset(rest)
	err := decodeMembers(decoder, len(d.attributes), func(name string) error {
		attribute, known := d.attributes[name]
		if !known {
			return errUnusual
		}
		value, err := attribute.decode(decoder)
		if err != nil {
			return err
		}
		field, decoded := model.FieldByIndex(attribute.field), reflect.ValueOf(value)
		if !decoded.Type().AssignableTo(field.Type()) {
			return errUnusual
		}
		field.Set(decoded)
		return nil
	})
	return err == nil && rest.Len() == 0
}

// decodeMembers decodes an object with so many members, whose names are sorted, and so differ.
func decodeMembers(d *msgpack.Decoder, count int, member func(name string) error) error {
	if n, err := d.DecodeMapLen(); err != nil || n != count {
		return errUnusual
	}
	previous := ""
	for i := range count {
		name, err := decodeText(d)
		if err != nil || i > 0 && name <= previous {
			return errUnusual
		}
		previous = name
		if err := member(name); err != nil {
			return err
		}
	}
	return nil
}

// attributeDecoder is nil for a type of attribute that it does not know.
func attributeDecoder(attribute schema.Attribute) valueDecoder {
	if attribute.IsWriteOnly() { // The framework takes out what a state has of it, and no state should.
		return onlyNull(nullOf(attribute.GetType()))
	}
	nested, ok := attribute.(schema.SingleNestedAttribute)
	if !ok {
		return decoderOf(attribute.GetType())
	}
	members, kinds := map[string]valueDecoder{}, map[string]attr.Type{}
	for name, member := range nested.Attributes {
		members[name], kinds[name] = attributeDecoder(member), member.GetType()
	}
	return objectDecoder(members, kinds)
}

// blockDecoder knows the block of timeouts.
func blockDecoder(ctx context.Context, block schema.Block) valueDecoder {
	nested, ok := block.(schema.SingleNestedBlock)
	kind, isTimeouts := block.Type().(timeouts.Type)
	if !ok || !isTimeouts {
		return nil
	}
	members := map[string]valueDecoder{}
	for name, member := range nested.Attributes {
		members[name] = attributeDecoder(member)
	}
	object := objectDecoder(members, kind.AttributeTypes())
	if object == nil {
		return nil
	}
	return func(d *msgpack.Decoder) (attr.Value, error) {
		value, err := object(d)
		if err != nil {
			return nil, err
		}
		decoded, ok := value.(types.Object)
		if !ok {
			return nil, errUnusual
		}
		whole, diags := kind.ValueFromObject(ctx, decoded)
		if diags.HasError() {
			return nil, errUnusual
		}
		return whole, nil
	}
}

// nullOf is the null of a type that it knows.
func nullOf(kind attr.Type) attr.Value {
	switch t := kind.(type) {
	case basetypes.StringType:
		return types.StringNull()
	case basetypes.BoolType:
		return types.BoolNull()
	case basetypes.Int64Type:
		return types.Int64Null()
	case basetypes.Float64Type:
		return types.Float64Null()
	case basetypes.ListType:
		return types.ListNull(t.ElemType)
	case basetypes.SetType:
		return types.SetNull(t.ElemType)
	case basetypes.MapType:
		return types.MapNull(t.ElemType)
	case basetypes.ObjectType:
		return types.ObjectNull(t.AttrTypes)
	default:
		return nil
	}
}

func onlyNull(null attr.Value) valueDecoder {
	if null == nil {
		return nil
	}
	return func(d *msgpack.Decoder) (attr.Value, error) {
		if isNull, err := decodeNull(d); err != nil || !isNull {
			return nil, errUnusual
		}
		return null, nil
	}
}

// decoderOf is nil for a type that it does not know.
func decoderOf(kind attr.Type) valueDecoder {
	null := nullOf(kind)
	var known valueDecoder
	switch t := kind.(type) {
	case basetypes.StringType:
		known = func(d *msgpack.Decoder) (attr.Value, error) {
			text, err := decodeText(d)
			return types.StringValue(text), err
		}
	case basetypes.BoolType:
		known = func(d *msgpack.Decoder) (attr.Value, error) {
			flag, err := d.DecodeBool()
			return types.BoolValue(flag), err
		}
	case basetypes.Int64Type:
		known = decodeInt64
	case basetypes.Float64Type:
		known = decodeFloat64
	case basetypes.ListType:
		known = elementsDecoder(t.ElemType, func(all []attr.Value) (attr.Value, bool) {
			list, diags := types.ListValue(t.ElemType, all)
			return list, !diags.HasError()
		})
	case basetypes.SetType:
		known = elementsDecoder(t.ElemType, func(all []attr.Value) (attr.Value, bool) {
			set, diags := types.SetValue(t.ElemType, all)
			return set, !diags.HasError() && !repeats(all)
		})
	case basetypes.MapType:
		known = mapDecoder(t.ElemType)
	}
	return orNull(null, known)
}

// orNull decodes null as well.
func orNull(null attr.Value, known valueDecoder) valueDecoder {
	if known == nil {
		return nil
	}
	return func(d *msgpack.Decoder) (attr.Value, error) {
		if isNull, err := decodeNull(d); err != nil || isNull {
			return null, err
		}
		return known(d)
	}
}

func decodeNull(d *msgpack.Decoder) (isNull bool, err error) {
	code, err := d.PeekCode()
	if err != nil || code != msgpcode.Nil {
		return false, err
	}
	return true, d.DecodeNil()
}

// decodeText takes text only: the decoder's own method takes null and bytes for text.
func decodeText(d *msgpack.Decoder) (string, error) {
	code, err := d.PeekCode()
	if err != nil || !msgpcode.IsString(code) {
		return "", errUnusual
	}
	return d.DecodeString()
}

func decodeInt64(d *msgpack.Decoder) (attr.Value, error) {
	code, err := d.PeekCode()
	if err != nil {
		return nil, err
	}
	number, err := d.DecodeInt64()
	if code == msgpcode.Uint64 && number < 0 {
		return nil, errUnusual // It is larger than an int64.
	}
	return types.Int64Value(number), err
}

// decodeFloat64 takes what core sends of a number: an integer, a float64, or text where that would not be exact.
func decodeFloat64(d *msgpack.Decoder) (attr.Value, error) {
	code, err := d.PeekCode()
	if err != nil {
		return nil, err
	}
	if !msgpcode.IsString(code) {
		number, err := d.DecodeFloat64()
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return nil, errUnusual
		}
		return types.Float64Value(number), err
	}
	text, err := d.DecodeString()
	if err != nil {
		return nil, err
	}
	const precision = 512 // As the framework reads it.
	exact, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	if err != nil {
		return nil, err
	}
	number, _ := exact.Float64()
	if math.IsInf(number, 0) || number == 0 {
		return nil, errUnusual
	}
	return types.Float64Value(number), nil
}

func elementsDecoder(of attr.Type, collect func([]attr.Value) (attr.Value, bool)) valueDecoder {
	element := decoderOf(of)
	if element == nil {
		return nil
	}
	return func(d *msgpack.Decoder) (attr.Value, error) {
		count, err := d.DecodeArrayLen()
		if err != nil || count < 0 {
			return nil, errUnusual
		}
		all := []attr.Value{}
		for range count {
			value, err := element(d)
			if err != nil {
				return nil, err
			}
			all = append(all, value)
		}
		whole, ok := collect(all)
		if !ok {
			return nil, errUnusual
		}
		return whole, nil
	}
}

func repeats(all []attr.Value) bool {
	for i, value := range all {
		for _, other := range all[:i] {
			if value.Equal(other) {
				return true
			}
		}
	}
	return false
}

func mapDecoder(of attr.Type) valueDecoder {
	element := decoderOf(of)
	if element == nil {
		return nil
	}
	return func(d *msgpack.Decoder) (attr.Value, error) {
		count, err := d.DecodeMapLen()
		if err != nil || count < 0 {
			return nil, errUnusual
		}
		all := map[string]attr.Value{}
		for range count {
			key, err := decodeText(d)
			if err != nil {
				return nil, err
			}
			if all[key], err = element(d); err != nil {
				return nil, err
			}
		}
		value, diags := types.MapValue(of, all)
		if diags.HasError() || len(all) != count {
			return nil, errUnusual
		}
		return value, nil
	}
}

// objectDecoder is nil if it does not know the type of a member.
func objectDecoder(members map[string]valueDecoder, kinds map[string]attr.Type) valueDecoder {
	for _, decode := range members {
		if decode == nil {
			return nil
		}
	}
	return orNull(types.ObjectNull(kinds), func(d *msgpack.Decoder) (attr.Value, error) {
		all := make(map[string]attr.Value, len(members))
		err := decodeMembers(d, len(members), func(name string) (err error) {
			decode, known := members[name]
			if !known {
				return errUnusual
			}
			all[name], err = decode(d)
			return err
		})
		if err != nil {
			return nil, err
		}
		value, diags := types.ObjectValue(kinds, all)
		if diags.HasError() {
			return nil, errUnusual
		}
		return value, nil
	})
}
