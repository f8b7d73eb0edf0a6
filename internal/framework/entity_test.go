package framework

import (
	"strconv"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Imports and lookups by name say this, word for word.
func TestEntity_byName(t *testing.T) {
	t.Parallel()
	type volume struct {
		ID   string
		Name members.Optional[string]
	}
	volumes := Entity[volume]{Name: "volume"}
	all := []volume{{"a1", members.Some("web")}, {"a2", members.Some("db")}, {"a3", members.Some("web")}}
	for name, want := range map[string]struct{ id, problem string }{
		"db": {id: "a2"},
		"web": {problem: "2 objects of this kind have the name \"web\": \"web\" (ID a1), \"web\" (ID a3).\n\n" +
			"Next: use the ID of one of them instead."},
		"x": {problem: "No volume has the name \"x\". The service's list has: \"db\" (ID a2), \"web\" (ID a1), " +
			"\"web\" (ID a3). It may not show a new object yet.\n\n" +
			"Next: use one of these names, or an ID. For a new object, use its ID, or try again in a minute. " +
			"If the list should have others, check that api_key and rest_url are those of the right account."},
	} {
		if found, problem := volumes.ByName(name, all); found.ID != want.id || problem != want.problem {
			t.Errorf("%s: id %q, %q", name, found.ID, problem)
		}
	}
	if _, problem := volumes.ByName("x", nil); !strings.Contains(problem, "The service's list has: none.") {
		t.Error(problem)
	}
	many := make([]volume, 300)
	for i := range many {
		many[i].ID = strconv.Itoa(i)
	}
	if _, problem := volumes.ByName("x", many); !strings.Contains(problem, ", and 280 more. It may not") {
		t.Error(problem)
	}
}
