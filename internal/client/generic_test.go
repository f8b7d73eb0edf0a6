package client

import (
	"reflect"
	"strings"
	"testing"
)

// Each package that imports this one would compile the methods of such a type again, see Client.
func TestClient_hidesKinds(t *testing.T) {
	t.Parallel()
	seen := map[reflect.Type]bool{}
	var look func(of reflect.Type, under string)
	look = func(of reflect.Type, under string) {
		under += " > " + of.String()
		switch {
		case seen[of]:
		case of.Kind() == reflect.Struct && strings.Contains(of.Name(), "[") && reflect.PointerTo(of).NumMethod() > 10:
			t.Errorf("a generic type with many methods is in sight:%s", under)
		case of.Kind() == reflect.Struct:
			seen[of] = true
			for field := range of.Fields() {
				look(field.Type, under)
			}
		case of.Kind() == reflect.Pointer:
			look(of.Elem(), under)
		}
	}
	look(reflect.TypeFor[Client](), "")
}
