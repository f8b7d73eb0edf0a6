package rest2

import (
	"encoding/json"
	"net/url"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Where an attribute has no empty value, null, absent and empty are the same.
func TestDecode_emptyIsNoValue(t *testing.T) {
	t.Parallel()
	version := Version()
	for _, empty := range []string{
		`"name":""`, `"image":""`, `"status":""`, `"lastStartedAt":""`, `"createdAt":""`,
		`"globalNetworking":{"ip":"","internalDns":""}`,
	} {
		same(t, empty, version.Pods.Object)
	}
	for _, empty := range []string{`"name":""`, `"image":""`, `"createdAt":""`, `"scaling":{"type":""}`} {
		same(t, empty, version.Endpoints.Object)
	}
	for _, empty := range []string{`"name":""`, `"image":""`, `"category":""`} {
		same(t, empty, version.Templates.Object)
	}
	for _, empty := range []string{`"name":""`, `"dataCenter":""`, `"type":""`} {
		same(t, empty, version.NetworkVolumes.Object)
	}
}

// same checks that an answer with a member shows nothing that one without does not.
func same[T any](t *testing.T, member string, object func(members.Members, url.Values) T) {
	t.Helper()
	read := func(answer string) T {
		var all members.Members
		if err := json.Unmarshal([]byte(answer), &all); err != nil {
			t.Fatal(err)
		}
		return object(all, nil)
	}
	with, without := read(`{"id":"x",`+member+`}`), read(`{"id":"x"}`)
	if !reflect.DeepEqual(with, without) {
		t.Errorf("%T with %s: %+v", with, member, with)
	}
}
