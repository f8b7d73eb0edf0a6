package api_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// member is one that an object has, by its path: "gpu.count".
type member struct {
	// schemas are more than one if the object has one of several shapes.
	schemas []*openapi3.Schema
	// required: the object that holds it always has it, in each of its shapes that knows it.
	required bool
}

// membersOf lists the members of an object, and those of the objects and lists in it.
func membersOf(schema *openapi3.Schema) map[string]member {
	all := map[string]member{}
	collect(schema, "", all)
	return all
}

func collect(schema *openapi3.Schema, prefix string, into map[string]member) {
	if schema.Type.Is("array") {
		schema = schema.Items.Value
	}
	for _, shape := range schema.OneOf {
		collect(shape.Value, prefix, into)
	}
	for name, property := range schema.Properties {
		path := prefix + name
		known, again := into[path]
		into[path] = member{
			schemas:  append(known.schemas, property.Value),
			required: slices.Contains(schema.Required, name) && (known.required || !again),
		}
		collect(property.Value, path+".", into)
	}
}

// field is a member as a table of the page has it.
type field struct {
	later, required bool
	kind, fallback  string // the cells of the columns type and default
	// isOfRequests: the bounds are those of requests, so that older objects can be out of them in responses.
	isOfRequests bool
}

// fieldsOf reads a column of a table: the members that the column's object has. shared are the rows of section 3.
func fieldsOf(t *testing.T, from table, column string, shared []map[string]string) map[string]field {
	t.Helper()
	fields := map[string]field{}
	for _, row := range from.rows {
		cell := row[column]
		if cell == "" || cell == "no" {
			continue
		}
		required := cell == "always" || cell == "required"
		if except, ok := strings.CutPrefix(row["field"], "container settings"); ok {
			for _, setting := range shared {
				if name := codes(setting["field"])[0]; !slices.Contains(codes(except), name) {
					later := isMarkedLater(setting["field"])
					fields[name] = field{later: later, required: required, kind: setting["type"], isOfRequests: true}
				}
			}
			continue
		}
		for _, name := range codes(row["field"]) {
			fields[name] = field{
				later: isMarkedLater(row["field"]), required: required, kind: row["type"], fallback: row["default"],
				isOfRequests: len(from.schemas) > 1 || column != "response",
			}
		}
	}
	return fields
}

// Every table of fields has the members of the schemas that it names, and no others, with their types, bounds, values
// and defaults; and a column says of each whether it is required, and whether it is of August.
func TestV2_membersAreThoseOfThePage(t *testing.T) {
	t.Parallel()

	schemas := loaded(t, api.JSONV2()).Components.Schemas
	all := tables(t, "field", "type")
	shared := slices.IndexFunc(all, func(one table) bool { return len(one.schemas) == 0 })
	if shared < 0 {
		t.Fatal("the page has no table of container settings")
	}
	settings := all[shared].rows
	compared := 0
	for _, one := range slices.Delete(all, shared, shared+1) {
		if len(one.schemas) == 0 {
			t.Errorf("no schema is named above the table with %s", one.rows[0]["field"])
		}
		for column, name := range one.schemas {
			if !slices.Contains(one.columns, column) || schemas[name] == nil {
				t.Errorf("the table of %s has no column %s, or the document no such schema", name, column)
				continue
			}
			got, want := membersOf(schemas[name].Value), fieldsOf(t, one, column, settings)
			for path := range got {
				if _, found := want[path]; !found {
					t.Errorf("%s.%s is not in the page", name, path)
				}
			}
			for path, field := range want {
				compared++
				if _, found := got[path]; !found {
					t.Errorf("%s.%s is not in the document", name, path)
					continue
				}
				for _, difference := range differences(got[path], field, column) {
					t.Errorf("%s.%s: the document and the page differ in %s", name, path, difference)
				}
			}
		}
	}
	if compared < 350 {
		t.Errorf("%d members were compared: the test does not read the page", compared)
	}
}

func differences(got member, want field, column string) (all []string) {
	schema := got.schemas[0]
	differ := func(what string, document, page any) {
		if fmt.Sprint(document) != fmt.Sprint(page) {
			all = append(all, fmt.Sprintf("%s: %v, %v", what, document, page))
		}
	}
	differ("being later", isLater(schema.Extensions), want.later)
	differ("being required", got.required, want.required)
	differ("type", typeOf(got.schemas), typeIn(want.kind))
	switch document, page := boundsOf(schema), boundsIn(want.kind); {
	case column != "response":
		differ("bounds", document, page)
	case !want.isOfRequests:
		// A response that a client can read may say more: that an ID is never empty.
		differ("bounds", slices.DeleteFunc(document, func(bound string) bool { return !slices.Contains(page, bound) }), page)
	}
	if column == "create" {
		document := ""
		if schema.Default != nil {
			document = fmt.Sprint(schema.Default)
		}
		differ("default", document, defaultIn(want.fallback))
	}
	return all
}

// The types of the page, by those of the document.
var typeNames = map[string]string{"integer": "int", "number": "number", "boolean": "bool", "string": "string"}

