package api_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// Without all that is marked, the document has everything else, and nothing that leads to a marked thing.
func TestV2August_hasAllButWhatCameLater(t *testing.T) {
	t.Parallel()

	if bytes.Contains(api.JSONV2August(), []byte("x-since")) {
		t.Error("the document of August has something that came later")
	}
	full, august := loaded(t, api.JSONV2()), loaded(t, api.JSONV2August())

	marked := 0
	for path, item := range full.Paths.Map() {
		older := august.Paths.Find(path)
		for method, operation := range item.Operations() {
			if isLater(operation.Extensions) {
				marked++
				if older != nil && older.GetOperation(method) != nil {
					t.Errorf("August has %s", operation.OperationID)
				}
				continue
			}
			if older == nil || older.GetOperation(method) == nil {
				t.Errorf("August has no %s", operation.OperationID)
				continue
			}
			want := slices.DeleteFunc(strings.Split(rowOf(operation).parameters, ", "), func(name string) bool {
				return strings.HasSuffix(name, " later")
			})
			if got := rowOf(older.GetOperation(method)); got.parameters != strings.Join(want, ", ") {
				t.Errorf("%s of August has the parameters %s, not %s", got.names, got.parameters, want)
			}
			if older.GetOperation(method).Responses.Value("413") != nil {
				t.Errorf("%s of August has the status 413", operation.OperationID)
			}
			for status, response := range operation.Responses.Map() {
				if older.GetOperation(method).Responses.Value(status) == nil && !isLater(response.Value.Extensions) {
					t.Errorf("%s of August has no status %s", operation.OperationID, status)
				}
			}
		}
	}
	for path, item := range august.Paths.Map() {
		if len(item.Operations()) == 0 {
			t.Errorf("August has the path %s, and no operation of it", path)
		}
	}
	for name, schema := range full.Components.Schemas {
		if isLater(schema.Value.Extensions) {
			continue
		}
		older := august.Components.Schemas[name]
		if older == nil {
			t.Errorf("August has no schema %s", name)
			continue
		}
		got := membersOf(older.Value)
		for path, member := range membersOf(schema.Value) {
			parent, _, nested := strings.Cut(path, ".")
			switch _, found := got[path]; {
			case isLater(member.schemas[0].Extensions) && !nested:
				marked++
				if found {
					t.Errorf("%s.%s is in August", name, path)
				}
			case isLater(member.schemas[0].Extensions), parent == "pagination":
			case !found:
				t.Errorf("%s.%s is not in August", name, path)
			case got[path].required != member.required:
				t.Errorf("%s.%s is required: %v in August", name, path, got[path].required)
			}
		}
		for _, required := range older.Value.Required {
			if older.Value.Properties[required] == nil {
				t.Errorf("%s of August requires %s, which it has not", name, required)
			}
		}
	}
	if marked < 10 {
		t.Errorf("%d marks were found: the test does not read the document", marked)
	}
	for _, name := range slices.Sorted(maps.Keys(full.Components.Parameters)) {
		gone := august.Components.Parameters[name] == nil
		if gone != isLater(full.Components.Parameters[name].Value.Extensions) {
			t.Errorf("the parameter %s is missing in August: %v", name, gone)
		}
	}
}
