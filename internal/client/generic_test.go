package client

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
)

// Each package that imports this one would compile the methods of such types anew, see Client. Optional is one that
// they use.
func TestClient_hidesGenericTypes(t *testing.T) {
	t.Parallel()
	seen := map[reflect.Type]bool{}
	var look func(of reflect.Type, under string)
	look = func(of reflect.Type, under string) {
		if seen[of] {
			return
		}
		seen[of] = true
		under += " > " + of.String()
		generic := strings.Contains(of.Name(), "[") && !strings.HasPrefix(of.Name(), "Optional[")
		if generic && of.Kind() != reflect.Interface {
			t.Errorf("a generic type is in sight:%s", under)
			return
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
		default: // It names no other type.
		}
	}
	look(reflect.TypeFor[Client](), "")
	look(reflect.TypeFor[Accounts](), "")
}

// One that was forgotten would be nil.
func TestClient_readsAndMakesEveryKind(t *testing.T) {
	t.Parallel()
	c := New(Config{APIKey: "key", RESTURL: &url.URL{Scheme: "https", Host: "one.example.com"}})
	for i, of := 0, reflect.ValueOf(c.kinds); i < of.NumField(); i++ {
		if of.Field(i).IsNil() {
			t.Errorf("the client has no %s", of.Type().Field(i).Name)
		}
	}
}
