package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
)

// documents reads the document of version 2 with this package, and with a library that knows all of OpenAPI.
func documents(t *testing.T) (*schema.Document, *openapi3.T) {
	t.Helper()
	text, err := api.JSONV2()
	if err != nil {
		t.Fatal(err)
	}
	document, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	reference, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return document, reference
}

// examples are texts for the patterns that "x" does not match.
var examples = map[string]string{
	`^[0-9]+[.][0-9]+$`: "12.4", `^([0-9]+[.][0-9]+)?$`: "12.4", `^[0-9]+/(http|tcp)$`: "22/tcp",
	`^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$`: "ssh-rsa A",
}

// example returns a value with every member that a schema has.
func example(of *openapi3.Schema) any {
	switch {
	case len(of.Enum) > 0:
		return of.Enum[0]
	case len(of.OneOf) > 0:
		return example(of.OneOf[0].Value)
	case of.Type.Is("string"):
		if text, ok := examples[of.Pattern]; ok {
			return text
		}
		return "x"
	case of.Type.Is("boolean"):
		return true
	case of.Type.Is("integer"), of.Type.Is("number"):
		return 64.0
	case of.Type.Is("array"):
		return []any{example(of.Items.Value)}
	case of.Type.Is("object"):
		object := map[string]any{}
		for name, member := range of.Properties {
			object[name] = example(member.Value)
		}
		return object
	}
	return nil
}

// replacements are values that some schema takes and others do not.
var replacements = []any{
	nil, "", "x", "-x", "12.4", "22/tcp", "OFF", "QUEUE", "LOAD_BALANCER", "REQUEST_COUNT", "QUEUE_DELAY", "start", true,
	-1.0, 0.0, 0.5, 1.0, 2.0, 10.0, 5000.0, []any{}, []any{"x", "x"}, []any{nil}, map[string]any{},
	map[string]any{"bogus": 1.0},
	map[string]any{"A": "1"}, map[string]any{"type": "REQUEST_COUNT", "requestCount": 1.0},
	map[string]any{"type": "QUEUE_DELAY", "queueDelay": 0.4}, map[string]any{"excludedTypes": []any{}},
}

// mutations calls try with the value and with all values that differ from it in one place.
func mutations(value any, try func(any)) {
	try(value)
	for _, replacement := range replacements {
		try(replacement)
	}
	switch value := value.(type) {
	case []any:
		for i := range value {
			mutations(value[i], func(changed any) {
				list := slices.Clone(value)
				list[i] = changed
				try(list)
			})
		}
	case map[string]any:
		for name := range value {
			without := maps.Clone(value)
			delete(without, name)
			try(without)
			mutations(value[name], func(changed any) {
				object := maps.Clone(value)
				object[name] = changed
				try(object)
			})
		}
		object := maps.Clone(value)
		object["bogus"] = true
		try(object)
	}
}

