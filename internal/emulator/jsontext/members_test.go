package jsontext_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// FuzzMembers holds Members against the standard library, for every text that is JSON.
func FuzzMembers(f *testing.F) {
	longtest.ManyCases(f)
	for _, text := range []string{
		`{}`, ` { } `, `null`, `[]`, `"{}"`, `1`, `{"a":1}`, "{ \"a\" :\t1 ,\n\"b\": [ {\"c\":\"]}\"} ] , \"d\" : null }",
		`{"a":1,"a":{"b":2}}`, `{"\u0061":1,"\\":"\\","\"":"\""}`, `{"":""}`, `{"a":"}","b":"\\\""}`, `{"a":-1.5e+3,"b":true}`,
		`{"a":[[[{}]]],"b":{"c":{"d":[]}}}`, `{"ü":"ſ"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || !json.Valid([]byte(text)) {
			t.Skip()
		}
		var want map[string]json.RawMessage
		isObject := json.Unmarshal([]byte(text), &want) == nil && want != nil
		got, ok := jsontext.Members([]byte(text))
		if ok != isObject || !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return string(a) == string(b) }) {
			t.Errorf("%q: got %s, %t, want %s", text, got, ok, want)
		}
	})
}

// A body is held once, however often it is in use.
func TestMembers_areParts(t *testing.T) {
	t.Parallel()
	text := []byte(`{"input":{"text":"` + strings.Repeat("x", 100) + `"},"policy":{}}`)
	members, _ := jsontext.Members(text)
	input := members["input"]
	if &input[0] != &text[len(`{"input":`)] {
		t.Error("the member is a copy")
	}
	if cap(input) != len(input) {
		t.Error("appending to the member would write over what follows it")
	}
}
