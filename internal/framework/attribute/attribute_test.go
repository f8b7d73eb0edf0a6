package attribute

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// An attribute of each kind has all that its setter says: a secret is never shown, and a kept one is kept.
func TestSetter(t *testing.T) {
	t.Parallel()
	for _, s := range []Setter{Required, Optional, Defaulted, Chosen, Secret, WriteOnly, DefaultedSecret, Computed, Kept} {
		all := []schema.Attribute{s.String("a"), s.Bool("a"), s.Int64("a"), s.Float64("a"), s.List("a"), s.Map("a"),
			s.Object("a", nil), s.Objects("a", nil)}
		if s != WriteOnly {
			all = append(all, s.Set("a"))
		}
		for _, one := range all {
			keeps := reflect.ValueOf(one).FieldByName("PlanModifiers").Len() == 1
			got := Setter{one.IsRequired(), one.IsOptional(), one.IsComputed(), keeps, one.IsSensitive(), one.IsWriteOnly()}
			if got != s || one.GetMarkdownDescription() != "a" {
				t.Errorf("%T of %+v is of %+v: %q", one, s, got, one.GetMarkdownDescription())
			}
		}
	}
}
