package emulator_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// header is a transport that sends a request with these headers.
type header http.Header

func (h header) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, values := range h {
		r.Header[name] = values
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	return http.DefaultTransport.RoundTrip(r)
}

// agent connects a client of MCP. Headers are pairs of names and values.
func (a *env) agent(headers ...string) (*mcp.ClientSession, error) {
	a.t.Helper()
	h := header{}
	for pair := range slices.Chunk(headers, 2) {
		h[pair[0]] = pair[1:]
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(a.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: a.URL() + "/mcp", HTTPClient: &http.Client{Transport: h}, MaxRetries: -1,
	}, nil)
	if err == nil {
		a.t.Cleanup(func() { _ = session.Close() })
	}
	return session, err
}

// Agents may read; they may change something if the emulator was told so.
func TestMCP_tools(t *testing.T) {
	t.Parallel()
	reads := []string{
		"get_clock", "get_faults", "get_job", "get_object", "get_request", "list_jobs", "list_objects", "list_requests",
	}
	writes := []string{"advance_clock", "cancel_job", "clear_faults", "set_fault", "submit_job"}
	for write, want := range map[bool][]string{false: reads, true: slices.Concat(reads, writes)} {
		session, err := start(t, emulator.Options{MCPWrite: write}).agent()
		if err != nil {
			t.Fatal(err)
		}
		listed, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range listed.Tools {
			names = append(names, tool.Name)
			if tool.Annotations.ReadOnlyHint != slices.Contains(reads, tool.Name) {
				t.Errorf("%s: read only is %v", tool.Name, tool.Annotations.ReadOnlyHint)
			}
		}
		if slices.Sort(want); !slices.Equal(names, want) {
			t.Errorf("%v: %v", write, names)
		}
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{
			Name: "advance_clock", Arguments: map[string]any{"advance": "1h"},
		})
		if (err == nil) != write {
			t.Errorf("%v: %v, %v", write, result, err)
		}
	}
}

// Each tool does what the interface behind it does, and shows no secret.
func TestMCP_calls(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{MCPWrite: true, ControlToken: "canary-token", APIKeys: []string{"canary-key"},
		Guide: "# The emulator", ColdStart: time.Hour})
	template := a.create("/templates",
		`{"name":"w","imageName":"emulator/echo","isServerless":true,"env":{"A":"canary-env"}}`)
	a.create("/containerregistryauth", `{"name":"r","username":"u","password":"canary-password"}`)
	q := a.queueOn(template, `"workersMin":1,"workersMax":1`)
	q.submit(`{"input":{},"s3Config":{"accessId":"i","accessSecret":"canary-s3","bucketName":"b","endpointUrl":"http://localhost"}}`)
	session, err := a.agent("Authorization", "Bearer canary-token")
	if err != nil {
		t.Fatal(err)
	}
	id := q.run(`{"text":"{\"\\u0070assword\":\"canary-input\"}"}`)
	for _, c := range []struct {
		tool, arguments, want string
		refused               bool
	}{
		{"list_objects", `{"kind":"templates"}`, `"id":"` + template + `"`, false},
		{"list_objects", `{}`, `missing properties: ["kind"]`, true},
		{"list_objects", `{"kind":"templates","before":1}`, `"objects":[]`, false},
		{"list_objects", `{"kind":"templates","before":"x"}`, `has type "string", want "integer"`, true},
		{"get_object", `{"kind":"templates","id":"` + template + `"}`, `"env":{"A":"(masked)"}`, false},
		{"get_object", `{"kind":"templates","id":"../x?y#%2F"}`, `no object \"../x?y#%2F\"`, true},
		{"list_jobs", `{"endpointId":"` + q.id + `"}`, `"id":"` + id + `","input":"(masked)"`, false},
		{"get_job", `{"endpointId":"` + q.id + `","jobId":"` + id + `"}`, `"reason":"Cold start: `, false},
		{"cancel_job", `{"endpointId":"` + q.id + `","jobId":"` + id + `"}`, `"status":"CANCELLED"`, false},
		{"submit_job", `{"endpointId":"` + q.id + `","input":{"n":12345678901234567890}}`, `"status":"IN_QUEUE"`, false},
		{"submit_job", `{"endpointId":"` + q.id + `","input":{"t":"` + strings.Repeat("€", 1<<20) + `"}}`, `IN_QUEUE`, false},
		{"list_requests", `{"limit":1}`, `€ (cut: the answer has 31`, false},
		{"submit_job", `{"endpointId":"nope","input":{}}`, `"detail":"endpoint not found"`, true},
		{"get_clock", ``, `"now":"2026-01-01T00:00:00Z"`, false},
		{"advance_clock", `{"advance":"1h"}`, `"now":"2026-01-01T01:00:00Z"`, false},
		{"advance_clock", `{"advance":"-1h"}`, `time never goes back`, true},
		{"set_fault", `{"operation":"RunJob","kind":"reset","count":1}`, `"number":1`, false},
		{"set_fault", `{"operation":"RunJob","kind":"none"}`, `none`, true},
		{"get_faults", `{}`, `"nearest":"operation is RunJob; no request yet"`, false},
		{"submit_job", `{"endpointId":"` + q.id + `","input":{}}`, `null`, true},
		{"set_fault", `{"operation":"*","kind":"html","delay":"1ms"}`, `"delay":"1ms"`, false},
		{"clear_faults", ``, `null`, false},
		{"get_faults", ``, `[]`, false},
		{"list_requests", `{"operation":"RunJob","limit":1}`, `"fault":"reset"`, false},
		{"list_requests", `{"operation":"RunJob"}`, `{"input":{"n":12345678901234567890}}`, false},
		{"list_requests", `{"status":"4xx"}`, `"rule":"contract 3.3"`, false},
		{"get_request", `{"requestId":"1"}`, `"env":{"A":"(masked)"}`, false},
		{"get_request", `{"requestId":"none"}`, `no request`, true},
	} {
		params := &mcp.CallToolParams{Name: c.tool}
		if c.arguments != "" {
			params.Arguments = jsonText(c.arguments)
		}
		result, err := session.CallTool(t.Context(), params)
		if err != nil {
			t.Errorf("%s %s: %v", c.tool, c.arguments, err)
			continue
		}
		text := ""
		for _, content := range result.Content {
			line, _ := content.(*mcp.TextContent)
			text += line.Text
		}
		if result.IsError != c.refused || !strings.Contains(text, c.want) || strings.Contains(text, "canary") {
			t.Errorf("%s %s: refused is %v: %s", c.tool, c.arguments, result.IsError, text)
		}
	}
	guide, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "podfleet-emulator://guide"})
	if err != nil || guide.Contents[0].Text != "# The emulator" {
		t.Error(guide, err)
	}
	for _, entry := range a.Requests() {
		if strings.HasPrefix(entry.Path, "/mcp") || strings.HasPrefix(entry.Path, "/_emulator") {
			t.Errorf("the journal has %s", entry.Path)
		}
	}
}

