package client

import (
	"net/url"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// One that was forgotten would be nil.
func TestClient_readsAndMakesEveryKind(t *testing.T) {
	t.Parallel()
	c := New(Config{Settings: transport.Settings{RESTURL: &url.URL{Scheme: "https", Host: "one.example.com"}}})
	for i, of := 0, reflect.ValueOf(c.kinds); i < of.NumField(); i++ {
		if of.Field(i).IsNil() {
			t.Errorf("the client has no %s", of.Type().Field(i).Name)
		}
	}
}
