// Package mcptools shows the emulator to agents, over MCP. Each tool is one request to the control interface or to the
// service: rules, masks and refusals are theirs.
package mcptools

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Call sends a request of a tool, and returns the status, 0 if it was cut, and JSON that a client may see.
type Call func(ctx context.Context, method, target string, body []byte) (status int, answer []byte, err error)

// guideURI is the address of the guide, as a resource.
const guideURI = "podfleet-emulator://guide"

// New returns a handler of streamable HTTP without sessions. Tools that change something need writes.
func New(call Call, writes bool, guide string) http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "podfleet-emulator", Version: "1"}, &mcp.ServerOptions{
		// Nothing in the lists changes.
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
	})
	for _, t := range tools {
		if t.method == http.MethodGet || writes {
			t.add(server, t, call)
		}
	}
	server.AddResource(&mcp.Resource{
		URI: guideURI, Name: "guide", MIMEType: "text/markdown", Description: "How to use the emulator.",
	}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
			{URI: guideURI, MIMEType: "text/markdown", Text: guide},
		}}, nil
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true,
		DisableLocalhostProtection: true, // The control interface has refused other hosts, and knows --host.
	})
}

// maxAnswer is what an agent gets of an answer, in bytes: a larger one is more than it can read.
const maxAnswer = 128 << 10

// with adds a tool that has the fields of Arguments for arguments.
func with[Arguments any](server *mcp.Server, t tool, call Call) {
	mcp.AddTool(server, &mcp.Tool{
		Name: t.name, Description: t.about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: t.method == http.MethodGet},
	}, func(ctx context.Context, r *mcp.CallToolRequest, _ Arguments) (*mcp.CallToolResult, any, error) {
		target, body := t.request(r.Params.Arguments)
		status, answer, err := call(ctx, t.method, target, body)
		text := strings.ToValidUTF8(string(answer[:min(len(answer), maxAnswer)]), "")
		if len(answer) > maxAnswer {
			text += fmt.Sprintf(" (cut: the answer has %d bytes)", len(answer))
		}
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: status < 200 || status > 299,
		}, nil, err
	})
}

// request returns target and body for arguments that the tool takes: those that the path names are in it, the others in
// the query of a GET, or else in the body.
func (t tool) request(arguments json.RawMessage) (target string, body []byte) {
	var rest map[string]json.RawMessage
	_ = json.Unmarshal(arguments, &rest) // They may be left out.
	path, defaults, _ := strings.Cut(t.path, "?")
	query, _ := url.ParseQuery(defaults)
	for name, value := range rest {
		text := string(value)
		_ = json.Unmarshal(value, &text) // A number stays as it is spelled.
		if place := "{" + name + "}"; strings.Contains(path, place) {
			path = strings.ReplaceAll(path, place, url.PathEscape(text))
			delete(rest, name)
		} else if t.method == http.MethodGet {
			query.Set(name, text)
		}
	}
	if len(rest) > 0 && t.method != http.MethodGet {
		body, _ = json.Marshal(rest) // It was JSON before.
	}
	return strings.TrimSuffix(path+"?"+query.Encode(), "?"), body
}
