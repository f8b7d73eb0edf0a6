package client

import (
	"reflect"
	"strings"
	"testing"
)

// Each package that imports this one would compile the methods of such types anew, see Client.
func TestClient_hidesGenericTypes(t *testing.T) {
	t.Parallel()
	home := reflect.TypeFor[Client]().PkgPath()
	seen := map[reflect.Type]bool{}
	var look func(of reflect.Type, under string)
	look = func(of reflect.Type, under string) {
		if seen[of] {
			return
		}
		seen[of] = true
		under += " > " + of.String()
		if of.PkgPath() == home && of.Kind() != reflect.Interface &&
			strings.Contains(of.Name(), "[") && !strings.HasPrefix(of.Name(), "Optional[") {
			t.Errorf("a generic type is in sight:%s", under)
		}
		switch of.Kind() {
		case reflect.Struct:
			for i := range of.NumField() {
				look(of.Field(i).Type, under)
			}
		case reflect.Map:
			look(of.Key(), under)
			look(of.Elem(), under)
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
			look(of.Elem(), under)
		case reflect.Func:
			for i := range of.NumIn() {
				look(of.In(i), under)
			}
			for i := range of.NumOut() {
				look(of.Out(i), under)
			}
		}
	}
	look(reflect.TypeFor[Client](), "")
	look(reflect.TypeFor[Accounts](), "")
}