// A body passes here if, and only if, it passes by the library.
func TestCheck_isTheLibrarys(t *testing.T) {
	t.Parallel()
	document, reference := documents(t)
	bodies, accepted, tried := 0, 0, 0
	for _, item := range reference.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody == nil {
				continue
			}
			bodies++
			operation, ok := document.Operation(op.OperationID)
			if !ok || !operation.HasBody {
				t.Fatalf("%s has no body", op.OperationID)
			}
			want := op.RequestBody.Value.Content.Get("application/json").Schema.Value
			mutations(example(want), func(value any) {
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				decoded, err := schema.Decode(text)
				if err != nil {
					t.Fatal(err)
				}
				problems, checkErr := document.CheckBody(op.OperationID, decoded)
				if checkErr != nil {
					t.Fatal(checkErr)
				}
				err = want.VisitJSON(value, openapi3.VisitAsRequest())
				tried++
				if err == nil {
					accepted++
				}
				if (err == nil) != (len(problems) == 0) {
					t.Errorf("%s %s: %v, the other library says %v", op.OperationID, text, problems, err)
				}
			})
		}
	}
	if bodies < 15 || accepted < 100 || tried-accepted < 1000 {
		t.Errorf("%d bodies, %d of %d accepted: this test sees too little", bodies, accepted, tried)
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{}`: true, ` [1] `: true, `null`: true, ``: false, `{`: false, `{} {}`: false, "\"\xff\"": false, `{"a":}`: false,
		`1e999`: false,
	} {
		if _, err := schema.Decode([]byte(text)); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A missing member makes all others of its object additional; of several schemas the closest one counts.
func TestWords(t *testing.T) {
	t.Parallel()
	document, _ := documents(t)
	for body, want := range map[string]string{
		`{"name":"n","size":"1"}`: `$: missing property 'dataCenter'; $: additional properties 'name', 'size' not allowed`,
		`{"name":"","dataCenter":"d","size":1.5,"b":1,"a":1}`: `$: additional properties 'a', 'b' not allowed; ` +
			`$.name: minLength: got 0, want 1; $.size: got number, want integer`,
		`[]`: `$: got array, want object`,
	} {
		words(t, document, "CreateNetworkVolume", body, want)
	}
	if _, err := document.CheckBody("ListEndpoints", nil); err == nil {
		t.Error("a body of an operation without one is checked")
	}
	words(t, document, "CreateEndpoint", `{"name":"e","image":"i","type":"QUEUE","gpu":{"pools":["A"],"count":0},`+
		`"scaling":{"type":"REQUEST_COUNT"},"workers":{"idleTimeout":1}}`,
		`$: A queue that scales by requests has no idle timeout.; $.gpu.count: minimum: got 0, want 1; `+
			`$.scaling: missing property 'requestCount'; $.scaling: additional properties 'type' not allowed`)
}

func words(t *testing.T, document *schema.Document, operation, body, want string) {
	t.Helper()
	value, err := schema.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	problems, err := document.CheckBody(operation, value)
	if got := strings.Join(document.Words("$", value, problems), "; "); err != nil || got != want {
		t.Errorf("%s\n got %s, %v\nwant %s", body, got, err, want)
	}
}

func TestCheckQuery(t *testing.T) {
	t.Parallel()
	document, _ := documents(t)
	for _, c := range []struct {
		operation, query string
		want             int // problems
	}{
		{"ListGPUTypes", "product=POD,SERVERLESS&count=2&countryCodes=DE,FR&cudaVersions=12.1,12.2", 0},
		{"ListGPUTypes", "product=POD,&countryCodes=de&cudaVersions=12", 3},
		{"ListGPUTypes", "unknown=x", 0},
		{"ListTemplates", "limit=1000&cursor=x", 0},
		{"ListTemplates", "limit=0&cursor=", 2},
		{"ListTemplates", "limit=1.5", 1},
		{"ListTemplates", "limit=1.0", 1},
		{"ListPods", "includeClusterPods=true", 0},
		{"ListPods", "includeClusterPods=1", 1},
		{"ListBilling", "startTime=2026-01-01T00:00:00Z&bucketSize=week", 0},
		{"ListBilling", "startTime=2026-01-01&bucketSize=weeks", 2},
	} {
		query, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		if problems, err := document.CheckQuery(c.operation, query); err != nil || len(problems) != c.want {
			t.Errorf("%s?%s: %v, %v", c.operation, c.query, problems, err)
		}
	}
}

// Pruning leaves what the document has, and the members of maps.
func TestPrune(t *testing.T) {
	t.Parallel()
	document, _ := documents(t)
	value, _ := schema.Decode([]byte(`{"templates":[{"id":"t","new":1,"env":{"A":"1"},"mounts":{"persistent":{"size":1,"x":2}}}],"more":1}`))
	if err := document.Prune("ListTemplates", value); err != nil {
		t.Fatal(err)
	}
	want := `map[templates:[map[env:map[A:1] id:t mounts:map[persistent:map[size:1]]]]]`
	if got := fmt.Sprint(value); got != want {
		t.Errorf("got %s", got)
	}
}
