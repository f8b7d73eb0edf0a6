package framework

import (
	"strings"
	"testing"
)

// Imports and lookups by name say this, word for word.
func TestTheOne(t *testing.T) {
	t.Parallel()
	all := []Named{{"a1", "web"}, {"a2", "db"}, {"a3", "web"}}
	for name, want := range map[string]struct{ id, problem string }{
		"db": {id: "a2"},
		"web": {problem: "2 objects of this kind have the name \"web\": \"web\" (ID a1), \"web\" (ID a3).\n\n" +
			"Next: use the ID of one of them instead."},
		"x": {problem: "No volume has the name \"x\". The service's list has: \"db\" (ID a2), \"web\" (ID a1), " +
			"\"web\" (ID a3). It may not show a new object yet.\n\n" +
			"Next: use one of these names, or an ID. For a new object, use its ID, or try again in a minute. " +
			"If the list should have others, check that api_key and rest_url are those of the right account."},
	} {
		if id, problem := theOne("volume", name, all); id != want.id || problem != want.problem {
			t.Errorf("%s: id %q, %q", name, id, problem)
		}
	}
	if _, problem := theOne("volume", "x", nil); !strings.Contains(problem, "The service's list has: none.") {
		t.Error(problem)
	}
	if _, problem := theOne("volume", "x", make([]Named, 300)); !strings.Contains(problem, ", and 280 more. It may not") {
		t.Error(problem)
	}
}