// jsonText is JSON that is sent as it is.
type jsonText string

func (j jsonText) MarshalJSON() ([]byte, error) { return []byte(j), nil }

// Who may not use the control interface may not use MCP, and learns nothing.
func TestMCP_refused(t *testing.T) {
	t.Parallel()
	const token = "X-Emulator-Control-Token"
	free, closed := start(t), start(t, emulator.Options{ControlToken: "t"})
	for _, c := range []struct {
		a       *env
		headers []string
		refused bool
	}{
		{free, nil, false},
		{free, []string{"Origin", free.URL()}, false},
		{free, []string{"Origin", "https://attacker.example"}, true},
		{free, []string{"Sec-Fetch-Site", "cross-site"}, true},
		{free, []string{"Host", "attacker.example"}, true},
		{closed, nil, true},
		{closed, []string{token, "x"}, true},
		{closed, []string{"Authorization", "Bearer x"}, true},
		{closed, []string{token, "t"}, false},
		{closed, []string{token, "t", "Origin", "https://attacker.example"}, true},
		{closed, []string{token, "t", "Host", "attacker.example"}, true},
	} {
		if _, err := c.a.agent(c.headers...); (err != nil) != c.refused {
			t.Errorf("%v: %v", c.headers, err)
		}
		r, err := c.a.send(http.MethodPost, c.a.URL()+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
			append(c.headers, "Accept", "application/json, text/event-stream")...)
		if len(c.headers) > 0 && c.headers[len(c.headers)-2] == "Host" {
			continue // Only the client above sends it.
		}
		if want := map[bool]int{false: 200, true: 403}[c.refused]; err != nil || r.status != want {
			t.Errorf("%v: %v %v", c.headers, r, err)
		}
	}
}

// A client that waits for changes of the tools, which never come, does not keep the server from ending.
func TestMCP_ends(t *testing.T) {
	t.Parallel()
	a := start(t)
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
		"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL()+"/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+meta+`}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"}}
	response, err := http.DefaultClient.Do(r)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(err, response)
	}
	defer func() { _ = response.Body.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := a.Shutdown(ctx); err != nil {
		t.Error(err)
	}
}
