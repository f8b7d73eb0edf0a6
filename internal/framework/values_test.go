package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

func TestFromService(t *testing.T) {
	t.Parallel()
	text := types.StringValue
	for name, test := range map[string]struct{ got, want attr.Value }{
		"a value":                   {String(members.Some("new"), text("old"), text("default")), text("new")},
		"an empty value is a value": {String(members.Some(""), text("old"), text("default")), text("")},
		"absent keeps what was":     {String(members.Optional[string]{}, text("old"), text("default")), text("old")},
		"null keeps what was":       {String(members.Null[string](), text("old"), text("default")), text("old")},
		"absent after an import": {String(members.Optional[string]{}, types.StringNull(), text("default")),
			text("default")},
		"absent at create": {String(members.Optional[string]{}, types.StringUnknown(), text("default")),
			text("default")},
		"absent, and no default": {String(members.Optional[string]{}, types.StringUnknown(), types.StringNull()),
			types.StringNull()},
		"a reference":          {Reference(members.Some("id"), types.StringNull()), text("id")},
		"a cleared reference":  {Reference(members.Some(""), text("id")), types.StringNull()},
		"a reference left out": {Reference(members.Optional[string]{}, text("id")), text("id")},
		"zero is a value": {Int64(members.Some(int64(0)), types.Int64Value(5), types.Int64Value(50)),
			types.Int64Value(0)},
		"a number left out": {Int64(members.Null[int64](), types.Int64Null(), types.Int64Value(50)),
			types.Int64Value(50)},
		"false is a value": {Bool(members.Some(false), types.BoolValue(true), types.BoolValue(true)),
			types.BoolValue(false)},
		"an empty map is a value": {StringMap(members.Some(map[string]string{}), MapOf(map[string]string{"a": "1"}),
			MapOf(nil)), MapOf(nil)},
		"a map that came null is none": {StringMap(members.Some[map[string]string](nil),
			MapOf(map[string]string{"a": "1"}), MapOf(nil)), MapOf(nil)},
	} {
		if !test.got.Equal(test.want) {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}

func TestToService(t *testing.T) {
	t.Parallel()
	if _, sent := StringOf(types.StringNull()).Get(); sent {
		t.Error("null is sent")
	}
	if _, sent := Int64Of(types.Int64Unknown()).Get(); sent {
		t.Error("unknown is sent")
	}
	if value, sent := StringsOf(ListOf()).Get(); !sent || value == nil || len(value) != 0 {
		t.Errorf("an empty list is %#v, sent %v", value, sent)
	}
	if value, sent := BoolOf(types.BoolValue(false)).Get(); !sent || value {
		t.Error("false is not sent")
	}
}
