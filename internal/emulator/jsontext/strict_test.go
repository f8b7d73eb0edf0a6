package jsontext_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

type base struct {
	Name *string `json:"name"`
	Size *int    `json:"size" nullable:"true"`
}

type object struct {
	base
	Price *float64           `json:"price"`
	On    *bool              `json:"on"`
	List  *[]string          `json:"list"`
	Map   *map[string]string `json:"map"`
}

func TestDecodeStrict(t *testing.T) {
	t.Parallel()
	const noObject = "request body must be a JSON object"
	for text, want := range map[string]string{
		``:                              noObject,
		`null`:                          noObject,
		`[]`:                            noObject,
		`{}x`:                           noObject,
		"{\"name\":\"\xff\"}":           noObject,
		`{"name":null}`:                 "name must not be null",
		`{"size":null}`:                 "",
		`{"list":["a",null]}`:           "list[1] must not be null",
		`{"map":{"size":null}}`:         "map.size must not be null",
		`{"name":"a","name":"b"}`:       `key "name" is there twice`,
		`{"name":"a","\u006eame":"b"}`:  `key "name" is there twice`,
		`{"map":{"a":"1","a":"1"}}`:     `key "a" is there twice`,
		`{"name":1}`:                    "name: number instead of a string",
		`{"size":1.5}`:                  "size: number 1.5 instead of an integer",
		`{"size":99999999999999999999}`: "size: number 99999999999999999999 instead of an integer",
		`{"price":"1"}`:                 "price: string instead of a number",
		`{"on":1}`:                      "on: number instead of a boolean",
		`{"list":{}}`:                   "list: object instead of an array",
		`{"map":[]}`:                    "map: array instead of an object",
		`{"map":{"a":1}}`:               "map: number instead of a string",
		`{"name":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`: "request body is nested too deeply",
		`{"name":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`: "name: array instead of a string",
		`{}`: "",
	} {
		var got object
		err := jsontext.DecodeStrict([]byte(text), &got)
		var mismatch *jsontext.Mismatch
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want != "" && (!errors.As(err, &mismatch) || mismatch.Message != want):
			t.Errorf("%.80s\n got %v\nwant %s", text, err, want)
		}
	}
}

// Names are compared exactly, and every one that is not known is named.
func TestDecodeStrict_unknown(t *testing.T) {
	t.Parallel()
	var got object
	err := jsontext.DecodeStrict([]byte(`{"on":true,"NAME":"a","":1,"base":{}}`), &got)
	var mismatch *jsontext.Mismatch
	want := []string{"property '' is not known", "property 'NAME' is not known", "property 'base' is not known"}
	if !errors.As(err, &mismatch) || !reflect.DeepEqual(mismatch.Problems, want) {
		t.Errorf("%#v", err)
	}
}

func TestDecodeStrict_leavesTheRest(t *testing.T) {
	t.Parallel()
	name, size := "before", 1
	got := object{base: base{Name: &name, Size: &size}}
	if err := jsontext.DecodeStrict([]byte(`{"name":"after","map":{}}`), &got); err != nil {
		t.Fatal(err)
	}
	if *got.Name != "after" || *got.Size != 1 || got.Map == nil || got.List != nil {
		t.Errorf("%+v", got)
	}
}

// What is meant for HTML pages is not for answers.
func TestEncode(t *testing.T) {
	t.Parallel()
	text, err := jsontext.Encode(map[string]string{"a": "<b>&\u2028"})
	if want := "{\"a\":\"<b>&\\u2028\"}"; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := jsontext.Encode(make(chan int)); err == nil {
		t.Error("a channel was encoded")
	}
}
