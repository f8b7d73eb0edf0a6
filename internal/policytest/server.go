// Package policytest plans resources over the plugin protocol, in process, to show the effect of each row of their
// policy tables over each version of the management interface. The plans need no service: see forbidden.
package policytest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// forbidden answers each request with a 403, without a network. The exception is a GET of a pod, without which there is
// no plan for a pod whose import left out its variables: the answer has the ID only.
type forbidden struct{}

func (forbidden) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusForbidden, "{}"
	if collection, id := path.Split(r.URL.Path); path.Base(collection) == "pods" && r.Method == http.MethodGet {
		status, body = http.StatusOK, fmt.Sprintf(`{"id": %q}`, id)
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(body))}, nil
}

// only is a provider with one resource, a client and no settings.
type only struct {
	of     func() resource.Resource
	client *client.Client
}

func (only) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "podfleet"
}

func (only) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (p only) Configure(_ context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	resp.ResourceData = framework.Configured{Client: p.client, Moves: &framework.TemplateMoves{},
		Addresses: &framework.Addresses{}, Reports: &framework.Reports{}}
}

func (only) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (p only) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{p.of}
}

// server plans one type of resource.
type server struct {
	tfprotov6.ProviderServer
	version  int // of the management interface
	typeName string
	schema   *tfprotov6.Schema
}

// newServer returns a server of a resource whose client uses a version of the management interface.
func newServer(tb testing.TB, version int, of func() resource.Resource) *server {
	tb.Helper()
	over, err := client.New(client.Config{APIKey: "key",
		RESTURL:       &url.URL{Scheme: "http", Host: "127.0.0.1", Path: fmt.Sprintf("/v%d", version)},
		WrapTransport: func(http.RoundTripper) http.RoundTripper { return forbidden{} }})
	if err != nil {
		tb.Fatal(err)
	}
	s := &server{ProviderServer: providerserver.NewProtocol6(only{of, over})(), version: version}
	described, err := s.GetProviderSchema(tb.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(described.ResourceSchemas) != 1 {
		tb.Fatal(described, err)
	}
	for s.typeName, s.schema = range described.ResourceSchemas {
	}
	configured, err := s.ConfigureProvider(tb.Context(), &tfprotov6.ConfigureProviderRequest{
		Config: encode(tb, described.Provider, cty.EmptyObjectVal)})
	if err != nil || len(configured.Diagnostics) != 0 {
		tb.Fatal(configured, err)
	}
	return s
}

// values are the attributes of an object by name; nil for no object.
type values map[string]cty.Value

// plan is the result of a plan.
type plan struct {
	values
	replaces    map[string]bool
	diagnostics []*tfprotov6.Diagnostic
}

// plan plans a configuration for an object with a state. private are keys of private state with their JSON.
func (s *server) plan(tb testing.TB, state, config values, private map[string]json.RawMessage) plan {
	tb.Helper()
	kept := map[string][]byte{}
	for key, text := range private {
		kept[key] = text
	}
	encoded, err := json.Marshal(kept)
	if err != nil {
		tb.Fatal(err)
	}
	prior, configured := s.object(tb, state), s.object(tb, config)
	answer, err := s.PlanResourceChange(tb.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: s.typeName, PriorState: encode(tb, s.schema, prior), Config: encode(tb, s.schema, configured),
		ProposedNewState: encode(tb, s.schema, core.ProposedState(s.schema, prior, configured)), PriorPrivate: encoded,
	})
	if err != nil {
		tb.Fatal(err)
	}
	planned, err := core.Decode(s.schema, answer.PlannedState)
	if err != nil {
		tb.Fatal(err, answer.Diagnostics)
	}
	p := plan{planned.AsValueMap(), map[string]bool{}, answer.Diagnostics}
	for _, at := range answer.RequiresReplace {
		p.replaces[string(at.Steps()[0].(tftypes.AttributeName))] = true //nolint:forcetypeassert // A root.
	}
	return p
}

// object returns the object that has these values, and null for the others.
func (s *server) object(tb testing.TB, of values) cty.Value {
	tb.Helper()
	kind, err := core.Type(s.schema)
	if err != nil {
		tb.Fatal(err)
	}
	if of == nil {
		return cty.NullVal(kind)
	}
	all := map[string]cty.Value{}
	for name, one := range kind.AttributeTypes() {
		if all[name] = cty.NullVal(one); of[name] != cty.NilVal {
			all[name] = of[name]
		}
	}
	return cty.ObjectVal(all)
}

func encode(tb testing.TB, schema *tfprotov6.Schema, value cty.Value) *tfprotov6.DynamicValue {
	tb.Helper()
	encoded, err := core.Encode(schema, value)
	if err != nil {
		tb.Fatal(err)
	}
	return encoded
}
