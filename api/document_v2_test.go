package api_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"sigs.k8s.io/yaml"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// isLater knows what deployments of August do not have.
func isLater(extensions map[string]any) bool { return extensions["x-since"] == "later" }

// operationRow is a row of the page's table of operations, or the same read from the document.
type operationRow struct {
	names      string // several ones of an operation that acts by its body
	success    string
	parameters string
	isLater    bool
}

func TestV2_operationsAreThoseOfThePage(t *testing.T) {
	t.Parallel()

	page := map[string]operationRow{}
	for _, row := range tables(t, "method", "path", "name")[0].rows {
		name, _, _ := strings.Cut(row["name"], " (")
		name, _, _ = strings.Cut(name, " by ")
		early, later, _ := strings.Cut(row["query"], "[L]")
		page[codes(row["method"])[0]+" "+codes(row["path"])[0]] = operationRow{
			names:      sorted(strings.Split(strings.TrimSuffix(name, " [L]"), ", ")),
			success:    sorted(regexp.MustCompile(`\d{3}`).FindAllString(row["success"], -1)),
			parameters: sorted(append(codes(early), suffixed(codes(later), " later")...)),
			isLater:    isMarkedLater(row["name"]),
		}
	}
	document := map[string]operationRow{}
	for path, item := range loaded(t, api.JSONV2()).Paths.Map() {
		for method, operation := range item.Operations() {
			document[method+" "+path] = rowOf(operation)
		}
	}
	if len(page) < 50 {
		t.Errorf("%d operations were found: the test does not read the page", len(page))
	}
	for call, want := range page {
		if got, found := document[call]; !found {
			t.Errorf("the document has no operation %s", call)
		} else if got != want {
			t.Errorf("%s is %+v in the document, %+v in the page", call, got, want)
		}
	}
	for call := range document {
		if _, found := page[call]; !found {
			t.Errorf("the page has no operation %s", call)
		}
	}
}

func rowOf(operation *openapi3.Operation) operationRow {
	names := []string{operation.OperationID}
	if byBody, ok := operation.Extensions["x-operations"].(map[string]any); ok {
		names = nil
		for _, name := range byBody {
			names = append(names, name.(string)) //nolint:forcetypeassert // A panic is a failed test.
		}
	}
	success := slices.DeleteFunc(slices.Collect(maps.Keys(operation.Responses.Map())), func(status string) bool {
		return status >= "300"
	})
	var parameters []string
	for _, parameter := range operation.Parameters {
		name := parameter.Value.Name
		if isLater(parameter.Value.Extensions) {
			name += " later"
		}
		parameters = append(parameters, name)
	}
	return operationRow{names: sorted(names), success: sorted(success), parameters: sorted(parameters),
		isLater: isLater(operation.Extensions)}
}

// The page has the type of each parameter, its bounds and its default.
func TestV2_parametersAreThoseOfThePage(t *testing.T) {
	t.Parallel()

	rows := map[string]map[string]string{} // by operation and name
	for _, one := range tables(t, "parameter", "operations", "type") {
		for _, row := range one.rows {
			for operation := range strings.SplitSeq(row["operations"], ", ") {
				rows[operation+" "+codes(row["parameter"])[0]] = row
			}
		}
	}
	compared := 0
	for path, item := range loaded(t, api.JSONV2()).Paths.Map() {
		for _, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				row, found := rows[operation.OperationID+" "+parameter.Value.Name]
				if !found && strings.HasPrefix(path, "/billing") {
					row, found = rows["all of billing "+parameter.Value.Name]
				}
				if !found {
					t.Errorf("the page has no parameter %s of %s", parameter.Value.Name, operation.OperationID)
					continue
				}
				compared++
				for _, difference := range parameterDifferences(parameter.Value, row) {
					t.Errorf("%s of %s: the document and the page differ in %s", parameter.Value.Name, operation.OperationID,
						difference)
				}
			}
		}
	}
	if compared < 60 {
		t.Errorf("%d parameters were compared: the test does not read the document", compared)
	}
}

