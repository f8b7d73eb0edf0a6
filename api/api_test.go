package api_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// The document must be one that any OpenAPI tool can read, in both forms.
func TestDocument_isValid(t *testing.T) {
	t.Parallel()

	document, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string][]byte{"YAML": api.YAML(), "JSON": document} {
		parsed, err := openapi3.NewLoader().LoadFromData(text)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if err := parsed.Validate(t.Context()); err != nil {
			t.Errorf("%s: %v", form, err)
		}
	}
}

func TestDocument_belongsToTheCaller(t *testing.T) {
	t.Parallel()

	before, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	clear(before)
	clear(api.YAML())

	after, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(after) || !bytes.HasPrefix(api.YAML(), []byte("#")) {
		t.Error("a caller's change reached the next caller")
	}
}