// typeOf writes the type of a member as the page does. Values are in the order of the shapes.
func typeOf(schemas []*openapi3.Schema) string {
	schema := schemas[0]
	kind, list := "", ""
	if schema.Type.Is("array") {
		list, schemas = "[]", []*openapi3.Schema{schema.Items.Value}
	}
	switch of := schemas[0]; {
	case len(of.Enum) > 0:
		kind = "string of " + sorted(values(schemas))
	case of.Format == "date-time":
		kind = "timestamp"
	case of.AdditionalProperties.Schema != nil:
		kind = "map of " + typeNames[of.AdditionalProperties.Schema.Value.Type.Slice()[0]] + "s"
	case of.Type.Is("object") || len(of.OneOf) > 0:
		kind = "object"
	case of.Type == nil:
		kind = "any"
	default:
		kind = typeNames[of.Type.Slice()[0]]
	}
	if schema.Nullable {
		return list + kind + " or null"
	}
	return list + kind
}

func values(schemas []*openapi3.Schema) (all []string) {
	for _, schema := range schemas {
		for _, value := range schema.Enum {
			all = append(all, fmt.Sprint(value))
		}
	}
	return all
}

// typeIn reads the same from a cell: "[]string, at least one", "`A`, `B`", "int or null, at least 0".
func typeIn(cell string) string {
	if list, ok := strings.CutPrefix(cell, "list of "); ok {
		return "[]string of " + sorted(codes(list))
	}
	if strings.HasPrefix(cell, "`") {
		return "string of " + sorted(codes(cell))
	}
	kind, _, _ := strings.Cut(cell, ",")
	return strings.ReplaceAll(kind, " `major.minor`", "")
}

// Bounds in the words of the page. Other patterns, such as a port's, the page has in its meanings.
var (
	boundWords = regexp.MustCompile("at (?:least|most) (?:one|[0-9.]+)|[0-9]+ to [0-9]+|not empty|unique|`major.minor`|" +
		"not beginning with `-`|below 16 MiB")
	patterns = map[string]string{
		"^[0-9]+[.][0-9]+$": "`major.minor`", "^([0-9]+[.][0-9]+)?$": "`major.minor`", "^[^-]": "not beginning with `-`",
		"^[A-Za-z0-9_./-]{1,191}$": "1 to 191",
	}
)

func boundsIn(cell string) []string {
	return slices.Sorted(slices.Values(boundWords.FindAllString(cell, -1)))
}

func boundsOf(schema *openapi3.Schema) []string {
	bounds := map[string]bool{
		"not empty": schema.MinLength == 1, "below 16 MiB": schema.MaxLength != nil && *schema.MaxLength == 1<<24-1,
		"at least one": schema.MinItems == 1, "at most one": schema.MaxItems != nil && *schema.MaxItems == 1,
		"unique": schema.UniqueItems, patterns[schema.Pattern]: true,
	}
	if schema.Items != nil {
		bounds[patterns[schema.Items.Value.Pattern]] = true
	}
	switch {
	case schema.Min != nil && schema.Max != nil:
		bounds[fmt.Sprintf("%v to %v", *schema.Min, *schema.Max)] = true
	case schema.Min != nil:
		bounds[fmt.Sprintf("at least %v", *schema.Min)] = true
	}
	maps.DeleteFunc(bounds, func(words string, applies bool) bool { return words == "" || !applies })
	return slices.Sorted(maps.Keys(bounds))
}

// defaultIn reads a default that is a value; others are in words.
func defaultIn(cell string) string {
	if cell = strings.Trim(cell, "*"); strings.HasPrefix(cell, "`") {
		return codes(cell)[0]
	}
	return ""
}

// Every schema of the document is one that the page has, or is within one.
func TestV2_schemasAreThoseOfThePage(t *testing.T) {
	t.Parallel()
	document := loaded(t, api.JSONV2())
	reached := map[string]bool{}
	for _, one := range tables(t, "field", "type") {
		for _, name := range one.schemas {
			reached[name] = true
			reach(document.Components.Schemas[name], reached)
		}
	}
	for path, item := range document.Paths.Map() {
		isList := item.Get != nil && strings.HasPrefix(item.Get.OperationID, "List")
		if isList || strings.HasPrefix(path, "/billing") { // TestV2_listsAreThoseOfThePage, TestV2_billing…
			reach(item.Get.Responses.Status(200).Value.Content.Get("application/json").Schema, reached)
		}
	}
	for name := range document.Components.Schemas {
		if !reached[name] && !strings.HasSuffix(name, "Version") && name != "Port" {
			t.Errorf("the schema %s is in no table of the page", name)
		}
	}
}

func reach(schema *openapi3.SchemaRef, reached map[string]bool) {
	if schema == nil {
		return
	}
	if _, name, found := strings.Cut(schema.Ref, "schemas/"); found {
		reached[name] = true
	}
	reach(schema.Value.Items, reached)
	for _, shape := range schema.Value.OneOf {
		reach(shape, reached)
	}
	for _, property := range schema.Value.Properties {
		reach(property, reached)
	}
}
