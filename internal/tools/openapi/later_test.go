package main

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

// The document of August has all but what is marked, and nothing that leads to it.
func TestWithoutLater(t *testing.T) {
	t.Parallel()
	const document = `{
		"paths": {
			"/a": {"get": {"parameters": [{"$ref": "#/components/parameters/new"}, {"name": "old"}],
				"responses": {"200": {}, "413": {"$ref": "#/components/responses/TooLarge"}}},
				"post": {"x-since": "later"}},
			"/b": {"x-since": "later", "get": {}}},
		"components": {
			"parameters": {"new": {"x-since": "later"}},
			"responses": {"TooLarge": {"x-since": "later"}},
			"schemas": {
				"New": {"x-since": "later"},
				"Both": {"required": ["old", "new", "direct"], "properties": {
					"old": {}, "new": {"$ref": "#/components/schemas/New"}, "direct": {"x-since": "later"}}},
				"Later": {"required": ["new"], "properties": {"new": {"$ref": "#/components/schemas/New"}}}}}}`
	const want = `{
		"paths": {"/a": {"get": {"parameters": [{"name": "old"}], "responses": {"200": {}}}}},
		"components": {"parameters": {}, "responses": {}, "schemas": {
			"Both": {"required": ["old"], "properties": {"old": {}}},
			"Later": {"properties": {}}}}}`
	var got, wanted map[string]any
	if err := errors.Join(json.Unmarshal([]byte(document), &got), json.Unmarshal([]byte(want), &wanted)); err != nil {
		t.Fatal(err)
	}
	if withoutLater(got); !reflect.DeepEqual(got, wanted) {
		t.Errorf("got %v\nwant %v", got, wanted)
	}
}
