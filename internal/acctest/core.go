package acctest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

// Core's requirements for a provider's responses to an apply and a refresh. A CLI stops with "Provider produced
// inconsistent result after apply" and the like; here the test fails.

// completes reports whether a value completes a planned one: all known values are the same.
func completes(planned, actual cty.Value) bool {
	switch kind := planned.Type(); {
	case !planned.IsKnown():
		return true
	case !actual.IsKnown(), planned.IsNull() != actual.IsNull():
		return false
	case planned.IsNull():
		return true
	case kind.IsObjectType(), kind.IsMapType():
		return maps.EqualFunc(planned.AsValueMap(), actual.AsValueMap(), completes)
	case kind.IsListType(), kind.IsSetType() && planned.IsWhollyKnown():
		return slices.EqualFunc(planned.AsValueSlice(), actual.AsValueSlice(), completes)
	case kind.IsSetType(): // Elements that were unknown can turn out to be equal.
		return actual.LengthInt() <= planned.LengthInt()
	default:
		return planned.RawEquals(actual)
	}
}

// completionErrors returns core's errors about an object that does not complete a planned one.
func completionErrors(planned, actual cty.Value) []error {
	var problems []error
	switch {
	case completes(planned, actual):
	case !actual.IsKnown(), planned.IsNull() != actual.IsNull():
		problems = append(problems, fmt.Errorf("planned %s, got %s", core.Show(planned), core.Show(actual)))
	default:
		want, got := planned.AsValueMap(), actual.AsValueMap()
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if !completes(want[name], got[name]) {
				problems = append(problems, fmt.Errorf("%s: planned %s, got %s", name, core.Show(want[name]), core.Show(got[name])))
			}
		}
	}
	return problems
}

// stateErrors returns core's errors about a state: it has no unknown and no write-only value.
func stateErrors(schema *tfprotov6.Schema, state cty.Value) []error {
	var problems []error
	if !state.IsWhollyKnown() {
		problems = append(problems, fmt.Errorf("unknown values are left in %s", core.Show(state)))
	}
	for _, attribute := range schema.Block.Attributes {
		if value := core.Member(state, attribute.Name); attribute.WriteOnly && value != cty.NilVal && !value.IsNull() {
			problems = append(problems, fmt.Errorf("%s: %s for a write-only attribute", attribute.Name, core.Show(value)))
		}
	}
	return problems
}

// identityErrors returns core's errors about the identity of an object that exists, which never changes.
func identityErrors(before, after *tfprotov6.ResourceIdentityData) []error {
	if after == nil || after.IdentityData == nil {
		return []error{fmt.Errorf("the object has no identity")}
	}
	switch null, err := after.IdentityData.IsNull(); {
	case err != nil:
		return []error{fmt.Errorf("the object's identity cannot be read: %w", err)}
	case null:
		return []error{errors.New("the object has a null identity")}
	}
	if before == nil || before.IdentityData == nil {
		return nil
	}
	if string(before.IdentityData.MsgPack) != string(after.IdentityData.MsgPack) {
		was, is := before.IdentityData.MsgPack, after.IdentityData.MsgPack
		return []error{fmt.Errorf("the identity changed from %x to %x", was, is)}
	}
	return nil
}

// decode reads a value that a provider sent; nil is null.
func (p *Process) decode(schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) cty.Value {
	decoded, err := core.Decode(schema, value)
	p.t.Check(err)
	return decoded
}

func (p *Process) encode(schema *tfprotov6.Schema, value cty.Value) *tfprotov6.DynamicValue {
	encoded, err := core.Encode(schema, value)
	p.t.Check(err)
	return encoded
}
