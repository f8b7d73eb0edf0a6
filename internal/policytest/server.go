// Package policytest plans resources over the plugin protocol, in process, to show the effect of each row of their
// policy tables over each version of the management interface. The plans need no service: see forbidden.
package policytest

import (
	"context"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

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
	object   tftypes.Object
}

func newServer(tb testing.TB, of func() resource.Resource, over *client.Client) *server {
	tb.Helper()
	s := &server{ProviderServer: providerserver.NewProtocol6(only{of, over})(), version: over.Version()}
	described, err := s.GetProviderSchema(tb.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(described.ResourceSchemas) != 1 {
		tb.Fatal(described, err)
	}
	for s.typeName, s.schema = range described.ResourceSchemas {
	}
	object, ok := s.schema.ValueType().(tftypes.Object)
	if !ok {
		tb.Fatal("the schema is no object")
	}
	s.object = object
	none := tftypes.Object{}
	nothing, err := tfprotov6.NewDynamicValue(none, tftypes.NewValue(none, map[string]tftypes.Value{}))
	if err != nil {
		tb.Fatal(err)
	}
	configured, err := s.ConfigureProvider(tb.Context(), &tfprotov6.ConfigureProviderRequest{Config: &nothing})
	if err != nil || len(configured.Diagnostics) != 0 {
		tb.Fatal(configured, err)
	}
	return s
}

// values are attributes by name.
type values map[string]tftypes.Value

// plan is the result of a plan.
type plan struct {
	values
	replaces    map[string]bool
	diagnostics []*tfprotov6.Diagnostic
	// warned has the adopted attributes that a warning names, each with the effect of a later change; contradicted has
	// those for which the object got another value, by a warning.
	warned       map[string]string
	contradicted map[string]bool
	// refused has the attributes that the version refuses, noEffect those that it warns of.
	refused, noEffect map[string]bool
}

// plan plans a configuration for an object with a state, which is nil for one that does not exist. private are keys of
// private state with their JSON.
func (s *server) plan(tb testing.TB, state, config values, private map[string]string) plan {
	tb.Helper()
	proposed := values{}
	for _, attribute := range s.schema.Block.Attributes {
		name := attribute.Name
		value := s.value(config, name)
		if value.IsNull() && attribute.Computed {
			value = s.value(state, name)
		}
		if attribute.WriteOnly {
			value = tftypes.NewValue(attribute.Type, nil)
		}
		proposed[name] = value
	}
	prior := s.encode(tb, nil)
	if state != nil {
		prior = s.encode(tb, state)
	}
	stored := map[string][]byte{}
	for key, text := range private {
		stored[key] = []byte(text)
	}
	kept, err := json.Marshal(stored)
	if err != nil {
		tb.Fatal(err)
	}
	answer, err := s.PlanResourceChange(tb.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: s.typeName, PriorState: prior, ProposedNewState: s.encode(tb, proposed),
		Config: s.encode(tb, config), PriorPrivate: kept,
	})
	if err != nil {
		tb.Fatal(err)
	}
	decoded := plan{replaces: map[string]bool{}, diagnostics: answer.Diagnostics}
	raw, err := answer.PlannedState.Unmarshal(s.object)
	if err == nil {
		err = raw.As((*map[string]tftypes.Value)(&decoded.values))
	}
	if err != nil {
		tb.Fatal(err, answer.Diagnostics)
	}
	for _, at := range answer.RequiresReplace {
		decoded.replaces[string(at.Steps()[0].(tftypes.AttributeName))] = true //nolint:forcetypeassert // A root.
	}
	decoded.read()
	return decoded
}

// value returns the value of an attribute, null if values lack it.
func (s *server) value(of values, name string) tftypes.Value {
	if value, ok := of[name]; ok {
		return value
	}
	return tftypes.NewValue(s.object.AttributeTypes[name], nil)
}

// encode returns the object that has these values, null if they are nil.
func (s *server) encode(tb testing.TB, of values) *tfprotov6.DynamicValue {
	tb.Helper()
	object := tftypes.NewValue(s.object, nil)
	if of != nil {
		all := map[string]tftypes.Value{}
		for name := range s.object.AttributeTypes {
			all[name] = s.value(of, name)
		}
		object = tftypes.NewValue(s.object, all)
	}
	encoded, err := tfprotov6.NewDynamicValue(s.object, object)
	if err != nil {
		tb.Fatal(err)
	}
	return &encoded
}

// valueOf returns a value of a type from a text, a number, a flag, a list of texts, or a map of members; nil is null,
// and so is a list of another type.
func valueOf(kind tftypes.Type, from any) tftypes.Value {
	if value, ok := from.(tftypes.Value); ok {
		return value
	}
	switch from := from.(type) {
	case []string:
		if !kind.Is(tftypes.List{}) && !kind.Is(tftypes.Set{}) {
			return tftypes.NewValue(kind, nil)
		}
		elements := make([]tftypes.Value, len(from))
		for i, element := range from {
			elements[i] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(kind, elements)
	case map[string]any:
		members := map[string]tftypes.Value{}
		if object, ok := kind.(tftypes.Object); ok {
			for name, of := range object.AttributeTypes {
				members[name] = valueOf(of, from[name])
			}
			return tftypes.NewValue(kind, members)
		}
		for name, member := range from {
			members[name] = tftypes.NewValue(tftypes.String, member)
		}
		return tftypes.NewValue(kind, members)
	default:
		return tftypes.NewValue(kind, from)
	}
}

// textOf returns a value as a cell shows it.
func textOf(value tftypes.Value) string {
	var list []tftypes.Value
	var entries map[string]tftypes.Value
	var text string
	var flag bool
	var number big.Float
	switch {
	case value.IsNull():
		return "null"
	case !value.IsKnown():
		return "?"
	case value.As(&text) == nil:
		return strconv.Quote(text)
	case value.As(&flag) == nil:
		return strconv.FormatBool(flag)
	case value.As(&number) == nil:
		return number.Text('f', -1)
	case value.As(&list) == nil:
		texts := make([]string, len(list))
		for i, element := range list {
			texts[i] = textOf(element)
		}
		return "[" + strings.Join(texts, " ") + "]"
	case value.As(&entries) == nil && len(entries) == 0:
		return "{}"
	default:
		return value.String()
	}
}