func parameterDifferences(parameter *openapi3.Parameter, row map[string]string) []string {
	kind := strings.TrimSuffix(row["type"], " [C]")
	want := field{kind: kind, fallback: row["default"]}
	all := differences(member{schemas: []*openapi3.Schema{parameter.Schema.Value}}, want, "create")
	commas := parameter.Explode != nil && !*parameter.Explode
	if parameter.Schema.Value.Type.Is("array") && commas != strings.HasSuffix(kind, "with commas") {
		all = append(all, "commas")
	}
	return all
}

func sorted(words []string) string { return strings.Join(slices.Sorted(slices.Values(words)), ", ") }

func suffixed(words []string, suffix string) (all []string) {
	for _, word := range words {
		all = append(all, word+suffix)
	}
	return all
}

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

func TestV2_listsAreThoseOfThePage(t *testing.T) {
	t.Parallel()

	rows := map[string]map[string]string{}
	for _, row := range tables(t, "operation", "member", "pages")[0].rows {
		rows[row["operation"]] = row
	}
	seen := 0
	for path, item := range loaded(t, api.JSONV2()).Paths.Map() {
		if item.Get == nil || !strings.HasPrefix(item.Get.OperationID, "List") {
			continue
		}
		seen++
		row, found := rows[item.Get.OperationID]
		if strings.HasPrefix(path, "/billing") {
			row, found = rows["all of billing"]
		}
		if !found {
			t.Errorf("the page has no list of %s", item.Get.OperationID)
			continue
		}
		list := item.Get.Responses.Status(200).Value.Content.Get("application/json").Schema.Value
		name := codes(row["member"])[0]
		if member := list.Properties[name]; member == nil || !member.Value.Type.Is("array") ||
			!slices.Contains(list.Required, name) {
			t.Errorf("the response of %s does not always have the list %s", item.Get.OperationID, name)
		}
		pages := list.Properties["pagination"]
		if (pages != nil) != isMarkedLater(row["pages"]) {
			t.Errorf("%s has pages: %v in the document, %q in the page", item.Get.OperationID, pages != nil, row["pages"])
		}
		if pages != nil && !isLater(pages.Value.Extensions) {
			t.Errorf("%s has pages in the document of August", item.Get.OperationID)
		}
	}
	if seen < len(rows) {
		t.Errorf("%d lists in the document, %d in the page", seen, len(rows))
	}
}

// A record of a bill has the amounts and the ID that the page lists, and its totals have the amounts.
func TestV2_billingRecordsAreThoseOfThePage(t *testing.T) {
	t.Parallel()

	document := loaded(t, api.JSONV2())
	for _, row := range tables(t, "path", "filter")[0].rows {
		path := codes(row["path"])[0]
		answer := document.Paths.Find(path).Get.Responses.Status(200).Value.Content.Get("application/json").Schema.Value
		metadata := answer.Properties["metadata"].Value
		want := append([]string{"totalAmount"},
			codes(row["a record has besides `startTime`, `endTime`, `totalAmount`"])...)
		amounts := slices.DeleteFunc(slices.Clone(want), func(name string) bool { return !strings.HasSuffix(name, "mount") })
		filters := codes(row["filter"])

		for what, is := range map[string]struct {
			schema *openapi3.Schema
			want   []string
		}{
			"record": {answer.Properties["records"].Value.Items.Value, append(want, "startTime", "endTime")},
			"totals": {metadata.Properties["totals"].Value, amounts},
			"query": {metadata.Properties["query"].Value,
				append([]string{"startTime", "endTime", "bucketSize"}, filters...)},
		} {
			if got := sorted(slices.Collect(maps.Keys(is.schema.Properties))); got != sorted(is.want) {
				t.Errorf("%s of %s: the document has %s, the page %s", what, path, got, sorted(is.want))
			}
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
		if list := sorted(words); len(words) > 1 {
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
