package api_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// The actions that the body of an operation can name are those that have a name of their own.
func TestV2_actionsHaveNames(t *testing.T) {
	t.Parallel()
	document := loaded(t, api.JSONV2())
	names, _ := document.Paths.Find("/pods/{id}/action").Post.Extensions["x-operations"].(map[string]any)
	actions := document.Components.Schemas["PodActionInput"].Value.Properties["action"].Value.Enum
	if len(names) != len(actions) {
		t.Errorf("%v has not one name for each of %v", names, actions)
	}
	for _, action := range actions {
		if action, _ := action.(string); names[action] == nil {
			t.Errorf("%q has no name", action)
		}
	}
}

// Each list of values is in the YAML once, so that a new value is one line.
func TestV2_enumerationsAreWrittenOnce(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("openapi-v2.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	walk(document, func(object map[string]any) {
		values, _ := object["enum"].([]any)
		var words []string
		for _, value := range values {
			word, _ := value.(string)
			words = append(words, word)
		}
		slices.Sort(words)
		if list := strings.Join(words, ", "); len(words) > 1 {
			if seen[list] {
				t.Errorf("the values %s are written twice", list)
			}
			seen[list] = true
		}
	})
	if len(seen) < 10 {
		t.Errorf("%d enumerations were found: the test does not read the document", len(seen))
	}
}
