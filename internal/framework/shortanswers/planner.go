package shortanswers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// PlanShape lists the attributes that the plan of an unchanged object does not depend on. Objects that differ only in
// these share one plan; everything not listed counts. A modifier or ModifyPlan that begins to read a listed attribute
// must remove it here: provider/short_plan_test.go fails otherwise.
type PlanShape[M any] struct {
	// Unseen are attributes for which a plan depends only on whether they are configured and whether they are null:
	// ids, names, texts, and attributes that only the service sets. The value of an unconfigured attribute with a
	// default still counts.
	Unseen []string
	// UnseenPrivate are keys of private state that no plan reads.
	UnseenPrivate []string
	// Meaning summarizes, for a plan, the keys of private state that are in UnseenPrivate because only their relation
	// to the state matters. Nil: nothing. If it is not ok, the framework plans.
	Meaning func(ctx context.Context, state M, private framework.PrivateReader) (meaning string, ok bool)
	// Matters reports whether Meaning has to be called, which decodes the state. Nil: always.
	Matters func() bool
}

// Planner finds the shapes of plans of a type.
type Planner interface {
	// Shape is the shape of a plan whose prior and proposed state are both state. State and configuration come in
	// MessagePack, private state as it is stored. It is not ok if something changes, or is not known yet.
	Shape(ctx context.Context, config, state, private []byte) (shape [sha256.Size]byte, ok bool)
}

// newPlanner returns the short planner of a resource.
func newPlanner[M any](of resource.Resource, shape PlanShape[M]) Planner {
	return &planner[M]{
		shape: shape, unseen: setOf(shape.Unseen),
		unseenPrivate: setOf(append([]string{framework.AddressKey}, shape.UnseenPrivate...)),
		decoder:       sync.OnceValue(func() *stateDecoder { return newStateDecoder(of, reflect.TypeFor[M]()) }),
		schema:        sync.OnceValue(func() map[string]plannedAttribute { return plannedAttributes(of) }),
	}
}

type planner[M any] struct {
	shape                 PlanShape[M]
	unseen, unseenPrivate map[string]bool
	decoder               func() *stateDecoder
	schema                func() map[string]plannedAttribute
}

// plannedAttribute holds the properties of an attribute that a shape needs. A block has neither.
type plannedAttribute struct{ writeOnly, onlyComputed bool }

func plannedAttributes(of resource.Resource) map[string]plannedAttribute {
	var described resource.SchemaResponse
	of.Schema(context.Background(), resource.SchemaRequest{}, &described)
	all := map[string]plannedAttribute{}
	for name, a := range described.Schema.Attributes {
		all[name] = plannedAttribute{a.IsWriteOnly(), a.IsComputed() && !a.IsOptional()}
	}
	for name := range described.Schema.Blocks {
		all[name] = plannedAttribute{}
	}
	return all
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// Shape implements Planner.
func (p *planner[M]) Shape(
	ctx context.Context, config, state, private []byte,
) (shape [sha256.Size]byte, ok bool) {
	kept, ok := readStoredPrivate(private)
	if !ok {
		return shape, false
	}
	text := make(shapeText, 0, len(state)+len(private))
	if !p.addValues(&text, config, state) {
		return shape, false
	}
	for _, key := range slices.Sorted(maps.Keys(kept.all)) {
		if !p.unseenPrivate[key] {
			text.add(key, 'p', kept.all[key])
		}
	}
	if p.shape.Meaning != nil && (p.shape.Matters == nil || p.shape.Matters()) {
		var model M
		if !p.decoder().decode(ctx, state, reflect.ValueOf(&model).Elem()) {
			return shape, false
		}
		meaning, ok := p.shape.Meaning(ctx, model, kept)
		if !ok {
			return shape, false
		}
		text.add("", 'm', []byte(meaning))
	}
	return sha256.Sum256(text), true
}

// addValues adds the parts of each attribute that count. It reports whether nothing changes, and all is known.
func (p *planner[M]) addValues(text *shapeText, config, state []byte) bool {
	schema := p.schema()
	configured, was := memberReader{rest: config}, memberReader{rest: state}
	if !configured.begins(len(schema)) || !was.begins(len(schema)) {
		return false
	}
	previous := ""
	for range len(schema) {
		name, wanted, ok := configured.next()
		other, value, also := was.next()
		attribute, known := schema[name]
		if !ok || !also || !known || name != other || name <= previous {
			return false
		}
		previous = name
		if !p.addValue(text, name, attribute, wanted, value) {
			return false
		}
	}
	return configured.ended() && was.ended()
}

// addValue adds the parts that count of one attribute, whose configuration and prior value come in MessagePack. It
// reports whether the attribute does not change.
func (p *planner[M]) addValue(
	text *shapeText, name string, attribute plannedAttribute, configured, was []byte,
) bool {
	isConfigured := !isNil(configured)
	if isConfigured && (attribute.writeOnly || !bytes.Equal(configured, was)) {
		return false
	}
	switch {
	case isConfigured && p.unseen[name]:
		text.add(name, 'c', nil)
	case isConfigured:
		text.add(name, 'C', was)
	case isNil(was):
		text.add(name, '0', nil)
	case attribute.onlyComputed && p.unseen[name]:
		text.add(name, 's', nil)
	default:
		text.add(name, 'S', was)
	}
	return true
}

// shapeText is all that counts of a plan.
type shapeText []byte

// add adds a value under its name; kind keeps entries apart that may have the same name and value.
func (t *shapeText) add(name string, kind byte, value []byte) {
	*t = append(*t, name...)
	*t = append(*t, 0, kind)
	*t = binary.AppendUvarint(*t, uint64(len(value)))
	*t = append(*t, value...)
}

// memberReader reads the members of an object in MessagePack, one by one.
type memberReader struct {
	rest    []byte
	reader  *bytes.Reader
	decoder *msgpack.Decoder
}

// begins reports whether an object of so many members comes.
func (r *memberReader) begins(count int) bool {
	r.reader = bytes.NewReader(r.rest)
	r.decoder = msgpack.NewDecoder(r.reader)
	n, err := r.decoder.DecodeMapLen()
	return err == nil && n == count
}

// next returns the next member with its value as it is encoded. A name is text: the decoder's own method takes null and
// bytes for text.
func (r *memberReader) next() (name string, value []byte, ok bool) {
	if code, err := r.decoder.PeekCode(); err != nil || !msgpcode.IsString(code) {
		return "", nil, false
	}
	name, err := r.decoder.DecodeString()
	if err != nil {
		return "", nil, false
	}
	begin := len(r.rest) - r.reader.Len()
	if err := r.decoder.Skip(); err != nil {
		return "", nil, false
	}
	return name, r.rest[begin : len(r.rest)-r.reader.Len()], true
}

func (r *memberReader) ended() bool { return r.reader.Len() == 0 }

func isNil(value []byte) bool { return len(value) == 1 && value[0] == msgpcode.Nil }
