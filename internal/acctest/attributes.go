package acctest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Attributes are the values of a state or a plan. They are addressed by paths with dots: name, ports.0,
// machine.gpu_type_id.
type Attributes struct {
	t     emulatortest.Test
	value cty.Value
}

// Expect checks that an attribute has a value, given as Go's JSON package takes it; nil is null.
func (a Attributes) Expect(path string, want any) {
	text, err := json.Marshal(want)
	a.t.Check(err)
	got, wanted := emulatortest.CanonicalJSON(string(a.JSON(path))), emulatortest.CanonicalJSON(string(text))
	if got != wanted {
		a.t.Errorf("%s is %s, want %s", path, got, wanted)
	}
}

// ExpectMatch checks that an attribute is text that matches a pattern.
func (a Attributes) ExpectMatch(path, pattern string) {
	a.expect(path, "text that matches "+pattern, func(value cty.Value) bool {
		return isSet(value) && value.Type() == cty.String && regexp.MustCompile(pattern).MatchString(value.AsString())
	})
}

// ExpectSet checks that attributes are known and not null.
func (a Attributes) ExpectSet(paths ...string) {
	for _, path := range paths {
		a.expect(path, "a value", isSet)
	}
}

// ExpectLength checks how many elements a list, a set or a map has.
func (a Attributes) ExpectLength(path string, want int) {
	a.expect(path, fmt.Sprintf("%d elements", want), func(value cty.Value) bool {
		return isSet(value) && value.CanIterateElements() && value.LengthInt() == want
	})
}

// ExpectUnknown checks that a plan does not know attributes yet.
func (a Attributes) ExpectUnknown(paths ...string) {
	for _, path := range paths {
		a.expect(path, "it to be unknown", func(value cty.Value) bool { return !value.IsKnown() })
	}
}

func (a Attributes) expect(path, want string, holds func(cty.Value) bool) {
	if value := a.at(path); !holds(value) {
		a.t.Errorf("%s is %s, want %s", path, core.Show(value), want)
	}
}

func isSet(value cty.Value) bool { return value.IsKnown() && !value.IsNull() }

// JSON returns an attribute in JSON.
func (a Attributes) JSON(path string) json.RawMessage {
	value := a.at(path)
	if !value.IsWhollyKnown() {
		a.t.Fatalf("%s is not known", path)
	}
	text, err := ctyjson.Marshal(value, value.Type())
	a.t.Check(err)
	return text
}

// at returns the value at a path; a path through null is null.
func (a Attributes) at(path string) cty.Value {
	value := a.value
	for name := range strings.SplitSeq(path, ".") {
		if value.IsNull() || !value.IsKnown() {
			return value
		}
		switch kind := value.Type(); {
		case kind.IsObjectType() && kind.HasAttribute(name):
			value = value.GetAttr(name)
		case kind.IsMapType() && value.HasIndex(cty.StringVal(name)).True():
			value = value.Index(cty.StringVal(name))
		case kind.IsListType():
			index, err := strconv.Atoi(name)
			if err != nil || index >= value.LengthInt() {
				a.t.Fatalf("%s: there is no %s in %s", path, name, core.Show(value))
			}
			value = value.Index(cty.NumberIntVal(int64(index)))
		default:
			a.t.Fatalf("%s: there is no %s in %s", path, name, core.Show(value))
		}
	}
	return value
}
