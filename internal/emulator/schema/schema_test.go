package schema_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
)

func parsed() *schema.Document { return schema.MustParse(api.JSONV2()) }

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
	document := parsed()
	for body, want := range map[string]string{
		`{"name":"n","size":"1"}`: `$: missing property 'dataCenter'; $: additional properties 'name', 'size' not allowed`,
		`{"name":"","dataCenter":"d","size":1.5,"b":1,"a":1}`: `$: additional properties 'a', 'b' not allowed; ` +
			`$.name: minLength: got 0, want 1; $.size: got number, want integer`,
		`[]`: `$: got array, want object`,
	} {
		words(t, document, "CreateNetworkVolume", body, want)
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
	problems := document.CheckBody(operation, value)
	if got := strings.Join(document.Words("$", value, problems), "; "); got != want {
		t.Errorf("%s\n got %s\nwant %s", body, got, want)
	}
}

func TestCheckQuery(t *testing.T) {
	t.Parallel()
	document := parsed()
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
		if problems := document.CheckQuery(c.operation, query); len(problems) != c.want {
			t.Errorf("%s?%s: %v", c.operation, c.query, problems)
		}
	}
}

// An answer has what the document has, which is empty or null if it was not given, and the members of maps.
func TestFit(t *testing.T) {
	t.Parallel()
	document := parsed()
	for _, c := range []struct{ operation, answer, want string }{
		{
			"ListNetworkVolumes", `{"networkVolumes":[{"id":"v","new":1},{"size":null}],"more":1}`,
			`map[networkVolumes:[map[dataCenter: id:v name: size:0 type:] map[dataCenter: id: name: size:0 type:]]]`,
		},
		{"ListNetworkVolumes", `{"networkVolumes":null}`, `map[networkVolumes:[]]`},
		{
			"ListClusterBilling", `{"metadata":{"query":{"clusterId":""}}}`,
			`map[metadata:map[query:map[bucketSize: clusterId:<nil> endTime: startTime:] recordCount:0 ` +
				`totals:map[diskAmount:0 gpuAmount:0 networkingAmount:0 totalAmount:0] uniqueClusterCount:0] records:[]]`,
		},
		{
			"GetEndpoint", `{"env":{"A":""},"scaling":{"type":"REQUEST_COUNT","queueDelay":1,"requestCount":2}}`,
			`map[createdAt: dataCenterIds:[] env:map[A:] flashboot: id: name: networkVolumes:[] ` +
				`scaling:map[requestCount:2 type:REQUEST_COUNT] timeout:0 workers:map[max:0 min:0]]`,
		},
	} {
		value, _ := schema.Decode([]byte(c.answer))
		if got := fmt.Sprint(document.Fit(c.operation, value)); got != c.want {
			t.Errorf("%s %s\n got %s\nwant %s", c.operation, c.answer, got, c.want)
		}
	}
}
