package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// notReturned are the attributes that the service cannot update and that no object is without, each with its member.
var notReturned = map[string]struct{ attribute, member string }{
	"podfleet_container_registry_auth": {"name", "name"},
	"podfleet_network_volume":          {"data_center_id", "dataCenterId"},
	"podfleet_template":                {"category", "category"},
}

// What the service does not return is no reason to replace anything: what is configured is taken over, and nothing is
// sent. It can be null since an import, or since an earlier version, which kept an empty answer in the state.
func TestNotReturned_isTakenOver(t *testing.T) {
	t.Parallel()
	for typeName, of := range notReturned {
		for _, was := range []string{"imported", "stored"} {
			t.Run(typeName+" "+was, func(t *testing.T) {
				t.Parallel()
				acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
					t.Helper()
					k := newAnswers(t, start, typeName)
					k.under("Get"+contractName[typeName], mutations{{says: "empty", path: []string{of.member},
						value: json.RawMessage(`""`)}}, func() {
						instance, diags := k.p.Import(typeName, k.id, "")
						if was == "stored" {
							instance.State = k.p.Stored(typeName, k.storedWith(t, of.attribute, "")).State
							instance, diags = k.p.Read(typeName, instance)
						}
						if hasError(diags) {
							t.Fatal(acctest.Text(diags))
						}
						if plan := k.p.Plan(typeName, instance, k.config); len(plan.RequiresReplace) != 0 ||
							hasError(plan.Diagnostics) || strings.Contains(acctest.Text(plan.Diagnostics), "eplacing") {
							t.Fatalf("it is replaced, because of %v: %s", plan.RequiresReplace,
								acctest.Text(plan.Diagnostics))
						}
						k.w.ClearJournal()
						applied, diags := k.p.Apply(typeName, instance, k.config)
						if writes := k.w.Writes(); hasError(diags) || len(writes) != 0 {
							t.Errorf("%v was sent: %s", writes, acctest.Text(diags))
						}
						if read, diags := k.p.Read(typeName, applied); hasError(diags) || !k.unchanged(read, k.config) {
							t.Errorf("the second plan is not empty: %s", acctest.Text(diags))
						}
					})
				})
			})
		}
	}
}

// storedWith is the instance as a state file has it, but for one text.
func (k *answers) storedWith(t *testing.T, attribute, value string) string {
	t.Helper()
	members := map[string]any{attribute: value, "id": k.id}
	for name, configured := range k.config {
		if name != attribute {
			members[name] = configured
		}
	}
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Where it is returned, a change replaces.
func TestNotReturned_returnedReplaces(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		for typeName, of := range notReturned {
			k := newAnswers(t, start, typeName)
			k.config[of.attribute] = map[string]string{"category": "CPU", "data_center_id": "US-TX-3",
				"name": "another"}[of.attribute]
			if plan := k.p.Plan(typeName, k.instance, k.config); len(plan.RequiresReplace) != 1 ||
				!strings.Contains(fmt.Sprint(plan.RequiresReplace[0]), of.attribute) {
				t.Errorf("%s: %v", typeName, plan.RequiresReplace)
			}
		}
	})
}
